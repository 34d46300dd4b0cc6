// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

extension LinearSession {
    // MARK: Commands

    mutating func runNamed(_ text: String, in state: ConsoleState) -> [LinearStep] {
        if let key = KeyPress(text), let binding = state.keymap.binding(for: key, in: state.placeMode.contexts) {
            return steps(running: binding.command, on: nil, in: state)
        }
        let words = text.split(separator: " ").map(String.init)
        // A name can begin with the same word as a command.
        let named = Self.best(of: text, in: state) { $0.itemContext != nil && $0.isTitled(text, in: state) }
        if words.count > 1, named.count == 1 { return steps(taking: named[0]) }
        for count in (1...words.count).reversed() {
            let bindings = Self.bindings(named: words.prefix(count).joined(separator: " "), in: state)
            guard let first = bindings.first else { continue }
            let rest = words.dropFirst(count).joined(separator: " ")
            if rest.isEmpty {
                if let reason = state.reasonNotAllowed(first) {
                    output.append(reason.prefix(1).uppercased() + reason.dropFirst())
                    return []
                }
                return steps(running: first.command, on: nil, in: state)
            }
            if first.command == .filter {
                answer = .list
                return [LinearStep(.filter(rest))]
            }
            if first.command == .palette {
                printResults(of: rest, in: state)
                return []
            }
            if let steps = steps(running: first.command, onPersona: rest, in: state) { return steps }
            if bindings.contains(where: { $0.command == .compareSource }) { return [LinearStep(.compareSource(rest))] }
            if let steps = steps(running: bindings, on: rest, in: state) { return steps }
        }
        // Messages call a screen by its number, for example, screen 3.
        if let screen = Self.screen(named: words) { return steps(to: screen, in: state) }
        return search(text, in: state)
    }

    /// Returns the bindings of a named command, beginning with the bindings that apply on the current screen.
    ///
    /// On the current screen, the first word of a command suffices, such as `delete` for `delete-persona`.
    private static func bindings(named words: String, in state: ConsoleState) -> [KeyBinding] {
        let others = state.keymap.bindings.filter { [.palette, .compareSource].contains($0.command) }
        let named = (state.paletteBindings + others).filter { $0.isNamed(words) }
        let contexts = state.placeMode.contexts
        guard !named.contains(where: { contexts.contains($0.context) }) else { return named }
        let here = state.keymap.bindings(in: contexts).filter {
            $0.command.rawValue.hasPrefix("\(words.lowercased())-")
        }
        return here.count == 1 ? here + named : named
    }

    private static func screen(named words: [String]) -> ConsoleScreen? {
        guard words.count == 2, words[0].lowercased() == "screen" else { return nil }
        return Int(words[1]).flatMap(ConsoleScreen.init)
    }

    private mutating func steps(
        running bindings: [KeyBinding], on name: String, in state: ConsoleState
    ) -> [LinearStep]? {
        let command = bindings[0].command
        let contexts = Set(bindings.map(\.context))
        let takesAny = [.open, .copy].contains(command)
        let found = Self.best(of: name, in: state) { entry in
            entry.itemContext.map { takesAny || contexts.contains($0) } == true
        }
        guard takesAny || contexts.contains(where: PaletteEntry.itemContexts.contains) else { return nil }
        if found.count == 1 { return steps(running: command, on: found[0], in: state) }
        guard !found.isEmpty else {
            output.append("Nothing that \"\(bindings[0].names[0])\" applies to is called \"\(name.excerpt)\".")
            return []
        }
        // The items match equally well, so the user chooses one by its number.
        printChoices(
            found.map { (Self.summary(of: $0, in: state), .run(command, on: $0)) },
            title: "\(found.count) items match \"\(name.excerpt)\"")
        return []
    }

    private mutating func steps(
        running command: KeyCommand, onPersona name: String, in state: ConsoleState
    ) -> [LinearStep]? {
        guard [.applyPersona, .compareWith].contains(command) else { return nil }
        let found = Self.best(of: name, in: state) { entry in
            switch entry {
            case .applyPersona: command == .applyPersona
            case .comparePersona: command == .compareWith
            case .command, .feature, .typedPlatform, .fact, .impact, .action, .event, .logLine, .link, .shell, .source,
                .compareSource, .scenario:
                false
            }
        }
        if found.count == 1 { return steps(taking: found[0]) }
        if found.isEmpty {
            if command == .compareWith, state.sources.shown != nil { return [LinearStep(.compareSource(name))] }
            output.append("No persona is called \"\(name.excerpt)\".")
        } else {
            printChoices(
                found.map { (Self.summary(of: $0, in: state), .take($0)) },
                title: "\(found.count) personas match \"\(name.excerpt)\"")
        }
        return []
    }

