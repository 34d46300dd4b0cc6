import FlintAttach
import FlintWorld
import Foundation

/// An app that answers the handshake of its first connection, and reads a request.
final class SlowApp {
    private let path = "/tmp/flint-slow-\(UInt32.random(in: .min ... .max))"

    /// Starts the app on a thread.
    ///
    /// - Parameter continuation: A closure that runs after the app has read a request on its first connection.
    /// - Throws: An error if the app cannot listen.
    init(_ continuation: @escaping @Sendable (_ listener: Socket, _ first: FrameChannel) throws -> Void) throws {
        let listener = try Socket.listening(at: .path(path))
        _ = ServiceThread.start {
            guard let first = try? Self.greet(listener) else { return }
            _ = first.read()
            try? continuation(listener, first)
        }
    }

    deinit {
        unlink(path)
    }

    func connect() throws -> AttachLink { try AttachLink(.path(path), client: "test") }

    /// Connects to the app, and reads its responses on a thread.
    func link() throws -> AttachLink {
        let link = try connect()
        _ = ServiceThread.start { link.read(onChange: {}) }
        return link
    }

    /// Accepts a connection and answers its handshake.
    static func greet(_ listener: Socket) throws -> FrameChannel {
        while true {
            _ = Readiness.wait(for: [(listener.descriptor, Readiness.readable)], milliseconds: -1)
            guard let socket = try listener.accept() else { continue }
            let channel = FrameChannel(socket, limit: FrameBuffer.answerLimit)
            _ = channel.read()
            let app = ServedApp(app: "Slow", process: 1, instance: "1", isReadOnly: false, allowsOverrides: true)
            let answer = try JSONEncoder().encode(["result": app])
            channel.write(Data(#"{"jsonrpc":"2.0","id":1,"#.utf8) + answer.dropFirst())
            return channel
        }
    }
}
