import Foundation

/// A program of this package, located beside the test bundle.
struct Program {
    struct Result {
        let status: Int32
        let output: String
        let errors: String
    }

    static let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL

    let name: String

    /// Runs the program with an empty standard input, an environment with only `PATH`, and a separate folder for its
    /// state.
    func run(_ arguments: [String], state: URL) throws -> Result {
        let process = Process()
        let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        process.executableURL = products.appending(path: name)
        process.arguments = arguments
        process.environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": "/nonexistent",
            "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC", "FLINT_PAUSED": "1", "SWIFT_BACKTRACE": "enable=no",
            "FLINT_STATE": state.appending(path: "state.json").path,
        ]
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        let errors = state.appending(path: "\(UUID().uuidString).errors")
        try Data().write(to: errors)
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus, output: text, errors: try String(contentsOf: errors, encoding: .utf8))
    }
}
