import FlintCLI

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Measures the engine and holds it to the limits in a file.
@main
enum Main {
    @MainActor
    static func main() {
        if GeneratedApp.count != nil { FlintCommandLine<GeneratedApp>.main() }
        guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
            write(Options.usage, to: STDERR_FILENO)
            exit(64)
        }
        if let seconds = options.consoleSeconds {
            ConsoleScenario.run(program: CommandLine.arguments[0], seconds: seconds) { write($0, to: STDOUT_FILENO) }
            exit(0)
        }
        do {
            exit(try run(options) ? 0 : 1)
        } catch {
            write("\(options.limitsPath): \(error)", to: STDERR_FILENO)
            exit(1)
        }
    }

    /// Runs what is asked for; false if a limit is exceeded.
    private static func run(_ options: Options) throws -> Bool {
        var limits = try Limits(contentsOf: options.limitsPath)
        let isComplete = options.suites.isEmpty
        var report = Report()
        for suite in Suite.all where isComplete || options.suites.contains(suite.name) {
            suite.run(&report)
        }
        if options.updates {
            try limits.update(from: report, isComplete: isComplete, path: options.limitsPath)
        }
        write(options.printsJSON ? try report.json() : report.table(limits: limits), to: STDOUT_FILENO)
        let violations = limits.violations(of: report, isComplete: isComplete)
        for violation in violations { write(violation, to: STDERR_FILENO) }
        return violations.isEmpty
    }

    /// Writes a text and a line break.
    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array((text + "\n").utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            bytes.removeFirst(count)
        }
    }

    private static func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Glibc)
            Glibc.write(descriptor, start, count)
        #elseif canImport(Musl)
            Musl.write(descriptor, start, count)
        #else
            Darwin.write(descriptor, start, count)
        #endif
    }
}
