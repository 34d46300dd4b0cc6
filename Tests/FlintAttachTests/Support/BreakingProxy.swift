import FlintAttach
import Foundation
import InspectorKit

/// A proxy between clients and an app that breaks the answers to one method.
final class BreakingProxy: Sendable {
    enum Fault: CaseIterable {
        /// A result of another form.
        case wrongShape
        /// An error instead of a result.
        case error
        /// A closed connection instead of an answer.
        case dropped
    }

    /// The path of the socket to which clients connect.
    let path: String
    private let listener: Socket
    private let stopPipe: WakePipe

    init(to app: String, breaking method: String, by fault: Fault) throws {
        path = "/tmp/flint-proxy-\(UInt32.random(in: .min ... .max))"
        listener = try Socket.listening(at: .path(path))
        stopPipe = try WakePipe()
        let (listener, stopPipe) = (listener, stopPipe)
        _ = ServiceThread.start {
            let descriptors = [stopPipe.descriptor, listener.descriptor].map { ($0, Readiness.readable) }
            while !Readiness.wait(for: descriptors, milliseconds: -1)[0] {
                guard let client = try? listener.accept(), let server = try? Socket.connected(to: .path(app)) else {
                    continue
                }
                Self.connect(
                    FrameChannel(client, limit: FrameBuffer.answerLimit),
                    FrameChannel(server, limit: FrameBuffer.answerLimit), method, fault)
            }
        }
    }

    deinit {
        stopPipe.wake()
        listener.shutDown()
        unlink(path)
    }

    private struct Header: Decodable {
        var id: Int?
        var method: String?
    }

    private static func header(_ frame: Data) -> Header? { try? JSONDecoder().decode(Header.self, from: frame) }

    private static func connect(
        _ client: FrameChannel, _ server: FrameChannel, _ method: String, _ fault: Fault
    ) {
        let broken = Guarded<Set<Int>>([])
        _ = ServiceThread.start {
            while case .frame(let frame) = client.read() {
                if let header = header(frame), header.method == method, let id = header.id {
                    broken.withLock { _ = $0.insert(id) }
                }
                server.write(frame)
            }
            server.socket.shutDown()
        }
        _ = ServiceThread.start {
            while case .frame(let frame) = server.read() {
                guard let id = header(frame)?.id, broken.withLock({ $0.contains(id) }) else {
                    client.write(frame)
                    continue
                }
                switch fault {
                case .wrongShape: client.write(Data(#"{"jsonrpc":"2.0","id":\#(id),"result":"nonsense"}"#.utf8))
                case .error:
                    client.write(
                        Data(#"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-32000,"message":"It is broken."}}"#.utf8))
                case .dropped: client.socket.shutDown()
                }
            }
            client.socket.shutDown()
        }
    }
}
