/// Names for people and for programs, made from the names of types.
///
/// `String(describing:)` and `String(reflecting:)` give the same names, but first look through every conformance in
/// the program for one by which the metatype might describe itself, which takes longer than everything else that is
/// done to register a feature.
enum TypeNames {
    /// The names that have been computed, by suffix and type; explanations request those of a few features all the
    /// time.
    private static let known = Protected<[String: [ObjectIdentifier: String]]>([:])

    /// How many names are kept for each suffix.
    private static let knownLimit = 1_024

    /// The name of a type without its module and the types around it.
    static func short(_ type: Any.Type) -> String { "\(type)" }

    /// The words of a type's name without a trailing word, so that `SmartPlaylistsFeature` reads "Smart Playlists".
    ///
    /// A run of capitals stays together: `HTTPRequestFeature` reads "HTTP Request". A type called just like the
    /// suffix keeps its name.
    static func words(of type: Any.Type, droppingSuffix suffix: String) -> String {
        let id = ObjectIdentifier(type)
        if let words = known.withLock({ $0[suffix]?[id] }) { return words }
        let words = makeWords(of: type, droppingSuffix: suffix)
        known.withLock { known in
            if known[suffix, default: [:]].count < knownLimit { known[suffix, default: [:]][id] = words }
        }
        return words
    }

    private static func makeWords(of type: Any.Type, droppingSuffix suffix: String) -> String {
        // A generic type reads better without its arguments.
        let bare = short(type).prefix { $0 != "<" }
        var words = split(String(bare))
        if words.count > 1, words.last == suffix { words.removeLast() }
        return words.joined(separator: " ")
    }

    /// The name of a type with its module and the types around it, the same in every run of the program.
    ///
    /// The runtime names the scope of a private type by an address, which is left out.
    static func qualified(_ type: Any.Type) -> String {
        let scope = "(unknown context at "
        return _typeName(type).split(separator: ".").filter { !$0.hasPrefix(scope) }.joined(separator: ".")
    }

    /// Splits a camel-case identifier into its words.
    static func split(_ identifier: String) -> [String] {
        let characters = Array(identifier)
        var words: [String] = []
        var word = ""
        for (index, character) in characters.enumerated() {
            let previous = index > 0 ? characters[index - 1] : nil
            let next = index + 1 < characters.count ? characters[index + 1] : nil
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
    /// The path with the name of a feature's type at its end.
    public func appending(feature: FeatureDefinition.Type) -> TopicPath {
        appending(TypeNames.short(feature))
    }
}
