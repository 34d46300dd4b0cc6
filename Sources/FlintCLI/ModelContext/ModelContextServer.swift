import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a server of the Model Context Protocol offers.
@MainActor
protocol ModelContextProvider {
    /// What can be called, in the order in which it is listed.
    var tools: [ModelContextTool] { get }

    /// Lists what can be read, from a position on.
    ///
    /// - Parameter start: How many are left out.
    /// - Returns: Some of them, and whether there are more.
    func resources(from start: Int) -> (resources: [JSONValue], hasMore: Bool)

    /// The addresses of what can be read, with names in place of what differs.
    var resourceTemplates: [JSONValue] { get }

    /// Reads something.
    ///
    /// - Parameter address: Its address.
    /// - Returns: It as text and the type of that; `nil` if there is no such thing.
    /// - Throws: An error that describes why it cannot be read.
    func resource(at address: String) throws -> (type: String, text: String)?
}

/// A server of the Model Context Protocol: takes lines, and sends lines.
///
/// It knows the protocol only; what there is to call and to read comes from a ``ModelContextProvider``.
@MainActor
final class ModelContextServer {
    /// Who the server is.
    struct Identity {
        /// The name for programs.
        let name: String
        /// The name for people.
        let title: String
        /// Its version.
        let version: String
        /// What a client should know of it, for the model.
        let instructions: String
    }

    private let identity: Identity
    private let provider: any ModelContextProvider
    private let send: (String) -> Void
    /// How many messages were sent.
    private(set) var answerCount = 0
    /// The version of the protocol that was agreed on, once it was.
    private var version: String?
    /// The requests that are under way, and those of them whose answers are no longer wanted.
    private var pending: [JSONValue: Task<Void, Never>] = [:]
    private var cancelled: Set<JSONValue> = []
    private var onIdle: (() -> Void)?
    /// The messages that wait until fewer requests are under way, and their bytes.
    private var waiting: [(message: JSONValue, bytes: Int)] = []
    private var waitingBytes = 0

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - identity: Who it is.
    ///   - provider: What it offers.
    ///   - send: Sends a line, which has no end yet.
    init(_ identity: Identity, provider: any ModelContextProvider, send: @escaping (String) -> Void) {
        self.identity = identity
        self.provider = provider
        self.send = send
    }

    /// Calls a function once no request is under way, now if none is.
    func whenIdle(_ body: @escaping () -> Void) {
        if pending.isEmpty { body() } else { onIdle = body }
    }

    /// Takes a line.
    func receive(_ line: LineBuffer.Line) {
        guard case .bytes(let bytes) = line else {
            let limit = ModelContextProtocol.lineLimits.bytes
            return write(
                ModelContextError.invalid("A message has at most \(limit) bytes; this one was left out.").answer(
                    to: nil))
        }
        let message: JSONValue
        do {
            message = try JSONDecoder().decode(
                JSONValue.self, from: Data(bytes), within: ModelContextProtocol.lineLimits)
        } catch {
            let reason = (error as? JSONScanError)?.sentence ?? "This is not JSON."
            return write(ModelContextError.malformed(reason).answer(to: nil))
        }
        accept(message, bytes: bytes.count)
    }

    /// Takes a message, at once or once fewer requests are under way.
    private func accept(_ message: JSONValue, bytes: Int) {
        guard pending.count < ModelContextProtocol.requestLimit else {
            guard waitingBytes + bytes <= ModelContextProtocol.waitingLimit else {
                return write(ModelContextError.busy.answer(to: ModelContextRequest.id(of: message)))
            }
            waitingBytes += bytes
            return waiting.append((message, bytes))
        }
        guard case .array(let messages) = message else { return take(message) }
        guard version == ModelContextProtocol.batchVersion, !messages.isEmpty else {
            return write(ModelContextError.invalid("Send one request in a message.").answer(to: nil))
        }
        takeBatch(messages)
    }

    // MARK: Requests

    private func take(_ message: JSONValue) {
        do throws(ModelContextError) {
            guard let request = try ModelContextRequest.read(message) else { return }
            guard let id = request.id else { return notice(request) }
            guard pending[id] == nil else { throw .invalid("A request with this id is under way.") }
            pending[id] = Task { @MainActor in
                let answer = await self.answer(to: request, id)
                self.finish(id, with: answer)
            }
        } catch {
            write(error.answer(to: ModelContextRequest.id(of: message)))
        }
    }

    /// Takes several requests, which are answered in one message.
    private func takeBatch(_ messages: [JSONValue]) {
        let key = JSONValue.array(messages)
        pending[key] = Task { @MainActor in
            var answers: [JSONValue] = []
            for message in messages {
                do throws(ModelContextError) {
                    guard let request = try ModelContextRequest.read(message) else { continue }
                    guard let id = request.id else {
                        notice(request)
                        continue
                    }
                    answers.append(await answer(to: request, id))
                } catch {
                    answers.append(error.answer(to: ModelContextRequest.id(of: message)))
                }
            }
            finish(key, with: answers.isEmpty ? nil : .array(answers))
        }
    }

    private func finish(_ id: JSONValue, with answer: JSONValue?) {
        pending[id] = nil
        if cancelled.remove(id) == nil, let answer { write(answer) }
        if !waiting.isEmpty {
            let (message, bytes) = waiting.removeFirst()
            waitingBytes -= bytes
            accept(message, bytes: bytes)
        }
        if pending.isEmpty, waiting.isEmpty { onIdle?() }
    }