    private static func best(
        of name: String, in state: ConsoleState, where isWanted: (PaletteEntry) -> Bool
    ) -> [PaletteEntry] {
        let results = state.paletteResults(name)
        guard !results.areScattered else { return [] }
        let ranked = results.ranked
        // A name that equals the typed text takes precedence over the ranks of the search.
        let exact = ranked.joined().filter { isWanted($0) && $0.isTitled(name, in: state) }
        if !exact.isEmpty { return exact }
        return ranked.first { $0.contains(where: isWanted) }?.filter(isWanted) ?? []
    }

    mutating func steps(running command: KeyCommand, on entry: PaletteEntry?, in state: ConsoleState) -> [LinearStep] {
        switch command {
        case _ where KeyCommand.screens[command] != nil:
            answer = .list
            return [LinearStep(.run(command))]
        case .help: help("", in: state)
        case .palette: output.append("Type the words to search for.")
        case .suspend: output.append("Ctrl-Z suspends the console.")
        case .redraw: answer = .list
        case .filter:
            answer = .list
            return [LinearStep(.filter(""))]
        case .open where entry != nil:
            answer = .details
            return entry.map { [LinearStep(.take($0))] } ?? []
        case .why, .open, .goTo, .lastChange:
            answer = .details
            return (entry.map { [LinearStep(.take($0))] } ?? []) + [LinearStep(.run(command))]
        default:
            if entry != nil { answer = .row }
            return (entry.map { [LinearStep(.take($0))] } ?? []) + [LinearStep(.run(command))]
        }
        return []
    }

    mutating func steps(taking entry: PaletteEntry) -> [LinearStep] {
        if entry.itemContext != nil { answer = .details }
        return [LinearStep(.take(entry))]
    }

    // MARK: Searching

    private mutating func search(_ text: String, in state: ConsoleState) -> [LinearStep] {
        let best = Self.best(of: text, in: state) { _ in true }
        // Only an item is opened immediately. A result that changes the app must be chosen by its number.
        if best.count == 1, best[0].itemContext != nil { return steps(taking: best[0]) }
        printResults(of: text, in: state)
        return []
    }

    mutating func printResults(of text: String, in state: ConsoleState) {
        let results = state.paletteResults(text)
        guard results.count > 0 else {
            output.append("Nothing is called \"\(text.excerpt)\". \"help\" lists the commands.")
            return
        }
        printChoices(
            results.entries.map { (Self.summary(of: $0, in: state), .take($0)) },
            title: "\(results.count.counted("result")) for \"\(text.excerpt)\"")
    }

    private static func summary(of entry: PaletteEntry, in state: ConsoleState) -> String {
        var (kind, title, details) = ("", "", [String]())
        switch entry {
        case .command(let binding): (kind, title) = ("command \(binding.names[0]):", binding.summary)
        case .feature(let id):
            (kind, title) = ("feature", state.feature(id)?.name ?? id)
            details = [state.feature(id).map { $0.isAvailable.availabilityText } ?? ""]
        case .typedPlatform, .fact, .impact, .comparePersona, .applyPersona, .action, .event, .logLine, .link, .shell,
            .source, .compareSource, .scenario:
            let parts = state.paletteParts(of: entry)
            (kind, title, details) = (parts.kind, parts.title, [parts.detail, parts.status.text])
        }
        if let reason = state.reasonNotAllowed(entry) { details.append(reason) }
        return (["\(kind) \(title)"] + details.filter { !$0.isEmpty }).joined(separator: ", ")
    }

    // MARK: Completion

    /// Returns the beginning of a line that ends with a tab or a question mark, or `nil` for any other line.
    static func textToComplete(in text: String) -> String? {
        if let tab = text.firstIndex(of: "\t") { return text[..<tab].description }
        return text.hasSuffix("?") && !text.hasPrefix("?") ? text.dropLast().description : nil
    }

