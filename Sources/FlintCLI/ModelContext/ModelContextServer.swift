// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintWorld

@MainActor
protocol ModelContextProvider {
    var tools: [ModelContextTool] { get }

    /// Discards the answers of the last request, so that the next one reads current values.
    func discardAnswers()

    func resources(from start: Int) throws(CommandLineError) -> (resources: [JSONValue], hasMore: Bool)

    var resourceTemplates: [JSONValue] { get }

    func resource(at address: String) throws -> (type: String, text: String)?
}

/// A Model Context Protocol server that exchanges messages as lines of text.
///
/// The server implements the protocol: versions, requests, cancellation and limits. A ``ModelContextProvider`` supplies
/// the tools and resources. Requests run concurrently on the main actor, up to
/// ``ModelContextProtocol/requestLimit``; further messages wait.
@MainActor
final class ModelContextServer {
    struct Identity {
        let name: String
        let title: String
        let version: String
        let instructions: String

        var members: [String: JSONValue] {
            ["name": .string(name), "title": .string(title), "version": .string(version)]
        }
    }

    private let identity: Identity
    private let provider: any ModelContextProvider
    private let send: (String) -> Void
    private(set) var answerCount = 0
    /// The protocol version, or `nil` before the first request determines it.
    private var dialect: ModelContextDialect?
    /// The tasks of the requests in progress, keyed by request identifier.
    private var pending: [JSONValue: Task<Void, Never>] = [:]
    /// The identifiers of canceled requests, whose responses are dropped.
    private var cancelled: Set<JSONValue> = []
    private var onIdle: (() -> Void)?
    private var waiting: [(message: JSONValue, bytes: Int)] = []
    private var waitingBytes = 0

    init(_ identity: Identity, provider: any ModelContextProvider, send: @escaping (String) -> Void) {
        self.identity = identity
        self.provider = provider
        self.send = send
    }

    /// Calls a closure as soon as no requests are in progress, possibly immediately.
    func whenIdle(_ body: @escaping () -> Void) {
        if pending.isEmpty { body() } else { onIdle = body }
    }

    func receive(_ line: LineBuffer.Line) {
        guard case .bytes(let bytes) = line else {
            let limit = ModelContextProtocol.lineLimits.bytes
            return write(
                ModelContextError.invalid("The message was ignored, because it is longer than \(limit) bytes.").answer(
                    to: nil))
        }
        let message: JSONValue
        do {
            message = try JSONDecoder().decode(
                JSONValue.self, from: Data(bytes), within: ModelContextProtocol.lineLimits)
        } catch {
            let reason = (error as? JSONScanError)?.message ?? "This is not JSON."
            return write(ModelContextError.malformed(reason).answer(to: nil))
        }
        accept(message, bytes: bytes.count)
    }

    private func accept(_ message: JSONValue, bytes: Int) {
        // Notifications never wait, because a cancellation is useful only while requests are in progress.
        guard pending.count < ModelContextProtocol.requestLimit || ModelContextRequest.isNotification(message) else {
            guard waitingBytes + bytes <= ModelContextProtocol.waitingLimit else {
                return write(ModelContextError.busy.answer(to: ModelContextRequest.id(of: message)))
            }
            waitingBytes += bytes
            return waiting.append((message, bytes))
        }
        if case .array = message {
            return write(ModelContextError.invalid("Send only one request per message.").answer(to: nil))
        }
        take(message)
    }

    // MARK: Requests

    private func take(_ message: JSONValue) {
        do throws(ModelContextError) {
            guard let request = try ModelContextRequest.read(message) else { return }
            guard let id = request.id else { return handleNotification(request) }
            guard pending[id] == nil else { throw .invalid("A request with this id is in progress.") }
            pending[id] = Task { @MainActor in
                let answer = await self.answer(to: request, id)
                self.finish(id, with: answer)
            }
        } catch {
            write(error.answer(to: ModelContextRequest.id(of: message)))
        }
    }

