/// The lines that differ between actual and expected text.
package struct TextDifference: CustomStringConvertible {
    /// The lines of the difference: `-` marks an expected line, `+` an actual line, and a blank an adjacent equal line.
    package let lines: [String]

    package init(expected: String, actual: String) {
        let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
        let new = actual.split(separator: "\n", omittingEmptySubsequences: false)
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var marked: [(mark: Character, text: Substring)] = []
        var (oldIndex, newIndex) = (0, 0)
        while oldIndex < old.count || newIndex < new.count {
            if removed.contains(oldIndex) {
                marked.append(("-", old[oldIndex]))
                oldIndex += 1
            } else if inserted.contains(newIndex) {
                marked.append(("+", new[newIndex]))
                newIndex += 1
            } else {
                marked.append((" ", old[oldIndex]))
                oldIndex += 1
                newIndex += 1
            }
        }
        lines = marked.indices.compactMap { index in
            let isNear = (max(0, index - 1)...min(marked.count - 1, index + 1)).contains { marked[$0].mark != " " }
            return isNear ? "\(marked[index].mark) \(marked[index].text)" : nil
        }
    }

    package var description: String { lines.joined(separator: "\n") }
}
