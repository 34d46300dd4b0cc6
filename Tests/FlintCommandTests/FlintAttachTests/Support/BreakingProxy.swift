import FlintAttach
import FlintLocks
import FlintWorld
import Foundation

/// A proxy between clients and an app that breaks the answers to one method, or to none.
final class BreakingProxy: Sendable {
    enum Fault: CaseIterable, Hashable {
        /// A result of another form.
        case wrongShape
        /// An error instead of a result.
        case error
        /// A closed connection instead of an answer.
        case dropped
        /// No result.
        case null
        /// An object without members.
        case empty
        /// Half of the answer, and then a closed connection.
        case cut
        /// An answer that is not JSON.
        case noJSON
        /// An answer that is nested too deeply.
        case deep
        /// A given result in JSON, which an app would not send.
        case result(String)

        /// The faults that every request can have.
        static let allCases: [Fault] = [.wrongShape, .error, .dropped, .null, .empty, .cut, .noJSON, .deep]

        /// Returns the faults that the answer to a request can have.
        static func cases(of method: String) -> [Fault] {
            // An app may have no history of its facts.
            method == "factHistory" ? allCases.filter { $0 != .null } : allCases
        }
    }

    /// The path of the socket to which clients connect.
    let path: String
    private let listener: Socket
    private let stopPipe: WakePipe
    private let requested = Protected<[String]>([])
    private let answered = Protected(0)
    private let broken: Protected<Broken?>
    private let gate = Gate()

    /// A gate that answers pass.
    private final class Gate: @unchecked Sendable {
        private let condition = NSCondition()
        private var isClosed = false

        func set(isClosed: Bool) {
            condition.withLock { self.isClosed = isClosed }
            condition.broadcast()
        }

        func pass() {
            condition.withLock { while isClosed { condition.wait() } }
        }
    }

    private struct Broken {
        let method: String
        let fault: Fault
        /// The method whose request begins the fault, or `nil` if it has begun.
        var first: String?
    }

    /// The methods that clients have requested.
    var methods: Set<String> { Set(requests) }
    /// The method of each request, in order.
    var requests: [String] { requested.withLock(\.self) }

    /// The number of bytes in the app's answers.
    var answeredBytes: Int { answered.withLock(\.self) }

    init(to app: String, breaking method: String? = nil, by fault: Fault = .error) throws {
        path = "/tmp/flint-proxy-\(UInt32.random(in: .min ... .max))"
        listener = try Socket.listening(at: .path(path))
        broken = Protected(method.map { Broken(method: $0, fault: fault) })
        stopPipe = try WakePipe()
        let (listener, stopPipe, requested, answered) = (listener, stopPipe, requested, answered)
        let (broken, gate) = (broken, gate)
        _ = ServiceThread.start {
            let descriptors = [stopPipe.descriptor, listener.descriptor].map { ($0, Readiness.readable) }
            while !Readiness.wait(for: descriptors, milliseconds: -1)[0] {
                guard let client = try? listener.accept(), let server = try? Socket.connected(to: .path(app)) else {
                    continue
                }
                Self.connect(
                    FrameChannel(client, limit: FrameBuffer.answerLimit),
                    FrameChannel(server, limit: FrameBuffer.answerLimit), requested, answered, broken, gate)
            }
        }
    }

    /// Breaks the answers to another method from now on, or from the next request of a given first method.
    func breakAnswers(to method: String, by fault: Fault, after first: String? = nil) {
        broken.withLock { $0 = Broken(method: method, fault: fault, first: first) }
    }

    /// Holds all answers and notifications, like a stopped app.
    func hold() { gate.set(isClosed: true) }

    func release() { gate.set(isClosed: false) }

    deinit {
        release()
        stopPipe.wake()
        listener.shutDown()
        unlink(path)
    }

    private struct Header: Decodable {
        var id: Int?
        var method: String?
    }

    private static func header(_ frame: Data) -> Header? { try? JSONDecoder().decode(Header.self, from: frame) }

    private static func answer(to id: Int, _ result: String) -> Data {
        Data(#"{"jsonrpc":"2.0","id":\#(id),"result":\#(result)}"#.utf8)
    }

    private static func connect(
        _ client: FrameChannel, _ server: FrameChannel, _ requested: Protected<[String]>,
        _ answered: Protected<Int>, _ broken: Protected<Broken?>, _ gate: Gate
    ) {
        let faults = Protected<[Int: Fault]>([:])
        _ = ServiceThread.start {
            while case .frame(let frame) = client.read() {
                if let header = header(frame), let name = header.method, let id = header.id {
                    requested.withLock { $0.append(name) }
                    let fault = broken.withLock { broken -> Fault? in
                        if name == broken?.first { broken?.first = nil }
                        guard let broken, broken.first == nil, name == broken.method else { return nil }
                        return broken.fault
                    }
                    if let fault { faults.withLock { $0[id] = fault } }
                }
                server.write(frame)
            }
            server.socket.shutDown()
        }
        _ = ServiceThread.start {
            while case .frame(let frame) = server.read() {
                gate.pass()
                answered.withLock { $0 += frame.count }
                guard let id = header(frame)?.id, let fault = faults.withLock({ $0[id] }) else {
                    client.write(frame)
                    continue
                }
                switch fault {
                case .wrongShape: client.write(answer(to: id, #""nonsense""#))
                case .result(let result): client.write(answer(to: id, result))
                case .error:
                    client.write(
                        Data(#"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-32000,"message":"It is broken."}}"#.utf8))
                case .dropped: client.socket.shutDown()
                case .null: client.write(answer(to: id, "null"))
                case .empty: client.write(answer(to: id, "{}"))
                case .cut:
                    let length = UInt32(frame.count).bigEndian
                    _ = withUnsafeBytes(of: length) { client.write(bytes: Array($0) + frame.prefix(frame.count / 2)) }
                    client.socket.shutDown()
                case .noJSON: client.write(Data("nonsense".utf8))
                case .deep: client.write(answer(to: id, String(repeating: "[", count: 5_000)))
                }
            }
            client.socket.shutDown()
        }
    }
}
