import Dispatch
import FlintAttach
import FlintCore
import FlintInspector
import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One connection of a client: its requests are answered in order, on the thread that ``run()`` is called on.
///
/// That something has changed is announced once; the next announcement follows after the client has asked again. So a
/// client that does not read has one notification waiting for it, however much happens.
final class ServedConnection: @unchecked Sendable {
    /// How long a client may take to shake hands, in seconds.
    static let handshakePatience = 5.0

    /// What other threads leave for the thread of the connection.
    private struct Shared {
        var finished: [(id: Int?, result: CommandResult)] = []
        var commandCount = 0
        var hasChanged = false
        /// Whether a change was announced and the client has not asked since.
        var isAnnounced = false
        var isWakePending = false
        /// Whether the client has subscribed.
        var isSubscribed = false
        /// The screens that it is still to be asked to show.
        var screens: [ShownScreen] = []
    }

    /// How many screens wait for a client that does not read; older ones are forgotten.
    private static let screenLimit = 8

    private let channel: FrameChannel
    private let inspector: RuntimeInspector
    private let app: ServedApp
    private let gate: TokenGate?
    private let pipe: WakePipe
    private let shared = Protected(Shared())

    // Used by the thread of the connection only.
    private var cause: Cause?
    private var observations: [InspectorObservation] = []
    private var scratches: [Int: (inspector: any ScratchInspector, observation: InspectorObservation)] = [:]
    private var lastScratch = 0
    /// The list of which pages are still to be asked for.
    private var listed: (scratch: Int?, model: AppModel)?

    /// Prepares a connection.
    ///
    /// - Parameters:
    ///   - socket: The connection.
    ///   - inspector: The inspector of the app.
    ///   - app: The app as the handshake describes it.
    ///   - gate: Checks the token of a client on a port; the connection has entered it.
    /// - Throws: ``SocketError`` if the process can have no more open files.
    init(
        _ socket: Socket, inspector: RuntimeInspector, app: ServedApp, gate: TokenGate? = nil
    ) throws(SocketError) {
        pipe = try WakePipe()
        channel = FrameChannel(socket, limit: gate == nil ? FrameBuffer.requestLimit : FrameBuffer.greetingLimit)
        self.gate = gate
        self.inspector = inspector
        self.app = app
    }

    /// Ends the connection.
    func end() {
        channel.socket.shutDown()
    }

    /// Answers requests until the connection ends.
    func run() {
        defer {
            for observation in observations { observation.cancel() }
            for scratch in scratches.values { scratch.observation.cancel() }
            channel.socket.shutDown()
            if cause == nil { gate?.leave() }
        }
        while flush() {
            let reading =
                cause == nil
                ? channel.read(seconds: Self.handshakePatience, orWakenBy: pipe) : channel.read(orWakenBy: pipe)
            switch reading {
            case .frame(let frame):
                guard answer(frame) else { return }
            case .nothing:
                if cause == nil { return }
            case .end(let tooLong):
                if let tooLong { refuse(nil, .malformed(tooLong.description)) }
                return
            }
        }
    }

    // MARK: What other threads leave

    /// Notes that something has changed; called on the thread of the change.
    private func noteChange() {
        let mustWake = shared.withLock { shared in
            shared.hasChanged = true
            guard !shared.isAnnounced, !shared.isWakePending else { return false }
            shared.isWakePending = true
            return true
        }
        if mustWake { pipe.wake() }
    }

    /// Has the client asked to show a screen, if it has subscribed; called on any thread.
    func show(_ screen: ShownScreen) {
        let mustWake = shared.withLock { shared in
            guard shared.isSubscribed else { return false }
            shared.screens = shared.screens.suffix(Self.screenLimit - 1) + [screen]
            defer { shared.isWakePending = true }
            return !shared.isWakePending
        }
        if mustWake { pipe.wake() }
    }

    /// Leaves the result of a command; called on any thread.
    private func finish(_ id: Int?, _ result: CommandResult) {
        shared.withLock { shared in
            shared.commandCount -= 1
            shared.finished.append((id, result))
            shared.isWakePending = true
        }
        pipe.wake()
    }

    /// Writes what other threads have left.
    ///
    /// - Returns: Whether the connection is still there.
    private func flush() -> Bool {
        let (finished, screens, mustAnnounce) = shared.withLock { shared in
            defer {
                (shared.finished, shared.screens) = ([], [])
                shared.isWakePending = false
            }
            let mustAnnounce = shared.hasChanged && !shared.isAnnounced
            if mustAnnounce { (shared.hasChanged, shared.isAnnounced) = (false, true) }
            return (shared.finished, shared.screens, mustAnnounce)
        }
        // Before the results, so that a client that has the result of a command knows already that there are changes.
        if mustAnnounce, !notify(changedMethod, Done()) { return false }
        for screen in screens {
            guard notify(ShownScreen.method, screen) else { return false }
        }
        for (id, result) in finished {
            guard let message = try? WireProtocol.encode(AnswerMessage(id: id, result: result)), channel.write(message)
            else { return false }
        }
        return true
    }

