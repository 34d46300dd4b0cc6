// SPDX-License-Identifier: MIT

import FlintWorld

/// A search result of the palette.
///
/// Features and facts are stored by id, so that a result stays valid while the app changes.
enum PaletteEntry: Sendable, Hashable {
    case command(KeyBinding)
    case typedPlatform(String)
    case feature(String)
    case fact(OverridableFact)
    case impact(OverridableFact)
    case comparePersona(String)
    case applyPersona(String)
    case action(feature: String, action: String, name: String)
    case event(UInt64)
    case logLine(UInt64)
    case link(String)
    case shell(ShellCommand)
    case source(AppSource)
    case compareSource(AppSource)
    case scenario(Scenario)
}

/// A command of the app's command line that has no equivalent in the console.
package struct ShellCommand: Sendable, Hashable {
    package let name: String
    /// The words to type in a shell, such as `flint lint`.
    package let text: String
    package let summary: String

    package init(name: String, text: String, summary: String) {
        (self.name, self.text, self.summary) = (name, text, summary)
    }
}

/// The dialog that searches all commands, features, actions, facts, personas, events, and log lines.
///
/// A query can also be a platform with its version, a link into the app, or `impact` followed by a fact. Commands of
/// the command line that the console lacks are found too, and all of them are listed if the query has no match. An
/// empty query lists all commands. Among equally good matches, commands that cannot run on the current screen come
/// last, dimmed and with the reason.
struct PaletteDialog: Sendable, Hashable {
    static let limit = 200

    var field = TextField()
    var entries: [PaletteEntry] = []
    /// The total number of matches, including matches beyond ``limit`` that are not listed.
    var matchCount = 0
    var selected = 0
    /// Whether no entry matches the query, so that the entries are the shell commands.
    var hasNoMatch = false
}

/// The matches of a query, grouped by rank.
///
/// Only the first ``PaletteDialog/limit`` entries of each rank are kept, so that a short query remains cheap in a large
/// app. All matches are counted. Matches of scattered letters are omitted if there are better ones.
struct PaletteResults {
    private var buckets = Array(repeating: [PaletteEntry](), count: PaletteRank.allCases.count * 2)
    private var better = 0
    private var scattered = 0

    mutating func add(_ entry: @autoclosure () -> PaletteEntry, _ rank: PaletteRank, applies: Bool = true) {
        if rank == .letters { scattered += 1 } else { better += 1 }
        // Within a rank, entries that do not apply now come last.
        let bucket = rank.rawValue * 2 + (applies ? 0 : 1)
        if buckets[bucket].count < PaletteDialog.limit { buckets[bucket].append(entry()) }
    }

    var count: Int { better > 0 ? better : scattered }

    /// Whether the matches contain only the letters of the query, not its words.
    var areScattered: Bool { better == 0 }

    var entries: [PaletteEntry] { Array(ranked.joined().prefix(PaletteDialog.limit)) }

    /// The entries grouped by rank, best rank first.
    var ranked: ArraySlice<[PaletteEntry]> { better > 0 ? buckets.dropLast(2) : buckets[...] }
}

extension ConsoleState {
    mutating func openPalette() {
        prepareFeatureIndex()
        readFeatureTexts()
        outbox.append(.ask(.personas))
        if sources.shown != nil { outbox.append(.listSources) }
        dialog = .palette(PaletteDialog())
        searchPalette(keepsSelection: false)
    }

    mutating func searchPalette(keepsSelection: Bool) {
        guard case .palette(var palette) = dialog else { return }
        let marked = palette.entries.indices.contains(palette.selected) ? palette.entries[palette.selected] : nil
        let results = paletteResults(palette.field.text)
        (palette.entries, palette.matchCount) = (results.entries, results.count)
        palette.hasNoMatch = results.count == 0
        if palette.hasNoMatch {
            palette.entries = environment.shellCommands.map(PaletteEntry.shell)
            palette.matchCount = palette.entries.count
        }
        palette.selected = keepsSelection ? marked.flatMap(palette.entries.firstIndex) ?? 0 : 0
        dialog = .palette(palette)
    }

    mutating func showPersonas(_ list: PersonaList) {
        app.personas = list.personas
        searchPalette(keepsSelection: true)
    }

