// SPDX-License-Identifier: MIT

import FlintCLI
import FlintEngineBenchmarks

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The program that measures the engine and its front ends and checks the figures against the limits in a file.
@main
enum Main {
    private static var suites: [Suite] {
        // The demo runs before the suite that sets up the log of the whole process.
        Suite.engine.prefix(1) + [Suite("demo", run: DemoSuite.run)] + Suite.engine.dropFirst()
            + [
                Suite("inspector", run: InspectorSuite.run), Suite("attach", run: AttachSuite.run),
                Suite("journal", run: JournalSuite.run), Suite("gates", run: GatesSuite.run),
            ]
    }

    @MainActor
    static func main() {
        if GeneratedApp.count != nil { FlintCommandLine<GeneratedApp>.main() }
        if let path = SoakApp.sharedFile {
            if let number = SoakWriter.number { SoakWriter(number: number).run() }
            HeapFile.write(beside: path)
            FlintCommandLine<SoakApp>.main()
        }
        guard let options = Options(Array(CommandLine.arguments.dropFirst()), suites: suites) else {
            Program.write(Options.usage(suites), to: STDERR_FILENO)
            exit(64)
        }
        if let seconds = options.soakSeconds { exit(soak(for: seconds, limitsPath: options.limitsPath)) }
        guard let seconds = options.consoleSeconds else { exit(Program.run(options)) }
        exit(measureConsole(for: seconds, options))
    }

    private static func measureConsole(for seconds: Double, _ options: Options) -> Int32 {
        let program = CommandLine.arguments[0]
        var lines: [String] = []
        func print(_ line: String) {
            lines.append(line)
            Program.write(line, to: STDOUT_FILENO)
        }
        ConsoleScenario.run(program: program, seconds: seconds, print: print)
        KeyScenario.run(program: program, demo: options.demoPath, print: print)
        AttachScenario.run(program: program, print: print)
        guard options.updates else { return 0 }
        do {
            try Results.writeConsole(lines, limitsPath: options.limitsPath)
            return 0
        } catch {
            Program.write("RESULTS.md cannot be written: \(error)", to: STDERR_FILENO)
            return 1
        }
    }

    private static func soak(for seconds: Double, limitsPath: String) -> Int32 {
        do {
            let limits = try SoakLimits(contentsOf: limitsPath)
            let problems = SoakScenario.run(program: CommandLine.arguments[0], seconds: seconds, limits: limits) {
                Program.write($0, to: STDOUT_FILENO)
            }
            for problem in problems { Program.write(problem, to: STDERR_FILENO) }
            return problems.isEmpty ? 0 : 1
        } catch {
            Program.write("\(limitsPath): \(error)", to: STDERR_FILENO)
            return 1
        }
    }
}
