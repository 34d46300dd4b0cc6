import FlintAttach
import FlintAttachServer
import Foundation
import Testing

struct SocketDirectoryTests {
    private let folder = "/tmp/flint-\(UInt32.random(in: .min ... .max))"

    private func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test func `the directory and the socket are the user's only`() throws {
        let gallery = try ServedGallery()
        #expect(try mode(gallery.directory.path) == 0o700)
        #expect(try mode(gallery.server.path) == 0o600)
        #expect(gallery.server.path == "\(gallery.directory.path)/the-gallery-\(getpid()).sock")
        #expect(try gallery.directory.removeEnded().running.map(\.name) == ["the-gallery"])
        gallery.server.stop()
        #expect(try FileManager.default.contentsOfDirectory(atPath: gallery.directory.path).isEmpty)
    }

    @Test func `a directory that is open to other users, a link or a file is refused`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let inner = "\(folder)/inner"
        func problem() -> String? {
            do {
                try SocketDirectory(path: inner).prepare()
                return nil
            } catch {
                return error.description
            }
        }
        #expect(problem() == nil)
        chmod(inner, 0o755)
        #expect(problem()?.contains("is open to other users") == true)
        rmdir(inner)
        symlink(folder, inner)
        #expect(problem()?.contains("is not a directory") == true)
        unlink(inner)
        try Data().write(to: URL(filePath: inner))
        #expect(problem()?.contains("is not a directory") == true)
        if geteuid() == 0 {
            unlink(inner)
            mkdir(inner, 0o700)
            chown(inner, 1, 1)
            #expect(problem()?.contains("belongs to another user") == true)
        }
    }

    @Test func `the socket of a process that has ended is taken over or removed`() throws {
        let gallery = try ServedGallery()
        let path = gallery.server.path
        gallery.server.stop()
        // A killed process leaves a socket without a listener.
        _ = try Socket.listening(at: .path(path))
        #expect(throws: AttachError.self) { try AttachLink(.path(path), client: "test") }
        try gallery.serveAgain()
        #expect(try gallery.attach().app.app == "The Gallery")
        let stale = gallery.directory.socketPath(of: "museum", process: .max)
        _ = try Socket.listening(at: .path(stale))
        #expect(try gallery.directory.removeEnded().running.map(\.path) == [gallery.server.path])
        #expect(!FileManager.default.fileExists(atPath: stale))
    }

    @Test func `a refused connection shows that an app has ended, although its process still has its ID`() throws {
        let gallery = try ServedGallery()
        // A killed process keeps its ID until its parent has waited for it.
        let old = gallery.directory.socketPath(of: "The Gallery", process: getppid())
        _ = try Socket.listening(at: .path(old))
        #expect(try AttachTarget("the gallery", in: gallery.directory).address() == .path(gallery.server.path))
        #expect(!FileManager.default.fileExists(atPath: old))
    }

    @Test func `the socket of a running server is not replaced`() throws {
        let gallery = try ServedGallery()
        #expect(throws: SocketDirectory.Problem.self) {
            try gallery.directory.listen(as: "The Gallery", process: getpid())
        }
        #expect(try gallery.attach().app.app == "The Gallery")
    }

    @Test func `a file with the name of an unfinished socket is kept`() throws {
        let gallery = try ServedGallery()
        gallery.server.stop()
        let file = gallery.server.path + ".new"
        try Data("kept".utf8).write(to: URL(filePath: file))
        #expect(throws: SocketDirectory.Problem.self) { try gallery.serveAgain() }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "kept")
    }

    @Test func `an unfinished socket of a killed process is replaced`() throws {
        let gallery = try ServedGallery()
        gallery.server.stop()
        _ = try Socket.listening(at: .path(gallery.server.path + ".new"))
        try gallery.serveAgain()
        #expect(try gallery.attach().app.app == "The Gallery")
    }

    @Test func `the directory depends on the environment`() {
        func path(_ environment: [String: String]) -> String {
            SocketDirectory.forCurrentUser(environment: environment).path
        }
        #expect(path(["XDG_RUNTIME_DIR": "/run/user/7", "TMPDIR": "/t"]) == "/run/user/7/flint")
        #expect(path(["XDG_RUNTIME_DIR": "relative", "TMPDIR": "/t/"]) == "/t/flint-\(getuid())")
        #expect(path([:]) == "/tmp/flint-\(getuid())")
    }

    @Test func `an app is found by its name, a part of it, its process or its socket`() throws {
        let gallery = try ServedGallery()
        for text in ["", "The Gallery", "the-gallery", "the", "\(getpid())", gallery.server.path] {
            #expect(try AttachTarget(text, in: gallery.directory).address() == .path(gallery.server.path))
        }
        let other = "\(gallery.directory.path)/the-museum-1.sock"
        let socket = try Socket.listening(at: .path(other))
        defer { withExtendedLifetime(socket) {} }
        #expect(try gallery.directory.removeEnded().running.count == 2)
        let problem = #expect(throws: AttachTarget.Problem.self) {
            try AttachTarget("the", in: gallery.directory).address()
        }
        #expect(problem?.description.contains("the-museum (1)") == true)
    }

    @Test func `the error for a path that is too long for sockets states a remedy`() throws {
        let directory = SocketDirectory(path: "/tmp/" + String(repeating: "d", count: 120))
        let problem = #expect(throws: SocketDirectory.Problem.self) { try directory.prepare() }
        #expect(problem?.remedy == "Set XDG_RUNTIME_DIR to a directory with a shorter path.")
        #expect(problem?.problem.contains("has 125 bytes, but a socket in it allows only") == true)
    }

    @Test func `a long app name is shortened to fit the length of an address`() {
        let directory = SocketDirectory(path: "/tmp/" + String(repeating: "d", count: 40))
        let path = directory.socketPath(of: String(repeating: "n", count: 500), process: 1_234_567)
        #expect(path.utf8.count + 4 <= Socket.pathLimit)
    }
}
