// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

extension ConsoleState {
    /// Updates the state in response to an event, and returns the side effects to carry out, in order.
    package mutating func update(_ event: ConsoleEvent) -> [ConsoleEffect] {
        if mayShow(event) { needsDisplay = true }
        switch event {
        case .terminal(let event): handle(event)
        case .linear(let step): perform(step)
        case .listed(let model): replaceWorld(with: World(model: model))
        case .changed(let changes): apply(changes)
        case .answered(let want, let news): apply(news, for: want)
        case .tried(let session, let world):
            app.whatIf = session
            replaceWorld(with: world)
        case .planned(let commands, let plans): app.previews.store(plans, of: commands)
        case .impact(let impact): showImpact(impact)
        case .facts(let facts): showFacts(facts)
        case .events(let events):
            app.missing[.events] = nil
            if !events.isEmpty { TimelineScreen().append(events, in: &self) }
            messages.removeOutdatedAnnouncement(after: events)
            reportWatched(events)
        case .warnings(let found): app.warnings = found
        case .logLines(let lines):
            app.missing[.logLines] = nil
            LogsScreen().append(lines, in: &self)
        case .missing(let question, let reason): report(reason, forMissing: question)
        case .commandFinished(let command, let purpose, let result): finish(command, purpose, result)
        case .matrix(let matrix, let personas): showMatrix(matrix, personas)
        case .personaExplained(let question, let explanation):
            screens.matrix.storeExplanation(explanation, to: question)
        case .personas(let list): showPersonas(list.usable(in: model))
        case .counting(let id, let share): screens.matrix.updateCount(share: share, ofCount: id)
        case .states(let id, let states): screens.matrix.storeStates(states, of: id)
        case .open(let screen): open(screen)
        case .hide: screen = screens.takeReturn(from: screen) ?? screen
        case .coverage(let result): showCoverage(result)
        case .edited(let location, let outcome): announceEditor(outcome, at: location)
        case .copied(let text, let title, let wasSent): announceCopy(of: title, text, wasSent: wasSent)
        case .written(let file, let path, let outcome): reportOutcome(outcome, of: file, at: path)
        case .recordingEnded(let problem): endRecording(problem: problem)
        case .travelled(let event, let problem): finishTravel(to: event, problem: problem)
        case .momentsCompared(let first, let second, let comparison, let problem):
            showComparison(comparison, from: first, to: second, problem: problem)
        case .sources(let found): storeSources(found)
        case .stepPlayed: sources.play?.playedSteps += 1
        case .playEnded(let problem): endPlay(problem: problem)
        case .sourceOpened(let source, let canTravel, let note):
            showSource(source, canTravel: canTravel, note: note)
        case .sourceNotOpened(let source, let reason): reportFailure(opening: source, reason: reason)
        case .sourceCompared(let source, let comparison, let note): showComparison(comparison, with: source, note: note)
        case .sourceNotCompared(let source, let reason): reportFailure(comparing: source, reason: reason)
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
        case .events(let events): !events.isEmpty || app.missing[.events] != nil
        case .missing(let question, let reason): app.missing[question] != reason
        case .warnings(let found): found != app.warnings
        case .answered(let want, let news): want != Sync.Want(stacks: true) || news.stacks != screens.stacks.open
        case .terminal, .linear, .listed, .tried, .planned, .impact, .facts, .commandFinished, .matrix, .personas,
            .personaExplained, .counting, .states, .open, .hide, .copied, .written, .recordingEnded, .coverage, .edited,
            .travelled,
            .momentsCompared, .sources, .sourceOpened, .sourceNotOpened, .sourceCompared, .sourceNotCompared,
            .stepPlayed,
            .playEnded, .announce:
            true
        }
    }

    /// Sends a command, or asks for confirmation first if the command would change a production app.
    mutating func send(_ command: Command, _ purpose: CommandPurpose) {
        if asksBeforeChanges, app.whatIf == nil {
            commands.changesToConfirm.append(.command(command, purpose))
        } else {
            post(command, purpose)
        }
    }