    private func notify(_ method: String, _ parameters: some Codable & Sendable) -> Bool {
        let message = RequestMessage(id: nil, method: method, params: parameters)
        guard let message = try? WireProtocol.encode(message) else { return true }
        return channel.write(message)
    }

    @discardableResult
    private func refuse(_ id: Int?, _ error: WireError) -> Bool {
        guard let message = try? WireProtocol.encode(ErrorMessage(id: id, error: error)) else { return false }
        return channel.write(message)
    }

    // MARK: Requests

    /// Answers a request.
    ///
    /// - Returns: Whether the connection is of further use.
    private func answer(_ frame: Data) -> Bool {
        let header: RequestHeader
        do {
            header = try JSONDecoder().decode(RequestHeader.self, from: frame, within: WireProtocol.requestLimits)
        } catch let error as JSONScanError {
            refuse(nil, .malformed(error.sentence))
            return false
        } catch {
            return refuse(nil, .invalid("A request has the members jsonrpc, id, method and params."))
        }
        guard header.jsonrpc == "2.0" else {
            return refuse(header.id, .invalid("The member jsonrpc must be \"2.0\"."))
        }
        shared.withLock { $0.isAnnounced = false }
        let request = IncomingRequest(id: header.id, frame: frame)
        do {
            guard (header.method == WireRequests.Hello.method) == (cause == nil) else { throw WireError.handshake }
            let answer = { [self] in try result(of: header.method, request) }
            guard
                let message = header.answersFromKnownFacts == true
                    ? try InspectorQuestion.withoutReading(answer) : try InspectorQuestion.ask(answer)
            else { return true }
            guard message.count <= FrameBuffer.answerLimit else {
                // Changes that are too many for an answer are a reason to list again, page by page.
                guard header.method == WireRequests.Changes.method else { throw WireError.tooLong }
                return channel.write(
                    try WireProtocol.encode(AnswerMessage(id: header.id, result: ModelChanges?.none)))
            }
            return header.id == nil || channel.write(message)
        } catch let error as WireError {
            // Without a handshake the other side speaks something else.
            return refuse(header.id, error) && cause != nil
        } catch {
            return refuse(header.id, .parameters("The parameters do not suit \(header.method): \(error)"))
        }
    }

    /// Works out the answer of a request.
    ///
    /// - Returns: The answer as it is sent; `nil` if it follows later.
    private func result(of method: String, _ request: IncomingRequest) throws -> Data? {
        switch method {
        case WireRequests.Hello.method: try request.answer(greet)
        case WireRequests.Subscribe.method: try request.answer(subscribe)
        case WireRequests.List.method: try request.answer(list)
        case WireRequests.Changes.method:
            try request.answer { (ask: WireRequests.Changes) in
                try inspector(ask.scratch).changes(since: ask.since)
            }
        case WireRequests.Detail.method:
            try request.answer { (ask: WireRequests.Detail) in try inspector(ask.scratch).detail(of: ask.feature) }
        case WireRequests.Plans.method:
            try request.answer { (ask: WireRequests.Plans) in try inspector(ask.scratch).plans(of: ask.feature) }
        case WireRequests.States.method:
            try request.answer { (ask: WireRequests.States) in states(of: ask.feature, request.id) }
        case WireRequests.Texts.method:
            try request.answer { (_: WireRequests.Texts) in inspector.featureTexts() }
        case WireRequests.Lint.method: try request.answer { (_: WireRequests.Lint) in inspector.lint() }
        case WireRequests.Declarations.method:
            try request.answer { (ask: WireRequests.Declarations) in inspector.catalog(of: ask.features) }
        case WireRequests.Facts.method:
            try request.answer { (ask: WireRequests.Facts) in try inspector(ask.scratch).facts(of: ask.features) }
        case WireRequests.Usage.method:
            try request.answer { (ask: WireRequests.Usage) in inspector.usage(of: ask.fact) }
        case WireRequests.Target.method:
            try request.answer { (ask: WireRequests.Target) in inspector.target(of: ask.url) }
        case WireRequests.Stacks.method: try request.answer { (_: WireRequests.Stacks) in inspector.stacks() }
        case WireRequests.Events.method:
            try request.answer { (ask: WireRequests.Events) in Page(inspector.events(after: ask.after)) }
        case WireRequests.LogLines.method:
            try request.answer { (ask: WireRequests.LogLines) in Page(inspector.logLines(after: ask.after)) }
        case WireRequests.History.method: try request.answer { (_: WireRequests.History) in inspector.history() }
        case WireRequests.Personas.method: try request.answer { (_: WireRequests.Personas) in inspector.personas() }
        default: try later(method, request)
        }
    }

