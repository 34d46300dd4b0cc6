// SPDX-License-Identifier: MIT

import FlintLocks

/// Names of types for display and for identifiers.
///
/// `String(describing:)` and `String(reflecting:)` return the same names, but first search all conformances in the
/// program for a custom description of the metatype. That search takes longer than the rest of a feature's
/// registration.
enum TypeNames {
    /// A cache of computed names, by suffix and type, for the few features that explanations name repeatedly.
    private static let known = Protected<[String: [ObjectIdentifier: String]]>([:])

    private static let knownLimit = 1_024

    static func short(_ type: Any.Type) -> String { "\(type)" }

    /// Returns the words of a type's name without a suffix, such as "Smart Playlists" for `SmartPlaylistsFeature`.
    ///
    /// A run of capitals stays together: `HTTPRequestFeature` becomes "HTTP Request". A type whose name equals the
    /// suffix keeps its name.
    static func title(of type: Any.Type, droppingSuffix suffix: String) -> String {
        let id = ObjectIdentifier(type)
        if let words = known.withLock({ $0[suffix]?[id] }) { return words }
        let words = makeWords(of: type, droppingSuffix: suffix)
        known.withLock { known in
            if known[suffix, default: [:]].count < knownLimit { known[suffix, default: [:]][id] = words }
        }
        return words
    }

    private static func makeWords(of type: Any.Type, droppingSuffix suffix: String) -> String {
        // The generic arguments are omitted.
        let bare = short(type).prefix { $0 != "<" }
        var words = split(String(bare))
        if words.count > 1, words.last == suffix { words.removeLast() }
        return words.joined(separator: " ")
    }

    /// Returns the name of a type with its module and enclosing types.
    ///
    /// The name is the same in every run of the program. It therefore omits the scope of a private type, which the
    /// Swift runtime identifies by an address.
    static func qualified(_ type: Any.Type) -> String {
        let scope = "(unknown context at "
        return _typeName(type).split(separator: ".").filter { !$0.hasPrefix(scope) }.joined(separator: ".")
    }

    static func split(_ identifier: String) -> [String] {
        let characters = Array(identifier)
        var words: [String] = []
        var word = ""
        for (index, character) in characters.enumerated() {
            let previous = index > 0 ? characters[index - 1] : nil
            let next = index + 1 < characters.count ? characters[index + 1] : nil
            // In `HTTPRequest`, the second word starts at the capital before a lowercase letter.
            let startsWord =
                character.isUppercase && (previous?.isUppercase == false || next?.isLowercase == true)
            if startsWord || character == "_", !word.isEmpty {
                words.append(word)
                word = ""
            }
            if character != "_" { word.append(character) }
        }
        if !word.isEmpty { words.append(word) }
        return words
    }
}

extension TopicPath {
    /// Returns the path with the name of a feature's type appended.
    public func appending(feature: FeatureDefinition.Type) -> TopicPath {
        appending(TypeNames.short(feature))
    }
}
