import InspectorKit

/// An app in another process as it would be after some commands.
///
/// The commands are tried in the app; only they are kept here, so that they can be tried again after the connection was
/// lost.
final class RemoteScratch: ScratchInspector {
    private struct Content {
        var commands: [Command]
        /// The copy in the app, and the connection it belongs to.
        var copy: (id: Int, generation: UInt64)?
    }

    private let base: RemoteInspector
    /// The event after which the app is shown as it was, if it is, and the connection in which it has the number.
    private let moment: (event: UInt64, generation: UInt64)?
    private let content: Guarded<Content>
    private let signal = ChangeSignal()

    /// Opens a copy.
    ///
    /// - Parameters:
    ///   - base: The app.
    ///   - commands: What is tried on it at first.
    init(of base: RemoteInspector, trying commands: [Command]) {
        self.base = base
        moment = nil
        content = Guarded(Content(commands: commands))
    }

    /// Opens the app as it was.
    ///
    /// - Parameters:
    ///   - base: The app.
    ///   - event: The event after which, as the app numbers it.
    /// - Throws: ``MomentError`` if the app does not know the moment.
    init(of base: RemoteInspector, at event: UInt64) throws(MomentError) {
        self.base = base
        guard let (link, generation) = base.connection else { throw .refused(CommandResult.disconnected.message) }
        guard link.app.features.contains("moments") else { throw .unknown }
        moment = (event, generation)
        let id: Int
        do throws(AttachError) {
            id = try link.answer(to: WireRequests.OpenScratch(scratch: nil, at: event))
        } catch {
            if case .refused(let error) = error { throw .refused(error.message) }
            throw .refused(CommandResult.disconnected.message)
        }
        content = Guarded(Content(commands: [], copy: (id, generation)))
    }

    deinit {
        if let id = content.withLock({ $0.copy })?.id, let link = base.connection?.link {
            link.send(WireRequests.CloseScratch(scratch: id)) { _ in }
        }
    }

    /// The number of the copy in the app, made if there is none yet on the present connection.
    private var id: Int? {
        guard let (link, generation) = base.connection else { return nil }
        let (copy, commands) = content.withLock { ($0.copy, $0.commands) }
        if let copy, copy.generation == generation { return copy.id }
        // Another run of the app has other events.
        guard moment == nil else { return nil }
        guard let id = try? link.answer(to: WireRequests.OpenScratch(scratch: nil)) else { return nil }
        for command in commands {
            _ = try? link.answer(to: WireRequests.Send(scratch: id, command: command))
        }
        content.withLock { $0.copy = (id, generation) }
        return id
    }

    var original: any Inspector { base }
    var commands: [Command] { content.withLock { $0.commands } }

    func list() -> AppModel { base.list(id ?? -1) }
    func changes(since revision: Revision) -> ModelChanges? { base.changes(id ?? -1, since: revision) }

    func detail(of featureID: String) -> FeatureSnapshot? {
        id.flatMap {
            base.ask(WireRequests.Detail(scratch: $0, feature: featureID), within: AttachLink.longPatience)
        } ?? nil
    }

    func facts(of features: [String]?) -> [FactRecord] { id.map { base.facts(of: features, $0) } ?? [] }

    func plans(of featureID: String) -> FeaturePlans? {
        id.flatMap {
            base.ask(WireRequests.Plans(scratch: $0, feature: featureID), within: AttachLink.longPatience)
        } ?? nil
    }

    func preview(_ commands: [Command], limit: Int) -> Preview { base.preview(commands, id ?? -1, limit: limit) }

    func availability(assuming scenarios: [[Command]]) -> [AvailabilityColumn] {
        base.availability(assuming: scenarios, id ?? -1)
    }

    func scratch() -> any ScratchInspector { RemoteScratch(of: base, trying: commands) }

    func send(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void) {
        guard let id else { return completion(.disconnected) }
        base.send(command, id) { [weak self] result in
            // The thread that reads must not wait for an answer; the next request comes after it is in.
            guard let self, result.status == .done, let link = base.connection?.link else { return completion(result) }
            link.send(WireRequests.TriedCommands(scratch: id)) { [weak self] answer in
                if let self, let commands = try? answer.get() {
                    content.withLock { $0.commands = commands }
                    signal.send()
                }
                completion(result)
            }
        }
    }

    func observe(_ handler: @escaping @Sendable () -> Void) -> InspectorObservation {
        let (own, others) = (signal.add(handler), base.observe(handler))
        return InspectorObservation {
            own.cancel()
            others.cancel()
        }
    }
}
