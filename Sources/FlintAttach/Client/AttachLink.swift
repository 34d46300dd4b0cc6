// SPDX-License-Identifier: MIT

import Dispatch
import FlintFoundation
import FlintLocks
import FlintWorld

package enum AttachError: Error, Sendable, Hashable, CustomStringConvertible {
    case disconnected(String)
    case refused(WireError)
    case malformed(String)

    package var description: String {
        switch self {
        case .disconnected(let reason): reason
        case .refused(let error): error.message
        case .malformed(let reason): "The app sent an invalid response: \(reason)."
        }
    }
}

/// A connection to an app, from the handshake until it ends.
///
/// Requests can be made from any thread. One thread must call ``read(onChange:onShow:)``, which passes each response to
/// the thread or handler that waits for it. A connection cannot be reopened; create a new one.
package final class AttachLink: Sendable {
    /// The time limit, in seconds, for responses that are available immediately.
    package static let answerTimeout = 5.0
    /// The time limit, in seconds, for responses that take work, such as plans.
    package static let longAnswerTimeout = 60.0
    /// The time, in seconds, before a long wait checks whether the app still accepts connections.
    ///
    /// The wait ends if the app does not accept a new one.
    package static let patience = 2.0

    private struct Waiting {
        var lastID = 1
        var handlers: [Int: @Sendable (Result<Data, AttachError>) -> Void] = [:]
        var hasEnded = false
    }

    package let app: ServedApp
    private let address: AttachAddress
    private let client: String
    private let token: String?
    private let channel: FrameChannel
    private let waiting = Protected(Waiting())

    package init(_ address: AttachAddress, client: String, token: String? = nil) throws(AttachError) {
        (self.address, self.client, self.token) = (address, client, token)
        do throws(SocketError) {
            channel = FrameChannel(try Socket.connected(to: address), limit: FrameBuffer.answerLimit)
        } catch {
            throw .disconnected("The app cannot be reached: \(error).")
        }
        // A port has no owner; its token identifies the client only.
        if case .path(let path) = address, !channel.socket.isTrusted(at: path) {
            throw .refused(.foreignSocket(path))
        }
        let hello = WireRequests.Hello(client: client, token: token)
        app = try Self.answer(to: hello, id: 1, on: channel)
        guard app.version == WireProtocol.version else {
            throw .refused(.version(app: app.version, frontEnd: hello.versions))
        }
    }

    package func close() {
        channel.socket.shutDown()
    }

    /// Sends a request and reads frames until its response arrives.
    ///
    /// Call this method only before another thread reads frames.
    private static func answer<Request: WireRequest>(
        to request: Request, id: Int, on channel: FrameChannel, within seconds: Double = answerTimeout
    ) throws(AttachError) -> Request.Answer {
        let message = try? WireProtocol.encode(RequestMessage(id: id, method: Request.method, params: request))
        let isSent = message.map(channel.write) ?? false
        let deadline = Deadline(seconds: seconds)
        repeat {
            // An app that refuses the connection sends the reason without reading the request.
            switch channel.read(seconds: Double(deadline.milliseconds) / 1_000) {
            case .frame(let frame):
                let header = try? JSONDecoder().decode(
                    MessageHeader.self, from: frame, within: WireProtocol.answerLimits)
                // A notification is skipped, because the client asks for all changes next.
                if header?.method == nil { return try result(of: request, in: frame) }
            case .nothing: break
            case .end: throw isSent ? lost : .disconnected("The app does not read requests.")
            }
        } while !deadline.hasPassed
        throw .disconnected(
            isSent ? "The app does not respond; it may be suspended." : "The app does not read requests.")
    }

    /// Reads responses and notifications until the connection ends, and then fails the pending requests.
    ///
    /// The handlers are called on this thread. The handler `onShow` takes the number of a screen to show, or `nil` to
    /// go back.
    package func read(onChange: () -> Void, onShow: (Int?) -> Void = { _ in }) {
        reading: while true {
            switch channel.read() {
            case .frame(let frame):
                guard
                    let header = try? JSONDecoder().decode(
                        MessageHeader.self, from: frame, within: WireProtocol.answerLimits)
                else { break reading }
                if let id = header.id {
                    let handler = waiting.withLock { $0.handlers.removeValue(forKey: id) }
                    handler?(header.error.map { .failure(.refused($0)) } ?? .success(frame))
                } else if header.method == changedMethod {
                    onChange()
                } else if header.method == ShownScreen.method,
                    let shown = try? JSONDecoder().decode(
                        RequestParameters<ShownScreen>.self, from: frame, within: WireProtocol.answerLimits)
                {
                    onShow(shown.params.screen)
                }
            case .nothing: continue
            case .end: break reading
            }
        }
        channel.socket.shutDown()
        let handlers = waiting.withLock { waiting in
            defer { waiting.handlers = [:] }
            // From here on, new requests fail immediately.
            waiting.hasEnded = true
            return Array(waiting.handlers.values)
        }
        for handler in handlers { handler(.failure(Self.lost)) }
    }

    private static let lost = AttachError.disconnected("The connection to the app was lost.")

    /// Sends a request, passes its response to a handler, and returns the request's ID.
    ///
    /// The handler is called once, on the reading thread. If the connection has ended or the request is too long, the
    /// handler is called immediately on the calling thread instead. If the connection has ended, the ID is 0.
    @discardableResult
    package func send<Request: WireRequest>(
        _ request: Request, completion: @escaping @Sendable (Result<Request.Answer, AttachError>) -> Void
    ) -> Int {
        post(request) { frame in
            completion(
                frame.flatMap { frame in Result { () throws(AttachError) in try Self.result(of: request, in: frame) } })
        }
    }

    private func post<Request: WireRequest>(
        _ request: Request, completion: @escaping @Sendable (Result<Data, AttachError>) -> Void
    ) -> Int {
        let id = waiting.withLock { waiting -> Int? in
            guard !waiting.hasEnded else { return nil }
            waiting.lastID += 1
            waiting.handlers[waiting.lastID] = completion
            return waiting.lastID
        }
        guard let id else {
            completion(.failure(Self.lost))
            return 0
        }
        let message = RequestMessage(id: id, method: Request.method, params: request)
        if let message = try? WireProtocol.encode(message), message.count <= FrameBuffer.requestLimit {
            channel.write(message)
        } else {
            let handler = waiting.withLock { $0.handlers.removeValue(forKey: id) }
            handler?(.failure(.refused(.tooLong)))
        }
        return id
    }

    /// Sends a request and waits for its response.
    ///
    /// Closes the connection if the response does not arrive in time. A long time limit applies only to an app that is
    /// busy. After `patience` seconds, an app that does not answer a new connection either, such as a suspended one, is
    /// no longer awaited.
    package func answer<Request: WireRequest>(
        to request: Request, within seconds: Double = AttachLink.answerTimeout, patience: Double = AttachLink.patience
    ) throws(AttachError) -> Request.Answer {
        let box = AnswerBox()
        let id = post(request) { box.fill($0) }
        let mayTakeLong = seconds > Self.answerTimeout
        var result = box.wait(seconds: mayTakeLong ? patience : seconds)
        if result == nil, mayTakeLong, acceptsConnections { result = box.wait(seconds: seconds - patience) }
        guard let result else {
            _ = waiting.withLock { $0.handlers.removeValue(forKey: id) }
            close()
            throw .disconnected("The app does not respond; it may be suspended.")
        }
        // The response is decoded on the requesting thread, so that a long response does not delay others.
        return try Self.result(of: request, in: try result.get())
    }

    /// Whether the app answers a new connection, even by refusing it.
    private var acceptsConnections: Bool {
        do throws(AttachError) {
            try AttachLink(address, client: client, token: token).close()
            return true
        } catch {
            if case .refused = error { return true }
            return false
        }
    }

    private static func result<Request: WireRequest>(
        of request: Request, in frame: Data
    ) throws(AttachError) -> Request.Answer {
        do {
            let decoder = JSONDecoder()
            if let error = try decoder.decode(MessageHeader.self, from: frame, within: WireProtocol.answerLimits).error
            {
                throw AttachError.refused(error)
            }
            return try decoder.decode(
                AnswerResult<Request.Answer>.self, from: frame, within: WireProtocol.answerLimits
            ).result
        } catch let error as AttachError {
            throw error
        } catch {
            throw .malformed("\(Request.method): \(JSONScanError.reason(for: error) ?? "it is not an answer")")
        }
    }
}

private final class AnswerBox: Sendable {
    private let content = Protected<Result<Data, AttachError>?>(nil)
    private let isFull = DispatchSemaphore(value: 0)

    func fill(_ result: Result<Data, AttachError>) {
        content.withLock { $0 = result }
        isFull.signal()
    }

    func wait(seconds: Double) -> Result<Data, AttachError>? {
        guard isFull.wait(timeout: .now() + seconds) == .success else { return nil }
        return content.withLock { $0 }
    }
}
