// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

extension ConsoleState {
    /// Updates the state in response to an event.
    ///
    /// - Parameter event: The event.
    /// - Returns: The side effects to carry out, in this order.
    package mutating func update(_ event: ConsoleEvent) -> [ConsoleEffect] {
        if mayShow(event) { needsDisplay = true }
        switch event {
        case .terminal(let event): receive(event)
        case .linear(let step): receive(step)
        case .listed(let model): receive(World(model: model))
        case .changed(let changes): receive(changes)
        case .answered(let want, let news): receive(news, for: want)
        case .tried(let session, let world):
            whatIf = session
            receive(world)
        case .planned(let commands, let plans): previews.receive(plans, of: commands)
        case .impact(let impact): receive(impact)
        case .events(let events):
            missing[.events] = nil
            if !events.isEmpty { TimelineScreen().receive(events, in: &self) }
            reportWatched(events)
        case .warnings(let found): warnings = found
        case .logLines(let lines):
            missing[.logLines] = nil
            LogsScreen().receive(lines, in: &self)
        case .missing(let question, let reason): receive(reason, forMissing: question)
        case .commandFinished(let command, let purpose, let result): finish(command, purpose, result)
        case .matrix(let matrix, let personas): receive(matrix, personas)
        case .personaExplained(let question, let explanation): receive(explanation, to: question)
        case .personas(let list): receive(list.usable(in: model))
        case .counting(let id, let share): receive(share: share, ofCount: id)
        case .states(let id, let states): receive(states, of: id)
        case .open(let screen): open(screen)
        case .hide: hide()
        case .coverage(let result): receive(result)
        case .edited(let location, let outcome): announceEditor(outcome, at: location)
        case .copied(let text, let title, let wasSent): announceCopy(of: title, text, wasSent: wasSent)
        case .written(let file, let path, let outcome): receive(outcome, of: file, at: path)
        case .recordingEnded(let problem): endRecording(problem: problem)
        case .travelled(let event, let problem): receive(travelTo: event, problem: problem)
        case .momentsCompared(let first, let second, let comparison, let problem):
            receive(comparison, from: first, to: second, problem: problem)
        case .sources(let found, let notes): receive(found, notes: notes)
        case .sourceOpened(let source, let canTravel, let note):
            receive(opened: source, canTravel: canTravel, note: note)
        case .sourceNotOpened(let source, let reason): receive(notOpened: source, reason: reason)
        case .sourceCompared(let source, let comparison, let note): receive(comparison, with: source, note: note)
        case .sourceNotCompared(let source, let reason): receive(notCompared: source, reason: reason)
        case .announce(let text): announce(text, .notice)
        }
        askAboutProduction()
        settle()
        defer { outbox = [] }
        return outbox
    }

    /// Returns `false` if an event certainly has no effect on the current screen, so that no frame is drawn.
    private func mayShow(_ event: ConsoleEvent) -> Bool {
        switch event {
        case .logLines: screen == .logs
        case .changed(let changes):
            changes.status.map { $0 != model.status } == true || !changes.withoutStatusAndStacks.isEmpty
        case .events(let events): !events.isEmpty || missing[.events] != nil
        case .missing(let question, let reason): missing[question] != reason
        case .warnings(let found): found != warnings
        case .answered(let want, let news): want != Sync.Want(stacks: true) || news.stacks != stacks.open
        case .terminal, .linear, .listed, .tried, .planned, .impact, .commandFinished, .matrix, .personas,
            .personaExplained,
            .counting, .states, .open, .hide, .copied, .written, .recordingEnded, .coverage, .edited, .travelled,
            .momentsCompared, .sources, .sourceOpened, .sourceNotOpened, .sourceCompared, .sourceNotCompared, .announce:
            true
        }
    }

    mutating func announce(_ text: String, _ tone: Announcement.Tone) {
        announcement = Announcement(text: text, tone: tone)
        // A line that is cut off can be read in the list of messages.
        if DisplayWidth.of(text) > announcementColumns, messages.last != text { keep(message: text) }
    }