    /// Works out the answers of what changes the app or assumes that it is changed.
    private func later(_ method: String, _ request: IncomingRequest) throws -> Data? {
        switch method {
        case WireRequests.Send.method: try send(try request.parameters(), request)
        case WireRequests.Forecast.method:
            try request.answer { (ask: WireRequests.Forecast) in
                try inspector(ask.scratch).preview(ask.commands, limit: ask.limit ?? .max)
            }
        case WireRequests.Availability.method:
            try request.answer { (ask: WireRequests.Availability) in
                try inspector(ask.scratch).availability(assuming: ask.scenarios)
            }
        case WireRequests.Refresh.method:
            try request.answer { (ask: WireRequests.Refresh) in
                inspector.refresh(features: ask.features, facts: ask.facts)
                return Done()
            }
        case WireRequests.OpenScratch.method: try request.answer(openScratch)
        case WireRequests.CloseScratch.method:
            try request.answer { (ask: WireRequests.CloseScratch) in
                scratches.removeValue(forKey: ask.scratch)?.observation.cancel()
                return Done()
            }
        case WireRequests.TriedCommands.method:
            try request.answer { (ask: WireRequests.TriedCommands) in try scratch(ask.scratch).commands }
        default: throw WireError.unknown(method)
        }
    }

    private func greet(_ hello: WireRequests.Hello) throws -> ServedApp {
        guard hello.versions.contains(WireProtocol.version) else { throw WireError.version }
        if let gate {
            try gate.check(hello.token)
            gate.leave()
            channel.setLimit(FrameBuffer.requestLimit)
        }
        cause = Cause(rawValue: hello.client.isEmpty ? "attached" : String(hello.client.prefix(40)))
        return app
    }

    private func subscribe(_: WireRequests.Subscribe) -> Done {
        if observations.isEmpty {
            observations.append(inspector.observe { [weak self] in self?.noteChange() })
            shared.withLock { $0.isSubscribed = true }
        }
        return Done()
    }

    /// The inspector that a request is for.
    private func inspector(_ scratch: Int?) throws -> any Inspector {
        guard let scratch else { return inspector }
        return try self.scratch(scratch)
    }

    private func scratch(_ id: Int) throws(WireError) -> any ScratchInspector {
        guard let scratch = scratches[id] else { throw .expired }
        return scratch.inspector
    }

    private func openScratch(_ request: WireRequests.OpenScratch) throws -> Int {
        guard scratches.count < WireProtocol.scratchLimit else { throw WireError.busy }
        let opened: any ScratchInspector
        do {
            let inspector = try inspector(request.scratch)
            opened = try request.at.map { try inspector.moment(at: $0) } ?? inspector.scratch()
        } catch let error as MomentError {
            throw WireError.moment(error.description)
        }
        lastScratch += 1
        scratches[lastScratch] = (opened, opened.observe { [weak self] in self?.noteChange() })
        return lastScratch
    }

    private func list(_ request: WireRequests.List) throws -> ModelPage {
        if request.from == 0 {
            listed = (request.scratch, try inspector(request.scratch).list())
        }
        guard let (scratch, model) = listed, scratch == request.scratch else { throw WireError.expired }
        let page = ModelPage(model, from: request.from)
        if page.next == nil { listed = nil }
        return page
    }

    private func states(of featureID: String, _ id: Int?) -> AvailableStates? {
        var percent = 0
        return inspector.states(of: featureID) { [self] part in
            if Int(part * 100) > percent, let id {
                percent = Int(part * 100)
                guard notify(Progress.method, Progress(id: id, part: part)) else { return false }
            }
            return !channel.socket.isEnded
        }
    }

    /// Carries out a command on the main queue, where actions and stores of an app expect it, or tries it here.
    private func send(_ request: WireRequests.Send, _ incoming: IncomingRequest) throws -> Data? {
        let isTrial = request.scratch != nil
        if app.isReadOnly, !isTrial {
            let result = CommandResult(
                status: .failed, message: "\(app.app) is served read-only; nothing was changed.")
            return try incoming.encoded(result)
        }
        let isAdmitted = shared.withLock { shared in
            guard shared.commandCount < WireProtocol.commandLimit else { return false }
            shared.commandCount += 1
            return true
        }
        guard isAdmitted else { throw WireError.busy }
        let id = incoming.id
        let finish: @Sendable (CommandResult) -> Void = { [weak self] in self?.finish(id, $0) }
        if let scratch = request.scratch {
            do throws(WireError) {
                try self.scratch(scratch).send(request.command, completion: finish)
            } catch {
                shared.withLock { $0.commandCount -= 1 }
                throw error
            }
        } else {
            let (inspector, cause) = (inspector, cause ?? "attached")
            DispatchQueue.main.async { inspector.send(request.command, as: cause, completion: finish) }
        }
        return nil
    }
}

/// A request that has arrived.
struct IncomingRequest {
    /// Its number; `nil` if it wants no answer.
    let id: Int?
    fileprivate let frame: Data

    /// Its parameters.
    func parameters<Parameters: Decodable>() throws -> Parameters {
        try JSONDecoder().decode(
            RequestParameters<Parameters>.self, from: frame, within: WireProtocol.requestLimits
        ).params
    }

    /// Works out the answer, as it is sent.
    func answer<Request: WireRequest>(_ body: (Request) throws -> Request.Answer) throws -> Data {
        try encoded(try body(try parameters()))
    }

    /// An answer as it is sent.
    func encoded(_ answer: some Encodable) throws -> Data {
        try WireProtocol.encode(AnswerMessage(id: id, result: answer))
    }
}
