/// Finds the possible mutants of a source file, line by line and without a parser.
///
/// A mutant that the compiler does not accept is removed later, so the rules need not be exact. They must only not
/// change the meaning of the original code.
struct MutantFinder {
    private let file: String
    private let source: SourceText
    private var mutants: [Mutant] = []
    /// The line that is searched.
    private var number = 0
    private var text: [Character] = []

    private init(file: String, source: SourceText) {
        self.file = file
        self.source = source
    }

    static func mutants(of text: String, file: String) -> [Mutant] {
        var finder = MutantFinder(file: file, source: SourceText(text))
        for number in finder.source.lines.indices {
            finder.number = number
            finder.text = finder.source.masked[number]
            finder.findAll()
        }
        return finder.mutants
    }

    private mutating func findAll() {
        let words = Set(String(text).split(separator: " "))
        let declarations: Set<Substring> = ["func", "init", "import", "protocol", "extension", "typealias", "enum"]
        guard !text.allSatisfy({ $0 == " " }), words.isDisjoint(with: declarations) else { return }
        findDeletion()
        findNumbers()
        // An autoclosure that can throw or suspend needs a mark within it.
        guard !words.contains(where: { $0.hasSuffix("try") || $0.hasSuffix("try?") || $0.hasSuffix("await") }) else {
            return
        }
        findConditions()
        findOperators()
        findResults()
    }

    // MARK: Conditions

    private mutating func findConditions() {
        var start = text.firstIndex { $0 != " " } ?? 0
        for word in ["} else ", "else "] where hasPrefix(word, at: start) { start += word.count }
        guard let keyword = ["if ", "guard ", "while "].first(where: { hasPrefix($0, at: start) }) else { return }
        start += keyword.count
        var elements: [Range<Int>] = []
        var depth = 0
        for index in start..<text.count {
            if depth == 0 {
                let isEnd = keyword == "guard " ? hasPrefix(" else {", at: index) : hasPrefix(" {", at: index)
                if isEnd {
                    elements.append(start..<index)
                    for element in elements { addCondition(element) }
                    return
                }
                if text[index] == "," {
                    elements.append(start..<index)
                    start = index + 2
                }
            }
            depth += Self.depthChange(text[index])
        }
    }

    private mutating func addCondition(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        let condition = String(text[range])
        let bindings = ["let ", "var ", "case ", "#", "true"]
        guard !bindings.contains(where: condition.hasPrefix) else { return }
        // The changed operator is the same mutant.
        let isEquality = condition.contains(" == ") || condition.contains(" != ")
        guard !isEquality || condition.contains(" && ") || condition.contains(" || ") else { return }
        let original = String(source.lines[number][range])
        add(.condition, range, original: original, replacement: "!(\(original))")
    }

    // MARK: Operators

    private static let operators = [
        "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
    ]

    private mutating func findOperators() {
        guard !continues(after: number) else { return }
        for (symbol, range) in spacedWords() {
            guard let replacement = Self.operators[symbol], let extent = extent(of: symbol, at: range) else { continue }
            let line = source.lines[number]
            let left = String(line[extent.lowerBound..<range.lowerBound - 1])
            let right = String(line[range.upperBound + 1..<extent.upperBound])
            let original = "\(left) \(symbol) \(right)"
            let isLogical = symbol == "&&" || symbol == "||"
            // A chain that spans lines would be divided differently.
            if isLogical, isInChain { continue }
            // The new operator's operands must not change with its precedence.
            let changed = isLogical ? "(\(left)) \(replacement) (\(right))" : "\(left) \(replacement) \(right)"
            add(.comparison, extent, original: original, replacement: changed)
        }
    }

    /// Whether a neighboring line continues a condition with a logical operator.
    private var isInChain: Bool {
        let next = number + 1 < source.masked.count ? String(source.masked[number + 1]).trimmed : ""
        let previous = String(previous(before: number))
        return ["&&", "||"].contains { next.hasPrefix($0) || previous.hasSuffix($0) }
    }

    /// Returns the range of an operator and its operands, or `nil` if they do not all stand on this line.
    private func extent(of symbol: String, at range: Range<Int>) -> Range<Int>? {
        let outer: Set<String> =
            switch symbol {
            case "||": []
            case "&&": ["||"]
            default: ["||", "&&"]
            }
        let before: Set<String> = outer.union([
            "?", ":", "=", "+=", "-=", "|=", "return", "in", "where", "if", "guard", "while", "case", "else",
        ])
        let after: Set<String> = outer.union(["?", ":", "{", "else"])
        guard let lower = lowerBound(from: range.lowerBound - 1, words: before),
            let upper = upperBound(from: range.upperBound + 1, words: after),
            lower < range.lowerBound - 1, upper > range.upperBound + 1
        else { return nil }
        // An operand that begins or ends with an operator continues on another line.
        let operatorCharacters: Set<Character> = ["+", "*", "/", "?", ":", "&", "|", "<", ">", "=", ","]
        let isContinued =
            operatorCharacters.contains(text[lower]) || text[lower] == "." && isFirst(lower) && !isAfterBrace
            || operatorCharacters.contains(text[upper - 1]) && text[upper - 1] != ">"
            || hasPrefix("- ", at: lower)
        if isContinued { return nil }
        return lower..<upper
    }

