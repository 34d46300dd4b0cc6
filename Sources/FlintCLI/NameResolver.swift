// SPDX-License-Identifier: MIT

import FlintCore
import FlintWorld

/// Resolves the names that users type on the command line.
///
/// Every command that takes a name uses these functions, so abbreviations and error messages are the same everywhere.
/// The functions throw ``CommandLineError/usage(_:)`` with suggestions for a name that is unknown or ambiguous.
enum Names {
    static func feature(_ text: String, in model: AppModel) throws(CommandLineError) -> FeatureSummary {
        let resolver = NameResolver(
            kind: "feature",
            candidates: model.features.map { feature in
                let short = feature.id.split(separator: "/").last.map(String.init) ?? feature.id
                return .init(element: feature, names: [feature.id, short], title: feature.name)
            })
        do throws(CommandLineError) {
            return try resolver.resolve(text)
        } catch {
            // The text may begin with a module, as in Swift, but the listed names have no modules.
            let parts = text.split(separator: ".").map(String.init)
            let found = resolver.candidates.filter { parts.count > 1 && $0.names.last == parts.last }
            if found.count == 1 { return found[0].element }
            guard text.utf8.count <= NameResolver<FeatureSummary>.comparedLength, resolver.matches(of: text).isEmpty
            else {
                throw error
            }
            throw fact(named: text, in: model, isExact: !resolver.nearest(to: text.lowercased()).isEmpty) ?? error
        }
    }

    /// Returns an error that refers to the fact whose name was typed in place of a feature, or `nil` for other text.
    private static func fact(named text: String, in model: AppModel, isExact: Bool) -> CommandLineError? {
        for kind in model.factKinds where !kind.belongsToFeature {
            let found = model.listedFacts(of: kind).first { [$0.reference.key, $0.title].contains(text) }
            guard let key = found?.reference.key ?? (isExact ? nil : try? key(text, of: kind, in: model)) else {
                continue
            }
            return .usage(
                "There is no feature \"\(CommandOutput.excerpt(text))\". The command \"facts \(kind.rawValue) "
                    + "\(TextFormat.shell.escaped(key))\" explains the \(kind.subject).")
        }
        return nil
    }

    /// Returns an error that suggests facts of any kind with similar names, or `nil` if there are none.
    static func unknownFact(_ text: String, in model: AppModel) -> CommandLineError? {
        let resolver = NameResolver(
            kind: "fact",
            candidates: model.listedFacts.map { .init(element: $0, names: [$0.reference.key], title: $0.title) })
        guard !resolver.nearest(to: text.lowercased()).isEmpty else { return nil }
        do throws(CommandLineError) {
            _ = try resolver.resolve(text)
            return nil
        } catch {
            return error
        }
    }

    static func action(_ text: String, of feature: FeatureSnapshot) throws(CommandLineError) -> ActionSnapshot {
        guard !feature.actions.isEmpty else { throw .usage(actionList(of: feature)) }
        return try actions(of: feature).resolve(text)
    }

    static func actionList(of feature: FeatureSnapshot) -> String {
        feature.actions.isEmpty ? "\(feature.name) has no actions." : actions(of: feature).choice
    }

    private static func actions(of feature: FeatureSnapshot) -> NameResolver<ActionSnapshot> {
        NameResolver(
            kind: "action", owner: feature.name,
            candidates: feature.actions.map { .init(element: $0, names: [$0.id], title: $0.name) }, listsAll: true)
    }

    static func key(_ text: String, of kind: FactKind, in model: AppModel) throws(CommandLineError) -> String {
        let facts = model.listedFacts(of: kind)
        // If the app requires only one of several matching permissions, that permission is selected.
        if kind == .permission, !text.isEmpty {
            let needed = facts.filter { $0.isRequired && $0.reference.key.hasPrefix(text.lowercased()) }
            if needed.count == 1 { return needed[0].reference.key }
        }
        return try NameResolver(
            kind: kind.subject,
            candidates: facts.map { .init(element: $0.reference.key, names: [$0.reference.key], title: $0.title) }
        ).resolve(text)
    }

