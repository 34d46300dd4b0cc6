import FlintTestSupport
import Foundation
import Testing

/// Kills an app or its clients at random moments and checks that the other side continues and no leftover blocks the
/// next run.
///
/// `FLINT_KILLS` sets the number of kills. `FLINT_KILL_SEED` determines the moments.
struct AttachKillTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["FLINT_KILLS"].flatMap { Int($0) } ?? 6
    private static let seed = environment["FLINT_KILL_SEED"].flatMap { UInt64($0) } ?? 1

    private let folder: TemporaryFolder
    private let runtime: String
    private let variables: [String: String]

    init() throws {
        folder = try TemporaryFolder()
        // A socket's path must be short, but the path of the temporary folder may be long.
        runtime = "/tmp/flint-\(UInt32.random(in: .min ... .max))"
        mkdir(runtime, 0o700)
        variables = BuiltProgram.environment.merging(["XDG_RUNTIME_DIR": runtime]) { $1 }
    }

    private func serve() throws -> RunningChild {
        let child = try RunningChild(
            BuiltProgram.path, ["serve", "--state", folder.path(of: "state.json")], environment: variables)
        try #require(child.nextLine() != nil)
        return child
    }

    private func follow() throws -> RunningChild {
        try RunningChild(
            BuiltProgram.path, ["features", "--watch", "--attach", "podcasts"], environment: variables)
    }

    private func change(isOn: Bool) throws -> RunningChild {
        let words = isOn ? ["set", "purchase", "premium", "purchased"] : ["set", "all", "none"]
        return try RunningChild(BuiltProgram.path, words + ["--attach", "podcasts"], environment: variables)
    }

    /// Waits for a random time, at most as long as a client runs.
    private func pass(_ random: inout SeededNumbers) {
        _ = poll(nil, 0, Int32(random.next() % 400))
    }

    @Test func `the app survives clients that are killed at random moments`() async throws {
        defer { try? FileManager.default.removeItem(atPath: runtime) }
        var random = SeededNumbers(state: Self.seed)
        let server = try serve()
        let watcher = try follow()
        #expect(watcher.nextLine() != nil)
        for number in 0..<Self.count {
            let victims = [try follow(), try change(isOn: number.isMultiple(of: 2))]
            pass(&random)
            for victim in victims { _ = victim.kill() }
        }
        let result = try await DemoCommandLine.run(
            ["features", "--attach", "podcasts"], environment: ["XDG_RUNTIME_DIR": runtime])
        #expect(result.status == 0 && result.output.contains("Smart playlists"), "\(result)")
        // The other clients continue to receive changes.
        for isOn in [true, false] { #expect(try change(isOn: isOn).wait() == 0) }
        #expect(watcher.nextLine() != nil)
        #expect(watcher.end(with: SIGTERM) == 128 + SIGTERM)
        #expect(server.end(with: SIGTERM) == 128 + SIGTERM)
    }

    @Test func `clients survive an app that is killed and restarted at random moments`() async throws {
        defer { try? FileManager.default.removeItem(atPath: runtime) }
        var random = SeededNumbers(state: Self.seed &+ 1)
        var server = try serve()
        let watcher = try follow()
        #expect(watcher.nextLine() != nil)
        for number in 0..<Self.count {
            let changing = try change(isOn: number.isMultiple(of: 2))
            pass(&random)
            _ = server.kill()
            // The kill may have come too late. The client ends in either case.
            #expect([0, 1].contains(changing.wait()), "change \(number)")
            server = try serve()
            let sockets = try FileManager.default.contentsOfDirectory(atPath: runtime + "/flint")
            // The next client that searches for apps removes the leftover socket.
            #expect((1...2).contains(sockets.count), "\(sockets)")
            let result = try await DemoCommandLine.run(
                ["compare", "--attach", "podcasts"], environment: ["XDG_RUNTIME_DIR": runtime])
            #expect(result.status == 0, "\(result.errors)")
            let left = try FileManager.default.contentsOfDirectory(atPath: runtime + "/flint")
            #expect(left.count == 1, "\(left)")
        }
        // The follower has connected to every run, and prints the changes of the last one.
        _ = try change(isOn: false).wait()
        #expect(try change(isOn: true).wait() == 0)
        while let line = watcher.nextLine(), !line.contains("Smart playlists: undetermined (overridden)") {}
        #expect(watcher.end(with: SIGTERM) == 128 + SIGTERM)
        #expect(server.end(with: SIGTERM) == 128 + SIGTERM)
    }
}

struct SeededNumbers {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