    func paletteResults(_ text: String) -> PaletteResults {
        let query = PaletteQuery(text)
        var results = PaletteResults()
        for binding in paletteBindings {
            let command = binding.command
            let other =
                "\(command.rawValue) \(binding.label) \(binding.context.title) \(binding.keyText) \(command.synonyms)"
            let rank = query.isEmpty ? .prefix : query.rank(of: binding, secondary: other)
            if let rank { results.add(.command(binding), rank, applies: reasonNotAllowed(binding) == nil) }
        }
        for source in sources.known where source.id != sources.shown?.id {
            let other = "switch show app recording \(source.note)"
            let rank = query.isEmpty ? .prefix : query.rank(of: source.title, secondary: other)
            if let rank { results.add(.source(source), rank) }
            guard !query.isEmpty else { continue }
            let words = "compare with app recording \(source.note)"
            if let rank = query.rank(of: source.title, secondary: words) { results.add(.compareSource(source), rank) }
        }
        for scenario in sources.scenarios {
            let words = "play replay run scenario \(scenario.note)"
            let rank = query.isEmpty ? .prefix : query.rank(of: scenario.title, secondary: words)
            if let rank {
                results.add(.scenario(scenario), rank, applies: reasonNotAllowed(.scenario(scenario)) == nil)
            }
        }
        guard !query.isEmpty else { return results }
        if text.contains("://") { results.add(.link(text.trimmingSpaces), .exact) }
        if let platform = CurrentPlatform(text) { results.add(.typedPlatform(platform.label), .exact) }
        let index = app.search.index ?? FeatureIndex(model.tree, texts: FeatureTexts())
        index.rank(query) { results.add(.feature(model.features[$0].id), $1) }
        rankFacts(query) { results.add(.fact($0), $1) }
        rankActions(query) { results.add($0, $1) }
        rankRecord(query) { results.add($0, $1) }
        if let subject = Self.impactSubject(in: text) {
            rankFacts(subject) { fact, rank in if rank != .letters { results.add(.impact(fact), rank) } }
        }
        for persona in app.personas {
            let other = "persona compare apply \(persona.description ?? "")"
            guard let rank = query.rank(of: persona.name, secondary: other) else { continue }
            results.add(.comparePersona(persona.name), rank)
            results.add(.applyPersona(persona.name), rank)
        }
        for command in environment.shellCommands {
            let rank = query.rank(of: command.name, secondary: "\(command.text) \(command.summary)")
            // The console cannot run the command itself, so it comes last in its rank, and after its own commands.
            if let rank, rank != .letters { results.add(.shell(command), max(rank, .prefix), applies: false) }
        }
        return results
    }

