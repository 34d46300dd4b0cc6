import InspectorKit
import TerminalKit

extension ConsoleState {
    /// Takes the console past an event.
    ///
    /// - Parameter event: What happened.
    /// - Returns: What is to be done outside, in this order.
    package mutating func update(_ event: ConsoleEvent) -> [ConsoleEffect] {
        if mayShow(event) { needsDisplay = true }
        switch event {
        case .terminal(let event): receive(event)
        case .listed(let model): receive(model)
        case .changed(let changes): receive(changes)
        case .explained(let id, let feature): receive(feature, of: id)
        case .usage(let fact, let ids): details.receive(usage: ids, of: fact)
        case .featureTexts(let texts): receive(texts)
        case .stacks(let stacks): receive(stacks)
        case .events(let events): TimelineScreen().receive(events, in: &self)
        case .logLines(let lines): LogsScreen().receive(lines, in: &self)
        case .commandFinished(let command, let purpose, let result): finish(command, purpose, result)
        case .preview(let command, let preview): previews.receive(preview, of: command)
        case .matrix(let matrix, let personas): receive(matrix, personas)
        case .counting(let id, let share): receive(share: share, ofCount: id)
        case .states(let id, let states): receive(states, of: id)
        case .open(let screen): open(screen)
        case .hide: hide()
        case .copied(let text, let title, let wasSent): announceCopy(of: title, text, wasSent: wasSent)
        case .reportSaved(let path, let problem): receive(reportAt: path, problem: problem)
        case .travelled(let event, let problem): receive(travelTo: event, problem: problem)
        case .announce(let text): announce(text, .notice)
        }
        settle()
        defer { outbox = [] }
        return outbox
    }

    /// Returns whether an event may change what is on the screen; what happens elsewhere is drawn when that is shown.
    private func mayShow(_ event: ConsoleEvent) -> Bool {
        switch event {
        case .logLines: screen == .logs
        case .changed(let changes):
            changes.status.map { $0 != model.status } == true || !changes.besidesStatusAndStacks.isEmpty
        case .stacks(let open): open != stacks.open
        default: true
        }
    }

    /// Shows a line to the user until the next key.
    mutating func announce(_ text: String, _ tone: Announcement.Tone) {
        announcement = Announcement(text: text, tone: tone)
    }

    /// Shows what came of a command until the next key.
    mutating func announce(_ result: CommandResult) {
        announcement = Announcement(
            text: result.message, tone: result.status == .done ? .done : .problem, change: result.change)
    }

    /// Sends a command; its result comes back as an event.
    mutating func send(_ command: Command, _ purpose: CommandPurpose) {
        inFlight += 1
        if case .beginFlow = command { flow.isExpected = true }
        outbox.append(.send(command, purpose))
    }

    /// Reacts to what the user did at the terminal.
    private mutating func receive(_ event: TerminalEvent) {
        switch event {
        case .key(let key): press(key)
        case .paste(let text): paste(text)
        case .pasteProblem(.tooLong): announce("Only the first 64 KB of the pasted text were taken", .notice)
        case .pasteProblem(.unfinished): announce("The paste had no end; the last key ended it", .notice)
        case .mouse(let mouse): receive(mouse)
        case .resize(let size): resize(to: size)
        case .resumed: break
        case .inputEnded: outbox.append(.quit)
        }
    }

    /// Adapts to a new size of the screen; what is selected stays in view.
    private mutating func resize(to size: TerminalSize) {
        environment.size = size
        rebuildRows()
    }

    /// Makes the rows of every list again.
    private mutating func rebuildRows() {
        for screen in ConsoleScreen.allCases { screen.behavior.rebuildRows(in: &self) }
    }

    /// Takes in a list of everything.
    private mutating func receive(_ new: AppModel) {
        let (old, oldStoreLines) = (model, storeLineCount)
        model = new
        details.expireAll()
        (matrix.states, matrix.count) = ([:], nil)
        search = FeatureSearch()
        FeaturesScreen().rebuildRows(in: &self)
        PermissionsScreen().rebuildRows(in: &self)
        FlagsScreen().rebuildRows(in: &self)
        MatrixScreen().rebuildRows(in: &self)
        if old.products != new.products || oldStoreLines != storeLineCount { PurchasesScreen().rebuildRows(in: &self) }
        refreshStoreDialogs()
        previewsAreStale = true
        stacksAreStale = true
        if old.status.flow != new.status.flow { flowChanged(from: old.status.flow) }
        refreshPalette()
    }

    /// Takes in what has changed, at the cost of that.
    private mutating func receive(_ changes: ModelChanges) {
        guard !changes.isEmpty else { return }
        let (old, oldStoreLines) = (model.status, storeLineCount)
        // A list is made again only if something was added, removed or moved in it.
        let movesProducts = changes.products.contains { model.products[$0.productID]?.sortKey != $0.sortKey }
        let movesFlags = changes.flags.contains { model.flags[$0.key]?.provider != $0.provider }
        let hasNewFeatures = model.apply(changes)
        details.receive(changes, in: model, hasNewFeatures: hasNewFeatures)
        if hasNewFeatures {
            matrix.states = [:]
            search = FeatureSearch()
            FeaturesScreen().rebuildRows(in: &self)
        }
        let productsChanged = !changes.products.isEmpty || changes.allProducts != nil
        let isFiltered = purchases.browser.filter.isActive && productsChanged
        if movesProducts || isFiltered || changes.allProducts != nil || oldStoreLines != storeLineCount {
            PurchasesScreen().rebuildRows(in: &self)
        }
        if changes.permissions != nil { PermissionsScreen().rebuildRows(in: &self) }
        let flagsChanged = !changes.flags.isEmpty || changes.allFlags != nil
        if movesFlags || changes.allFlags != nil || (flagsChanged && flags.browser.filter.isActive) {
            FlagsScreen().rebuildRows(in: &self)
        }
        if changes.stacksChanged { stacksAreStale = true }
        if !changes.states.isEmpty || old.focus != model.status.focus { search.statesChanged = true }
        if old.store != model.status.store || productsChanged { refreshStoreDialogs() }
        // A clock that merely advances changes no effect: what falls due meanwhile changes the store in other ways.
        var oldStore = old.store
        if let now = model.status.store?.now { oldStore?.now = now }
        if !changes.states.isEmpty || hasNewFeatures || !changes.facts.isEmpty || productsChanged
            || changes.permissions != nil
            || flagsChanged || oldStore != model.status.store
        {
            previewsAreStale = true
        }
        if old.flow != model.status.flow { flowChanged(from: old.flow) }
        if hasNewFeatures || changes.allProducts != nil || changes.allFlags != nil { refreshPalette() }
    }