    static func platform(_ text: String) throws(CommandLineError) -> CurrentPlatform {
        if let current = CurrentPlatform(text) { return current }
        let names = Platform.all.map(\.rawValue).joined(separator: ", ")
        throw .usage(
            "\"\(CommandOutput.excerpt(text))\" is not a platform and version. Write, for example, "
                + "\"watchOS 9.0\". The platforms are \(names).")
    }

    /// Returns the value that was typed for a fact, or `nil` for "none".
    static func value(
        _ text: String, of fact: FactReference, in model: AppModel
    ) throws(CommandLineError) -> String? {
        guard fact.kind.isOwn, text != "none" else { return try value(text, of: fact.kind) }
        guard let key = model.key(of: fact) else { return text }
        guard let value = FactValue(text, of: key) else {
            throw .usage(
                "\"\(CommandOutput.excerpt(text))\" is not a value of \(key.identifier.excerpt).\(key.domain.hint)")
        }
        return value.overrideText(of: key)
    }

    static func value(_ text: String, of kind: FactKind) throws(CommandLineError) -> String? {
        if text == "none" { return nil }
        if kind == .platform { return try platform(text).label }
        return try element(text, among: kind.values, word: { $0 }, called: kind.valueTitle, additionalWords: ["none"])
    }

    @MainActor
    static func fact<App: FlintApplication>(
        _ kind: FactKind, _ name: String, in session: AppSession<App>
    ) throws(CommandLineError) -> String {
        if kind.isSingle { return FactReference.platformKey }
        guard kind.belongsToFeature else { return try key(name, of: kind, in: session.model) }
        let feature = try feature(name, in: session.model)
        let world = try session.world(of: [feature.id])
        do throws(CommandError) {
            _ = try world.key(of: FactReference(kind: kind, key: feature.id))
        } catch {
            throw .usage(error.message)
        }
        return feature.id
    }

    static func word<Value: RawRepresentable<String> & CaseIterable>(
        _ text: String, of type: Value.Type, called kind: String
    ) throws(CommandLineError) -> Value {
        try element(text, among: Array(Value.allCases), word: \.rawValue, called: kind)
    }

    static func element<Element>(
        _ text: String, among elements: [Element], word: (Element) -> String, called kind: String,
        additionalWords others: [String] = [], acceptsPrefix: Bool = false
    ) throws(CommandLineError) -> Element {
        if let element = elements.first(where: { word($0) == text }) { return element }
        let typed = text.lowercased()
        let matches = elements.filter { word($0).hasPrefix(text) }
        // Most values must be complete, because a mistyped one, such as "of" in place of "off" or "on", would change
        // the app.
        if acceptsPrefix, matches.count == 1, !text.isEmpty { return matches[0] }
        let words = elements.map(word) + others
        let synonym = synonyms[typed]?.first { words.contains($0) }
        let meant = synonym.map { [$0] } ?? (typed.isEmpty ? [] : words.filter { $0.hasPrefix(typed) })
        let offer = meant.isEmpty ? "" : " Did you mean \(meant.listed(with: "or"))?"
        throw .usage(
            "\"\(CommandOutput.excerpt(text))\" is not a \(kind).\(offer) "
                + "Write \(words.listed(with: "or")).")
    }

    /// Common words that the command line does not accept, with suggested replacements.
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

/// Resolves a typed name to a candidate by identifier, by title, or by a part that matches only one candidate.
///
/// ```
/// $ flint why smartlists
/// There is no feature "smartlists". Did you mean Smart playlists (PodcastFeatures/…/SmartPlaylistsFeature)?
/// ```
struct NameResolver<Element> {
    struct Candidate {
        let element: Element
        /// The complete names, with the identifier first.
        let names: [String]
        let title: String
    }

    let kind: String
    /// The feature that the candidates belong to, or `nil` for the whole app.
    var owner: String?
    let candidates: [Candidate]
    var listsAll = false

