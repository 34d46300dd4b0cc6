// SPDX-License-Identifier: MIT

import FlintWorld

/// The connection to the app that a console shows, from its opening until another app is shown.
@MainActor
final class ShellConnection {
    let app: any Inspector
    /// The presenter of the app.
    ///
    /// It has no effect once another app is shown.
    let relay: ShellRelay
    private(set) var inbox: ShellInbox?
    /// The recorded moment that is shown, or `nil` in the present.
    private var past: (any Inspector)?
    /// The number of pending commands that complete without waiting for the user.
    private(set) var promptCommands = 0
    private let findMoment: MomentFinder?
    private let closeApp: (@Sendable () -> Void)?
    private var observation: ObservationToken?

    init(to app: any Inspector, findMoment: MomentFinder?, close: (@Sendable () -> Void)?, relay: ShellRelay) {
        (self.app, self.findMoment, closeApp, self.relay) = (app, findMoment, close, relay)
    }

    var inspector: any Inspector { past ?? app }

    /// Opens the inbox, which receives the results of the app's commands until the connection ends.
    func open(interval: Double, wakeUp: @escaping @Sendable () -> Void) {
        let inbox = ShellInbox(interval: interval, wakeUp: wakeUp)
        self.inbox = inbox
        relay.connect(inbox)
    }

    func observe() {
        observation = inspector.observe { [weak inbox] in inbox?.recordChange() }
    }

    /// Ends the connection without closing the app.
    func end() {
        observation?.cancel()
        (observation, inbox) = (nil, nil)
        relay.disconnect()
    }

    func close() {
        end()
        closeApp?()
    }

    // MARK: Moments

    /// Returns the app's inspector at the moment after an event, or in the present if the id is `nil`.
    func inspector(after event: UInt64?) throws -> any Inspector {
        guard let event else { return app }
        guard let findMoment else { throw MomentError.unknown }
        guard let moment = try findMoment(event) else { throw MomentError.refused("That moment was not recorded") }
        return moment
    }

    func travel(to event: UInt64?) throws {
        let moment = try inspector(after: event)
        past = event == nil ? nil : moment
    }

    // MARK: Commands

    func send(_ command: Command, _ purpose: CommandPurpose, note: (@Sendable (Command, CommandResult) -> Void)?) {
        // An action may ask the user a question and complete only after the answer.
        if command.subject != .action { promptCommands += 1 }
        // A past moment refuses commands. The app never receives them, so they are not recorded.
        let note = past == nil ? note : nil
        // A result that arrives after the end of the connection has no inbox and is dropped.
        inspector.send(command) { [weak inbox] result in
            note?(command, result)
            inbox?.add(.commandFinished(command, purpose, result))
        }
    }

    func countFinishedCommands(in events: [ConsoleEvent]) {
        for case .commandFinished(let command, _, _) in events where command.subject != .action { promptCommands -= 1 }
    }
}