    mutating func complete(_ text: String, in state: ConsoleState) {
        let words = text.split(separator: " ").map(String.init)
        // The longest command at the beginning of the line determines the items. They are offered once a space follows
        // the command.
        for count in (1...max(1, words.count)).reversed() where count < words.count || text.last == " " {
            let bindings = Self.bindings(named: words.prefix(count).joined(separator: " "), in: state)
            guard let first = bindings.first else { continue }
            let contexts = Set(bindings.map(\.context))
            let items = Self.items(words.dropFirst(count).joined(separator: " "), in: state).filter { entry in
                entry.itemContext.map(contexts.contains) == true
            }
            guard !items.isEmpty else { continue }
            printChoices(
                items.map { ("\(first.names[0]) \($0.title(in: state))", .run(first.command, on: $0)) },
                title: "Completions of \"\(text.excerpt)\"")
            return
        }
        var seen: Set<KeyCommand> = []
        let typed = text.trimmingSpaces.lowercased()
        let commands = state.paletteBindings.filter { binding in
            binding.names.contains { $0.hasPrefix(typed) } && seen.insert(binding.command).inserted
        }
        let results =
            commands.map { ("\($0.names[0]): \($0.summary)", Choice.line($0.names[0])) }
            + Self.items(typed, in: state).map { (Self.summary(of: $0, in: state), .take($0)) }
        guard !results.isEmpty else {
            output.append("Nothing begins with \"\(text.excerpt)\".")
            return
        }
        printChoices(results, title: "Completions of \"\(text.excerpt)\"")
    }

    private static func items(_ words: String, in state: ConsoleState) -> [PaletteEntry] {
        guard words.isEmpty else { return state.paletteResults(words).entries.filter { $0.itemContext != nil } }
        let model = state.model
        let facts = model.listedFacts.map { PaletteEntry.fact(OverridableFact($0.reference, title: $0.title)) }
        return model.features.prefix(PaletteDialog.limit).map { .feature($0.id) } + facts
    }

    // MARK: Help

    private static let syntax = [
        "Type a command, alone for the selected item or with a name: \"why\", \"why Smart playlists\".",
        "Type a name to go to a feature, product, permission, flag or persona. A number opens or chooses that result.",
        "\"/words\" filters the list, and \"/\" removes the filter. \":words\" searches everything.",
        "\"list\" prints the list again, \"more\" its next part, \"show\" the selected item, and \"status\" the app's state.",
        "A tab or \"?\" at the end of a line lists completions. \"? words\" searches the commands. \"history\" lists "
            + "the lines that you typed. \"q\" quits.",
    ]

    mutating func help(_ words: String, in state: ConsoleState) {
        let bindings = state.keymap.bindings(in: state.placeMode.contexts)
        if words.isEmpty {
            output += Self.syntax
            let offered = bindings.filter { !$0.label.isEmpty && state.reasonNotAllowed($0.command) == nil }
            printChoices(
                offered.map { (Self.summary(of: HelpDialog.Entry($0)), .run($0.command, on: nil)) },
                title: "Commands here:")
            return
        }
        // The commands of other screens come last.
        let others = state.paletteBindings.filter { !bindings.contains($0) }
        var help = HelpDialog(bindings: bindings + others, glyphs: state.glyphs)
        help.field = TextField(words)
        let results = help.matches.map { entry in
            (Self.summary(of: entry), entry.command.map { Choice.run($0, on: nil) } ?? .line("help \(words)"))
        }
        guard !results.isEmpty else {
            output.append("No command matches \"\(words.excerpt)\".")
            return
        }
        printChoices(results, title: "Commands and signs that match \"\(words.excerpt)\":")
    }

    private static func summary(of entry: HelpDialog.Entry) -> String {
        "\(entry.command.map { "\($0.rawValue) (\(entry.term))" } ?? entry.term): \(entry.description)"
    }
}

extension PaletteEntry {
    fileprivate static let itemContexts: Set<KeyContext> = [.features, .purchases, .permissions, .flags]

    fileprivate var itemContext: KeyContext? {
        switch self {
        case .feature: .features
        case .fact(let fact): ConsoleScreen(listing: fact.kind)?.behavior.keyContext
        case .command, .typedPlatform, .impact, .comparePersona, .applyPersona, .action, .event, .logLine, .link,
            .shell,
            .source, .compareSource, .scenario:
            nil
        }
    }

    fileprivate func isTitled(_ text: String, in state: ConsoleState) -> Bool {
        title(in: state).lowercased() == text.lowercased()
    }

    fileprivate func title(in state: ConsoleState) -> String {
        switch self {
        case .feature(let id): state.feature(id)?.name ?? id
        case .fact(let fact): fact.title
        case .source(let source), .compareSource(let source): source.title
        case .scenario(let scenario): scenario.title
        case .action(_, _, let name): name
        case .command, .typedPlatform, .impact, .comparePersona, .applyPersona, .event, .logLine, .link, .shell: ""
        }
    }
}