    mutating func post(_ command: Command, _ purpose: CommandPurpose) {
        commands.count += 1
        if case .beginFlow = command { screens.flow.isExpected = true }
        outbox.append(app.whatIf == nil ? .send(command, purpose) : .ask(.result(of: command, purpose)))
    }

    private mutating func handle(_ event: TerminalEvent) {
        switch event {
        case .key(let key): press(key)
        case .paste(let text): paste(text)
        case .pasteProblem(.tooLong): announce("Only the first 64 KB of the text were pasted", .notice)
        case .pasteProblem(.unfinished): announce("The paste had no end; the last key ended it", .notice)
        case .mouse(let mouse): handle(mouse)
        case .resize(let size): resize(to: size)
        case .resumed, .linksConfirmed: break
        case .colorScheme(let scheme): options.colorScheme = scheme
        case .inputEnded: outbox.append(.quit)
        }
    }

    private mutating func resize(to size: TerminalSize) {
        environment.size = size
        screens.timeline.columns = TimelineColumns()
        screens.matrix.nameColumns = 0
        rebuildRows()
    }

    private mutating func rebuildRows() {
        for screen in ConsoleScreen.allCases { screen.behavior.rebuildRows(in: &self) }
    }

    mutating func replaceWorld(with newWorld: World) {
        let (old, new, oldStoreLines) = (model, newWorld.model, storeLineCount)
        app.replaceWorld(with: newWorld)
        // An app that has adopted its flags, but has no features yet, opens with its flags.
        if old.status.appName.isEmpty, screen == .features, new.visibleCount == 0, new.hasAdoptedFlags {
            screen = .flags
        }
        if old.status.disconnection != nil, new.status.disconnection == nil {
            let message = "\(new.status.appName) is connected again"
            messages.keep(message)
            announce(message, .done)
            askMissingQuestionsAgain()
        }
        // The states were counted for the previous declarations.
        (screens.matrix.states, screens.matrix.count) = ([:], nil)
        FeaturesScreen().rebuildRows(in: &self)
        PermissionsScreen().rebuildRows(in: &self)
        FactsScreen().rebuildRows(in: &self)
        MatrixScreen().rebuildRows(in: &self)
        if old.products != new.products || oldStoreLines != storeLineCount { PurchasesScreen().rebuildRows(in: &self) }
        refreshStoreDialogs()
        screens.stacks.isStale = true
        if old.status.focus != new.status.focus { scopeChanged() }
        if old.status.flow != new.status.flow { flowChanged(from: old.status.flow) }
        if isLive { watches.compare(in: model, facts: []) }
        refreshPalette()
    }

    /// Applies changes to the model.
    ///
    /// Unless a list must be rebuilt, the cost depends on the number of changes, not on the app's size.
    private mutating func apply(_ changes: ModelChanges) {
        guard !changes.isEmpty else { return }
        let (old, oldStoreLines) = (model.status, storeLineCount)
        // A list is rebuilt only if an item was added, removed, or moved, or if the list is filtered or sorted by a
        // value.
        let movesProducts = changes.products.contains { model.products[$0.productID]?.sortKey != $0.sortKey }
        let movesFlags = changes.flags.contains { model.flags[$0.key]?.provider != $0.provider }
        let hasNewFeatures = app.apply(changes)
        if hasNewFeatures {
            screens.matrix.states = [:]
            FeaturesScreen().rebuildRows(in: &self)
        }
        let productsChanged = !changes.products.isEmpty || changes.allProducts != nil
        let isFiltered =
            (screens.purchases.browser.filter.isActive || screens.purchases.browser.order.dependsOnValues)
            && productsChanged
        if movesProducts || isFiltered || changes.allProducts != nil || oldStoreLines != storeLineCount {
            PurchasesScreen().rebuildRows(in: &self)
        }
        if changes.permissions != nil { PermissionsScreen().rebuildRows(in: &self) }
        let flagsChanged = !changes.flags.isEmpty || changes.allFlags != nil
        if movesFlags || changes.allFlags != nil
            || (flagsChanged && (screens.flags.browser.filter.isActive || screens.flags.browser.order.dependsOnValues))
        {
            FactsScreen().rebuildRows(in: &self)
        }
        if changes.stacksChanged { screens.stacks.isStale = true }
        if old.store != model.status.store || productsChanged { refreshStoreDialogs() }
        if old.focus != model.status.focus { scopeChanged() }
        if old.flow != model.status.flow { flowChanged(from: old.flow) }
        if isLive, !changes.withoutStatusAndStacks.isEmpty { watches.compare(in: model, facts: changes.facts) }
        if hasNewFeatures || changes.allProducts != nil || changes.allFlags != nil { refreshPalette() }
    }

