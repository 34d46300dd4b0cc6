// SPDX-License-Identifier: MIT

/// The interpretation of control sequences: named keys with modifiers, mouse reports, paste brackets, and replies.
extension InputParser {
    /// Handles the last byte of a control sequence.
    ///
    /// The other bytes of the sequence are in `collected`.
    mutating func finishControl(_ final: UInt8, _ alt: Bool) {
        let bytes = collected
        reset()
        switch (bytes.first, final) {
        case (nil, UInt8(ascii: "M")): state = .oldMouse
        case (nil, UInt8(ascii: "[")): state = .consoleFunction
        case (UInt8(ascii: "<"), UInt8(ascii: "M")), (UInt8(ascii: "<"), UInt8(ascii: "m")):
            guard let numbers = Self.numbers(bytes.dropFirst()), numbers.count == 3 else { return }
            recordMouseEvent(
                code: numbers[0], column: numbers[1] - 1, row: numbers[2] - 1, isRelease: final == UInt8(ascii: "m"))
        case (UInt8(ascii: "?"), UInt8(ascii: "y")) where bytes.last == UInt8(ascii: "$"):
            guard let numbers = Self.numbers(bytes.dropFirst().dropLast()), numbers.count == 2 else { return }
            record(.mode(number: numbers[0], state: numbers[1]))
        case (UInt8(ascii: "?"), UInt8(ascii: "c")): record(.attributes)
        case (UInt8(ascii: "?"), UInt8(ascii: "u")): record(.keyboard)
        case (UInt8(ascii: "?"), UInt8(ascii: "n")):
            guard let numbers = Self.numbers(bytes.dropFirst()), numbers.count == 2, numbers[0] == 997 else { return }
            if numbers[1] == 1 { record(.colorScheme(.dark)) }
            if numbers[1] == 2 { record(.colorScheme(.light)) }
        case (nil, UInt8(ascii: "I")), (nil, UInt8(ascii: "O")):
            // The escape byte before the report was a key.
            if alt { press(.escape) }
            record(.focus(final == UInt8(ascii: "I")))
        case (_, UInt8(ascii: "u")):
            guard let numbers = Self.numbers(bytes[...]) else { return }
            pressCode(of: bytes, numbers, alt ? .alt : [])
        default:
            if let numbers = Self.numbers(bytes[...]) { finishKey(final, numbers, alt ? .alt : []) }
        }
    }

