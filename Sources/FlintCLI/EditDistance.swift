/// How far two texts are apart.
enum EditDistance {
    /// The number of letters to insert, delete or replace to turn one text into the other (Levenshtein).
    static func between(_ first: String, _ second: String) -> Int {
        let first = Array(first)
        let second = Array(second)
        guard !first.isEmpty else { return second.count }
        guard !second.isEmpty else { return first.count }
        var row = Array(0...second.count)
        for i in 1...first.count {
            var diagonal = row[0]
            row[0] = i
            for j in 1...second.count {
                let replaced = diagonal + (first[i - 1] == second[j - 1] ? 0 : 1)
                diagonal = row[j]
                row[j] = min(replaced, row[j] + 1, row[j - 1] + 1)
            }
        }
        return row[second.count]
    }
}
