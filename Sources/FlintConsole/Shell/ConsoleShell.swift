// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintTerminal
import FlintWorld

/// Connects the console's state to a terminal screen and an inspector.
///
/// The shell does not poll. It runs on the main actor when the terminal has input, when the inspector reports a change,
/// or when an action requests a screen. Each run handles all pending events, carries out the resulting effects, and
/// draws at most one frame. If the frame equals the previous one, the terminal receives no output.
///
/// Create a shell, pass its ``presenter`` to the app's debug features if they open screens, and call ``start(onExit:)``
/// once. The shell shows one of two inspectors: the app itself, or a recorded moment of the past. With a
/// ``SourceProvider``, the user can show another app or a recording instead.
@MainActor
package final class ConsoleShell {
    package private(set) var state: ConsoleState
    package var host: ConsoleHost
    /// A function that presents the state after each batch of events, instead of a frame on the screen.
    package var onUpdate: (@MainActor () -> Void)?

    let display: ShellDisplay
    private var connection: ShellConnection
    private let sources: SourceTasks?
    private let questions = ShellQuestions()
    private(set) lazy var warnings = WarningMonitor(host.rules, now: host.now) { [weak self] in self?.process([]) }
    private var counting: StateCounting?
    private let settling = ShellSettling()
    private(set) var play: Task<Void, Never>?
    private var onExit: (@MainActor () -> Void)?
    package private(set) var isRunning = false
    /// The results of effects that complete immediately.
    private var answers: [ConsoleEvent] = []
    private let firstRelay = ShellRelay()

    /// Whether questions are asked on another thread.
    ///
    /// The first frame of an app, and a console without frames, wait for answers.
    private var asksElsewhere: Bool {
        questions.hasNews && onUpdate == nil && !connection.inspector.answersAtOnce
    }

    /// Creates a console without showing it.
    ///
    /// If `findMoment` is `nil`, the app has no past moments. If `sources` is `nil`, the console shows only this app.
    package init(
        screen: any Screen, inspector: any Inspector, findMoment: MomentFinder? = nil, sources: SourceProvider? = nil,
        host: ConsoleHost = ConsoleHost()
    ) {
        self.host = host
        display = ShellDisplay(screen)
        connection = ShellConnection(
            to: inspector, findMoment: findMoment, close: sources?.closeInitialSource, relay: firstRelay)
        self.sources = sources.map { SourceTasks($0, inspector: inspector, findMoment: findMoment) }
        state = ConsoleState(
            environment: host.environment(on: screen, canTravel: findMoment != nil), keymap: host.keymap,
            options: host.options, place: host.place)
        (state.sources.first, state.sources.shown) = (sources?.initialSource, sources?.initialSource)
    }

    package var presenter: any ScreenPresenter { firstRelay }

    package var showsFirstApp: Bool { state.sources.showsFirst }

    /// The place in the first app, to restore at the next launch.
    package var place: ConsolePlace {
        let first = showsFirstApp ? nil : sources?.initialSource.id
        return first.flatMap { state.sources.places[$0] } ?? ConsolePlace(state)
    }

    /// Shows the console and begins handling input.
    ///
    /// Calling this method again has no effect.
    ///
    /// - Parameter onExit: A closure that is called once, when the user has quit or the input has ended. By then, the
    ///   terminal has been restored.
    package func start(onExit: @escaping @MainActor () -> Void) {
        guard !isRunning, self.onExit == nil else { return }
        isRunning = true
        self.onExit = onExit
        display.links = host.findSource.map { find in
            SourceLinks(find) { [weak self] in
                self?.display.mustPresent = true
                self?.process([])
            }
        }
        open(connection)
        // The first model is requested in the same way as later changes.
        connection.inbox?.recordChange()
        connection.observe()
        process([])
        // The screen's closure keeps the console alive until the screen closes.
        display.screen.start { events in self.receive(events) }
    }

    /// Handles the user's input.
    ///
    /// The first key stops a scenario that is playing.
    private func receive(_ events: [TerminalEvent]) {
        guard let play, events.contains(where: \.stopsScenario) else { return handle(events) }
        play.cancel()
        handle(events.filter { !$0.stopsScenario })
    }

    private func play(_ script: ConsoleScript) {
        guard var stage = host.scenarioStage?() else {
            answers.append(.playEnded(problem: "this console plays no scenarios"))
            return
        }
        stage.didPlay = { [weak self] _ in self?.process([.stepPlayed]) }
        let player = ScriptPlayer(self, on: stage)
        play = Task { [weak self] in
            var problem: String?
            do {
                try await player.play(script)
            } catch is CancellationError {
            } catch {
                problem = String(describing: error)
            }
            self?.play = nil
            self?.process([.playEnded(problem: problem)])
        }
    }

    private func open(_ connection: ShellConnection) {
        connection.open(interval: host.changeInterval) { [weak self] in
            MainActor.assumeIsolated { self?.process([]) }
        }
    }

    private func showOpenedSource() {
        guard let new = sources?.takeOpened() else { return }
        connection.close()
        connection = ShellConnection(
            to: new.inspector, findMoment: new.findMoment, close: new.close,
            relay: showsFirstApp ? firstRelay : ShellRelay())
        open(connection)
        new.present(connection.relay)
        begin()
    }

    private func travel(to event: UInt64?) {
        do {
            try connection.travel(to: event)
            answers.append(.travelled(event, problem: nil))
            begin()
        } catch {
            answers.append(.travelled(event, problem: String(describing: error)))
        }
    }

    private func compareMoments(from first: UInt64, to second: UInt64?) {
        do {
            let comparison = try MomentComparison(
                from: connection.inspector(after: first).world(of: nil),
                to: connection.inspector(after: second).world(of: nil))
            answers.append(.momentsCompared(from: first, to: second, comparison, problem: nil))
        } catch {
            answers.append(.momentsCompared(from: first, to: second, nil, problem: String(describing: error)))
        }
    }

    private func begin() {
        counting = nil
        questions.restart()
        connection.observe()
        restartWarnings()
        answers += news()
    }

    /// Handles a batch of terminal input, and draws at most one frame.
    ///
    /// Facts of visible items are read once per batch, because the app does not announce all changes.
    package func handle(_ events: [TerminalEvent]) {
        guard isRunning else { return }
        // Another process may have used the terminal during a suspension, so the complete frame is sent again.
        if events.contains(where: { $0 == .resumed || $0 == .linksConfirmed }) { display.mustPresent = true }
        followKeys(events.map(ConsoleEvent.terminal))
    }

    package func take(_ steps: [LinearStep]) {
        guard isRunning else { return }
        followKeys(steps.map(ConsoleEvent.linear))
    }

    /// Handles input together with the app's news.
    ///
    /// The news from an app in another process arrives later.
    private func followKeys(_ events: [ConsoleEvent]) {
        if asksElsewhere {
            let commands = connection.promptCommands
            process(events)
            // If the input sent a command, the command's changes are requested later, with its result.
            if connection.promptCommands <= commands { follow(reads: true) }
            questions.askNext(connection.inbox)
        } else {
            process(news(reads: true) + events)
        }
    }

    private func follow(reads: Bool, then events: [ConsoleEvent] = []) {
        guard isRunning else { return }
        questions.addNews(reads: reads, then: events) { [unowned self] in newsQuestion(reads: $0) }
    }

    private func newsQuestion(reads: Bool) -> @Sendable () -> [ConsoleEvent] {
        let (request, inspector, whatIf) = (request(reads: reads), connection.inspector, state.app.whatIf)
        let missing = Set(state.app.missing.keys)
        return { [ConsoleEvent](answering: request, by: inspector, after: whatIf, missing: missing) }
    }

    private func process(_ events: [ConsoleEvent]) {
        guard isRunning else { return }
        var pending = answers + events
        answers = []
        repeat {
            for event in pending { update(event) }
            // The effects may have added events. They are handled before the frame is drawn.
            pending = connection.inbox.map(collect) ?? []
        } while !pending.isEmpty && isRunning
        if isRunning { present() }
        reviewWarnings()
        questions.askNext(connection.inbox)
        settling.check { isSettled }
    }

    /// Whether all work has completed, apart from commands that are waiting for the user.
    private var isSettled: Bool {
        guard isRunning else { return true }
        let waitsForUser = state.model.status.flow.map { $0.stage != .summary } ?? false
        return counting == nil && connection.promptCommands == 0 && questions.haveEnded && sources?.haveEnded != false
            && display.links?.isSearching != true
            && (state.commands.count == 0 || waitsForUser)
    }

    /// Waits until all pending events have been handled and all commands have completed.
    ///
    /// - Returns: `false` if this took longer than the host's patience.
    package func settle() async -> Bool {
        await settling.wait(seconds: host.patience) { [weak self] in self?.isSettled ?? true }
    }

    private func update(_ event: ConsoleEvent) {
        var pending = [event]
        while let event = pending.first, isRunning {
            pending.removeFirst()
            state.messages.date = host.now()
            for effect in state.update(event) { execute(effect) }
            pending += answers
            answers = []
        }
    }

    private func collect(from inbox: ShellInbox) -> [ConsoleEvent] {
        var (events, answer, worldHasChanged) = inbox.collect()
        let answered =
            answer.flatMap { questions.endQuestion(with: $0.events, of: $0.generation) }.map(countAnswers) ?? []
        sources?.countEndedTasks(in: events)
        // The events after this one are from an app that will no longer be shown.
        if let index = events.firstIndex(where: \.opensSource) { events.removeSubrange((index + 1)...) }
        if events.contains(where: { $0.endsCount(of: counting?.featureID) }) { counting = nil }
        connection.countFinishedCommands(in: events)
        if asksElsewhere {
            let results = events.filter(\.isResult)
            if worldHasChanged || !results.isEmpty { follow(reads: false, then: results) }
            return answered + events.filter { !$0.isResult }
        }
        guard worldHasChanged || events.contains(where: \.isResult) else { return answered + events }
        // The changes come first, so that results are handled with the current state.
        return answered + news() + events
    }

    /// Requests the app's news, and waits for the answer.
    private func news(reads: Bool = false) -> [ConsoleEvent] {
        questions.hasNews = true
        return countAnswers(in: newsQuestion(reads: reads)())
    }

    private func request(reads: Bool) -> Sync {
        let (isListed, screen) = (questions.isListed, state.screen.behavior)
        return Sync(
            since: isListed ? state.model.revision : nil, event: state.lastEventID,
            line: state.screens.logs.tail.rows.lastID,
            reading: isListed && !reads
                ? nil
                : Sync.Reading(
                    features: isListed ? screen.visibleFeatures(in: state) : nil,
                    facts: isListed ? screen.visibleFacts(in: state) : []),
            want: reads ? state.nearbyWant : Sync.Want())
    }

    private func countAnswers(in answer: [ConsoleEvent]) -> [ConsoleEvent] {
        questions.isListed = answer.listsApp ?? questions.isListed
        warnings.count(answer)
        return answer
    }

    private func ask(_ question: ConsoleQuestion) {
        let ask: ShellQuestions.Question = { [unowned self] in
            let (inspector, whatIf, nearby) = (connection.inspector, state.app.whatIf, state.nearbyWant.features)
            return { question.answer(by: inspector, after: whatIf, nearby: nearby) }
        }
        if asksElsewhere { questions.add(ask) } else { answers += countAnswers(in: ask()()) }
    }

    /// Restarts the warnings with the events that the state already contains, after another inspector is shown.
    private func restartWarnings() {
        let last = state.lastEventID
        let events = last > 0 ? (try? connection.inspector.events(after: 0)) ?? [] : []
        warnings.restart(with: events.filter { $0.id <= last })
    }

    private func reviewWarnings() {
        // The changes of a what-if session are not changes of the app, so they raise no warnings.
        guard isRunning, questions.isListed, state.app.whatIf == nil, let want = warnings.needs(in: state.app.world)
        else { return }
        guard want.isEmpty else {
            // The review continues with the answer.
            ask(.parts(want))
            return process([])
        }
        let found = warnings.review(of: state.app.world)
        guard isRunning, found != state.app.warnings else { return }
        update(.warnings(found))
        present()
    }

    private func execute(_ effect: ConsoleEffect) {
        guard isRunning else { return }
        switch effect {
        case .send(let command, let purpose):
            connection.send(command, purpose, note: showsFirstApp ? host.onCommand : nil)
        case .ask(.state):
            questions.isListed = false
            if asksElsewhere { follow(reads: false) } else { answers += news() }
        case .ask(let question): ask(question)
        case .countStates(let id):
            counting = StateCounting(id, in: state.app.world) { [weak inbox = connection.inbox] in inbox?.add($0) }
        case .stopCounting: counting = nil
        case .travel(let event): travel(to: event)
        case .compareMoments(let first, let second): compareMoments(from: first, to: second)
        case .listSources: answers += sources?.findSources(into: connection.inbox) ?? []
        case .openSource(let source): answers += sources?.open(source, into: connection.inbox) ?? []
        case .showSource: showOpenedSource()
        case .compareSource(let source):
            let task = sources?.compare(
                connection.inspector, after: state.app.whatIf, with: source, into: connection.inbox)
            answers += task ?? []
        case .play(let script): play(script)
        case .quit: quit()
        case .suspend: display.screen.suspend()
        case .redraw: display.screen.redraw()
        case .write(let file, let path):
            let app: any Inspector = state.lastKnownApp ?? connection.inspector
            let (path, outcome) = host.files.write(file, to: path, of: app, connection)
            answers.append(.written(file, path: path, outcome))
        case .edit(let location):
            let outcome = host.openEditor?(location, display.screen) ?? .failed("This console opens no editor.")
            answers.append(.edited(location, outcome))
        case .endRecording: answers.append(.recordingEnded(problem: host.files.recorder?.end()))
        case .copy(let text, let title):
            let wasSent = display.screen.copy(text)
            // Without a screen, the text itself is printed, so no announcement is needed.
            if onUpdate == nil { answers.append(.copied(text, title: title, wasSent: wasSent)) }
        case .ring: display.screen.ring()
        case .notify(let text): display.screen.notify(title: state.model.status.appName, text: text)
        }
    }

    private func quit() {
        isRunning = false
        play?.cancel()
        connection.end()
        warnings.cancel()
        display.screen.close()
        settling.check { true }
        onExit?()
    }

    private func present() {
        if let onUpdate { onUpdate() } else { display.present(state) }
        state.needsDisplay = false
    }
}

extension TerminalEvent {
    fileprivate var stopsScenario: Bool {
        switch self {
        case .key, .paste, .mouse: true
        case .pasteProblem, .resize, .colorScheme, .linksConfirmed, .resumed, .inputEnded: false
        }
    }
}
