/// What control sequences mean: named keys with modifiers, mouse reports, brackets around pastes, answers.
extension InputParser {
    /// Reads the last byte of a control sequence whose other bytes are in `collected`.
    mutating func finishControl(_ final: UInt8, _ alt: Bool) {
        let bytes = collected
        reset()
        switch (bytes.first, final) {
        case (nil, UInt8(ascii: "M")): state = .oldMouse
        case (nil, UInt8(ascii: "[")): state = .consoleFunction
        case (UInt8(ascii: "<"), UInt8(ascii: "M")), (UInt8(ascii: "<"), UInt8(ascii: "m")):
            guard let numbers = Self.numbers(bytes.dropFirst()), numbers.count == 3 else { return }
            noteMouse(
                code: numbers[0], column: numbers[1] - 1, row: numbers[2] - 1, isRelease: final == UInt8(ascii: "m"))
        case (UInt8(ascii: "?"), UInt8(ascii: "y")) where bytes.last == UInt8(ascii: "$"):
            guard let numbers = Self.numbers(bytes.dropFirst().dropLast()), numbers.count == 2 else { return }
            note(.mode(number: numbers[0], state: numbers[1]))
        default:
            if let numbers = Self.numbers(bytes[...]) { finishKey(final, numbers, alt ? .alt : []) }
        }
    }

    /// Reads a control sequence that can only be a named key or a bracket around a paste.
    private mutating func finishKey(_ final: UInt8, _ numbers: [Int], _ extra: KeyPress.Modifiers) {
        let first = numbers.first ?? 1
        let modifiers = Self.modifiers(numbers.count > 1 ? numbers[1] : 1).union(extra)
        switch final {
        case UInt8(ascii: "~"):
            if first == 200 {
                beginPaste()
            } else if first == 27, numbers.count == 3 {
                pressCode(numbers[2], modifiers)
            } else if let key = Self.key(number: first) {
                press(key, modifiers)
            }
        case UInt8(ascii: "u"): pressCode(first, modifiers)
        case UInt8(ascii: "Z"): press(.tab, modifiers.union(.shift))
        default:
            // Any other first number makes it an answer, such as the cursor's position.
            if first <= 1, let key = Self.key(final: final) { press(key, modifiers) }
        }
    }

    /// Notes a key that is reported by the number of its character.
    private mutating func pressCode(_ code: Int, _ modifiers: KeyPress.Modifiers) {
        switch code {
        case 8, 127: press(.backspace, modifiers)
        case 9: press(.tab, modifiers)
        case 13: press(.enter, modifiers)
        case 27: press(.escape, modifiers)
        default:
            // From 57344 on lie the numbers of keys without a character, in a private area of Unicode.
            guard code >= 0x20, !(0x7F..<0xA0).contains(code), !(0xE000..<0xF900).contains(code),
                let scalar = Unicode.Scalar(UInt32(code))
            else { return }
            let character = Character(scalar)
            if modifiers.contains(.shift), !modifiers.contains(.control) {
                press(.character(character.uppercased().first ?? character), modifiers.subtracting(.shift))
            } else {
                press(.character(character), modifiers)
            }
        }
    }

    /// Reads a mouse report of the old kind: button, column and row, each as a byte.
    mutating func finishOldMouse() {
        let report = collected.map { Int($0) - 32 }
        reset()
        // This kind does not say which button came up.
        let isRelease = report[0] & 0b1100_0011 == 3 && report[0] & 32 == 0
        noteMouse(code: report[0], column: report[1] - 1, row: report[2] - 1, isRelease: isRelease)
    }

    /// Notes a mouse event, except for unused ones: a sideways wheel, a fourth button, mere motion.
    private mutating func noteMouse(code: Int, column: Int, row: Int, isRelease: Bool) {
        guard code >= 0, column >= 0, row >= 0, code & 128 == 0 else { return }
        let position = Point(column: column, row: row)
        var modifiers: KeyPress.Modifiers = []
        if code & 4 != 0 { modifiers.insert(.shift) }
        if code & 8 != 0 { modifiers.insert(.alt) }
        if code & 16 != 0 { modifiers.insert(.control) }
        if code & 64 != 0 {
            guard code & 3 < 2, !isRelease else { return }
            let kind: MouseEvent.Kind = code & 3 == 0 ? .wheelUp : .wheelDown
            events.append(.mouse(MouseEvent(kind: kind, position: position, modifiers: modifiers)))
            return
        }
        let buttons: [MouseEvent.Button] = [.left, .middle, .right, .none]
        let button = buttons[code & 3]
        let kind: MouseEvent.Kind = isRelease ? .release : code & 32 != 0 ? .drag : .press
        guard button != .none || kind == .release else { return }
        events.append(.mouse(MouseEvent(kind: kind, button: button, position: position, modifiers: modifiers)))
    }

    /// The numbers of a parameter string such as `1;5`; nil when it holds anything else.
    ///
    /// An empty field counts as 1, the default of every sequence read here, and of parts joined by `:` the first one
    /// counts. Numbers end at 99,999, beyond every one that means something.
    static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int]? {
        var numbers: [Int] = []
        for part in bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
            var value: Int?
            for byte in part.prefix(while: { $0 != UInt8(ascii: ":") }) {
                guard (0x30...0x39).contains(byte) else { return nil }
                value = min(99_999, (value ?? 0) * 10 + Int(byte - 0x30))
            }
            numbers.append(value ?? 1)
        }
        return numbers
    }

    /// The modifiers behind the number that keys carry, which is one more than the sum of their bits.
    static func modifiers(_ number: Int) -> KeyPress.Modifiers {
        let bits = max(0, number - 1)
        var modifiers: KeyPress.Modifiers = []
        if bits & 1 != 0 { modifiers.insert(.shift) }
        if bits & 2 != 0 { modifiers.insert(.alt) }
        if bits & 4 != 0 { modifiers.insert(.control) }
        return modifiers
    }

    /// The key that a sequence names by its last byte.
    static func key(final: UInt8) -> KeyPress.Key? {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final) - 0x4F)
        default: nil
        }
    }

    /// The key of the numeric keypad that a terminal in application mode names by a letter.
    static func keypadKey(_ final: UInt8) -> KeyPress.Key? {
        switch final {
        case UInt8(ascii: "M"): .enter
        case UInt8(ascii: "I"): .tab
        case UInt8(ascii: "X"): .character("=")
        case UInt8(ascii: "j")...UInt8(ascii: "y"): .character(Character(UnicodeScalar(final - 0x40)))
        default: nil
        }
    }

    /// The key that a sequence names by its first number.
    static func key(number: Int) -> KeyPress.Key? {
        switch number {
        case 1, 7: .home
        case 2: .insert
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case 11...15: .function(number - 10)
        case 17...21: .function(number - 11)
        case 23...26: .function(number - 12)
        case 28, 29: .function(number - 13)
        case 31...34: .function(number - 14)
        default: nil
        }
    }
}
