import Foundation

@testable import FlintAttach
@testable import FlintAttachServer
@testable import FlintCore
@testable import FlintInspector
@testable import FlintModel

/// The invariants of a served app for arbitrary input on a connection, checked by the fuzzer and the tests.
///
/// Input that begins with `L` has the content of a frame on each further line and follows a handshake, so that the
/// fuzzer reaches every request. Any other input is sent unchanged.
final class FrameProperty: Sendable {
    private static let hello = #"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"versions":[3],"client":"fuzzer"}}"#
    private static let patience = 60.0

    private let server: InspectorServer
    private let folder: String

    init() throws {
        let runtime = FlintRuntime()
        runtime.setUp(Studio.self) {
            $0.purchaseTracker = DebugPurchaseTracker()
            $0.allowsOverrides = true
        }
        folder = "/tmp/flint-\(UInt32.random(in: .min ... .max))"
        server = try InspectorServer(
            RuntimeInspector(runtime: runtime, configuration: .init(appName: "Studio", cause: "fuzzer")),
            in: SocketDirectory(path: folder))
    }

    deinit {
        server.stop()
        rmdir(folder)
    }

    /// Sends an input on a new connection and checks all answers.
    ///
    /// - Parameter input: The input.
    /// - Returns: A description of the violated invariant, or `nil`.
    func problem(with input: [UInt8]) -> String? {
        let bytes = Self.bytes(of: input)
        if let problem = Self.problemOfFrames(in: bytes) { return problem }
        guard let socket = try? Socket.connected(to: .path(server.path)) else { return "there is no connection" }
        // The server may close the connection before the whole input is written.
        _ = socket.write(bytes, by: Deadline(seconds: Self.patience))
        shutdown(socket.descriptor, Int32(SHUT_WR))
        let channel = FrameChannel(socket, limit: FrameBuffer.answerLimit)
        while true {
            switch channel.read(seconds: Self.patience) {
            case .frame(let frame):
                guard
                    (try? JSONDecoder().decode(MessageHeader.self, from: frame, within: WireProtocol.answerLimits))
                        != nil
                else { return "an answer is no message: \(String(decoding: frame.prefix(200), as: UTF8.self))" }
            case .nothing: return "the connection does not end"
            case .end(let tooLong): return tooLong.map { "an answer is too long: \($0)" }
            }
        }
    }

    private static func bytes(of input: [UInt8]) -> [UInt8] {
        guard input.first == UInt8(ascii: "L") else { return input }
        let lines = input.dropFirst().split(separator: UInt8(ascii: "\n")).map { Data($0) }
        return ([Data(hello.utf8)] + lines).flatMap(FrameBuffer.frame)
    }

    /// Checks that the frames do not depend on the division of the bytes into chunks.
    private static func problemOfFrames(in bytes: [UInt8]) -> String? {
        func frames(cutAfter size: Int) -> [Data?] {
            var buffer = FrameBuffer(limit: 1 << 16)
            var found: [Data?] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                buffer.bytes += bytes[start..<min(start + size, bytes.count)]
                do throws(FrameBuffer.TooLong) {
                    while let frame = try buffer.next() { found.append(frame) }
                } catch {
                    return found + [nil]
                }
            }
            return found
        }
        let whole = frames(cutAfter: max(1, bytes.count))
        return [1, 3, 64].contains { frames(cutAfter: $0) != whole }
            ? "the frames depend on how the bytes are cut" : nil
    }
}

/// The app that is served to the fuzzer.
final class Studio: FeatureGroup {
    static let description = "A studio"
    static var subfeatures: [FeatureDefinition.Type] { [Recording.self, Mixing.self] }
}

final class Recording: ConditionalFeature {
    static let description = "Records"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(NonConsumableProduct(name: "Pass", productID: "pass"))
        requirements.permission(.microphone)
        requirements.userToggled(defaultValue: true)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

final class Mixing: ConditionalFeature {
    static let description = "Mixes"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.featureFlag("mixing") }
    static func prepare(actions: FeatureActionsBuilder) {}
}