    private func notice(_ notification: ModelContextRequest) {
        guard notification.method == "notifications/cancelled", let id = notification.parameters["requestId"],
            let task = pending[id]
        else { return }
        cancelled.insert(id)
        task.cancel()
    }

    private func answer(to request: ModelContextRequest, _ id: JSONValue) async -> JSONValue {
        do throws(ModelContextError) {
            return .object(["jsonrpc": "2.0", "id": id, "result": try await result(of: request)])
        } catch {
            return error.answer(to: id)
        }
    }

    private func write(_ message: JSONValue) {
        answerCount += 1
        if let line = ModelContextProtocol.line(message) { return send(line) }
        let error = ModelContextError.failed("The answer is too long; ask for less.")
        if let line = ModelContextProtocol.line(error.answer(to: ModelContextRequest.id(of: message))) { send(line) }
    }

    // MARK: Methods

    private static let early: Set = ["initialize", "ping"]
    private static let methods = early.union([
        "tools/list", "tools/call", "resources/list", "resources/templates/list", "resources/read",
    ])

    private func result(of request: ModelContextRequest) async throws(ModelContextError) -> JSONValue {
        // A client of a later version looks first for what it has instead, and goes on with what there is.
        guard Self.methods.contains(request.method) else { throw .unknownMethod(request.method) }
        guard version != nil || Self.early.contains(request.method) else {
            throw .invalid("The first request is \"initialize\".")
        }
        switch request.method {
        case "initialize": return try initialize(request.parameters)
        case "ping": return .object([:])
        case "tools/list": return .object(["tools": .array(provider.tools.map(\.description))])
        case "tools/call": return try await call(request.parameters)
        case "resources/list": return try resources(request.parameters)
        case "resources/templates/list":
            return .object(["resourceTemplates": .array(provider.resourceTemplates)])
        case "resources/read": return try read(request.parameters)
        default: throw .unknownMethod(request.method)
        }
    }

    /// Agrees on the client's version of the protocol if the server speaks it, and offers the newest otherwise.
    private func initialize(_ parameters: [String: JSONValue]) throws(ModelContextError) -> JSONValue {
        guard version == nil else { throw .invalid("\"initialize\" is sent once.") }
        guard case .string(let wanted)? = parameters["protocolVersion"] else {
            throw .parameters("\"protocolVersion\" is to be a text, such as \"\(ModelContextProtocol.versions[0])\".")
        }
        let agreed = ModelContextProtocol.versions.first { $0 == wanted } ?? ModelContextProtocol.versions[0]
        version = agreed
        let server: [String: JSONValue] = [
            "name": .string(identity.name), "title": .string(identity.title), "version": .string(identity.version),
        ]
        return .object([
            "protocolVersion": .string(agreed), "serverInfo": .object(server),
            "capabilities": .object(["tools": .object([:]), "resources": .object([:])]),
            "instructions": .string(identity.instructions),
        ])
    }

    private func call(_ parameters: [String: JSONValue]) async throws(ModelContextError) -> JSONValue {
        guard case .string(let name)? = parameters["name"] else { throw .parameters("\"name\" is to be a text.") }
        guard let tool = provider.tools.first(where: { $0.name == name }) else {
            let names = provider.tools.map(\.name).joined(separator: ", ")
            throw .parameters("There is no tool \"\(name.prefix(60))\". The tools are \(names).")
        }
        let values: [String: JSONValue]
        switch parameters["arguments"] {
        case nil, .null?: values = [:]
        case .object(let members)?: values = members
        default: throw .parameters("\"arguments\" is to be an object.")
        }
        // What is wrong with the arguments, or with what they ask for, is for the model to read and to correct.
        do {
            return try await tool.run(ModelContextArguments(values, for: tool)).result
        } catch let error as CommandLineError {
            return ModelContextAnswer.refusal(error.message).result
        } catch {
            return ModelContextAnswer.refusal(String(describing: error)).result
        }
    }

    private func resources(_ parameters: [String: JSONValue]) throws(ModelContextError) -> JSONValue {
        var start = 0
        if let cursor = parameters["cursor"] {
            guard case .string(let text) = cursor, let number = Int(text), number >= 0 else {
                throw .parameters("\"cursor\" is not one of this server's.")
            }
            start = number
        }
        let (resources, hasMore) = provider.resources(from: start)
        var result: [String: JSONValue] = ["resources": .array(resources)]
        if hasMore { result["nextCursor"] = .string(String(start + resources.count)) }
        return .object(result)
    }

    private func read(_ parameters: [String: JSONValue]) throws(ModelContextError) -> JSONValue {
        guard case .string(let address)? = parameters["uri"] else { throw .parameters("\"uri\" is to be a text.") }
        let found: (type: String, text: String)?
        do {
            found = try provider.resource(at: address)
        } catch {
            throw .failed((error as? CommandLineError)?.message ?? String(describing: error))
        }
        guard let (type, text) = found else { throw .noResource(address) }
        return .object([
            "contents": .array([
                .object(["uri": .string(address), "mimeType": .string(type), "text": .string(text)])
            ])
        ])
    }
}
