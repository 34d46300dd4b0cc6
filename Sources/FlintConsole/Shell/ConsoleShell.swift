import InspectorKit
import TerminalKit

/// What connects the console's state to a screen and to an inspector.
///
/// It owns no thread and no timer. It runs when the terminal has input, when the inspector announces a change, or when
/// an action requests a screen; everything that is pending then becomes one frame, and if the frame looks like the one
/// before, nothing is sent to the terminal.
@MainActor
package final class ConsoleShell {
    /// Saves a report of an app under a path; returns what is wrong, or `nil`.
    package typealias ReportSaver = @MainActor (_ inspector: any Inspector, _ path: String) -> String?

    /// What is shown.
    package private(set) var state: ConsoleState
    /// Called with each command that was sent to the app, and what came of it, on any thread.
    package var onCommand: (@Sendable (Command, CommandResult) -> Void)?

    private let screen: any Screen
    private let app: any Inspector
    /// The app as it would be, while changes are tried.
    private var scratch: ScratchInspector?
    /// The app as it was, while the past is shown.
    private var past: (any Inspector)?
    /// What is shown: the app as it is, as it was or as it would be.
    private var inspector: any Inspector { past ?? scratch ?? app }
    private let findMoment: MomentFinder?
    /// How many commands are under way whose result is not held up by the user.
    private var promptCommands = 0
    /// The count of states that is under way.
    private var counting: StateCounting?
    /// The feature whose states are counted, until the result is collected.
    private var countedFeature: String?
    private let changeInterval: Double
    private let saveReport: ReportSaver?
    private var inbox: ShellInbox?
    private var observation: InspectorObservation?
    private var onExit: (@MainActor () -> Void)?
    /// What was shown last.
    package private(set) var canvas: Canvas?
    /// Whether the canvas must be sent again as a whole.
    private var mustPresent = true
    /// Whether the console is shown.
    package private(set) var isRunning = false
    /// What waits until there is nothing left to do.
    private let settling = ShellSettling()
    /// Whether the state has been listed, so that changes suffice.
    private var isListed = false
    /// Answers that came back while effects were carried out.
    private var answers: [ConsoleEvent] = []
    private let relay = ShellRelay()

    /// Creates a console that is not shown yet.
    ///
    /// - Parameters:
    ///   - screen: Where it is drawn and where keys come from.
    ///   - inspector: The app that is shown.
    ///   - keymap: What every key does.
    ///   - theme: How everything looks.
    ///   - place: Where the user was when the console was left.
    ///   - saveReport: Saves a report of an app; `nil` where nothing can be saved.
    ///   - findMoment: Finds the app as it was; `nil` where the past is not known.
    ///   - timeZoneOffset: The seconds to add to universal time to get local time; by default those of the user.
    ///   - changeInterval: The shortest time between two frames for changes of the app, in seconds; keys are answered at
    ///     once.
    package init(
        screen: any Screen, inspector: any Inspector, keymap: Keymap = .standard, theme: Theme = .standard,
        place: ConsolePlace? = nil, saveReport: ReportSaver? = nil, findMoment: MomentFinder? = nil,
        timeZoneOffset: Int? = nil, changeInterval: Double = 0.1
    ) {
        self.changeInterval = changeInterval
        self.saveReport = saveReport
        self.findMoment = findMoment
        self.screen = screen
        app = inspector
        let environment = ConsoleEnvironment(
            size: screen.size, colors: screen.capabilities.colors, usesUTF8: screen.capabilities.usesUTF8,
            timeZoneOffset: timeZoneOffset ?? LocalTime.offset(),
            savesReports: saveReport != nil, canTravel: findMoment != nil)
        state = ConsoleState(environment: environment, keymap: keymap, theme: theme, place: place)
    }

    /// What actions of the app open screens of this console with.
    package var presenter: any ScreenPresenter { relay }

    /// Shows the console and starts to listen.
    ///
    /// - Parameter onExit: Called once, after the terminal was given back, when the user quits or input has ended.
    package func start(onExit: @escaping @MainActor () -> Void) {
        guard !isRunning, self.onExit == nil else { return }
        isRunning = true
        self.onExit = onExit
        let inbox = ShellInbox(interval: changeInterval) { [weak self] in
            MainActor.assumeIsolated { self?.process([]) }
        }
        self.inbox = inbox
        relay.connect(inbox)
        observe()
        inbox.leaveChange()
        process([])
        // A console that is shown keeps itself alive: the screen holds it until it closes.
        screen.start { events in self.receive(events) }
    }

    private func stopCounting() {
        counting = nil
        countedFeature = nil
    }

    /// Wakes up when what is shown changes.
    private func observe() {
        observation = inspector.observe { [weak inbox] in inbox?.leaveChange() }
    }

    /// Shows another inspector, from a list of everything on.
    private func show(_ other: ScratchInspector?) {
        scratch = other
        begin()
    }

    /// Shows the app as it was at an event, or the present for `nil`.
    private func travel(to event: UInt64?) {
        do {
            let moment = try event.flatMap { try findMoment?($0) }
            guard event == nil || moment != nil else {
                answers.append(.travelled(event, problem: "Nothing is recorded of that moment"))
                return
            }
            past = moment
            answers.append(.travelled(event, problem: nil))
            begin()
        } catch {
            answers.append(.travelled(event, problem: String(describing: error)))
        }
    }

    /// Lists everything of what is shown now, and follows that.
    private func begin() {
        stopCounting()
        isListed = false
        observe()
        answers += news()
    }

    /// Reacts to a batch of input: one look at values that are not announced, and one frame for all of it.
    package func receive(_ events: [TerminalEvent]) {
        guard isRunning else { return }
        // After a suspension the terminal may have been used by another process, so the frame is sent again as a whole.
        if events.contains(.resumed) { mustPresent = true }
        inspector.refresh(features: state.visibleFeatures, facts: state.visibleFacts)
        process(news() + events.map(ConsoleEvent.terminal))
    }

    /// Takes the state past events and past everything that follows from them at once, and draws it.
    private func process(_ events: [ConsoleEvent]) {
        guard isRunning, let inbox else { return }
        var pending = events
        repeat {
            for event in pending { update(event) }
            pending = collect(from: inbox)
        } while !pending.isEmpty && isRunning
        if isRunning { present() }
        settling.check { isSettled }
    }

    /// Whether every command has its result, apart from one that waits for an answer of the user.
    private var isSettled: Bool {
        guard isRunning else { return true }
        let waitsForUser = state.model.status.flow.map { $0.stage != .summary } ?? false
        return countedFeature == nil && promptCommands == 0 && (state.inFlight == 0 || waitsForUser)
    }

    /// How long the console may be busy, in seconds, while ``settle()`` waits.
    package static let patience = 10

    /// Waits until everything that was left for the console is shown and nothing is under way.
    ///
    /// - Returns: Whether that was so before ``patience`` ran out.
    package func settle() async -> Bool {
        await settling.wait(seconds: Self.patience) { [weak self] in self?.isSettled ?? true }
    }

    /// Takes the state past an event and past the answers to what it asks for, before anything else happens.
    private func update(_ event: ConsoleEvent) {
        var pending = [event]
        while let event = pending.first, isRunning {
            pending.removeFirst()
            let effects = state.update(event)
            // What is shown has been read before the keys were taken, and is not read again for every change.
            InspectorQuestion.withoutReading { for effect in effects { carryOut(effect) } }
            pending += answers
            answers = []
        }
    }

    /// What has changed since, the app's state first, so that results are judged by the present state.
    private func collect(from inbox: ShellInbox) -> [ConsoleEvent] {
        let (events, worldHasChanged) = inbox.collect()
        for case .states(countedFeature, _) in events { countedFeature = nil }
        for case .commandFinished(let command, _, _) in events where command.subject != .action { promptCommands -= 1 }
        return worldHasChanged || !events.isEmpty ? news() + events : []
    }

    /// What is new at the inspector.
    private func news() -> [ConsoleEvent] {
        var pending: [ConsoleEvent] = []
        if isListed, let changes = inspector.changes(since: state.model.revision) {
            if !changes.isEmpty { pending.append(.changed(changes)) }
        } else {
            isListed = true
            pending.append(.listed(InspectorQuestion.withoutWaiting { inspector.list() }))
        }
        let news = inspector.events(after: state.lastEventID)
        if !news.isEmpty { pending.append(.events(news)) }
        let lines = inspector.logLines(after: state.logs.tail.rows.recent.lastID)
        if !lines.isEmpty { pending.append(.logLines(lines)) }
        return pending
    }

    /// Does what the state asks for.
    private func carryOut(_ effect: ConsoleEffect) {
        guard isRunning else { return }
        switch effect {
        case .send(let command, let purpose):
            // What is tried is carried out later, or never.
            let note = scratch == nil ? onCommand : nil
            // An action can ask the user, and ends when the user has answered.
            if command.subject != .action { promptCommands += 1 }
            inspector.send(command) { [weak inbox] result in
                note?(command, result)
                inbox?.leave(.commandFinished(command, purpose, result))
            }
        case .preview(let command):
            answers.append(.preview(command, inspector.preview(command, limit: PreviewWords.nameLimit)))
        case .explain(let id):
            answers.append(.explained(id, inspector.explanation(of: id)))
        case .findUsage(let fact):
            answers.append(.usage(fact, inspector.usage(of: fact)))
        case .readFeatureTexts:
            answers.append(.featureTexts(inspector.featureTexts()))
        case .readStacks:
            answers.append(.stacks(inspector.stacks()))
        case .readMatrix:
            let personas = inspector.personas().usable(in: state.model)
            if let matrix = try? inspector.matrix(of: personas.personas, in: state.model) {
                answers.append(.matrix(matrix, personas))
            }
        case .countStates(let id):
            countedFeature = id
            counting = StateCounting(id, in: inspector) { [weak inbox] in inbox?.leave($0) }
        case .stopCounting: stopCounting()
        case .openScratch: show(app.scratch())
        case .leaveScratch(let applies):
            let commands = scratch?.commands ?? []
            show(nil)
            if applies, !commands.isEmpty {
                carryOut(.send(commands.count == 1 ? commands[0] : .sequence(commands), .change))
            }
        case .travel(let event): travel(to: event)
        case .quit: quit()
        case .suspend: screen.suspend()
        case .redraw: screen.redraw()
        case .saveReport(let path):
            let problem = saveReport.map { $0(inspector, path) } ?? "Reports cannot be saved from here"
            answers.append(.reportSaved(path: path, problem: problem))
        case .copy(let text, let title):
            answers.append(.copied(text, title: title, wasSent: screen.copy(text)))
        case .ring: screen.ring()
        }
    }

    /// Ends the console and gives the terminal back.
    private func quit() {
        isRunning = false
        relay.disconnect()
        observation?.cancel()
        observation = nil
        inbox = nil
        screen.close()
        settling.check { true }
        onExit?()
    }

    /// Draws the state, unless that would look the same.
    private func present() {
        guard state.needsDisplay || mustPresent else { return }
        state.needsDisplay = false
        var canvas = Canvas(size: state.environment.size)
        state.render(into: &canvas)
        guard canvas != self.canvas || mustPresent else { return }
        self.canvas = canvas
        mustPresent = false
        screen.present(canvas)
    }
}
