/// A small emulator of a terminal of xterm's kind, which keeps every state that the program or curses changes.
///
/// A test compares the state after a program with the state before it. Every sequence that the emulator does not
/// interpret is recorded in ``unknown``, so that a test fails if the program uses a state that the emulator lacks.
struct TerminalEmulator {
    /// The visible text and the place where a shell's prompt would appear.
    struct Screen: Equatable {
        var lines: [[Unicode.Scalar]]
        var cursor = Position()
    }

    struct Position: Equatable {
        var row = 0
        var column = 0
        /// Whether the next character begins a new line.
        var wraps = false
    }

    /// The terminal's state, without the screen's contents.
    struct Settings: Equatable {
        var isAlternate = false
        /// The rows that scroll.
        var region: Range<Int>
        /// The modes that are on, such as `?25` for the visible cursor and `=` for the application keypad.
        var modes: Set<String> = ["?7", "?12", "?25"]
        /// The attributes and colors of new text, by their kind.
        var style: [String: String] = [:]
        /// The character sets G0 and G1, and the one in use.
        var characterSets: [Unicode.Scalar] = ["B", "B"]
        var characterSet = 0
        /// The flags of the keyboard protocol on the main screen and on the alternate screen.
        var keyboard: [[String]] = [[], []]
        var title = ""
        var titles: [String] = []
        /// The colors that have been redefined, by their index.
        var palette: [String: String] = [:]
        /// The address of the link to which new text belongs.
        var link = ""
    }

    private(set) var screen: Screen
    private(set) var settings: Settings
    private(set) var unknown: [String] = []
    /// Whether the program has used the alternate screen.
    private(set) var hasAlternateScreen = false
    let rows: Int
    let columns: Int
    /// The screen that is not visible.
    private var other: Screen
    /// The saved cursor of the main screen and that of the alternate screen.
    private var saved: [(position: Position, style: [String: String])?] = [nil, nil]

    init(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        screen = Screen(lines: Array(repeating: Array(repeating: " ", count: columns), count: rows))
        other = screen
        settings = Settings(region: 0..<rows)
    }

    /// Creates the terminal of a user who has changed the title and a color and has run commands.
    ///
    /// - Parameters:
    ///   - term: The terminal's type.
    ///   - columns: The width of the window.
    ///   - rows: The height of the window.
    /// - Returns: The terminal, in which a shell is about to run the program.
    static func inUse(term: String, columns: Int, rows: Int) -> TerminalEmulator {
        var terminal = TerminalEmulator(columns: columns, rows: rows)
        // Linux's console begins with its line-drawing characters in G1.
        if term.hasPrefix("linux") { terminal.receive("\u{1B})0") }
        terminal.receive("\u{1B}]2;shell\u{7}\u{1B}]4;1;#ff8800\u{1B}\\")
        for line in 0..<rows / 2 { terminal.receive("command \(line)\r\n") }
        terminal.receive("$ program\r\n")
        return terminal
    }

    mutating func receive(_ text: some StringProtocol) {
        var rest = Array(text.unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            if scalar == "\u{1B}" { receiveEscape(&rest) } else { receive(scalar) }
        }
    }

    // MARK: Text