    mutating func announce(_ result: CommandResult) {
        announcement = Announcement(
            text: result.message, tone: result.status == .done ? .done : .problem, change: result.change)
        // A report about watched items has a line of its own only until the result of the user's command arrives.
        guard let report = watches.report else { return }
        announcement = Announcement(text: "\(report). \(result.message)", tone: .notice)
    }

    /// Sends a command, or asks for confirmation first if the command would change a production app.
    mutating func send(_ command: Command, _ purpose: CommandPurpose) {
        if asksBeforeChanges, whatIf == nil {
            unconfirmed.append(.command(command, purpose))
        } else {
            post(command, purpose)
        }
    }

    mutating func post(_ command: Command, _ purpose: CommandPurpose) {
        inFlight += 1
        if case .beginFlow = command { flow.isExpected = true }
        outbox.append(whatIf == nil ? .send(command, purpose) : .ask(.result(of: command, purpose)))
    }

    private mutating func receive(_ event: TerminalEvent) {
        switch event {
        case .key(let key): press(key)
        case .paste(let text): paste(text)
        case .pasteProblem(.tooLong): announce("Only the first 64 KB of the text were pasted", .notice)
        case .pasteProblem(.unfinished): announce("The paste had no end; the last key ended it", .notice)
        case .mouse(let mouse): receive(mouse)
        case .resize(let size): resize(to: size)
        case .resumed, .linksConfirmed: break
        case .colorScheme(let scheme): options.colorScheme = scheme
        case .inputEnded: outbox.append(.quit)
        }
    }

    private mutating func resize(to size: TerminalSize) {
        environment.size = size
        timeline.columns = TimelineColumns()
        matrix.nameColumns = 0
        rebuildRows()
    }

    private mutating func rebuildRows() {
        for screen in ConsoleScreen.allCases { screen.behavior.rebuildRows(in: &self) }
    }

    mutating func receive(_ newWorld: World) {
        let (old, new, oldStoreLines) = (model, newWorld.model, storeLineCount)
        if new.status.disconnection == nil { missing[.state] = nil }
        world = newWorld
        if old.status.disconnection != nil, new.status.disconnection == nil {
            let message = "\(new.status.appName) is connected again"
            keep(message: message)
            announce(message, .done)
            askMissingQuestionsAgain()
        }
        explanations.expireAll(in: new)
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
        if old.status.focus != new.status.focus { focusChanged() }
        if old.status.flow != new.status.flow { flowChanged(from: old.status.flow) }
        compareWatched(facts: [])
        refreshPalette()
    }

    /// Applies changes to the model.
    ///
    /// Unless a list must be rebuilt, the cost depends on the number of changes, not on the app's size.
    private mutating func receive(_ changes: ModelChanges) {
        guard !changes.isEmpty else { return }
        let (old, oldStoreLines) = (model.status, storeLineCount)
        // A list is rebuilt only if an item was added, removed, or moved, or if the list is filtered.
        let movesProducts = changes.products.contains { model.products[$0.productID]?.sortKey != $0.sortKey }
        let movesFlags = changes.flags.contains { model.flags[$0.key]?.provider != $0.provider }
        let hasNewFeatures = world.apply(changes)
        explanations.receive(changes, in: model, hasNewFeatures: hasNewFeatures)
        if hasNewFeatures {
            matrix.states = [:]
            search = FeatureSearch()
            FeaturesScreen().rebuildRows(in: &self)
        }
        let productsChanged = !changes.products.isEmpty || changes.allProducts != nil
        let isFiltered = (purchases.browser.filter.isActive || sortsByValue(.purchases)) && productsChanged
        if movesProducts || isFiltered || changes.allProducts != nil || oldStoreLines != storeLineCount {
            PurchasesScreen().rebuildRows(in: &self)
        }
        if changes.permissions != nil { PermissionsScreen().rebuildRows(in: &self) }
        let flagsChanged = !changes.flags.isEmpty || changes.allFlags != nil
        if movesFlags || changes.allFlags != nil
            || (flagsChanged && (flags.browser.filter.isActive || sortsByValue(.flags)))
        {
            FlagsScreen().rebuildRows(in: &self)
        }
        if changes.stacksChanged { stacksAreStale = true }
        if !changes.states.isEmpty || old.focus != model.status.focus { search.statesChanged = true }
        if old.store != model.status.store || productsChanged { refreshStoreDialogs() }
        // An advancing clock alone has no effect on previews. Scheduled events also change the store in other ways.
        var oldStore = old.store
        if let now = model.status.store?.now { oldStore?.now = now }
        if !changes.states.isEmpty || hasNewFeatures || !changes.facts.isEmpty || productsChanged
            || changes.permissions != nil
            || flagsChanged || oldStore != model.status.store
        {
            previewsAreStale = true
        }
        if old.focus != model.status.focus { focusChanged() }
        if old.flow != model.status.flow { flowChanged(from: old.flow) }
        if !changes.withoutStatusAndStacks.isEmpty { compareWatched(facts: changes.facts) }
        if hasNewFeatures || changes.allProducts != nil || changes.allFlags != nil { refreshPalette() }
    }