    mutating func refreshPalette() {
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
            screens.permissions.browser.pane = .list
            if let before = screens.flow.returnTo, screen == .permissions { screen = before }
            screens.flow = FlowState()
            return
        }
        // The message disappears with the flow, so it is kept.
        if let message = new.retryMessage, old?.retryMessage == nil, new.retryStatus == .done {
            messages.keep(Self.irreversible(message))
        }
        if new.stage != old?.stage || new.current != old?.current {
            screens.flow.choice = 0
            screens.permissions.browser.details = DetailPosition()
        }
        // A flow in progress is neither shown nor announced again.
        guard old == nil || screens.flow.isExpected else { return }
        let isExpected = screens.flow.isExpected
        screens.flow.isExpected = false
        // A filter that is being typed keeps the focus, because the next keys could accidentally answer the flow's
        // questions.
        if isExpected, inputMode != .filter {
            screens.flow.returnTo = screen == .permissions ? nil : screen
            screen = .permissions
            screens.permissions.browser.pane = .detail
            screens.permissions.browser.filter.isEditing = false
        } else if screen == .permissions {
            announce("The app requests permissions: tab goes to the flow", .notice)
        } else {
            let key = keymap.keyText(for: .showPermissions, in: [.console]) ?? ""
            announce("The app requests permissions: \(key) shows the flow", .notice)
        }
    }

    private mutating func open(_ target: ConsoleScreen) {
        screens.rememberReturn(from: target, to: screen)
        screen = target
        pane = .list
    }

    mutating func go(to target: ConsoleScreen) {
        if target != screen { screens.rememberReturn(from: target, to: screen) }
        screen = target
    }

    private mutating func apply(_ news: News, for want: Sync.Want) {
        app.add(news)
        func reason(_ part: MissingPart.Part) -> String? { news.missing.first { $0.part == part }?.reason }
        if want.hasDeclarations {
            let isComplete = !app.world.lacking(want).hasDeclarations
            if let reason = reason(.catalog) ?? (isComplete ? nil : "The app did not declare the feature.") {
                reportMissingDeclarations(reason: reason)
            }
        }
        if want.texts {
            if let reason = reason(.catalog) {
                report(reason, forMissing: .featureTexts)
            } else {
                storeTexts(news.texts)
            }
        }
        if want.stacks {
            if let reason = reason(.stacks) {
                report(reason, forMissing: .stacks)
            } else {
                replaceStacks(with: news.stacks)
            }
        }
    }

    private mutating func releaseDeclarations() {
        guard app.hasExcessDeclarations else { return }
        let ids =
            wantedFeatures + wantedReasons + markedFeatures.map(\.id) + screen.behavior.nearbyFeatures(in: self)
        // An explanation also needs the declarations of the groups above a feature.
        app.world.keepDeclarations(of: ids.flatMap(model.lineage), dependingOn: wantedFacts.compactMap(FactKey.init))
    }

    /// The missing parts of the app near the visible rows.
    ///
    /// They are requested together with the news, so that selecting one of the rows requires no other request.
    var nearbyWant: Sync.Want {
        let ids = Set(screen.behavior.nearbyFeatures(in: self).flatMap(model.lineage))
        return app.world.lacking(
            Sync.Want(features: ids.sorted(), dependents: screen.behavior.adjacentFacts(in: self)))
    }

    private mutating func reportMissingDeclarations(reason: String) {
        for id in wantedFeatures + wantedReasons where !app.world.declares(id) {
            report(reason, forMissing: .explanation(of: id))
        }
        for fact in app.world.lacking(Sync.Want(dependents: wantedFacts)).dependents {
            report(reason, forMissing: .usage(of: fact))
        }
        // Without the features that depend on the fact, its value can still be typed.
        if let fact = commands.offeredFact {
            commands.offeredFact = nil
            app.explanations.removeRequest(of: fact.reference)
            if dialog == nil { typeValue(of: fact) }
        }
        for command in wantedPreviews where app.previews.lacks(command) {
            report(reason, forMissing: .plans([command]))
        }
    }

    /// Finds the explanations and effects that the screen shows, and requests the data that they lack.
    ///
    /// After a refused action, the next step is taken once the action's feature is explained.
    private mutating func explain() {
        let (features, rows) = (wantedFeatures, wantedReasons)
        let found = app.explanations.find(features, in: app.world)
        app.explanations.findReasons(of: rows, in: app.world, isStale: app.hasChanged)
        app.explanations.findUsages(of: wantedFacts, in: app.world)
        if let refusal = commands.takeRefusal(explainedBy: found) {
            followNextStep(for: refusal.invocation, message: refusal.message)
        }
        offerWaitingFact()
        let needs = app.previews.find(wantedPreviews, in: app.world, isStale: app.hasChanged)
        var want = app.explanations.request(
            features + rows + markedFeatures.map(\.id),
            dependents: wantedFacts + needs.dependents + [commands.offeredFact?.reference].compactMap(\.self),
            in: app.world)
        // Stacks are requested only while they are shown.
        if screen == .stacks, screens.stacks.isStale { (screens.stacks.isStale, want.stacks) = (false, true) }
        if !want.isEmpty { outbox.append(.ask(.parts(want))) }
        if !needs.plans.isEmpty { outbox.append(.ask(.plans(needs.plans))) }
    }

    private mutating func replaceStacks(with open: [StackSnapshot]) {
        guard screens.stacks.open != open else { return }
        screens.stacks.open = open
        ActivityScreen().rebuildRows(in: &self)
    }

    /// Updates derived state and requests missing data after each event.
    private mutating func settle() {
        wantFeatureTexts()
        explain()
        releaseDeclarations()
        settleDetails()
        fitTimelineColumns()
        countActions()
        if app.hasChanged { (screens.matrix.isStale, screens.flags.isStale) = (true, true) }
        wantFacts()
        wantMatrix()
        fitMatrixColumns()
        // The flag is reset last, because the functions above read it.
        app.hasChanged = false
    }

    private var wantedFeatures: [String] {
        let ids = [screen.behavior.explainedFeature(in: self), commands.refusal?.invocation.feature].compactMap(\.self)
        return ids.filter { feature($0) != nil || app.explanations.features[$0] != nil }
    }

    private var wantedReasons: [String] { screen == .features ? FeaturesScreen().explainedFeatureIDs(in: self) : [] }

    private var wantedFacts: [FactReference] {
        screen.behavior.selectedFact(in: self).map { [$0.reference] } ?? []
    }

    private var wantedPreviews: [Command] {
        var commands: [Command] = []
        if screen.behavior.showsEffects, let fact = screen.behavior.selectedFact(in: self) {
            commands = fact.values(in: app.world).map(\.command) + [fact.removal]
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
