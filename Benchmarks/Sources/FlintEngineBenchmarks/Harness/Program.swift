// SPDX-License-Identifier: MIT

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The shared main program of the benchmarks: it runs suites and checks the measurements against the limits in a file.
package enum Program {
    /// Runs the requested suites and prints their measurements.
    ///
    /// - Parameter options: The suites to run and the format of the report.
    /// - Returns: The exit code, which is 0 unless a limit is exceeded or the file of limits cannot be read.
    package static func run(_ options: Options) -> Int32 {
        do {
            var limits = try Limits(contentsOf: options.limitsPath)
            var report = Report(countsOnly: options.countsOnly)
            for suite in options.suites { suite.run(&report) }
            if !report.measures(.instructions) {
                let reason = options.countsOnly ? "this program runs without Valgrind" : "this run measures times"
                write("Instructions are not counted, because \(reason).", to: STDERR_FILENO)
            }
            if options.updates {
                try limits.update(from: report, by: options.suites, path: options.limitsPath)
                try Results.write(report, limits: limits, suites: options.suites, limitsPath: options.limitsPath)
            }
            write(options.printsJSON ? try report.json() : report.table(limits: limits), to: STDOUT_FILENO)
            let violations = limits.violations(of: report, by: options.suites)
            for violation in violations { write(violation, to: STDERR_FILENO) }
            return violations.isEmpty ? 0 : 1
        } catch {
            write("\(options.limitsPath): \(error)", to: STDERR_FILENO)
            return 1
        }
    }

    package static func write(_ text: String, to descriptor: Int32) {
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