    private func finish(_ id: JSONValue, with answer: JSONValue) {
        pending[id] = nil
        if cancelled.remove(id) == nil { write(answer) }
        // An invalid message does not start a request, so several messages may have to be taken from the queue.
        while pending.count < ModelContextProtocol.requestLimit, !waiting.isEmpty {
            let (message, bytes) = waiting.removeFirst()
            waitingBytes -= bytes
            accept(message, bytes: bytes)
        }
        if pending.isEmpty, waiting.isEmpty { onIdle?() }
    }

    private func handleNotification(_ notification: ModelContextRequest) {
        guard notification.method == "notifications/cancelled", let id = notification.parameters["requestId"]
        else { return }
        if let task = pending[id] {
            cancelled.insert(id)
            task.cancel()
        } else if let index = waiting.firstIndex(where: { ModelContextRequest.id(of: $0.message) == id }) {
            waitingBytes -= waiting.remove(at: index).bytes
        }
    }

    private func answer(to request: ModelContextRequest, _ id: JSONValue) async -> JSONValue {
        do throws(ModelContextError) {
            let dialect = try dialect(for: request)
            var result = try await result(of: request, in: dialect)
            if dialect?.isStateless == true {
                ModelContextDialect.addStatelessMembers(&result, of: request.method, as: identity.members)
            }
            // Names and descriptions come from the app and can contain control sequences.
            let safe = JSONValue.object(result).mapTexts(CommandOutput.safe(lines:))
            return .object(["jsonrpc": "2.0", "id": id, "result": safe])
        } catch {
            return error.answer(to: id)
        }
    }

    private func dialect(for request: ModelContextRequest) throws(ModelContextError) -> ModelContextDialect? {
        let wanted = request.method == "initialize" ? nil : ModelContextDialect.version(of: request)
        // The client's first request determines whether a version is negotiated with `initialize` or named in every
        // request. The two styles cannot be mixed.
        switch dialect {
        case nil:
            guard let wanted else { return nil }
            dialect = try ModelContextDialect(stateless: wanted, request)
        case let present? where present.isStateless:
            guard request.method != "initialize" else {
                throw .version(request.parameters["protocolVersion"] ?? .null)
            }
            guard let wanted else {
                throw .parameters("\"_meta\" must contain the protocol version in every request.")
            }
            dialect = try ModelContextDialect(stateless: wanted, request)
        case .some:
            guard wanted == nil else {
                throw .invalid("The version was negotiated with \"initialize\"; leave it out of \"_meta\".")
            }
        }
        return dialect
    }

    private func write(_ message: JSONValue) {
        answerCount += 1
        if let line = ModelContextProtocol.encodedLine(message) { return send(line) }
        let error = ModelContextError.failed("The response is too long. Request less data.")
        if let line = ModelContextProtocol.encodedLine(error.answer(to: ModelContextRequest.id(of: message))) {
            send(line)
        }
    }

    // MARK: Methods

    /// The methods that are allowed before a version has been negotiated.
    private static let early: Set = ["initialize", "ping"]
    private static let common: Set = [
        "tools/list", "tools/call", "resources/list", "resources/templates/list", "resources/read",
    ]

    private func result(
        of request: ModelContextRequest, in dialect: ModelContextDialect?
    ) async throws(ModelContextError) -> [String: JSONValue] {
        let isStateless = dialect?.isStateless == true
        let own = isStateless ? [ModelContextDialect.discovery] : Self.early
        // Clients of later versions try methods that this server does not support, and fall back to others.
        guard Self.common.union(own).contains(request.method) else { throw .unknownMethod(request.method) }
        guard dialect != nil || Self.early.contains(request.method) else {
            throw .invalid("The first request must be \"initialize\".")
        }
        let isStructured = dialect?.isStructured == true
        switch request.method {
        case "initialize": return try initialize(request.parameters)
        case "ping": return [:]
        case ModelContextDialect.discovery:
            return [
                "supportedVersions": .array(ModelContextProtocol.statelessVersions.map { .string($0) }),
                "capabilities": Self.capabilities, "instructions": .string(identity.instructions),
            ]
        case "tools/list":
            return ["tools": .array(provider.tools.map { $0.description(isStructured: isStructured) })]
        case "tools/call": return try await call(request.parameters, isStructured: isStructured)
        case "resources/list": return try listResources(request.parameters)
        case "resources/templates/list": return ["resourceTemplates": .array(provider.resourceTemplates)]
        case "resources/read": return try read(request.parameters, isStateless: isStateless)
        default: throw .unknownMethod(request.method)
        }
    }

