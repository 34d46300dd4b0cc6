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
    /// A function that saves an app's report at a path.
    ///
    /// The function returns the absolute path, or the given path if the report was not saved, with the outcome.
    package typealias ReportSaver =
        @MainActor (_ inspector: any Inspector, _ path: String) -> (path: String, outcome: FileOutcome)

    /// The functions that record the commands in a file.
    package struct CommandRecorder {
        /// A function that starts to record in a new file.
        let start: @MainActor (_ path: String) -> FileOutcome
        /// A function that ends the recording, and returns the reason that it is incomplete.
        let end: @MainActor () -> String?

        package init(start: @escaping @MainActor (String) -> FileOutcome, end: @escaping @MainActor () -> String?) {
            (self.start, self.end) = (start, end)
        }
    }

    /// A function that writes a test of an event in a new file.
    ///
    /// The parameters are an inspector of the moment after the event, the event's number, the name of the recording or
    /// `nil` for a running app, and the file's path.
    package typealias TestExporter =
        @MainActor (_ moment: any Inspector, _ event: UInt64, _ recording: String?, _ path: String) -> FileOutcome

    /// A function that opens a line of source code in an editor, to which the screen is lent.
    package typealias EditorOpener = @MainActor (_ location: CodeLocation, _ screen: any Screen) -> EditorOutcome

    package private(set) var state: ConsoleState
    /// The function that opens a line of source code, or `nil` if the console opens no editor.
    package var openEditor: EditorOpener?
    /// The function that returns the absolute path of the file of a location, or `nil` if source code is not linked.
    ///
    /// It is called on another thread, once for each file.
    package var findSource: SourceLinks.Finder? {
        didSet {
            links = findSource.map { find in
                SourceLinks(find) { [weak self] in
                    self?.mustPresent = true
                    self?.process([])
                }
            }
        }
    }
    private var links: SourceLinks?
    /// A function that receives each command sent to the app, together with its result, on any thread.
    ///
    /// Commands to an app that is shown instead of the first one are left out.
    package var onCommand: (@Sendable (Command, CommandResult) -> Void)?
    /// A function that presents the state after each batch of events, instead of a frame on the screen.
    package var onUpdate: (@MainActor () -> Void)?

    private let screen: any Screen
    private var app: any Inspector
    private let sources: SourceTasks?
    private var closeApp: (@Sendable () -> Void)?
    /// The recorded moment that is shown, or `nil` in the present.
    private var past: (any Inspector)?
    private var inspector: any Inspector { past ?? app }
    private var findMoment: MomentFinder?
    /// The number of pending commands that complete without waiting for the user.
    private var promptCommands = 0
    private var counting: StateCounting?
    /// The id of the feature whose states are being counted, until the result is collected.
    private var countedFeature: String?
    private let changeInterval: Double
    private let saveReport: ReportSaver?
    private var recorder: CommandRecorder?
    private let exportTest: TestExporter?
    private var inbox: ShellInbox?
    private var observation: ObservationToken?
    private var onExit: (@MainActor () -> Void)?
    package private(set) var canvas: Canvas?
    /// Whether the next frame must be sent even if it equals the previous one.
    private var mustPresent = true
    package private(set) var isRunning = false
    private let settling = ShellSettling()
    private(set) lazy var warnings = WarningMonitor(rules, now: now) { [weak self] in self?.process([]) }
    private let rules: WarningRules
    private let now: @MainActor () -> Date
    /// Whether the console has received a complete model, so that reading changes suffices.
    private var isListed = false
    /// The results of effects that complete immediately.
    private var answers: [ConsoleEvent] = []
    private let questions = ShellQuestions()
    /// The next request for news that has not been sent, with the events that are handled after its answer.
    private var following: (reads: Bool, events: [ConsoleEvent])?
    /// Whether the first news of the shown app have arrived.
    private var hasNews = false
    /// Whether questions are asked on another thread.
    ///
    /// The first frame of an app, and a console without frames, wait for answers.
    private var asksElsewhere: Bool { hasNews && onUpdate == nil && !inspector.answersAtOnce }
    private let firstRelay = ShellRelay()
    /// The presenter of the shown app, which no longer has an effect once another app is shown.
    private var relay: ShellRelay

    /// Creates a console without showing it.
    ///
    /// - Parameters:
    ///   - screen: The terminal screen.
    ///   - inspector: The app's inspector.
    ///   - keymap: The keys that run the commands.
    ///   - options: The settings that the user can change in the console.
    ///   - place: The place to restore from the previous launch, or `nil` for none.
    ///   - saveReport: The function that saves a report, or `nil` if reports cannot be saved.
    ///   - exportTest: The function that writes a test, or `nil` if tests cannot be written.
    ///   - findMoment: The function that finds past moments, or `nil` if the app is not recorded.
    ///   - sources: The other apps and recordings, or `nil` if the console shows only this app.
    ///   - shellCommands: The commands of the command line that the palette offers.
    ///   - timeZone: The time zone in which dates are shown.
    ///   - changeInterval: The minimum time in seconds between two frames for changes in the app. Keys are always
    ///     handled immediately.
    ///   - rules: The rules of warnings.
    ///   - now: A closure that returns the present date, with which warnings compare dates of a running app.
    package init(
        screen: any Screen, inspector: any Inspector, keymap: Keymap = .standard,
        options: ConsoleOptions = ConsoleOptions(), place: ConsolePlace? = nil, saveReport: ReportSaver? = nil,
        exportTest: TestExporter? = nil, findMoment: MomentFinder? = nil, sources: SourceProvider? = nil,
        shellCommands: [ShellCommand] = [], timeZone: DisplayTimeZone = .local, changeInterval: Double = 0.1,
        rules: WarningRules = WarningRules(), now: @escaping @MainActor () -> Date = { Date() }
    ) {
        (self.rules, self.now) = (rules, now)
        self.changeInterval = changeInterval
        self.saveReport = saveReport
        self.exportTest = exportTest
        self.findMoment = findMoment
        self.screen = screen
        self.sources = sources.map { SourceTasks($0, inspector: inspector, findMoment: findMoment) }
        closeApp = sources?.closeFirst
        relay = firstRelay
        app = inspector
        let environment = ConsoleEnvironment(
            size: screen.size, colors: screen.capabilities.colors, usesUTF8: screen.capabilities.usesUTF8,
            timeZone: timeZone,
            savesReports: saveReport != nil, exportsTests: exportTest != nil, recording: .unsupported,
            canTravel: findMoment != nil,
            shellCommands: shellCommands)
        state = ConsoleState(environment: environment, keymap: keymap, options: options, place: place)
        state.sources.shown = sources?.first
    }

    /// Allows the user to record the commands.
    ///
    /// - Parameters:
    ///   - path: The file in which commands are recorded already, or `nil` for none.
    ///   - recorder: The functions that start and end a recording.
    package func recordsCommands(in path: String?, with recorder: CommandRecorder) {
        self.recorder = recorder
        state.environment.recording = path.map(CommandRecording.file) ?? .none
    }

    /// The presenter through which the app's actions open screens of this console.
    package var presenter: any ScreenPresenter { firstRelay }

    /// Whether the app that was shown at the start is shown.
    package var showsFirstApp: Bool { state.sources.shown?.id == sources?.firstSource.id }

    /// The place to restore at the next start, which is the place in the first app.
    package var place: ConsolePlace {
        let first = showsFirstApp ? nil : sources?.firstSource.id
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
        openInbox().noteChange()
        observe()
        process([])
        // The screen's closure keeps the console alive until the screen closes.
        screen.start { events in self.receive(events) }
    }

    /// Creates an inbox that receives the results for the shown app, and drops those for the previous one.
    @discardableResult
    private func openInbox() -> ShellInbox {
        let inbox = ShellInbox(interval: changeInterval) { [weak self] in
            MainActor.assumeIsolated { self?.process([]) }
        }
        self.inbox = inbox
        relay.connect(inbox)
        return inbox
    }

    /// Closes the shown source and shows the one that was opened.
    private func showOpenedSource() {
        guard let new = sources?.takeOpened() else { return }
        observation?.cancel()
        relay.disconnect()
        closeApp?()
        past = nil
        promptCommands = 0
        (app, findMoment, closeApp) = (new.inspector, new.findMoment, new.close)
        relay = showsFirstApp ? firstRelay : ShellRelay()
        openInbox()
        new.present(relay)
        begin()
    }

    private func stopCounting() {
        counting = nil
        countedFeature = nil
    }

    private func observe() {
        observation = inspector.observe { [weak inbox] in inbox?.noteChange() }
    }

    private func travel(to event: UInt64?) {
        do {
            let moment = try event.flatMap { try findMoment?($0) }
            guard event == nil || moment != nil else {
                answers.append(.travelled(event, problem: "That moment was not recorded"))
                return
            }
            past = moment
            answers.append(.travelled(event, problem: nil))
            begin()
        } catch {
            answers.append(.travelled(event, problem: String(describing: error)))
        }
    }

    private func compareMoments(from first: UInt64, to second: UInt64?) {
        do {
            let comparison = try MomentComparison(
                from: inspector(at: first).world(of: nil), to: inspector(at: second).world(of: nil))
            answers.append(.momentsCompared(from: first, to: second, comparison, problem: nil))
        } catch {
            answers.append(.momentsCompared(from: first, to: second, nil, problem: String(describing: error)))
        }
    }

    /// Writes a file.
    ///
    /// - Returns: The path, which is absolute for a report, and the outcome.
    private func write(_ file: ConsoleFile, to path: String) -> (path: String, outcome: FileOutcome) {
        let unsupported = FileOutcome.failed("Such a file cannot be written from here")
        switch file {
        case .report: return saveReport.map { $0(state.lastKnownApp ?? inspector, path) } ?? (path, unsupported)
        case .recording: return (path, recorder?.start(path) ?? unsupported)
        case .test(let event):
            do {
                guard let exportTest, let moment = try findMoment?(event) else { return (path, unsupported) }
                return (path, exportTest(moment, event, try app.list().status.recording?.name, path))
            } catch {
                return (path, .failed(String(describing: error)))
            }
        }
    }

    /// Returns the app's inspector at the moment after an event, or in the present if the id is `nil`.
    private func inspector(at event: UInt64?) throws -> any Inspector {
        guard let event else { return app }
        guard let moment = try findMoment?(event) else { throw MomentError.unknown }
        return moment
    }

    /// Reads a complete model from the current inspector and begins to observe its changes.
    private func begin() {
        stopCounting()
        isListed = false
        (hasNews, following) = (false, nil)
        questions.drop()
        observe()
        restartWarnings()
        answers += news()
    }

    /// Handles a batch of terminal input, and draws at most one frame.
    ///
    /// Facts of visible items are read once per batch, because the app does not announce all changes.
    package func receive(_ events: [TerminalEvent]) {
        guard isRunning else { return }
        // Another process may have used the terminal during a suspension, so the complete frame is sent again.
        if events.contains(where: { $0 == .resumed || $0 == .linksConfirmed }) { mustPresent = true }
        followKeys(events.map(ConsoleEvent.terminal))
    }

    /// Takes the steps of a typed line, each with the results of the previous one.
    package func take(_ steps: [LinearStep]) {
        guard isRunning else { return }
        followKeys(steps.map(ConsoleEvent.linear))
    }

    /// Handles input together with what is new, which arrives later if the app is in another process.
    private func followKeys(_ events: [ConsoleEvent]) {
        if asksElsewhere {
            let commands = promptCommands
            process(events)
            // What a command changes is requested with its result.
            if promptCommands <= commands { follow(reads: true) }
            questions.askNext(inbox)
        } else {
            process(news(reads: true) + events)
        }
    }

    /// Asks for what is new.
    ///
    /// - Parameters:
    ///   - reads: Whether the app reads the displayed facts first.
    ///   - events: The events to handle after the answer.
    private func follow(reads: Bool, then events: [ConsoleEvent] = []) {
        guard isRunning else { return }
        if let next = following {
            following = (next.reads || reads, next.events + events)
            return
        }
        following = (reads, events)
        questions.add { [unowned self] in question() }
    }

    /// Returns the request for news that is due, which depends on the current state.
    private func question() -> @Sendable () -> ShellAnswer {
        let (reads, events) = following ?? (false, [])
        following = nil
        let (request, inspector, whatIf) = (request(reads: reads), inspector, state.app.whatIf)
        let missing = Set(state.app.missing.keys)
        return {
            var answer = ShellAnswer(to: request, of: inspector, after: whatIf, missing: missing)
            answer.events += events
            return answer
        }
    }

    /// Handles events and their immediate results, and then draws a frame.
    private func process(_ events: [ConsoleEvent]) {
        guard isRunning else { return }
        var pending = answers + events
        answers = []
        repeat {
            for event in pending { update(event) }
            pending = inbox.map(collect) ?? []
        } while !pending.isEmpty && isRunning
        if isRunning { present() }
        reviewWarnings()
        questions.askNext(inbox)
        settling.check { isSettled }
    }

    /// Whether the counting of states and all commands have completed, apart from commands that wait for the user.
    private var isSettled: Bool {
        guard isRunning else { return true }
        let waitsForUser = state.model.status.flow.map { $0.stage != .summary } ?? false
        return countedFeature == nil && promptCommands == 0 && questions.haveEnded && sources?.haveEnded != false
            && links?.isSearching != true
            && (state.commands.count == 0 || waitsForUser)
    }

    /// The maximum time in seconds that ``settle()`` waits.
    package static let patience = 10

    /// Waits until all pending events have been handled and all commands have completed.
    ///
    /// - Returns: `false` if this took longer than ``patience``.
    package func settle() async -> Bool {
        await settling.wait(seconds: Self.patience) { [weak self] in self?.isSettled ?? true }
    }

    /// Updates the state in response to an event and to the immediate results of its effects.
    private func update(_ event: ConsoleEvent) {
        var pending = [event]
        while let event = pending.first, isRunning {
            pending.removeFirst()
            for effect in state.update(event) { execute(effect) }
            pending += answers
            answers = []
        }
    }

    /// Returns the app's changes, followed by the events in the inbox.
    ///
    /// Changes come first, so that results are handled with the current state.
    private func collect(from inbox: ShellInbox) -> [ConsoleEvent] {
        var (events, answer, worldHasChanged) = inbox.collect()
        let answered = answer.flatMap { questions.receive($0, of: $1) }.map(receive) ?? []
        sources?.note(events)
        // The events after this one concern an app that will no longer be shown.
        if let index = events.firstIndex(where: \.opensSource) { events.removeSubrange((index + 1)...) }
        for event in events where event.endsCount(of: countedFeature) { countedFeature = nil }
        for case .commandFinished(let command, _, _) in events where command.subject != .action { promptCommands -= 1 }
        if asksElsewhere {
            let results = events.filter(\.isResult)
            if worldHasChanged || !results.isEmpty { follow(reads: false, then: results) }
            return answered + events.filter { !$0.isResult }
        }
        guard worldHasChanged || events.contains(where: \.isResult) else { return answered + events }
        return answered + news() + events
    }

    /// Returns what is new, after waiting for the answer.
    private func news(reads: Bool = false) -> [ConsoleEvent] {
        hasNews = true
        return receive(
            ShellAnswer(
                to: request(reads: reads), of: inspector, after: state.app.whatIf, missing: Set(state.app.missing.keys))
        )
    }

    private func request(reads: Bool) -> Sync {
        Sync(
            since: isListed ? state.model.revision : nil, event: state.lastEventID,
            line: state.screens.logs.tail.rows.recent.lastID,
            reading: isListed && !reads
                ? nil
                : Sync.Reading(
                    features: isListed ? state.visibleFeatures : nil, facts: isListed ? state.visibleFacts : []),
            want: reads ? state.nearbyWant : Sync.Want())
    }

    /// Returns the events of an answer.
    private func receive(_ answer: ShellAnswer) -> [ConsoleEvent] {
        if let isListed = answer.isListed { self.isListed = isListed }
        warnings.count(answer.events)
        return answer.events
    }

    /// Asks the shown app, and handles the events of its answer.
    private func ask(_ question: @escaping ShellQuestions.Question) {
        if asksElsewhere { questions.add(question) } else { answers += receive(question()()) }
    }

    /// Counts the events that the state has already received, after another inspector is shown.
    private func restartWarnings() {
        let last = state.lastEventID
        let events = last > 0 ? (try? inspector.events(after: 0)) ?? [] : []
        warnings.restart(with: events.filter { $0.id <= last })
    }

    /// Reviews the warnings if a review is due, and draws another frame if they differ.
    ///
    /// The changes of a what-if session are not those of the app and raise no warnings.
    private func reviewWarnings() {
        guard isRunning, isListed, state.app.whatIf == nil, let want = warnings.needs(in: state.app.world) else {
            return
        }
        guard want.isEmpty else {
            // The review continues with the answer.
            ask { [inspector] in { ShellAnswer(ConsoleQuestion.parts(want).answer(by: inspector, after: nil)) } }
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
            let note = showsFirstApp ? onCommand : nil
            // An action may ask the user a question and then completes only after the answer.
            if command.subject != .action { promptCommands += 1 }
            inspector.send(command) { [weak inbox] result in
                note?(command, result)
                inbox?.add(.commandFinished(command, purpose, result))
            }
        case .ask(.state):
            isListed = false
            if asksElsewhere { follow(reads: false) } else { answers += news() }
        case .ask(let question):
            ask { [unowned self] in
                let (inspector, whatIf, nearby) = (inspector, state.app.whatIf, state.nearbyWant.features)
                return { ShellAnswer(question.answer(by: inspector, after: whatIf, nearby: nearby)) }
            }
        case .countStates(let id):
            countedFeature = id
            counting = StateCounting(id, in: state.app.world) { [weak inbox] in inbox?.add($0) }
        case .stopCounting: stopCounting()
        case .travel(let event): travel(to: event)
        case .compareMoments(let first, let second): compareMoments(from: first, to: second)
        case .listSources: answers += sources?.list(into: inbox) ?? []
        case .openSource(let source): answers += sources?.open(source, into: inbox) ?? []
        case .showSource: showOpenedSource()
        case .compareSource(let source):
            answers += sources?.compare(inspector, after: state.app.whatIf, with: source, into: inbox) ?? []
        case .quit: quit()
        case .suspend: screen.suspend()
        case .redraw: screen.redraw()
        case .write(let file, let path):
            let (path, outcome) = write(file, to: path)
            answers.append(.written(file, path: path, outcome))
        case .edit(let location):
            let outcome = openEditor?(location, screen) ?? .failed("This console opens no editor.")
            answers.append(.edited(location, outcome))
        case .endRecording: answers.append(.recordingEnded(problem: recorder?.end()))
        case .copy(let text, let title):
            let wasSent = screen.copy(text)
            // Without a screen, the text is printed, which needs no announcement.
            if onUpdate == nil { answers.append(.copied(text, title: title, wasSent: wasSent)) }
        case .ring: screen.ring()
        case .notify(let text): screen.notify(title: state.model.status.appName, text: text)
        }
    }

    private func quit() {
        isRunning = false
        relay.disconnect()
        observation?.cancel()
        observation = nil
        inbox = nil
        warnings.cancel()
        screen.close()
        settling.check { true }
        onExit?()
    }

    private func present() {
        if let onUpdate {
            state.needsDisplay = false
            onUpdate()
            return
        }
        guard state.needsDisplay || mustPresent else { return }
        state.needsDisplay = false
        var canvas = Canvas(size: state.environment.size)
        state.render(into: &canvas)
        guard canvas != self.canvas || mustPresent else { return }
        self.canvas = canvas
        mustPresent = false
        if let links, screen.capabilities.showsLinks { canvas.replaceLinks(links.resolve) }
        screen.present(canvas)
    }
}
