// SPDX-License-Identifier: MIT

/// A key press with its modifier keys.
///
/// Its text form is the notation of keymap files: `a`, `G`, `ctrl-r`, `alt-x`, `enter`, `esc`, `shift-tab`, `pgup`,
/// `f1`, `space`.
///
/// ```swift
/// KeyPress("ctrl-r")    // the character r with the Control key
/// KeyPress("shift-g")   // the character G
/// KeyPress("pgup")      // the Page Up key
/// ```
package struct KeyPress: Hashable, Sendable {
    package var key: Key
    /// The modifier keys that the terminal reports.
    ///
    /// A capital letter is a separate character and has no `shift` modifier.
    package var modifiers: Modifiers

    package init(_ key: Key, _ modifiers: Modifiers = []) {
        self.key = key
        self.modifiers = modifiers
    }

    package enum Key: Hashable, Sendable {
        /// A key that types a character, including the space bar.
        case character(Character)
        case enter
        case escape
        case tab
        case backspace
        case delete
        case insert
        case up
        case down
        case left
        case right
        case home
        case end
        case pageUp
        case pageDown
        case function(Int)
    }

    package struct Modifiers: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let control = Modifiers(rawValue: 1 << 0)
        /// The Alt, Option, or Meta key.
        package static let alt = Modifiers(rawValue: 1 << 1)
        /// The Shift key, for keys that do not type a character.
        package static let shift = Modifiers(rawValue: 1 << 2)
    }
}

extension KeyPress: CustomStringConvertible, LosslessStringConvertible {
    package var description: String {
        var text = ""
        for (modifier, prefix) in Self.prefixes where modifiers.contains(modifier) {
            text += prefix
        }
        switch key {
        case .character(" "): return text + "space"
        case .character(let character): return text + String(character)
        case .function(let number): return text + "f\(number)"
        case .enter, .escape, .tab, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp,
            .pageDown:
            return text + (Self.names.first { $0.key == key }?.name ?? "")
        }
    }

    /// Creates a key press from its text form, or returns `nil` if the text does not name a key.
    ///
    /// Names and modifiers are case-insensitive. A single character represents itself. With `ctrl`, its case is
    /// ignored, because terminals do not report it. `shift-g` is equivalent to `G`.
    package init?(_ text: String) {
        var rest = Substring(text)
        var modifiers: Modifiers = []
        search: while true {
            for (modifier, prefix) in Self.prefixes
            where rest.count > prefix.count && rest.prefix(prefix.count).lowercased() == prefix {
                guard !modifiers.contains(modifier) else { return nil }
                modifiers.insert(modifier)
                rest = rest.dropFirst(prefix.count)
                continue search
            }
            break
        }
        guard let key = Self.key(named: rest) else { return nil }
        guard case .character(let character) = key, !modifiers.isEmpty else {
            self.init(key, modifiers)
            return
        }
        if modifiers.contains(.control) {
            self.init(.character(character.lowercased().first ?? character), modifiers)
        } else if modifiers.contains(.shift), character.isLetter {
            self.init(.character(character.uppercased().first ?? character), modifiers.subtracting(.shift))
        } else {
            self.init(key, modifiers)
        }
    }

    /// Returns the key presses for a typed line.
    ///
    /// `"jj/foo<enter>"` consists of seven key presses. Bracketed text that does not name a key is typed literally, and
    /// `<<>` represents the character `<`.
    package static func sequence(_ text: String) -> [KeyPress] {
        var keys: [KeyPress] = []
        var rest = Substring(text)
        while let first = rest.popFirst() {
            if first == "<", let end = rest.firstIndex(of: ">"), let key = KeyPress(String(rest[..<end])) {
                keys.append(key)
                rest = rest[rest.index(after: end)...]
            } else {
                keys.append(KeyPress(.character(first)))
            }
        }
        return keys
    }

    private static func key(named name: Substring) -> Key? {
        if name.count == 1, let character = name.first {
            // A character that the sanitizer changes, such as a control character, cannot be shown as the name of a
            // key.
            return TextSanitizer.sanitized(String(character)) == String(character) ? .character(character) : nil
        }
        let name = name.lowercased()
        if let known = names.first(where: { $0.name == name }) { return known.key }
        if name.first == "f", let number = Int(name.dropFirst()), (1...24).contains(number), name.count <= 3 {
            return .function(number)
        }
        return nil
    }

    private static let prefixes: [(modifier: Modifiers, prefix: String)] = [
        (.control, "ctrl-"), (.alt, "alt-"), (.shift, "shift-"),
    ]

    /// The key names; ``description`` uses the first name of a key.
    private static let names: [(key: Key, name: String)] = [
        (.character(" "), "space"), (.enter, "enter"), (.escape, "esc"), (.tab, "tab"), (.backspace, "backspace"),
        (.delete, "delete"), (.insert, "insert"), (.up, "up"), (.down, "down"), (.left, "left"), (.right, "right"),
        (.home, "home"), (.end, "end"), (.pageUp, "pgup"), (.pageDown, "pgdn"), (.enter, "return"),
        (.escape, "escape"), (.pageUp, "pageup"), (.pageDown, "pagedown"), (.delete, "del"), (.insert, "ins"),
    ]
}
