// SPDX-License-Identifier: MIT

import Dispatch
import FlintAttach
import FlintCore
import FlintFoundation
import FlintInspector
import FlintLocks
import FlintWorld

/// A client's connection that answers requests in order on the thread that calls ``run()``.
///
/// The first request must be the handshake, or an HTTP request; see ``WebAnswers``. Commands run on the main queue, and
/// their results follow later. A change is announced once; the next announcement follows only after the client has sent
/// another request. A client that does not read therefore has at most one change notification waiting.
final class ServedConnection: @unchecked Sendable {
    /// The time limit for the handshake, in seconds.
    static let handshakeTimeout = 5.0

    private struct Shared {
        var finished: [(id: Int?, result: CommandResult)] = []
        var commandCount = 0
        var hasChanged = false
        /// Whether a change was announced and the client has sent no request since.
        var isAnnounced = false
        var isWakePending = false
        var isGreeted = false
        var screens: [ShownScreen] = []
    }

    /// The maximum number of queued screens; the oldest are dropped.
    private static let screenLimit = 8

    private let channel: FrameChannel
    private let inspector: RuntimeInspector
    private let app: ServedApp
    private let gate: TokenGate?
    private let pipe: WakePipe
    private let shared = Protected(Shared())

    // Used only by the connection's thread.
    private var cause: Cause?
    private var observation: ObservationToken?
    /// The list whose pages the client is requesting; it is discarded after the last page.
    private var listed: AppModel?

    /// Creates a connection that is served once ``run()`` is called.
    ///
    /// The gate is `nil` for a connection that does not use a port. Otherwise, the connection must have entered the
    /// gate already.
    init(
        _ socket: Socket, inspector: RuntimeInspector, app: ServedApp, gate: TokenGate? = nil
    ) throws(SocketError) {
        pipe = try WakePipe()
        channel = FrameChannel(socket, limit: gate == nil ? FrameBuffer.requestLimit : FrameBuffer.greetingLimit)
        self.gate = gate
        self.inspector = inspector
        self.app = app
    }

    func end() {
        channel.socket.shutDown()
    }

    func run() {
        defer {
            observation?.cancel()
            channel.socket.shutDown()
            // With the handshake, the connection has already left the gate.
            if cause == nil { gate?.leave() }
        }
        while flush() {
            let reading =
                cause == nil
                ? channel.read(seconds: Self.handshakeTimeout, interruptedBy: pipe) : channel.read(interruptedBy: pipe)
            switch reading {
            case .frame(let frame):
                guard answer(frame) else { return }
            case .nothing:
                // Before the handshake, other threads do not wake this one, so the time limit has passed.
                if cause == nil { return }
            case .end(let tooLong):
                if let tooLong, cause == nil, gate == nil, WebAnswers.isRequest(tooLong) { return answerWebRequest() }
                if let tooLong { refuse(nil, .malformed(tooLong.description)) }
                return
            }
        }
    }

    private func answerWebRequest() {
        guard let head = channel.readHead(limit: WebAnswers.headLimit, seconds: Self.handshakeTimeout) else { return }
        channel.write(bytes: [UInt8](WebAnswers(inspector).response(to: head)))
    }

    // MARK: Input from other threads

    private func recordChange() {
        let mustWake = shared.withLock { shared in
            shared.hasChanged = true
            guard !shared.isAnnounced, !shared.isWakePending else { return false }
            shared.isWakePending = true
            return true
        }
        if mustWake { pipe.wake() }
    }

    func show(_ screen: ShownScreen) {
        let mustWake = shared.withLock { shared in
            guard shared.isGreeted else { return false }
            shared.screens = shared.screens.suffix(Self.screenLimit - 1) + [screen]
            defer { shared.isWakePending = true }
            return !shared.isWakePending
        }
        if mustWake { pipe.wake() }
    }

    private func finish(_ id: Int?, _ result: CommandResult) {
        shared.withLock { shared in
            shared.commandCount -= 1
            shared.finished.append((id, result))
            shared.isWakePending = true
        }
        pipe.wake()
    }