    private func rankActions(_ query: PaletteQuery, _ visit: (PaletteEntry, PaletteRank) -> Void) {
        guard let texts = app.search.texts else { return }
        var features: [Int32: FeatureSummary] = [:]
        for action in texts.actions {
            guard let rank = query.rank(of: action.name, secondary: "action perform"), rank != .letters else {
                continue
            }
            // The dictionary is built only if an action matches.
            if features.isEmpty {
                features = Dictionary(
                    model.features.lazy.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
            }
            guard let feature = features[action.feature] else { continue }
            visit(.action(feature: feature.id, action: action.id, name: action.name), rank)
        }
    }

    private func rankRecord(_ query: PaletteQuery, _ visit: (PaletteEntry, PaletteRank) -> Void) {
        func find<Item>(_ items: some Sequence<Item>, _ text: (Item) -> String, _ entry: (Item) -> PaletteEntry) {
            var room = Self.recordLimit
            for item in items {
                guard let rank = query.rank(of: text(item), secondary: ""), rank != .letters else { continue }
                // Events and log lines come after everything that has a name.
                visit(entry(item), max(rank, .elsewhere))
                room -= 1
                if room == 0 { return }
            }
        }
        find(screens.timeline.tail.rows.fold.entries.reversed(), \.event.title) { .event($0.event.id) }
        find(screens.logs.tail.rows.items.reversed(), \.text) { .logLine($0.id) }
    }

    private static let recordLimit = 20

    private func rankFacts(_ query: PaletteQuery, _ visit: (OverridableFact, PaletteRank) -> Void) {
        for fact in model.listedFacts {
            let key = fact.reference.key
            guard let rank = query.rank(of: fact.title, secondary: key == fact.title ? "" : key) else { continue }
            visit(OverridableFact(fact.reference, title: fact.title), rank)
        }
        for entry in screens.flags.entries where entry.kind.belongsToFeature {
            guard let rank = query.rank(of: entry.title, secondary: entry.key) else { continue }
            visit(OverridableFact(entry.reference, title: entry.title), rank)
        }
    }

    /// Returns the query after a word such as "impact" or "without", or `nil` if the text does not ask for an impact.
    private static func impactSubject(in text: String) -> PaletteQuery? {
        let words = text.lowercased().split(separator: " ")
        guard let first = words.first, first.count > 2, "impact".hasPrefix(first) || "without".hasPrefix(first) else {
            return nil
        }
        let rest = PaletteQuery(words.dropFirst().joined(separator: " "))
        return rest.isEmpty ? nil : rest
    }

    /// The bindings to search, without duplicates, beginning with the bindings of the current screen.
    var paletteBindings: [KeyBinding] {
        let here = keymap.bindings(in: placeMode.contexts)
        let elsewhere = keymap.bindings.filter { !KeyContext.whileTyping.contains($0.context) }
        var seen: Set<String> = []
        return (here + elsewhere).filter { binding in
            binding.command != .palette && seen.insert("\(binding.command.rawValue) \(binding.summary)").inserted
        }
    }

    private func otherScreen(of binding: KeyBinding) -> ConsoleScreen? {
        guard !placeMode.contexts.contains(binding.context) else { return nil }
        return ConsoleScreen.allCases.first { $0.behavior.keyContext == binding.context }
    }

    func reasonNotAllowed(_ binding: KeyBinding) -> String? {
        guard placeMode.contexts.contains(binding.context) else {
            if let screen = otherScreen(of: binding) {
                guard keymap.namesCommands else { return "on screen \(screen.rawValue), \(screen.title)" }
                return "only on the screen \(screen.title): \"\(screen.title.lowercased())\" goes there"
            }
            if binding.context == .sources { return "only in the list of apps and recordings" }
            if binding.context == .browsing { return "not during a permission flow" }
            let answer = FlowAnswer.allCases.first { $0.command == binding.command }
            guard model.status.flow != nil, let stage = answer?.stage else { return "only during a permission flow" }
            return "only at the \(stage.rawValue) of the permission flow"
        }
        return reasonNotAllowed(binding.command)
    }

    func reasonNotAllowed(_ entry: PaletteEntry) -> String? {
        switch entry {
        case .command(let binding): reasonNotAllowed(binding)
        case .typedPlatform, .applyPersona: reasonChangesNotAllowed
        case .source: reasonSwitchNotAllowed
        case .compareSource: reasonSourceComparisonNotAllowed
        case .scenario(let scenario): scenario.problem ?? reasonPlayNotAllowed
        case .link: reasonChangesNotAllowed
        case .feature, .fact, .impact, .comparePersona, .action, .event, .logLine, .shell: nil
        }
    }

    mutating func runInPalette(_ command: KeyCommand) {
        guard case .palette(var palette) = dialog else { return }
        let page = PaletteView.listHeight(layout.size)
        if let row = command.row(from: palette.selected, count: palette.entries.count, page: page) {
            palette.selected = row
            dialog = .palette(palette)
            return
        }
        switch command {
        case .close: dialog = nil
        case .choose:
            if palette.entries.indices.contains(palette.selected) { take(palette.entries[palette.selected]) }
        default: _ = runEverywhere(command)
        }
    }

    mutating func take(_ entry: PaletteEntry) {
        if case .command(let binding) = entry, let screen = otherScreen(of: binding) {
            // The command would act on a selection that the user has not seen yet, so only its screen is shown.
            dialog = nil
            go(to: screen)
            announce("\(binding.keyText) here: \(binding.summary)", .notice)
            return
        }
        if let reason = reasonNotAllowed(entry) {
            reject(reason.prefix(1).uppercased() + reason.dropFirst(), .problem)
            return
        }
        dialog = nil
        switch entry {
        case .command(let binding): run(binding.command)
        case .typedPlatform(let value): send(.override(.platform, FactReference.platformKey, to: value), .change)
        case .impact(let fact):
            if model.has(fact.reference) {
                outbox.append(.ask(.impact(of: fact.reference)))
            } else {
                announceRemoval(of: fact.title)
            }
        case .comparePersona(let name): comparePersona(name)
        case .applyPersona(let name):
            if let persona = app.personas.first(where: { $0.name == name }) { askToApply(persona) }
        case .source(let source): open(source)
        case .compareSource(let source): compare(with: source)
        case .scenario(let scenario): offerPlay(scenario)
        case .action(let id, let action, let name):
            if feature(id) == nil { announceRemoval(of: name) } else { visitAction(action, of: id) }
        case .event(let id): showOnTimeline(event: id)
        case .logLine(let id): showLogLine(id)
        case .link(let url): send(.openURL(url), .change)
        case .shell(let command): outbox.append(.copy(command.text, title: "Command"))
        case .feature(let id):
            if feature(id) == nil { announceRemoval(of: id) } else { visitFeature(id) }
        case .fact(let fact):
            if model.has(fact.reference) { visit(fact) } else { announceRemoval(of: fact.title) }
        }
    }

    private mutating func announceRemoval(of name: String) {
        reject("\(name) was removed", .problem)
    }

}

extension PaletteQuery {
    fileprivate func rank(of binding: KeyBinding, secondary other: String) -> PaletteRank? {
        if let rank = rank(of: binding.summary, secondary: other), rank != .letters { return rank }
        // Scattered letters are matched only against the command's name, because a sentence contains almost any
        // sequence of letters.
        return rank(of: binding.command.rawValue, secondary: "") == nil ? nil : .letters
    }

    func rank(of name: String, secondary other: String) -> PaletteRank? {
        var (name, other) = (name.lowercased(), other.lowercased())
        return name.withUTF8 { name in other.withUTF8 { rank(of: name, secondary: $0) } }
    }
}

extension KeyContext {
    fileprivate static let whileTyping: Set<KeyContext> = [
        .cramped, .filter, .choices, .overriding, .sources, .form, .help, .palette,
    ]
}