    /// Runs the open palette's query again after items were added or removed.
    private mutating func refreshPalette() {
        guard case .palette = dialog else { return }
        prepareFeatureIndex()
        searchPalette(keepsSelection: true)
    }

    /// Responds to the beginning, progress, or end of an authorization flow.
    ///
    /// A flow that the user requested is shown immediately. Any other flow is only announced, so that it does not
    /// receive keys that are meant for something else.
    private mutating func flowChanged(from old: FlowSnapshot?) {
        guard let new = model.status.flow else {
            permissions.browser.pane = .list
            if let before = flow.returnTo, screen == .permissions { screen = before }
            flow = FlowState()
            return
        }
        if let message = new.retryMessage, old?.retryMessage == nil, new.retryStatus == .done {
            keep(message: Self.irreversible(message))
        }
        if new.stage != old?.stage || new.current != old?.current {
            flow.choice = 0
            permissions.browser.detailTop = 0
        }
        guard old == nil || flow.isExpected else { return }
        let isExpected = flow.isExpected
        flow.isExpected = false
        // A filter that is being typed keeps the focus, because the next keys could accidentally answer the flow's
        // questions.
        if isExpected, inputMode != .filter {
            flow.returnTo = screen == .permissions ? nil : screen
            screen = .permissions
            permissions.browser.pane = .detail
            permissions.browser.filter.isEditing = false
        } else if screen == .permissions {
            announce("The app requests permissions: tab goes to the flow", .notice)
        } else {
            let key = keymap.keyText(for: .showPermissions, in: [.console]) ?? ""
            announce("The app requests permissions: \(key) shows the flow", .notice)
        }
    }

    private mutating func open(_ target: ConsoleScreen) {
        let before = screen
        screen = target
        rememberReturn(to: before)
        pane = .list
    }

    mutating func rememberReturn(to before: ConsoleScreen) {
        returns.append(Return(shown: screen, before: before))
        // The limit protects against programs that open screens without hiding them.
        if returns.count > 20 { returns.removeFirst() }
    }

    /// Returns to the screen before the last ``open(_:)``, unless the user has navigated since.
    private mutating func hide() {
        guard let last = returns.popLast(), screen == last.shown else { return }
        screen = last.before
    }

    /// The maximum number of declarations to keep before those that are not near the visible rows are removed.
    private static let declarationLimit = 1_000

    /// Adds parts of the app to the world, and announces the reason that others are missing.
    private mutating func receive(_ news: News, for want: Sync.Want) {
        world.add(news)
        explanations.receive(news)
        func reason(_ part: MissingPart.Part) -> String? { news.missing.first { $0.part == part }?.reason }
        if want.hasDeclarations {
            let isComplete = !world.lacking(want).hasDeclarations
            if let reason = reason(.catalog) ?? (isComplete ? nil : "The app did not declare the feature.") {
                receive(reasonForMissingDeclarations: reason)
            }
        }
        if want.texts {
            if let reason = reason(.catalog) { receive(reason, forMissing: .featureTexts) } else { receive(news.texts) }
        }
        if want.stacks {
            if let reason = reason(.stacks) { receive(reason, forMissing: .stacks) } else { receive(news.stacks) }
        }
    }

