import Foundation

/// The built `flint` program, run as a child process or in a terminal.
enum BuiltProgram {
    static let path: String = {
        if let path = ProcessInfo.processInfo.environment["FLINT_PROGRAM"] { return path }
        let beside = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "flint").path()
        if FileManager.default.isExecutableFile(atPath: beside) { return beside }
        return root + "/.build/debug/flint"
    }()

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path().trimmingSuffix("/")

    /// Runs the program with an empty standard input and a clean environment.
    static func run(_ arguments: [String], environment: [String: String] = [:]) throws -> ChildProcess.Result {
        try ChildProcess.run(path, arguments, environment: self.environment.merging(environment) { $1 })
    }

    /// The environment of every run, which inherits only `PATH`.
    static var environment: [String: String] {
        [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": "/nonexistent",
            "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC", "FLINT_PAUSED": "1",
            // The crash reporter would otherwise wait for a key.
            "SWIFT_BACKTRACE": "enable=no",
        ]
    }
}

extension String {
    func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