    private static let capabilities = JSONValue.object(["tools": .object([:]), "resources": .object([:])])

    private func initialize(_ parameters: [String: JSONValue]) throws(ModelContextError) -> [String: JSONValue] {
        guard dialect == nil else { throw .invalid("\"initialize\" can only be sent once.") }
        guard case .string(let wanted)? = parameters["protocolVersion"] else {
            throw .parameters("\"protocolVersion\" must be a string, such as \"\(ModelContextProtocol.versions[0])\".")
        }
        // As the protocol requires, the answer to an unsupported version is a supported one, so that the client can
        // decide whether to continue.
        let agreed = ModelContextProtocol.versions.first { $0 == wanted } ?? ModelContextProtocol.versions[0]
        dialect = ModelContextDialect(agreedOn: agreed)
        return [
            "protocolVersion": .string(agreed), "serverInfo": .object(identity.members),
            "capabilities": Self.capabilities, "instructions": .string(identity.instructions),
        ]
    }

    private func call(
        _ parameters: [String: JSONValue], isStructured: Bool
    ) async throws(ModelContextError) -> [String: JSONValue] {
        guard case .string(let name)? = parameters["name"] else { throw .parameters("\"name\" must be a string.") }
        guard let tool = provider.tools.first(where: { $0.name == name }) else {
            let names = provider.tools.map(\.name).joined(separator: ", ")
            throw .parameters("There is no tool \"\(name.prefix(60))\". The tools are \(names).")
        }
        let values: [String: JSONValue]
        switch parameters["arguments"] {
        case nil, .null?: values = [:]
        case .object(let members)?: values = members
        case .bool?, .integer?, .number?, .string?, .array?: throw .parameters("\"arguments\" must be an object.")
        }
        // Invalid arguments are reported in the tool's result, so that the model can read the message and retry.
        do {
            let arguments = try ModelContextArguments(values, for: tool)
            provider.discardAnswers()
            return try await tool.run(arguments).result(isStructured: isStructured)
        } catch let error as CommandLineError {
            return ModelContextAnswer.refusal(error.message).result(isStructured: isStructured)
        } catch {
            return ModelContextAnswer.refusal(String(describing: error)).result(isStructured: isStructured)
        }
    }

    private func listResources(_ parameters: [String: JSONValue]) throws(ModelContextError) -> [String: JSONValue] {
        var start = 0
        if let cursor = parameters["cursor"] {
            guard case .string(let text) = cursor, let number = Int(text), number >= 0 else {
                throw .parameters("\"cursor\" is not from this server.")
            }
            start = number
        }
        let resources: [JSONValue]
        let hasMore: Bool
        do throws(CommandLineError) {
            provider.discardAnswers()
            (resources, hasMore) = try provider.resources(from: start)
        } catch {
            throw .failed(error.message)
        }
        var result: [String: JSONValue] = ["resources": .array(resources)]
        if hasMore { result["nextCursor"] = .string(String(start + resources.count)) }
        return result
    }

    private func read(
        _ parameters: [String: JSONValue], isStateless: Bool
    ) throws(ModelContextError) -> [String: JSONValue] {
        guard case .string(let address)? = parameters["uri"] else { throw .parameters("\"uri\" must be a string.") }
        let found: (type: String, text: String)?
        do {
            provider.discardAnswers()
            found = try provider.resource(at: address)
        } catch {
            throw .failed((error as? CommandLineError)?.message ?? String(describing: error))
        }
        guard let (type, text) = found else { throw .noResource(address, isStateless: isStateless) }
        let content = ["uri": .string(address), "mimeType": .string(type), "text": JSONValue.string(text)]
        return ["contents": .array([.object(content)])]
    }
}