    var choice: String {
        candidates.count == 1
            ? "The only \(kind)\(owner.map { " of \($0)" } ?? "") is \(joinedTitles(of: candidates))."
            : "Choose one of \(joinedTitles(of: candidates))."
    }

    func resolve(_ text: String) throws(CommandLineError) -> Element {
        // Case-insensitive comparison is slow for characters with many combining marks, so long text is compared byte
        // by byte and only with complete names.
        guard text.utf8.count <= Self.comparedLength else {
            let match = candidates.first { ($0.names + [$0.title]).contains { $0.utf8.elementsEqual(text.utf8) } }
            if let match { return match.element }
            throw .usage(complaint(of: text))
        }
        let matches = matches(of: text)
        if matches.count == 1 { return matches[0].element }
        if matches.count > 1 {
            let more = matches.count > Self.offered ? ", and \(matches.count - Self.offered) more" : ""
            let titles = joinedTitles(of: matches.prefix(Self.offered))
            throw .usage("\"\(text.excerpt)\" is ambiguous. Matches: \(titles)\(more).")
        }
        let folded = text.lowercased()
        let nearest = nearest(to: folded)
        let offer = nearest.isEmpty ? "" : " Did you mean \(joinedTitles(of: nearest))?"
        let isListed =
            listsAll ? nearest.count < candidates.count : nearest.isEmpty && (1...8).contains(candidates.count)
        throw .usage("\(complaint(of: text))\(offer)\(isListed ? " " + choice : "")")
    }

    /// Returns the candidates that match the first rule with any matches.
    fileprivate func matches(of text: String) -> [Candidate] {
        let folded = text.lowercased()
        // The rules are tried in this order: the identifier; other names and the title; the same, ignoring case; the
        // end of a path; the beginning of a word of the title; and a part of the title and of a name.
        let tests: [(Candidate) -> Bool] = [
            { $0.names.first == text },
            { $0.names.contains(text) || $0.title == text },
            { $0.names.contains { $0.lowercased() == folded } || $0.title.lowercased() == folded },
            { candidate in (candidate.names + [candidate.title]).contains { $0.lowercased().hasSuffix("/" + folded) } },
            { candidate in
                !folded.isEmpty
                    && candidate.title.lowercased().split(separator: " ").contains { $0.hasPrefix(folded) }
            },
            { !folded.isEmpty && Self.isPart(folded, of: $0.title) },
            { candidate in !folded.isEmpty && candidate.names.contains { Self.isPart(folded, of: $0.featureStem) } },
        ]
        for test in tests {
            let matches = candidates.filter(test)
            if !matches.isEmpty { return matches }
        }
        return []
    }

    private func complaint(of name: String) -> String {
        "\(owner.map { "\($0) has" } ?? "There is") no \(kind) \"\(CommandOutput.excerpt(name))\"."
    }

    private static var offered: Int { 3 }

    fileprivate static var comparedLength: Int { 200 }

    /// Returns whether a name's last path component contains the text, ignoring spaces and hyphens.
    private static func isPart(_ text: String, of name: String) -> Bool {
        let last = name.split(separator: "/").last.map { $0.lowercased() } ?? ""
        return last.contains(text)
            || last.filter { $0 != " " && $0 != "-" }.contains(text.filter { $0 != " " && $0 != "-" })
    }

    private func joinedTitles(of candidates: some Collection<Candidate>) -> String {
        candidates.map { candidate in
            let (name, title) = (CommandOutput.excerpt(candidate.names[0]), CommandOutput.excerpt(candidate.title))
            return name == title ? title : "\(title) (\(name))"
        }
        .joined(separator: ", ")
    }

    fileprivate func nearest(to text: String) -> [Candidate] {
        let limit = max(3, text.count / 2)
        // Most short words have an edit distance of three or less, so words have a stricter limit than names.
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
            .prefix(Self.offered)
            .map(\.candidate)
    }
}
