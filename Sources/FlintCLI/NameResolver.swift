import FlintCore
import InspectorKit

/// Finds what people mean by the names they type.
enum Names {
    /// The feature that is meant.
    static func feature(_ text: String, in snapshot: Snapshot) throws(CommandLineError) -> FeatureSnapshot {
        try NameResolver(
            kind: "feature",
            candidates: snapshot.features.map { feature in
                let short = feature.typeName.split(separator: ".").last.map(String.init) ?? feature.typeName
                return .init(element: feature, names: [feature.id, feature.typeName, short], title: feature.name)
            }
        ).resolve(text)
    }

    /// The feature that is meant, where only its id and its name are at hand.
    static func feature(_ text: String, in model: AppModel) throws(CommandLineError) -> FeatureSummary {
        try NameResolver(
            kind: "feature",
            candidates: model.features.map { feature in
                let short = feature.id.split(separator: "/").last.map(String.init) ?? feature.id
                return .init(element: feature, names: [feature.id, short], title: feature.name)
            }
        ).resolve(text)
    }

    /// The action of a feature that is meant.
    static func action(_ text: String, of feature: FeatureSnapshot) throws(CommandLineError) -> ActionSnapshot {
        guard !feature.actions.isEmpty else { throw .usage("\(feature.name) has no actions.") }
        return try NameResolver(
            kind: "action of \(feature.name)",
            candidates: feature.actions.map { .init(element: $0, names: [$0.id], title: $0.name) }
        ).resolve(text)
    }

    /// The product that is meant.
    static func product(_ text: String, in snapshot: Snapshot) throws(CommandLineError) -> ProductSnapshot {
        try NameResolver(
            kind: "product",
            candidates: snapshot.products.map { .init(element: $0, names: [$0.productID], title: $0.name) }
        ).resolve(text)
    }

    /// The permission that is meant.
    static func permission(_ text: String, in snapshot: Snapshot) throws(CommandLineError) -> PermissionSnapshot {
        // A part that fits several permissions means the one the app needs, if it needs only one of them.
        let needed = snapshot.permissions.filter { $0.isRequired && $0.permission.hasPrefix(text.lowercased()) }
        if needed.count == 1, !text.isEmpty { return needed[0] }
        return try NameResolver(
            kind: "permission",
            candidates: snapshot.permissions.map { .init(element: $0, names: [$0.permission], title: $0.title) }
        ).resolve(text)
    }

    /// The feature flag that is meant.
    static func flag(_ text: String, in snapshot: Snapshot) throws(CommandLineError) -> FlagSnapshot {
        try NameResolver(
            kind: "flag", candidates: snapshot.flags.map { .init(element: $0, names: [$0.key], title: $0.key) }
        ).resolve(text)
    }

    /// The platform and version that are meant.
    static func platform(_ text: String) throws(CommandLineError) -> CurrentPlatform {
        if let current = CurrentPlatform(text) { return current }
        let names = Platform.all.map(\.rawValue).joined(separator: ", ")
        throw .usage(
            "\"\(CommandOutput.quotable(text))\" is no platform and version. Write, for example, "
                + "\"watchOS 9.0\"; there are \(names).")
    }

    /// Returns the value of a fact that is meant, or `nil` for "none".
    static func value(_ text: String, of kind: FactKind) throws(CommandLineError) -> String? {
        if text == "none" { return nil }
        if kind == .platform { return try platform(text).label }
        return try element(text, among: kind.values, word: { $0 }, called: kind.valueTitle, besides: ["none"])
    }

    /// Returns the key of the fact that is meant.
    ///
    /// - Parameters:
    ///   - kind: The kind of fact.
    ///   - name: A name, or a part that fits only one; not used for the platform.
    ///   - snapshot: The app.
    /// - Returns: The key.
    /// - Throws: ``CommandLineError/usage(_:)`` if there is no such fact.
    static func fact(_ kind: FactKind, _ name: String, in snapshot: Snapshot) throws(CommandLineError) -> String {
        switch kind {
        case .purchase: return try product(name, in: snapshot).productID
        case .permission: return try permission(name, in: snapshot).permission
        case .flag: return try flag(name, in: snapshot).key
        case .platform: return FactReference.platformKey
        case .toggle, .runtimeSwitch:
            let feature = try feature(name, in: snapshot)
            let isThere = kind == .toggle ? feature.userToggle != nil : feature.runtimeSwitch != nil
            guard isThere else { throw .usage("\(feature.name) has no \(kind.word).") }
            return feature.id
        }
    }

    /// Returns the value that is meant by its raw value, or by a beginning that fits only one.
    static func word<Value: RawRepresentable<String> & CaseIterable>(
        _ text: String, of type: Value.Type, called kind: String
    ) throws(CommandLineError) -> Value {
        try element(text, among: Array(Value.allCases), word: \.rawValue, called: kind)
    }

    /// Returns the element whose word is meant; the beginning of a word will do if it fits only one.
    ///
    /// - Parameters:
    ///   - text: What was typed.
    ///   - elements: The elements to choose from.
    ///   - word: Returns what is typed for an element.
    ///   - kind: What the words are called in a complaint.
    ///   - others: Further words to name in it.
    /// - Returns: The element.
    /// - Throws: ``CommandLineError/usage(_:)`` with the right words.
    static func element<Element>(
        _ text: String, among elements: [Element], word: (Element) -> String, called kind: String,
        besides others: [String] = []
    ) throws(CommandLineError) -> Element {
        if let element = elements.first(where: { word($0) == text }) { return element }
        let matches = elements.filter { word($0).hasPrefix(text) }
        if matches.count == 1, !text.isEmpty { return matches[0] }
        let words = elements.map(word) + others
        let meant = synonyms[text.lowercased()]?.first { words.contains($0) }
        let offer = meant.map { " Did you mean \($0)?" } ?? ""
        throw .usage(
            "\"\(CommandOutput.quotable(text))\" is no \(kind).\(offer) "
                + "Write \(words.dropLast().joined(separator: ", ")) or \(words.last ?? "").")
    }