    /// Finds anew what fits what is typed into the palette, after something was added or removed.
    private mutating func refreshPalette() {
        guard case .palette = dialog else { return }
        prepareFeatureIndex()
        searchPalette(keepsSelection: true)
    }

    /// Shows a flow that the user requested, announces one that began otherwise, and leaves one that has ended.
    private mutating func flowChanged(from old: FlowSnapshot?) {
        guard let new = model.status.flow else {
            permissions.browser.pane = .list
            if let before = flow.returnTo, screen == .permissions { screen = before }
            flow = FlowState()
            return
        }
        if new.stage != old?.stage || new.current != old?.current {
            flow.choice = 0
            permissions.browser.detailTop = 0
        }
        guard old == nil || flow.isExpected else { return }
        let isExpected = flow.isExpected
        flow.isExpected = false
        // A filter that is being typed keeps the keys: among them may be answers to the questions.
        if isExpected, inputMode != .filter {
            flow.returnTo = screen == .permissions ? nil : screen
            screen = .permissions
            permissions.browser.pane = .detail
            permissions.browser.filter.isEditing = false
        } else if screen == .permissions {
            announce("The app asks for permissions: tab goes to its questions", .notice)
        } else {
            let key = keymap.keyText(for: .showPermissions, in: [.console]) ?? ""
            announce("The app asks for permissions: \(key) shows its questions", .notice)
        }
    }

    /// Opens a screen for an action and remembers where the user was.
    private mutating func open(_ target: ConsoleScreen) {
        let before = screen
        screen = target
        rememberReturn(to: before)
        pane = .list
    }

    /// Remembers the screen the user was on before the present one.
    mutating func rememberReturn(to before: ConsoleScreen) {
        returns.append(Return(shown: screen, before: before))
        // More are never hidden; a program that opens screens without end must not fill the memory.
        if returns.count > 20 { returns.removeFirst() }
    }

    /// Goes back to where the user was before the last `open`, unless the user has navigated since.
    private mutating func hide() {
        guard let last = returns.popLast(), screen == last.shown else { return }
        screen = last.before
    }

    /// Keeps the explanation of a feature, and continues with the action that was refused, if it is of that feature.
    private mutating func receive(_ feature: FeatureSnapshot?, of id: String) {
        details.receive(feature, of: id)
        guard let refusal = refused, refusal.invocation.feature == id else { return }
        refused = nil
        followNextStep(for: refusal.invocation, message: refusal.message)
    }

    /// Keeps the open action stacks.
    private mutating func receive(_ open: [StackSnapshot]) {
        guard stacks.open != open else { return }
        stacks.open = open
        StacksScreen().rebuildRows(in: &self)
    }

    /// Brings everything that depends on other parts of the state up to date.
    private mutating func settle() {
        wantFeatureTexts()
        outbox += details.want(features: wantedFeatures, facts: wantedUsages)
        if screen == .stacks, stacksAreStale {
            stacksAreStale = false
            outbox.append(.readStacks)
        }
        if detailTop > 0 {
            detailTop = max(0, min(detailTop, detailLines().count - layout.detailHeight(screen)))
        }
        if previewsAreStale { matrix.isStale = true }
        wantMatrix()
        for command in previews.want(wantedPreviews, isStale: previewsAreStale) {
            outbox.append(.preview(command))
        }
        previewsAreStale = false
    }

    /// The ids of the features in the rows on the screen, whose facts are read anew before keys are taken.
    var visibleFeatures: [String] { screen.behavior.visibleFeatures(in: self) }

    /// The facts in the rows on the screen, which are read anew before keys are taken.
    var visibleFacts: [FactReference] { screen.behavior.visibleFacts(in: self) }

    /// The features that are explained.
    private var wantedFeatures: [String] {
        let ids = [screen.behavior.explainedFeature(in: self), refused?.invocation.feature].compactMap(\.self)
        return ids.filter { feature($0) != nil || details.features[$0] != nil }
    }

    /// The facts whose users are on the screen.
    private var wantedUsages: [FactReference] {
        screen.behavior.selectedFact(in: self).map { [$0.reference] } ?? []
    }

    /// The commands whose effect on features is on the screen.
    private var wantedPreviews: [Command] {
        var commands: [Command] = []
        if screen.behavior.showsEffects, let fact = screen.behavior.selectedFact(in: self) {
            commands = fact.values.map(\.command) + [fact.removal]
        }
        guard case .choices(let dialog) = dialog else { return commands }
        return commands + dialog.options.compactMap(\.previewed).filter { !commands.contains($0) }
    }
}

extension ModelChanges {
    /// The same without the status and the stacks, which change with every event.
    fileprivate var besidesStatusAndStacks: ModelChanges {
        var rest = self
        rest.status = nil
        rest.stacksChanged = false
        return rest
    }
}
