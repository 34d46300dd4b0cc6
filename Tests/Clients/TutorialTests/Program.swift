import Foundation

/// A program of this package, run to its end beside the test bundle.
struct Program {
    /// The result of a run.
    struct Result {
        let status: Int32
        let output: String
        let errors: String
    }

    /// The root of the repository.
    static let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL

    let name: String

    /// Runs the program with an empty standard input, `PATH` as the only variable of the machine, and a folder of its
    /// own for its state.
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
