/// One press of a key, with the modifier keys held down.
///
/// Its text form is what a keymap file holds: `a`, `G`, `ctrl-r`, `alt-x`, `enter`, `esc`, `shift-tab`, `pgup`, `f1`,
/// `space`.
package struct KeyPress: Hashable, Sendable {
    /// The key.
    package var key: Key
    /// The modifier keys that the terminal reports; a capital letter is a character of its own and has no `shift`.
    package var modifiers: Modifiers

    /// Makes a key press.
    package init(_ key: Key, _ modifiers: Modifiers = []) {
        self.key = key
        self.modifiers = modifiers
    }

    /// A key as terminals tell them apart.
    package enum Key: Hashable, Sendable {
        /// A key that types a character, the space bar included.
        case character(Character)
        /// The enter or return key.
        case enter
        /// The escape key.
        case escape
        /// The tabulator key; with `shift` it goes backwards.
        case tab
        /// The key that deletes to the left.
        case backspace
        /// The key that deletes to the right.
        case delete
        /// The insert key.
        case insert
        /// The arrow up.
        case up
        /// The arrow down.
        case down
        /// The arrow to the left.
        case left
        /// The arrow to the right.
        case right
        /// The home key.
        case home
        /// The end key.
        case end
        /// The key for one page up.
        case pageUp
        /// The key for one page down.
        case pageDown
        /// A function key, counted from 1.
        case function(Int)
    }

    /// The modifier keys that terminals report.
    package struct Modifiers: OptionSet, Hashable, Sendable {
        /// The modifiers as bits.
        package let rawValue: UInt8

        /// Makes a set from its bits.
        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// The control key.
        package static let control = Modifiers(rawValue: 1 << 0)
        /// The alt, option or meta key.
        package static let alt = Modifiers(rawValue: 1 << 1)
        /// The shift key, for keys that type no character.
        package static let shift = Modifiers(rawValue: 1 << 2)
    }
}

extension KeyPress: CustomStringConvertible, LosslessStringConvertible {
    /// The key press as a keymap writes it: `ctrl-r`, `pgup`, `G`.
    package var description: String {
        var text = ""
        for (modifier, prefix) in Self.prefixes where modifiers.contains(modifier) {
            text += prefix
        }
        switch key {
        case .character(" "): return text + "space"
        case .character(let character): return text + String(character)
        case .function(let number): return text + "f\(number)"
        default: return text + (Self.names.first { $0.key == key }?.name ?? "")
        }
    }

    /// Reads the text form of a key press; nil when it names no key.
    ///
    /// Names and modifiers may be written in any case; a single character denotes itself, with `ctrl` its case does not
    /// count because terminals do not send it, and `shift-g` is the same as `G`.
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

    /// Returns the key presses that a line of typing denotes.
    ///
    /// `"jj/foo<enter>"` is seven key presses. Bracketed text that names no key is typed as it is, and `<<>` is the
    /// character `<`.
    ///
    /// - Parameter text: Characters as they are typed, and key names in angle brackets.
    /// - Returns: The key presses in order.
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

    /// Returns the key with a name, without modifiers.
    private static func key(named name: Substring) -> Key? {
        if name.count == 1, let character = name.first {
            return TextSanitizer.sanitized(String(character)) == String(character) ? .character(character) : nil
        }
        let name = name.lowercased()
        if let known = names.first(where: { $0.name == name }) { return known.key }
        if name.first == "f", let number = Int(name.dropFirst()), (1...24).contains(number), name.count <= 3 {
            return .function(number)
        }
        return nil
    }

    /// The modifiers in the order they are written.
    private static let prefixes: [(modifier: Modifiers, prefix: String)] = [
        (.control, "ctrl-"), (.alt, "alt-"), (.shift, "shift-"),
    ]

    /// Every key with a name; the first name of a key is the one that is written, all are read.
    private static let names: [(key: Key, name: String)] = [
        (.character(" "), "space"), (.enter, "enter"), (.escape, "esc"), (.tab, "tab"), (.backspace, "backspace"),
        (.delete, "delete"), (.insert, "insert"), (.up, "up"), (.down, "down"), (.left, "left"), (.right, "right"),
        (.home, "home"), (.end, "end"), (.pageUp, "pgup"), (.pageDown, "pgdn"), (.enter, "return"),
        (.escape, "escape"), (.pageUp, "pageup"), (.pageDown, "pagedown"), (.delete, "del"), (.insert, "ins"),
    ]
}