    private var isAfterBrace: Bool { previous(before: number).last == "{" }

    private func isFirst(_ index: Int) -> Bool { text[..<index].allSatisfy { $0 == " " } }

    private func lowerBound(from end: Int, words: Set<String>) -> Int? {
        var depth = 0
        var index = end - 1
        while index >= 0 {
            switch text[index] {
            case ")", "]", "}": depth += 1
            case "(", "[", "{":
                if depth == 0 { return skipSpaces(index + 1) }
                depth -= 1
            case ",", ";": if depth == 0 { return skipSpaces(index + 1) }
            case " " where depth == 0:
                let word = String(text[..<index].reversed().prefix { $0 != " " }.reversed())
                let isLabel = word.hasSuffix(":")
                if words.contains(word) || isLabel { return index + 1 }
            default: break
            }
            index -= 1
        }
        let first = skipSpaces(0)
        // Without a delimiter, the operand must begin a statement.
        for word in words.union(["}", "let", "var"]) where hasPrefix(word + " ", at: first) { return nil }
        let last = previous(before: number)
        let continuing: Set<Character> = ["=", "+", "-", "*", "/", "<", ">", "?"]
        if let character = last.last, continuing.contains(character) { return nil }
        return first
    }

    private func upperBound(from start: Int, words: Set<String>) -> Int? {
        var depth = 0
        for index in start..<text.count {
            switch text[index] {
            case "(", "[", "{":
                if depth == 0, text[index] == "{" { return trimSpaces(index) }
                depth += 1
            case ")", "]", "}":
                if depth == 0 { return trimSpaces(index) }
                depth -= 1
            case ",", ";": if depth == 0 { return index }
            case ":" where depth == 0: return trimSpaces(index)
            case " " where depth == 0:
                if words.contains(String(text[(index + 1)...].prefix { $0 != " " })) { return index }
            default: break
            }
        }
        return depth == 0 ? trimSpaces(text.count) : nil
    }

    // MARK: Results and numbers

    private mutating func findResults() {
        for (word, other) in [("true", "false"), ("false", "true")] {
            for (text, range) in spacedWords() where text == "return" {
                let value = range.upperBound + 1
                guard hasPrefix(word, at: value) else { continue }
                let end = value + word.count
                guard end == self.text.count || hasPrefix(" }", at: end) else { continue }
                add(.result, value..<end, original: word, replacement: other)
            }
        }
    }

    private mutating func findNumbers() {
        for (symbol, range) in spacedWords() where ["+", "-", "+=", "-="].contains(symbol) {
            let digit = range.upperBound + 1
            guard hasPrefix("1", at: digit) else { continue }
            let next = digit + 1 < text.count ? text[digit + 1] : " "
            guard !next.isLetter, !next.isNumber, next != ".", next != "_" else { continue }
            add(
                .number, digit..<digit + 1, function: "mutatedValue", original: "1", replacement: "0",
                change: "\(symbol) 1 → \(symbol) 0")
        }
    }

    // MARK: Deletions

    /// The functions whose calls are kept.
    ///
    /// A check of the programmer's errors has no test. Reserved memory has no effect on results.
    private static let kept: Set<String> = [
        "precondition", "assert", "assertionFailure", "fatalError", "preconditionFailure", "init", "reserveCapacity",
    ]