    /// Writes the queued notifications and results, and returns whether the connection is still usable.
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
        // The announcement precedes the results, so that a client that receives a result already knows that the app has
        // changed.
        if mustAnnounce, !notify(changedMethod, [String: String]()) { return false }
        for screen in screens {
            guard notify(ShownScreen.method, screen) else { return false }
        }
        for case (let id?, let result) in finished {
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

    /// Writes an error, and returns whether the connection is still usable.
    @discardableResult
    private func refuse(_ id: Int?, _ error: WireError) -> Bool {
        guard let message = try? WireProtocol.encode(ErrorMessage(id: id, error: error)) else { return false }
        // Before the handshake, the other end may use another protocol, and a port's places for waiting connections
        // are limited.
        return channel.write(message) && cause != nil
    }

    // MARK: Requests

    /// Decodes a request and writes its response, unless the response follows later.
    ///
    /// The result is `false` if the connection is unusable.
    private func answer(_ frame: Data) -> Bool {
        let header: RequestHeader
        do {
            header = try JSONDecoder().decode(RequestHeader.self, from: frame, within: WireProtocol.requestLimits)
        } catch let error as JSONScanError {
            refuse(nil, .malformed(error.message))
            return false
        } catch {
            return refuse(nil, .invalid("A request must have the members jsonrpc, id, method and params."))
        }
        guard header.jsonrpc == "2.0" else {
            return refuse(header.id, .invalid("The member jsonrpc must be \"2.0\"."))
        }
        // A client that sends a request has read the announcement, so the next change may be announced.
        shared.withLock { $0.isAnnounced = false }
        let request = IncomingRequest(id: header.id, frame: frame)
        do {
            guard (header.method == WireRequests.Hello.method) == (cause == nil) else { throw WireError.handshake }
            guard let message = try result(of: header.method, request) else { return true }
            guard message.count <= FrameBuffer.answerLimit else {
                // If the changes do not fit into a response, the client lists everything again, page by page.
                guard header.method == Sync.method, let rest = try newsWithoutChanges(request) else {
                    throw WireError.tooLong
                }
                return channel.write(rest)
            }
            // A notification has no ID and gets no response.
            return header.id == nil || channel.write(message)
        } catch let error as WireError {
            return refuse(header.id, error)
        } catch {
            return refuse(header.id, .parameters("The parameters of \(header.method) are invalid: \(error)"))
        }
    }

    /// Returns the encoded response to a request, or `nil` if the response follows later.
    private func result(of method: String, _ request: IncomingRequest) throws -> Data? {
        switch method {
        case WireRequests.Hello.method: try request.answer(greet)
        case WireRequests.List.method: try request.answer(list)
        case Sync.method: try request.answer { (ask: Sync) in NewsPage(inspector.sync(ask), for: ask) }
        case WireRequests.Past.method: try request.answer(past)
        case WireRequests.Moments.method: try request.answer { (_: WireRequests.Moments) in inspector.factHistory() }
        case WireRequests.History.method: try request.answer { (_: WireRequests.History) in inspector.history() }
        case WireRequests.Personas.method: try request.answer { (_: WireRequests.Personas) in inspector.personas() }
        case WireRequests.Send.method: try send(try request.parameters(), request)
        case WireRequests.Plans.method:
            try request.answer { (ask: WireRequests.Plans) in inspector.plans(ask.alternatives) }
        default: throw WireError.unknown(method)
        }
    }

    private func greet(_ hello: WireRequests.Hello) throws -> ServedApp {
        guard hello.versions.contains(WireProtocol.version) else {
            throw WireError.version(app: WireProtocol.version, frontEnd: hello.versions)
        }
        if let gate {
            try gate.check(hello.token)
            gate.leave()
            channel.setLimit(FrameBuffer.requestLimit)
        }
        cause = Cause(rawValue: hello.client.isEmpty ? "attached" : String(hello.client.prefix(40)))
        observation = inspector.observe { [weak self] in self?.recordChange() }
        shared.withLock { $0.isGreeted = true }
        return app
    }

    /// Returns the encoded events and log lines of a request, or `nil` if they are too long.
    private func newsWithoutChanges(_ request: IncomingRequest) throws -> Data? {
        var ask: Sync = try request.parameters()
        (ask.since, ask.reading) = (nil, nil)
        let message = try request.encoded(NewsPage(inspector.sync(ask), for: ask))
        return message.count <= FrameBuffer.answerLimit ? message : nil
    }

    private func list(_ request: WireRequests.List) throws(WireError) -> ModelPage {
        if request.from == 0 { listed = inspector.readModel() }
        guard let listed else { throw .expired }
        let page = ModelPage(listed, from: request.from)
        if page.next == nil { self.listed = nil }
        return page
    }

    private func past(_ request: WireRequests.Past) throws(WireError) -> MomentFacts {
        do throws(MomentError) {
            return try inspector.past(at: request.at)
        } catch {
            throw .moment(error.description)
        }
    }

    private func send(_ request: WireRequests.Send, _ incoming: IncomingRequest) throws -> Data? {
        if app.isReadOnly {
            let kind = app.isProduction ? "a production app that is served read-only" : "served read-only"
            let result = CommandResult(status: .failed, message: "\(app.app) is \(kind); nothing was changed.")
            return try incoming.encoded(result)
        }
        let isAdmitted = shared.withLock { shared in
            guard shared.commandCount < WireProtocol.commandLimit else { return false }
            shared.commandCount += 1
            return true
        }
        guard isAdmitted else { throw WireError.busy }
        let (id, inspector, cause) = (incoming.id, inspector, cause ?? "attached")
        let finish: @Sendable (CommandResult) -> Void = { [weak self] in self?.finish(id, $0) }
        // The app's actions and stores expect to run on the main queue.
        DispatchQueue.main.async { inspector.send(request.command, as: cause, completion: finish) }
        return nil
    }
}

struct IncomingRequest {
    let id: Int?
    fileprivate let frame: Data

    func parameters<Parameters: Decodable>() throws -> Parameters {
        try JSONDecoder().decode(
            RequestParameters<Parameters>.self, from: frame, within: WireProtocol.requestLimits
        ).params
    }

    func answer<Request: WireRequest>(_ body: (Request) throws -> Request.Answer) throws -> Data {
        try encoded(try body(try parameters()))
    }

    func encoded(_ answer: some Encodable) throws -> Data {
        try WireProtocol.encode(AnswerMessage(id: id, result: answer))
    }
}