    private mutating func pressCode(of bytes: [UInt8], _ numbers: [Int], _ extra: KeyPress.Modifiers) {
        let number = numbers.count > 1 ? numbers[1] : 1
        // Super, hyper, and meta turn a key into a different key. The console does not support these modifiers, so it
        // ignores the key.
        guard max(0, number - 1) & 0b11_1000 == 0 else { return }
        let modifiers = Self.modifiers(number).union(extra)
        // The first parameter can have a third part, the position of the key on a Latin keyboard. The position
        // determines the key of a shortcut, so that shortcuts also work with other scripts.
        let parts = bytes.prefix { $0 != UInt8(ascii: ";") }.split(
            separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let position = parts.count > 2 ? Self.numbers(parts[2])?.first : nil
        let isShortcut = !modifiers.isDisjoint(with: [.control, .alt])
        let code = isShortcut && numbers[0] > 0x7F ? position ?? numbers[0] : numbers[0]
        // The keys that terminals without the protocol cannot distinguish keep their common meaning.
        if modifiers.contains(.control), !modifiers.contains(.shift), let key = Self.controlKey(code) {
            press(key, modifiers.subtracting(.control))
        } else {
            pressCode(code, modifiers)
        }
    }

    /// Returns the key that sends the same control character as Ctrl with a character.
    private static func controlKey(_ code: Int) -> KeyPress.Key? {
        switch UInt8(exactly: code) {
        case UInt8(ascii: "h"): .backspace
        case UInt8(ascii: "i"): .tab
        case UInt8(ascii: "j"), UInt8(ascii: "m"): .enter
        case UInt8(ascii: "["): .escape
        default: nil
        }
    }

    mutating func finishString(_ introducer: UInt8) {
        let bytes = collected
        reset()
        switch introducer {
        case UInt8(ascii: "P") where bytes.starts(with: Self.namePrefix):
            let name = bytes.dropFirst(Self.namePrefix.count)
            if name.allSatisfy({ (0x20..<0x7F).contains($0) }) { record(.name(String(decoding: name, as: UTF8.self))) }
        case UInt8(ascii: "]") where bytes.starts(with: Self.backgroundPrefix):
            let color = bytes.dropFirst(Self.backgroundPrefix.count)
            if let scheme = ColorScheme(background: color) { record(.colorScheme(scheme)) }
        // Other replies do not answer a query of the console.
        default: break
        }
    }

    /// Returns whether the collected bytes of a string can be the beginning of a reply that the console expects.
    func isExpectedReply(_ introducer: UInt8) -> Bool {
        let prefix =
            switch introducer {
            case UInt8(ascii: "P"): Self.namePrefix
            case UInt8(ascii: "]"): Self.backgroundPrefix
            default: [UInt8]()
            }
        let count = min(prefix.count, collected.count)
        return count > 0 && collected.prefix(count) == prefix.prefix(count)
    }

    private static let namePrefix = Array(">|".utf8)
    private static let backgroundPrefix = Array("11;".utf8)

    private mutating func finishKey(_ final: UInt8, _ numbers: [Int], _ extra: KeyPress.Modifiers) {
        let first = numbers.first ?? 1
        let modifiers = Self.modifiers(numbers.count > 1 ? numbers[1] : 1).union(extra)
        switch final {
        case UInt8(ascii: "~"):
            if first == 200 {
                beginPaste()
            } else if first == 27, numbers.count == 3 {
                // Xterm's option `modifyOtherKeys` uses this form.
                pressCode(numbers[2], modifiers)
            } else if let key = Self.key(number: first) {
                press(key, modifiers)
            }
        case UInt8(ascii: "Z"): press(.tab, modifiers.union(.shift))
        default:
            // Any other first number indicates a reply, such as the cursor position.
            if first <= 1, let key = Self.key(final: final) { press(key, modifiers) }
        }
    }

    private mutating func pressCode(_ code: Int, _ modifiers: KeyPress.Modifiers) {
        switch code {
        case 8, 127: press(.backspace, modifiers)
        case 9: press(.tab, modifiers)
        case 13: press(.enter, modifiers)
        case 27: press(.escape, modifiers)
        case 57_399...57_426: press(Self.keypad[code - 57_399], modifiers)
        default:
            // The codes from 57344 on, in a private use area of Unicode, identify keys without a character.
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

    /// Handles a mouse report in the original format: the button, the column, and the row as one byte each.
    mutating func finishOldMouse() {
        let report = collected.map { Int($0) - 32 }
        reset()
        // This format does not report which button was released.
        let isRelease = report[0] & 0b1100_0011 == 3 && report[0] & 32 == 0
        recordMouseEvent(code: report[0], column: report[1] - 1, row: report[2] - 1, isRelease: isRelease)
    }

    private mutating func recordMouseEvent(code: Int, column: Int, row: Int, isRelease: Bool) {
        // Bit 128 stands for additional buttons. The bits 4, 8, and 16 are modifiers, 32 is motion, and 64 is the
        // wheel.
        guard code >= 0, column >= 0, row >= 0, code & 128 == 0 else { return }
        let position = Point(column: column, row: row)
        var modifiers: KeyPress.Modifiers = []
        if code & 4 != 0 { modifiers.insert(.shift) }
        if code & 8 != 0 { modifiers.insert(.alt) }
        if code & 16 != 0 { modifiers.insert(.control) }
        if code & 64 != 0 {
            // The codes 2 and 3 scroll horizontally.
            guard code & 3 < 2, !isRelease else { return }
            let kind: MouseEvent.Kind = code & 3 == 0 ? .wheelUp : .wheelDown
            events.append(.mouse(MouseEvent(kind: kind, position: position, modifiers: modifiers)))
            return
        }
        let buttons: [MouseEvent.Button] = [.left, .middle, .right, .none]
        let button = buttons[code & 3]
        let kind: MouseEvent.Kind = isRelease ? .release : code & 32 != 0 ? .drag : .press
        // Motion without a pressed button is ignored.
        guard button != .none || kind == .release else { return }
        events.append(.mouse(MouseEvent(kind: kind, button: button, position: position, modifiers: modifiers)))
    }

    /// Returns the numbers of a parameter string such as `1;5`, or `nil` if the string contains other characters.
    ///
    /// An empty field counts as 1, the default of all supported sequences. Only the first of the subparameters
    /// separated by `:` counts. Numbers are limited to 99,999, which exceeds every meaningful value.
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

    /// Returns the modifiers for a key's modifier parameter, which is the sum of the modifier bits plus 1.
    static func modifiers(_ number: Int) -> KeyPress.Modifiers {
        let bits = max(0, number - 1)
        var modifiers: KeyPress.Modifiers = []
        if bits & 1 != 0 { modifiers.insert(.shift) }
        if bits & 2 != 0 { modifiers.insert(.alt) }
        if bits & 4 != 0 { modifiers.insert(.control) }
        return modifiers
    }

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

    /// The keys of the numeric keypad that have their own codes, in the order of the codes from 57399.
    private static let keypad: [KeyPress.Key] =
        "0123456789./*-+".map(KeyPress.Key.character) + [
            .enter, .character("="), .character(","), .left, .right, .up, .down, .pageUp, .pageDown, .home, .end,
            .insert, .delete,
        ]

    /// Returns the key for a letter of the numeric keypad in application mode.
    static func keypadKey(_ final: UInt8) -> KeyPress.Key? {
        switch final {
        case UInt8(ascii: "M"): .enter
        case UInt8(ascii: "I"): .tab
        case UInt8(ascii: "X"): .character("=")
        case UInt8(ascii: "j")...UInt8(ascii: "y"): .character(Character(UnicodeScalar(final - 0x40)))
        default: nil
        }
    }

    static func key(number: Int) -> KeyPress.Key? {
        switch number {
        case 1, 7: .home
        case 2: .insert
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        // The gaps in the numbers come from the keyboard of the VT220.
        case 11...15: .function(number - 10)
        case 17...21: .function(number - 11)
        case 23...26: .function(number - 12)
        case 28, 29: .function(number - 13)
        case 31...34: .function(number - 14)
        default: nil
        }
    }
}

extension ColorScheme {
    /// Creates the scheme for a background color, such as `rgb:1e1e/1e1e/1e1e`.
    ///
    /// The result is `nil` if the bytes are not a color. A component has one to four hexadecimal digits.
    init?(background bytes: ArraySlice<UInt8>) {
        let prefixes = ["rgb:", "rgba:"].map { Array($0.utf8) }
        guard let prefix = prefixes.first(where: bytes.starts) else { return nil }
        let parts = bytes.dropFirst(prefix.count).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let values = parts.compactMap { part -> Double? in
            guard (1...4).contains(part.count), let value = Int(String(decoding: part, as: UTF8.self), radix: 16),
                value >= 0
            else { return nil }
            return Double(value) / Double((1 << (4 * part.count)) - 1)
        }
        // A prefix has one letter for each component, followed by a colon.
        guard values.count == parts.count, values.count == prefix.count - 1 else { return nil }
        // Rec. 709 defines these weights for the perceived brightness of the components.
        let luminance = 0.2126 * values[0] + 0.7152 * values[1] + 0.0722 * values[2]
        self = luminance > 0.5 ? .light : .dark
    }
}
