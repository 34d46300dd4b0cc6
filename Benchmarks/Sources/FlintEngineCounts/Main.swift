// SPDX-License-Identifier: MIT

import CFlintAllocations
import FlintEngineBenchmarks

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The program that counts the engine's allocations and checks them against the limits in a file.
///
/// It depends on no front end, so it builds faster than the complete benchmarks.
@main
enum Main {
    static func main() {
        restart_with_fixed_addresses(CommandLine.unsafeArgv)
        guard var options = Options(Array(CommandLine.arguments.dropFirst()), suites: Suite.engine) else {
            Program.write("Usage: FlintEngineCounts [--json] [--limits FILE] [SUITE ...]", to: STDERR_FILENO)
            exit(64)
        }
        options.countsOnly = true
        exit(Program.run(options))
    }
}