    /// What people write in place of the right words, with what they can mean.
    private static let synonyms: [String: [String]] = [
        "authorised": ["authorized"], "granted": ["authorized"], "allowed": ["authorized"], "allow": ["authorized"],
        "yes": ["authorized", "purchased", "on"], "true": ["authorized", "purchased", "on"],
        "enabled": ["on"], "disabled": ["off"], "no": ["denied", "not-purchased", "off"],
        "false": ["denied", "not-purchased", "off"], "refused": ["denied"], "forbidden": ["restricted"],
        "undetermined": ["not-determined"], "unknown": ["not-determined"], "ask": ["not-determined"],
        "bought": ["purchased"], "owned": ["purchased"], "missing": ["not-purchased"], "clear": ["none"],
        "remove": ["none"], "reset": ["none", "not-determined"],
    ]
}

/// Finds what people mean by what they type: a whole identifier, a whole name, or a part that fits only one thing.
///
/// ```
/// $ flint explain smartlists
/// There is no feature "smartlists". Did you mean Smart playlists (PodcastFeatures/…/SmartPlaylistsFeature)?
/// ```
struct NameResolver<Element> {
    /// Something that can be meant.
    struct Candidate {
        /// What is meant.
        let element: Element
        /// Every whole name it has, the one that identifies it first.
        let names: [String]
        /// The name people read.
        let title: String
    }

    /// What is being looked for, such as "feature".
    let kind: String
    /// Everything there is.
    let candidates: [Candidate]

    /// Finds the one candidate that is meant.
    ///
    /// Whole names beat parts, and matching letters beat letters of another case. Of very long texts only whole names
    /// count, byte for byte, because comparing letters with any number of marks takes time.
    ///
    /// - Throws: ``CommandLineError/usage(_:)`` with the nearest candidates if none or several fit.
    func resolve(_ text: String) throws(CommandLineError) -> Element {
        guard text.utf8.count <= Self.comparedLength else {
            let match = candidates.first { ($0.names + [$0.title]).contains { $0.utf8.elementsEqual(text.utf8) } }
            if let match { return match.element }
            throw .usage("There is no \(kind) \"\(CommandOutput.quotable(text))\".")
        }
        let folded = text.lowercased()
        let tests: [(Candidate) -> Bool] = [
            { $0.names.first == text },
            { $0.names.contains(text) || $0.title == text },
            { $0.names.contains { $0.lowercased() == folded } || $0.title.lowercased() == folded },
            { candidate in (candidate.names + [candidate.title]).contains { $0.lowercased().hasSuffix("/" + folded) } },
            { candidate in
                !folded.isEmpty && (candidate.names + [candidate.title]).contains { Self.part(folded, isIn: $0) }
            },
        ]
        for test in tests {
            let matches = candidates.filter(test)
            if matches.count == 1 { return matches[0].element }
            if matches.count > 1 {
                throw .usage("\"\(text)\" fits more than one \(kind): \(list(matches.prefix(8))).")
            }
        }
        let nearest = nearest(to: folded)
        let offer =
            if !nearest.isEmpty {
                " Did you mean \(list(nearest))?"
            } else if (1...8).contains(candidates.count) {
                candidates.count == 1 ? " There is only \(list(candidates))." : " There are \(list(candidates))."
            } else {
                ""
            }
        throw .usage("There is no \(kind) \"\(text)\".\(offer)")
    }

    /// The most bytes a text may have to be compared letter by letter.
    private static var comparedLength: Int { 200 }

    /// Whether a text is a part of the last component of a name, which is what people remember of a path.
    private static func part(_ text: String, isIn name: String) -> Bool {
        let last = name.split(separator: "/").last.map { $0.lowercased() } ?? ""
        return last.contains(text)
            || last.filter { $0 != " " && $0 != "-" }.contains(text.filter { $0 != " " && $0 != "-" })
    }

    private func list(_ candidates: some Collection<Candidate>) -> String {
        candidates.map { candidate in
            let (name, title) = (CommandOutput.quotable(candidate.names[0]), CommandOutput.quotable(candidate.title))
            return name == title ? title : "\(title) (\(name))"
        }
        .joined(separator: ", ")
    }

    /// The up to three candidates whose names, or a word of whose titles, take the fewest changes to become the text.
    private func nearest(to text: String) -> [Candidate] {
        let limit = max(3, text.count / 2)
        // Most short words are within three changes of each other, so that a word has to be nearer than a name.
        let wordLimit = max(1, text.count / 4)
        return
            candidates
            .compactMap { candidate -> (candidate: Candidate, distance: Int)? in
                var names: [String] = []
                for name in candidate.names + [candidate.title] where name.utf8.count <= Self.comparedLength {
                    let name = name.lowercased()
                    names += [name, name.split(separator: "/").last.map(String.init) ?? ""]
                }
                let words = candidate.title.lowercased().split(separator: " ").map(String.init)
                    .filter { $0.utf8.count <= Self.comparedLength }
                let near =
                    names.map { EditDistance.between(text, $0) }.filter { $0 <= limit }
                    + words.map { EditDistance.between(text, $0) }.filter { $0 <= wordLimit }
                return near.min().map { (candidate, $0) }
            }
            .sorted { $0.distance < $1.distance }
            .prefix(3)
            .map(\.candidate)
    }
}
