import FlintAttach
import FlintCore
import FlintTestSupport
import Foundation
import Testing

@testable import FlintAttachServer

struct ServingRequestTests {
    @Test(arguments: ["", "0"])
    func `an app is not served without a request`(value: String) throws {
        #expect(try ServingRequest(value, process: 7) == nil)
    }

    @Test func `a request names the socket's path or leaves the path to the app's name`() throws {
        #expect(try ServingRequest("1", process: 7)?.path == nil)
        #expect(try ServingRequest("1", process: 7) != nil)
        #expect(try ServingRequest("unix:/run/app/{PID}.sock", process: 7)?.path == "/run/app/7.sock")
    }

    @Test(arguments: ["yes", "unix:run/app.sock", "unix:", "tcp://127.0.0.1:1", "/run/app.sock"])
    func `the error for an invalid value lists the valid ones`(value: String) {
        let problem = #expect(throws: SocketDirectory.Problem.self) { try ServingRequest(value, process: 7) }
        #expect(
            problem?.description
                == "FLINT_INSPECTOR has the value \"\(value)\". Set it to 1, or to unix: followed by the absolute path of a "
                + "socket.")
    }

    @Test func `a socket replaces only the socket of an ended process`() throws {
        let folder = "/tmp/flint-\(UInt32.random(in: .min ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = "\(folder)/app.sock"
        _ = try SocketDirectory.listen(at: path)
        let socket = try SocketDirectory.listen(at: path)
        #expect(socket.path == path)
        let conflict = #expect(throws: SocketDirectory.Problem.self) { try SocketDirectory.listen(at: path) }
        #expect(conflict?.problem == "The socket \(path) may be in use by a running process.")
        #expect(throws: Never.self) { try Socket.connected(to: .path(path)) }
        try Data("kept".utf8).write(to: URL(fileURLWithPath: "\(folder)/file"))
        let problem = #expect(throws: SocketDirectory.Problem.self) { try SocketDirectory.listen(at: "\(folder)/file") }
        #expect(problem?.description == "\(folder)/file is not a socket. Remove it, or choose another path.")
        #expect(try String(contentsOfFile: "\(folder)/file", encoding: .utf8) == "kept")
    }
}
