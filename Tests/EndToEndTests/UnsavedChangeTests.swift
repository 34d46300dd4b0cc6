import FlintTestSupport
import Foundation
import Testing

@Suite(.serialized)
struct UnsavedChangeTests: ProgramUser {
    let folder: TemporaryFolder
    private let holder = "is locked by process \(getpid())"

    init() throws {
        folder = try TemporaryFolder()
    }

    // MARK: Commands

    @Test func `a change that is saved without its history entry reports both`() async throws {
        let lock = try HeldLock(of: folder.path(of: "state.history.json"))
        let result = try program("set", "purchase", "premium", "purchased")
        lock.release()
        #expect(result.status == 75, "\(result)")
        #expect(result.output.hasPrefix("Premium subscription: overridden, purchased until removed"))
        #expect(result.errors.contains("Not saved in the history: The state file"))
        #expect(result.errors.contains(holder))
        #expect(try await flint("compare").output.contains("podcasts.premium"))
    }

    @Test func `a change that cannot be written is not added to the history`() async throws {
        try FileManager.default.createDirectory(
            atPath: folder.path(of: "state.json.draft"), withIntermediateDirectories: true)
        let result = try await flint("set", "purchase", "premium", "purchased")
        #expect(result.status == 73, "\(result)")
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("it is a directory; move it, or specify another state file."))
        #expect(try await flint("undo", "--list").output.contains("Premium") == false)
    }

    @Test func `an undo that cannot be written can be repeated`() async throws {
        try await flint("set", "purchase", "premium", "purchased")
        let draft = folder.path(of: "state.json.draft")
        try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: true)
        #expect(try await flint("undo").status == 73)
        #expect(rmdir(draft) == 0)
        let result = try await flint("undo")
        #expect(result.status == 0 && result.output.hasPrefix("Undone. Premium"), "\(result)")
        #expect(try await flint("compare").output.contains("podcasts.premium") == false)
    }

    @Test(arguments: ["new/", "new/..", "."])
    func `a state path that can only be a folder is refused`(name: String) async throws {
        for (arguments, environment) in [
            (["--state", folder.path(of: name)], [:]), ([], ["FLINT_STATE": folder.path(of: name)]),
        ] {
            let result = try await DemoCommandLine.run(
                ["set", "purchase", "premium", "purchased"] + arguments, environment: environment)
            #expect(result.status == 64, "\(result)")
            #expect(result.errors.contains("is a folder. Specify a file, such as"))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test(arguments: [65, 1_000])
    func `a reason with many combining marks is saved in a readable form`(count: Int) async throws {
        let reason = "a" + String(repeating: "\u{301}", count: count)
        let result = try await flint("set", "purchase", "premium", "purchased", "--reason", reason)
        #expect(result.status == 0, "\(result)")
        let list = try await flint("compare")
        #expect(list.output.contains("premium") && list.errors.isEmpty, "\(list)")
        #expect(try await flint("undo", "--list").output.contains("Premium"))
    }

    // MARK: Programs that keep running

    @Test func `a console that quits waits for the lock and then saves its override`() throws {
        let terminal = try TerminalSession()
        let lock = try HeldLock(of: terminal.folder.path(of: "state.json"))
        try terminal.overridePremium()
        try terminal.press("q")
        try terminal.wait(for: "Waiting. Press ctrl-c to cancel.")
        lock.release()
        try terminal.wait(for: "1 difference from the initial state is kept", "ended with 0")
        #expect(try terminal.folder.text("state.json").contains("podcasts.premium"))
    }

    @Test func `a console that ends without saving its override names the holder of the lock`() throws {
        let terminal = try TerminalSession()
        let lock = try HeldLock(of: terminal.folder.path(of: "state.json"))
        defer { lock.release() }
        try terminal.overridePremium()
        try terminal.press("q")
        let screen = try terminal.wait(for: "A change is not saved.", "ended with 75")
        #expect(screen.replacing("\n", with: "").contains(holder))
        #expect(!screen.contains("kept. "), "No override is kept.")
    }

    @Test func `a console that ends without saving its history names the file`() throws {
        let terminal = try TerminalSession()
        let lock = try HeldLock(of: terminal.folder.path(of: "state.history.json"))
        defer { lock.release() }
        try terminal.overridePremium()
        try terminal.press("q")
        let screen = try terminal.wait(for: "A change is not saved.", "ended with 75")
        #expect(screen.replacing("\n", with: "").contains("state.history.json \(holder)"))
        #expect(try terminal.folder.text("state.json").contains("podcasts.premium"))
    }

    @Test func `a console that is ended by a signal saves its override`() throws {
        let terminal = try TerminalSession()
        let lock = try HeldLock(of: terminal.folder.path(of: "state.json"))
        try terminal.overridePremium()
        #expect(kill(try terminal.programProcess(), SIGTERM) == 0)
        try terminal.wait(for: "Waiting. Press ctrl-c to cancel.")
        lock.release()
        try terminal.wait(for: "ended with 143")
        #expect(try terminal.folder.text("state.json").contains("podcasts.premium"))
    }

    @Test func `a served app reports an unsaved override and saves it before it ends`() throws {
        // A socket's path must be short, but the path of the temporary folder may be long.
        let runtime = "/tmp/flint-\(UInt32.random(in: .min ... .max))"
        mkdir(runtime, 0o700)
        defer { try? FileManager.default.removeItem(atPath: runtime) }
        let environment = BuiltProgram.environment.merging(["XDG_RUNTIME_DIR": runtime]) { $1 }
        let server = try RunningChild(
            "sh",
            ["-c", "exec \"$0\" \"$@\" 2>&1", BuiltProgram.path, "serve", "--state", folder.path(of: "state.json")],
            environment: environment)
        try #require(server.nextLine() != nil)
        let lock = try HeldLock(of: folder.path(of: "state.json"))
        let words = ["set", "purchase", "premium", "purchased", "--attach", "podcasts"]
        let text = try ChildProcess.run(BuiltProgram.path, words, environment: environment)
        #expect(text.status == 75, "\(text)")
        #expect(text.output.hasPrefix("Premium subscription: overridden"), "\(text)")
        #expect(text.errors.contains("Not saved yet: The state file") && text.errors.contains(holder), "\(text)")
        let json = try ChildProcess.run(
            BuiltProgram.path, ["set", "flag", "sleep-timer", "off", "--attach", "podcasts", "--json"],
            environment: environment)
        #expect(json.status == 75)
        let unsaved = try json.object()["unsaved"] as? [[String: Any]]
        #expect(unsaved?.first?["isLocked"] as? Bool == true)
        let history = try ChildProcess.run(
            BuiltProgram.path, ["undo", "--list", "--attach", "podcasts"], environment: environment)
        #expect(history.output.contains("Not saved yet"))
        server.signal(SIGTERM)
        while let line = server.nextLine(), !line.hasPrefix("Waiting. Press ctrl-c to cancel.") {}
        lock.release()
        #expect(server.wait() == 128 + SIGTERM)
        let saved = try folder.text("state.json")
        #expect(saved.contains("podcasts.premium") && saved.contains("sleep-timer"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: runtime + "/flint").isEmpty)
    }
}