    private mutating func receive(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\r": move(column: 0)
        case "\n": index()
        case "\u{8}": move(column: screen.cursor.column - 1)
        case "\u{7}", "\u{0}": break
        case "\u{E}": settings.characterSet = 1
        case "\u{F}": settings.characterSet = 0
        case " "...: write(scalar)
        default: unknown.append("\(scalar.value)")
        }
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
        if screen.cursor.wraps {
            move(column: 0)
            index()
        }
        let (row, column) = (screen.cursor.row, screen.cursor.column)
        screen.lines[row][column] = scalar
        move(column: column + 1)
        screen.cursor.wraps = column == columns - 1 && settings.modes.contains("?7")
    }

    private mutating func move(row: Int? = nil, column: Int? = nil) {
        if let row { screen.cursor.row = min(max(row, 0), rows - 1) }
        if let column { screen.cursor.column = min(max(column, 0), columns - 1) }
        screen.cursor.wraps = false
    }

    /// Moves the cursor down, and scrolls at the end of the region.
    private mutating func index() {
        guard screen.cursor.row == settings.region.upperBound - 1 else { return move(row: screen.cursor.row + 1) }
        scroll(settings.region, by: 1)
    }

    private mutating func scroll(_ region: Range<Int>, by count: Int) {
        let count = min(count, region.count)
        screen.lines.removeSubrange(region.lowerBound..<region.lowerBound + count)
        screen.lines.insert(contentsOf: Array(repeating: blanks(columns), count: count), at: region.upperBound - count)
    }

    private func blanks(_ count: Int) -> [Unicode.Scalar] { Array(repeating: " ", count: count) }

    private mutating func clear(_ columns: Range<Int>, row: Int) {
        screen.lines[row].replaceSubrange(columns, with: blanks(columns.count))
    }

    // MARK: Escape sequences

    private mutating func receiveEscape(_ rest: inout ArraySlice<Unicode.Scalar>) {
        switch rest.popFirst() {
        case "[": receiveControl(&rest)
        case "]": receiveCommand(&rest)
        case "7": saved[settings.isAlternate ? 1 : 0] = (screen.cursor, settings.style)
        case "8":
            if let value = saved[settings.isAlternate ? 1 : 0] { (screen.cursor, settings.style) = value }
        case "=": settings.modes.insert("=")
        case ">": settings.modes.remove("=")
        case "D": index()
        case "\\": break
        case let set? where set == "(" || set == ")":
            if let name = rest.popFirst() { settings.characterSets[set == "(" ? 0 : 1] = name }
        case let other: unknown.append("ESC \(other.map(String.init) ?? "")")
        }
    }

    /// Interprets a control sequence.
    private mutating func receiveControl(_ rest: inout ArraySlice<Unicode.Scalar>) {
        let body = rest.prefix { !("@"..."~" ~= $0) }
        rest = rest.dropFirst(body.count)
        let text = String(String.UnicodeScalarView(body))
        let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        let count = max(numbers[0], 1)
        let cursor = screen.cursor
        switch (rest.popFirst(), text.first) {
        case ("h", _): for mode in Self.modes(text) { set(mode, to: true) }
        case ("l", _): for mode in Self.modes(text) { set(mode, to: false) }
        case ("u", ">"): settings.keyboard[settings.isAlternate ? 1 : 0].append(text)
        case ("u", "<"): _ = settings.keyboard[settings.isAlternate ? 1 : 0].popLast()
        // Questions.
        case ("u", "?"), ("n", "?"), ("c", _), ("q", ">"): break
        case ("p", "?") where text.hasSuffix("$"): break
        case ("r", _):
            settings.region = count - 1..<(numbers.count > 1 ? min(numbers[1], rows) : rows)
            move(row: 0, column: 0)
        case ("m", _): receiveStyle(numbers)
        case ("t", "2") where numbers[0] == 22: settings.titles.append(settings.title)
        case ("t", "2") where numbers[0] == 23: settings.title = settings.titles.popLast() ?? settings.title
        case ("H", _): move(row: count - 1, column: numbers.count > 1 ? numbers[1] - 1 : 0)
        case ("A", _): move(row: cursor.row - count)
        case ("B", _): move(row: cursor.row + count)
        case ("C", _): move(column: cursor.column + count)
        case ("D", _): move(column: cursor.column - count)
        case ("G", _): move(column: count - 1)
        case ("d", _): move(row: count - 1)
        case ("J", _): clearScreen(numbers[0])
        case ("K", _): clear(numbers[0] == 1 ? 0..<cursor.column + 1 : cursor.column..<columns, row: cursor.row)
        case ("X", _): clear(cursor.column..<min(cursor.column + count, columns), row: cursor.row)
        case ("b", _):
            for _ in 0..<count where cursor.column > 0 { write(screen.lines[cursor.row][cursor.column - 1]) }
        case (let final, _): unknown.append("CSI \(text)\(final.map(String.init) ?? "")")
        }
    }

    private mutating func clearScreen(_ part: Int) {
        guard part != 1 else { return unknown.append("CSI 1J") }
        if part == 0 { clear(screen.cursor.column..<columns, row: screen.cursor.row) }
        for row in (part == 2 ? 0 : screen.cursor.row + 1)..<rows { clear(0..<columns, row: row) }
    }

    /// Returns the modes of a sequence, such as `?1002` and `?1006`.
    private static func modes(_ text: String) -> [String] {
        let prefix = text.hasPrefix("?") ? "?" : ""
        return text.dropFirst(prefix.count).split(separator: ";").map { prefix + $0 }
    }

    private mutating func set(_ mode: String, to isOn: Bool) {
        switch mode {
        case "?1049", "?47":
            if mode == "?1049", isOn { saved[0] = (screen.cursor, settings.style) }
            if isOn != settings.isAlternate {
                // A screen without a saved cursor begins with the cursor of the other screen.
                let cursor = screen.cursor
                swap(&screen, &other)
                screen.cursor = cursor
                settings.isAlternate = isOn
                hasAlternateScreen = true
            }
            if mode == "?1049", !isOn, let value = saved[0] { (screen.cursor, settings.style) = value }
        case "4", "?1", "?7", "?12", "?25", "?1002", "?1004", "?1006", "?2004", "?2026", "?2031":
            if isOn { settings.modes.insert(mode) } else { settings.modes.remove(mode) }
        default: unknown.append("mode \(mode)")
        }
    }

    private mutating func receiveStyle(_ numbers: [Int]) {
        var rest = numbers[...]
        while let number = rest.popFirst() {
            switch number {
            case 0: settings.style = [:]
            case 1...9: settings.style["\(number)"] = ""
            case 10: break
            case 22: for number in [1, 2] { settings.style["\(number)"] = nil }
            case 23...29: settings.style["\(number - 20)"] = nil
            case 30...37, 90...97: settings.style["foreground"] = "\(number)"
            case 40...47, 100...107: settings.style["background"] = "\(number)"
            case 38, 48:
                let color = rest.prefix(rest.first == 5 ? 2 : 4)
                rest = rest.dropFirst(color.count)
                settings.style[number == 38 ? "foreground" : "background"] = "\(color)"
            case 39: settings.style["foreground"] = nil
            case 49: settings.style["background"] = nil
            default: unknown.append("CSI \(number)m")
            }
        }
    }

    /// Interprets an operating system command.
    private mutating func receiveCommand(_ rest: inout ArraySlice<Unicode.Scalar>) {
        let body = rest.prefix { $0 != "\u{7}" && $0 != "\u{1B}" }
        rest = rest.dropFirst(body.count + 1)
        let parts = String(String.UnicodeScalarView(body)).split(
            separator: ";", maxSplits: 2, omittingEmptySubsequences: false
        ).map(String.init)
        switch parts[0] {
        case "0" where parts.count > 1, "2" where parts.count > 1: settings.title = parts[1]
        case "4" where parts.count == 3: settings.palette[parts[1]] = parts[2]
        case "104": settings.palette = [:]
        case "8" where parts.count == 3: settings.link = parts[2]
        // A question, the clipboard and notifications.
        case "11" where parts.last == "?", "52", "9", "777": break
        default: unknown.append("OSC \(parts)")
        }
    }
}

