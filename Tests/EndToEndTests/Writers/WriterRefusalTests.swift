import FlintTestSupport
import Foundation
import Testing

struct WriterRefusalTests {
    /// An obstacle to writing some or all files.
    enum Obstacle: String, CaseIterable, Sendable {
        /// A limit of one block of 512 or 1,024 bytes per file, as on an almost full disk.
        case limit
        /// A disk with only four free kilobytes.
        case nearlyFull
        case full
        case readOnly

        /// The obstacles that the system and the user's rights allow to set up.
        static var possible: [Obstacle] { allCases.filter { $0 == .limit || $0 == .readOnly || mounts } }

        /// Whether file systems can be mounted in a private namespace.
        static let mounts: Bool = {
            let script = "mount -t tmpfs tmpfs /tmp && true"
            return (try? ChildProcess.run("unshare", ["-m", "sh", "-c", script]))?.status == 0
        }()

        /// Returns the arguments of a wrapper that runs a command with the obstacle.
        ///
        /// `$0` is the folder, in which the files are afterwards.
        fileprivate func wrapper(_ folder: TemporaryFolder) -> [String] {
            let script: String
            switch self {
            case .limit: return ["sh", "-c", "ulimit -f 1; exec \"$@\" >/dev/null", folder.path]
            case .full, .nearlyFull:
                // The file system has the size of the existing files, rounded up. A filler file takes the remaining
                // space.
                script = """
                    cp -a "$0" "$0.before" && mount -t tmpfs -o size=512k,mode=700 tmpfs "$0" && cp -a "$0.before/." "$0" \
                    && rm -r "$0.before"
                    dd if=/dev/zero of="$0/fill" bs=4k 2>/dev/null
                    \(self == .full ? "" : "truncate -s -4096 \"$0/fill\"")
                    "$@" >/dev/null; status=$?
                    rm "$0/fill"; mkdir "$0.after" && cp -a "$0/." "$0.after" && umount "$0" && rm -r "$0" \
                    && mv "$0.after" "$0"
                    exit $status
                    """
            case .readOnly:
                guard Self.mounts else { return ["sh", "-c", "chmod 500 \"$0\"; \"$@\" >/dev/null", folder.path] }
                script = "mount --bind \"$0\" \"$0\" && mount -o remount,ro,bind \"$0\" && exec \"$@\" >/dev/null"
            }
            return ["unshare", "-m", "sh", "-c", script, folder.path]
        }
    }

    @Test(arguments: WriterCase.all)
    func `a command that cannot write reports it and loses nothing`(writer: WriterCase) throws {
        let folder = try WriterCase.prepared()
        var refusals = 0
        for obstacle in Obstacle.possible {
            let before = try contents(of: folder)
            let words = obstacle.wrapper(folder) + [BuiltProgram.path] + writer.arguments(in: folder)
            let result = try PipedChild.run(words, environment: BuiltProgram.environment)
            chmod(folder.path, 0o700)
            let after = try contents(of: folder)
            for (name, text) in after where text != before[name] {
                // A change consists of several files, and the first of them may have been written.
                let isState = name.hasSuffix(".json") || name.hasSuffix(".lock")
                #expect(isState || name == writer.file, "\(obstacle): \(name) was left behind.")
            }
            for name in before.keys where !name.hasSuffix(".lock") {
                #expect(after[name] != nil, "\(obstacle): \(name) is missing.")
            }
            if result.status == 0 {
                // A small enough file fits, and an unchanged file need not be written.
                #expect(obstacle == .limit || obstacle == .nearlyFull || after == before, "\(obstacle)")
            } else {
                refusals += 1
                #expect(result.status == 73, "\(obstacle): \(result)")
                #expect(result.errors.contains("cannot be written"), "\(obstacle): \(result)")
                if let file = writer.file { #expect(after[file] == nil, "\(obstacle)") }
            }
            try writer.prepare(folder)
        }
        #expect(refusals > 0)
        try writer.check(folder)
        let again = try BuiltProgram.run(writer.arguments(in: folder))
        #expect(again.status == 0, "\(again.errors)")
    }

    @Test func `an event that does not fit on the disk does not affect the next event`() throws {
        let writer = URL(filePath: BuiltProgram.path).deletingLastPathComponent().appending(path: "FlintStateWriter")
            .path()
        let folder = try TemporaryFolder()
        // The output is a socket, which has no size limit.
        let child = try RunningChild(
            writer, ["full", folder.path(of: "events.jsonl")], environment: BuiltProgram.environment)
        var lines: [String] = []
        while let line = child.nextLine() { lines.append(line) }
        #expect(lines == ["before", "after", "1 torn"])
        #expect(child.wait() == 0)
    }

    private func contents(of folder: TemporaryFolder) throws -> [String: String] {
        var contents: [String: String] = [:]
        for name in try WriterCase.names(in: folder) where name != "personas" { contents[name] = try folder.text(name) }
        return contents
    }
}

/// A program that runs to its end with a socket as its standard error, because the file size limit does not apply to
/// sockets.
private enum PipedChild {
    static func run(_ words: [String], environment: [String: String]) throws -> (status: Int32, errors: String) {
        let child = try RunningChild(words[0], Array(words.dropFirst()), readsErrors: true, environment: environment)
        var lines: [String] = []
        while let line = child.nextLine() { lines.append(line) }
        return (child.wait(), lines.joined(separator: "\n"))
    }
}