    /// Removes declarations that are not near the visible rows if there are too many.
    private mutating func releaseDeclarations() {
        guard whatIf == nil, world.declarationCount > Self.declarationLimit else { return }
        let ids = wantedFeatures + wantedReasons + screen.behavior.nearbyFeatures(in: self)
        world.keepDeclarations(of: ids.flatMap(model.lineage), dependingOn: wantedFacts.compactMap(FactKey.init))
    }

    /// The parts of the app near the visible rows that the console does not have.
    ///
    /// They are requested together with the news, so that selecting one of the rows requires no other request.
    var nearbyWant: Sync.Want {
        let ids = Set(screen.behavior.nearbyFeatures(in: self).flatMap(model.lineage))
        return world.lacking(
            Sync.Want(features: ids.sorted(), dependents: screen.behavior.adjacentFacts(in: self)))
    }

    /// Stores the reason for missing explanations, and announces it.
    private mutating func receive(reasonForMissingDeclarations reason: String) {
        for id in wantedFeatures + wantedReasons where !world.declares(id) {
            receive(reason, forMissing: .explanation(of: id))
        }
        for fact in world.lacking(Sync.Want(dependents: wantedFacts)).dependents {
            receive(reason, forMissing: .usage(of: fact))
        }
        for command in wantedPreviews where previews.lacks(command) { receive(reason, forMissing: .plans([command])) }
    }

    /// Finds the explanations and effects that the screen shows, and requests what they require.
    ///
    /// After a refused action, the next step is taken once the action's feature is explained.
    private mutating func explain() {
        let (features, rows) = (wantedFeatures, wantedReasons)
        let found = explanations.find(features, in: world)
        explanations.findReasons(of: rows, in: world, isStale: previewsAreStale)
        explanations.findUsages(of: wantedFacts, in: world)
        if let refusal = refused, found.contains(refusal.invocation.feature) {
            refused = nil
            followNextStep(for: refusal.invocation, message: refusal.message)
        }
        let needs = previews.find(wantedPreviews, in: world, isStale: previewsAreStale)
        var want = explanations.request(features + rows, dependents: wantedFacts + needs.dependents, in: world)
        if screen == .stacks, stacksAreStale { (stacksAreStale, want.stacks) = (false, true) }
        if !want.isEmpty { outbox.append(.ask(.parts(want))) }
        if !needs.plans.isEmpty { outbox.append(.ask(.plans(needs.plans))) }
    }

    private mutating func receive(_ open: [StackSnapshot]) {
        guard stacks.open != open else { return }
        stacks.open = open
        StacksScreen().rebuildRows(in: &self)
    }

    /// Updates derived state and requests missing data after each event.
    private mutating func settle() {
        wantFeatureTexts()
        explain()
        releaseDeclarations()
        if detailTop > 0 {
            detailTop = max(0, min(detailTop, detailLines().count - layout.detailHeight(screen)))
        }
        fitTimelineColumns()
        if previewsAreStale { matrix.isStale = true }
        wantMatrix()
        fitMatrixColumns()
        previewsAreStale = false
    }

    /// The ids of the visible features, whose facts the shell reads again before it handles keys.
    var visibleFeatures: [String] { screen.behavior.visibleFeatures(in: self) }

    /// The visible facts, which the shell reads again before it handles keys.
    var visibleFacts: [FactReference] { screen.behavior.visibleFacts(in: self) }

    private var wantedFeatures: [String] {
        let ids = [screen.behavior.explainedFeature(in: self), refused?.invocation.feature].compactMap(\.self)
        return ids.filter { feature($0) != nil || explanations.features[$0] != nil }
    }

    private var wantedReasons: [String] { screen == .features ? FeaturesScreen().explainedRows(in: self) : [] }

    private var wantedFacts: [FactReference] {
        screen.behavior.selectedFact(in: self).map { [$0.reference] } ?? []
    }

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
    /// The changes without the status and the stacks, which can change with every event.
    var withoutStatusAndStacks: ModelChanges {
        var rest = self
        rest.status = nil
        rest.stacksChanged = false
        return rest
    }
}