extension TerminalEmulator {
    /// Checks a session in which a shell has run a program, possibly with interruptions.
    ///
    /// The shell prints no escape sequences. Whenever the program gives the terminal back, it first prints a line of text.
    ///
    /// - Parameters:
    ///   - output: Everything that the terminal has received.
    ///   - marker: The text with which the program begins after it has given the terminal back.
    /// - Returns: The number of times that the terminal was given back, and the differences from the state before.
    mutating func followSession(_ output: String, marker: String) -> (count: Int, differences: [String]) {
        var rest = output[...]
        var result: (count: Int, differences: [String]) = (0, [])
        while let start = rest.firstIndex(of: "\u{1B}") {
            receive(rest[..<start])
            let before = self
            let end = rest[start...].firstRange(of: marker)?.lowerBound ?? rest.endIndex
            receive(rest[start..<end])
            result.count += 1
            result.differences += differences(from: before)
            rest = rest[end...]
        }
        receive(rest)
        return result
    }

    /// Compares the state with an earlier one.
    ///
    /// - Parameters:
    ///   - earlier: The earlier state.
    ///   - includesScreen: Whether to compare the text and the place of the cursor.
    /// - Returns: The parts that differ, and the sequences that are not known.
    func differences(from earlier: TerminalEmulator, includesScreen: Bool = true) -> [String] {
        var differences = unknown.map { "unknown: \($0)" }
        if settings != earlier.settings { differences.append("\(settings) instead of \(earlier.settings)") }
        if includesScreen, screen != earlier.screen {
            differences.append("\(screen.text) instead of \(earlier.screen.text)")
        }
        return differences
    }
}

extension TerminalEmulator.Screen {
    /// The lines without trailing blanks, and the place of the cursor.
    var text: String {
        let lines = lines.map { String(String.UnicodeScalarView($0)) }
        return lines.joined(separator: "\n") + "\ncursor \(cursor)"
    }
}
