/// The lines of a source file, with a copy in which strings and comments are masked.
///
/// A character of a string literal becomes `_`, so a literal resembles a name of the same length. A comment becomes
/// spaces. Lines that the scanner does not understand are empty in the copy.
struct SourceText {
    let lines: [[Character]]
    private(set) var masked: [[Character]] = []
    /// Whether each line begins in a body of code, as opposed to a list of arguments.
    private(set) var beginsInCode: [Bool] = []

    init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
        var isInString = false
        var conditions: [Bool] = []
        var brackets: [Character] = []
        for line in lines {
            let start = line.drop { $0 == " " }
            beginsInCode.append(brackets.last.map { $0 == "{" } ?? false)
            var result = Self.mask(line)
            let delimiters = String(line).components(separatedBy: "\"\"\"")
            if isInString || delimiters > 0 {
                result = []
                if delimiters % 2 == 1 { isInString.toggle() }
            } else if start.first == "#" {
                let word = start.prefix { $0 != " " && $0 != "(" }
                switch String(word) {
                case "#if":
                    // Other systems' code is not compiled.
                    let text = String(start)
                    conditions.append(["os(", "canImport(", "DEBUG", "arch("].contains { text.contains($0) })
                case "#endif": _ = conditions.popLast()
                default: break
                }
                result = []
            } else if conditions.contains(true) {
                result = []
            }
            for character in result {
                switch character {
                case "(", "[", "{": brackets.append(character)
                case ")", "]", "}": _ = brackets.popLast()
                default: break
                }
            }
            masked.append(result)
        }
    }

    /// Masks the strings and comments of one line.
    private static func mask(_ line: [Character]) -> [Character] {
        var result = line
        var index = 0
        while index < line.count {
            let isLast = index + 1 == line.count
            if line[index] == "/", !isLast, line[index + 1] == "/" {
                for rest in index..<line.count { result[rest] = " " }
                return result
            }
            // Raw strings, regular expressions, and block comments are rare.
            if !isLast, line[index] == "#" && line[index + 1] == "\"" || line[index] == "/" && line[index + 1] == "*" {
                return []
            }
            guard line[index] == "\"" else {
                index += 1
                continue
            }
            guard let end = endOfString(in: line, from: index) else { return [] }
            for character in index..<end { result[character] = "_" }
            index = end
        }
        return result
    }

    /// Returns the index after a string literal, which may contain interpolations with other literals.
    private static func endOfString(in line: [Character], from start: Int) -> Int? {
        var index = start + 1
        while index < line.count {
            switch line[index] {
            case "\"": return index + 1
            case "\\" where index + 1 < line.count && line[index + 1] == "(":
                var depth = 1
                index += 2
                while index < line.count, depth > 0 {
                    switch line[index] {
                    case "(": depth += 1
                    case ")": depth -= 1
                    case "\"":
                        guard let end = endOfString(in: line, from: index) else { return nil }
                        index = end - 1
                    default: break
                    }
                    index += 1
                }
            case "\\": index += 2
            default: index += 1
            }
        }
        return nil
    }
}

extension String {
    /// Returns the number of times that a separator occurs.
    fileprivate func components(separatedBy separator: String) -> Int {
        var count = 0
        var rest = self[...]
        while let range = rest.firstRange(of: separator) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}