    private mutating func findDeletion() {
        guard source.beginsInCode[number], !continues(after: number), !isContinuation, !isResult
        else { return }
        let start = skipSpaces(0)
        var head = start
        for word in ["try ", "try? ", "await "] where hasPrefix(word, at: head) { head += word.count }
        guard let first = text[head...].first, first.isLetter || first == "_" || first == "$" else { return }
        let path = text[head...].prefix { $0.isLetter || $0.isNumber || "._$?!".contains($0) }
        var index = path.endIndex
        // A subscript is part of a path.
        if index < text.count, text[index] == "[" {
            guard let end = endOfBrackets(from: index) else { return }
            index = end
        }
        let name = path.split(separator: ".").last.map { String($0) } ?? ""
        guard !Self.kept.contains(name) else { return }
        let end = trimSpaces(text.count)
        guard index < end, isBalanced(start..<end) else { return }
        let isCall = text[index] == "(" && text[end - 1] == ")"
        let isCallWithClosure = hasPrefix(" {", at: index) && path.contains(".") && text[end - 1] == "}"
        let assignment = [" = ", " += ", " -= "].first { hasPrefix($0, at: index) }
        // An initializer must assign each property.
        let isInitialization = assignment == " = " && isInInitializer && text[index - 1] != "]"
        let isAssignment = assignment != nil && !isInitialization
        guard isCall || isCallWithClosure || isAssignment else { return }
        let line = source.lines[number]
        let statement = String(line[start..<end])
        mutants.append(
            Mutant(
                kind: .deletion, file: file, line: number + 1, change: statement,
                pieces: [
                    .text(String(line[..<start]) + "if !mutated("), .index, .text(") { \(statement) }"),
                    .text(String(line[end...])),
                ]))
    }

    private var isInInitializer: Bool {
        var indentation = skipSpaces(0)
        for line in source.masked[..<number].reversed() {
            guard let start = line.firstIndex(where: { $0 != " " }), start < indentation else { continue }
            indentation = start
            let words = String(line).split { !$0.isLetter }
            if words.contains("func") { return false }
            if words.contains("init") { return true }
        }
        return false
    }

    private func endOfBrackets(from start: Int) -> Int? {
        var depth = 0
        for index in start..<text.count {
            depth += Self.depthChange(text[index])
            if depth == 0 { return index + 1 }
        }
        return nil
    }

    private func isBalanced(_ range: Range<Int>) -> Bool {
        var depth = 0
        for index in range {
            depth += Self.depthChange(text[index])
            if depth < 0 { return false }
        }
        return depth == 0
    }

    /// Whether this line continues the statement before it.
    private var isContinuation: Bool {
        let line = previous(before: number)
        guard let last = line.last else { return false }
        if last == ":" { return !line.starts(with: Array("case ")) && !line.starts(with: Array("default")) }
        return "=,([&|+-*/?<>".contains(last)
    }

    /// Whether this line is a function's only statement and therefore its result.
    private var isResult: Bool {
        let line = String(previous(before: number))
        let next = number + 1 < source.masked.count ? String(source.masked[number + 1]).trimmed : ""
        let returns = line.contains("->") || line.contains("var ") || line.hasPrefix("get ")
        return returns && line.last == "{" && next.first == "}"
    }

    /// Returns the trimmed code of the last line before a line that is not empty.
    private func previous(before number: Int) -> [Character] {
        for line in source.masked[..<number].reversed() where !line.allSatisfy({ $0 == " " }) {
            return Array(String(line).trimmed)
        }
        return []
    }

    /// Returns whether the next line continues the expression of a line.
    private func continues(after number: Int) -> Bool {
        guard number + 1 < source.masked.count else { return false }
        let next = String(source.masked[number + 1]).trimmed
        let starts = [".", "+ ", "- ", "* ", "/ ", "?? ", "as "]
        return starts.contains { next.hasPrefix($0) }
    }

    // MARK: Text

    private mutating func add(
        _ kind: Mutant.Kind, _ range: Range<Int>, function: String = "mutated", original: String, replacement: String,
        change: String? = nil
    ) {
        let line = source.lines[number]
        mutants.append(
            Mutant(
                kind: kind, file: file, line: number + 1, change: change ?? "\(original) → \(replacement)",
                pieces: [
                    .text(String(line[..<range.lowerBound]) + "\(function)("), .index,
                    .text(", \(original), \(replacement))" + String(line[range.upperBound...])),
                ]))
    }

    private func hasPrefix(_ prefix: String, at index: Int) -> Bool {
        index <= text.count && text[index...].starts(with: prefix)
    }

    /// Returns the words between spaces, without those at the edges of the line.
    private func spacedWords() -> [(String, Range<Int>)] {
        var words: [(String, Range<Int>)] = []
        var start = skipSpaces(0)
        while start < text.count {
            let end = text[start...].firstIndex(of: " ") ?? text.count
            if end > start, end < text.count { words.append((String(text[start..<end]), start..<end)) }
            start = end + 1
        }
        return words.filter { $0.1.lowerBound > 0 }
    }

    private func skipSpaces(_ start: Int) -> Int { text[start...].firstIndex { $0 != " " } ?? text.count }

    private func trimSpaces(_ end: Int) -> Int { (text[..<end].lastIndex { $0 != " " } ?? -1) + 1 }

    private static func depthChange(_ character: Character) -> Int {
        switch character {
        case "(", "[", "{": 1
        case ")", "]", "}": -1
        default: 0
        }
    }
}

extension String {
    fileprivate var trimmed: Substring {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return text.drop { $0 == " " }
    }
}
