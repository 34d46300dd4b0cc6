import FlintAttach
import FlintAttachServer
import FlintCore
import Foundation
import Testing

struct AppSearchTests {
    private typealias Reason = AppSearch.Finding.Reason

    private let root = "/tmp/flint-search-\(UInt32.random(in: .min ... .max))"
    private var directory: SocketDirectory { SocketDirectory(path: "\(root)/run/user/\(geteuid())/flint") }

    init() throws {
        try FileManager.default.createDirectory(
            atPath: "\(root)/run/user/\(geteuid())", withIntermediateDirectories: true)
    }

    private func clean() { try? FileManager.default.removeItem(atPath: root) }

    private func search(
        _ connect: (SocketDirectory.Entry) throws(AttachError) -> ServedApp = AppSearch.greet
    ) -> AppSearch {
        AppSearch(in: directory, others: SocketDirectory.existing(environment: [:], root: root), connect: connect)
    }

    /// Creates the socket of an app that accepts no connections yet.
    private func serve(_ name: String, in directory: SocketDirectory? = nil) throws -> (path: String, socket: Socket) {
        let directory = directory ?? self.directory
        try directory.prepare()
        let path = directory.socketPath(of: name, process: getpid())
        return (path, try Socket.listening(at: .path(path)))
    }

    /// Leaves a socket without a listener, as a killed process does.
    private func leaveSocket(_ name: String, of process: Int32, in directory: SocketDirectory) throws -> String {
        try directory.prepare()
        let path = directory.socketPath(of: name, process: process)
        _ = try Socket.listening(at: .path(path))
        return path
    }

    @Test func `an app has never been served if its directory is missing`() {
        defer { clean() }
        let search = search()
        #expect(search.findings.map(\.reason) == [.noDirectory])
        #expect(search.findings.first?.message.contains("\(directory.path) does not exist") == true)
        #expect(search.findings.first?.remedy.contains("Flint.serveInspector()") == true)
    }

    @Test func `an app is not served if its directory is empty`() throws {
        defer { clean() }
        try directory.prepare()
        #expect(search().findings.map(\.reason) == [.nothingServed])
    }

    @Test func `the socket of an ended process is named and removed`() throws {
        defer { clean() }
        let path = try leaveSocket("museum", of: .max, in: directory)
        let search = search()
        #expect(search.findings.map(\.reason) == [.ended])
        #expect(search.findings.first?.messageAndRemedy.contains("museum (process \(Int32.max)) has ended") == true)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `an app that does not answer is named with the reason`() throws {
        defer { clean() }
        let museum = try serve("museum")
        let search = search { _ throws(AttachError) in throw AttachError.disconnected("The app cannot be reached.") }
        #expect(search.findings.map(\.reason) == [.noAnswer])
        #expect(search.findings.first?.message.contains("cannot be reached") == true)
        withExtendedLifetime(museum) {}
    }

    @Test func `an app with another version of the protocol is named`() throws {
        defer { clean() }
        let museum = try serve("museum")
        let search = search { _ throws(AttachError) in throw AttachError.refused(.version(app: 1, frontEnd: [2])) }
        #expect(search.findings.map(\.reason) == [.version])
        withExtendedLifetime(museum) {}
    }

    @Test func `an app in the directory of other variables is named with its socket`() throws {
        defer { clean() }
        try FileManager.default.createDirectory(atPath: "\(root)/tmp", withIntermediateDirectories: true)
        let other = SocketDirectory(path: "\(root)/tmp/flint-\(geteuid())")
        let (path, socket) = try serve("museum", in: other)
        let stale = try leaveSocket("library", of: .max, in: other)
        let search = search()
        #expect(search.findings.map(\.reason) == [.otherDirectory])
        #expect(search.findings.first?.remedy.hasSuffix("by the path \(path)") == true)
        #expect(search.findings.first?.message.contains("XDG_RUNTIME_DIR") == true)
        // Only the searched directory is cleaned.
        #expect(FileManager.default.fileExists(atPath: stale))
        withExtendedLifetime(socket) {}
    }

    @Test(.enabled(if: geteuid() == 0, "Only root can create files of another user."))
    func `directories of other users are named`() throws {
        defer { clean() }
        let theirs = SocketDirectory(path: "\(root)/tmp/flint-1")
        try FileManager.default.createDirectory(atPath: "\(root)/tmp", withIntermediateDirectories: true)
        _ = try leaveSocket("museum", of: getpid(), in: theirs)
        chown(theirs.path, 1, 1)
        #expect(search().findings.map(\.reason) == [.otherUser])
        let own = AppSearch(in: theirs, others: [])
        #expect(own.findings.map(\.reason) == [.otherUser])
        #expect(own.findings.first?.message.contains("belongs to another user") == true)
    }

    @Test func `folders of other programs are not searched`() throws {
        defer { clean() }
        try FileManager.default.createDirectory(atPath: "\(root)/tmp/flint-cache", withIntermediateDirectories: true)
        #expect(SocketDirectory.existing(environment: [:], root: root).isEmpty)
    }

    @Test func `a search in a container states that apps outside of it are invisible`() throws {
        defer { clean() }
        func search() -> AppSearch {
            AppSearch(
                in: directory, others: [],
                isInContainer: SocketDirectory.isInContainer(environment: [:], root: root))
        }
        #expect(search().findings.map(\.reason) == [.noDirectory])
        try Data().write(to: URL(filePath: "\(root)/.dockerenv"))
        #expect(search().findings.map(\.reason) == [.noDirectory, .container])
        #expect(search().findings.last?.remedy.contains("mount the app's directory") == true)
    }

    @Test(arguments: [".dockerenv", "run/.containerenv"])
    func `a container is recognized by its files`(path: String) throws {
        defer { clean() }
        #expect(!SocketDirectory.isInContainer(environment: ["container": ""], root: root))
        #expect(SocketDirectory.isInContainer(environment: ["container": "podman"], root: root))
        try Data().write(to: URL(filePath: "\(root)/\(path)"))
        #expect(SocketDirectory.isInContainer(environment: [:], root: root))
    }

    @Test func `the socket of an app in another container stays and is found`() throws {
        defer { clean() }
        try directory.prepare()
        let path = directory.socketPath(of: "museum", process: .max)
        let socket = try Socket.listening(at: .path(path))
        let search = search { entry throws(AttachError) in
            ServedApp(
                app: "Museum", process: entry.process, instance: "1", isReadOnly: false, allowsOverrides: true)
        }
        #expect(search.apps.map(\.entry.path) == [path])
        withExtendedLifetime(socket) {}
    }

    @Test func `apps are found with their environment, and only silent ones are findings`() throws {
        defer { clean() }
        let served = [try serve("museum"), try serve("gallery")]
        let search = search { entry throws(AttachError) in
            guard entry.name == "gallery" else { throw AttachError.disconnected("The app does not respond.") }
            return ServedApp(
                app: "The Gallery", process: entry.process, instance: "1", isReadOnly: true, allowsOverrides: true,
                environment: .production)
        }
        #expect(search.apps.map(\.title) == ["gallery  process \(getpid()): The Gallery (production, read-only)"])
        #expect(search.findings.map(\.reason) == [.noAnswer])
        withExtendedLifetime(served) {}
    }
}
