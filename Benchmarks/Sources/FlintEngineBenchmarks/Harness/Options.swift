// SPDX-License-Identifier: MIT

package struct Options {
    package private(set) var limitsPath = "Thresholds.json"
    private(set) var printsJSON = false
    /// Whether to write the measurements beside the limits.
    package private(set) var updates = false
    /// Whether to take only counts, without times.
    package var countsOnly = false
    /// The seconds for which the console is measured on each screen of a pseudo-terminal, instead of running suites.
    package private(set) var consoleSeconds: Double?
    /// The path of the program whose console is measured too.
    package private(set) var demoPath: String?
    /// The seconds for which the demo runs at many times its speed, instead of running suites.
    package private(set) var soakSeconds: Double?
    private(set) var suites: [Suite] = []

    /// Returns the help text of the program that measures everything.
    package static func usage(_ suites: [Suite]) -> String {
        """
        Usage: FlintBench [--json] [--update] [--counts] [--limits FILE] [SUITE ...]
               FlintBench --console [SECONDS] [--demo FILE] [--update] [--limits FILE]
               FlintBench --soak SECONDS --limits FILE

          --json         print the report as JSON
          --update       write what was measured beside the limits, and with every suite the page of results; with
                         --console, only the page's section on the console
          --counts       take the counts only: allocations, instructions, evaluations and bytes, no times
          --limits FILE  the file of limits; Thresholds.json by default
          --console [SECONDS]
                         drive the console on a pseudo-terminal, for SECONDS (5) on each of three screens
          --demo FILE    with --console, also measure the console of this program
          --soak SECONDS let the demo run at 50 times its speed with consoles attached and faults, and check that no update
                         is lost, that the consoles are current, and that memory does not grow
          SUITE          run only suites with these names: \(suites.map(\.name).joined(separator: ", "))
        """
    }

    /// Parses the arguments after the program's name, or returns `nil` if they are invalid.
    ///
    /// - Parameters:
    ///   - words: The arguments.
    ///   - all: The available suites.
    package init?(_ words: [String], suites all: [Suite]) {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--json": printsJSON = true
            case "--update": updates = true
            case "--counts": countsOnly = true
            case "--console":
                let seconds = rest.first.flatMap(Double.init)
                if seconds != nil { rest.removeFirst() }
                guard seconds.map({ $0 > 0 }) ?? true else { return nil }
                consoleSeconds = seconds ?? 5
            case "--demo":
                guard let path = rest.popFirst() else { return nil }
                demoPath = path
            case "--soak":
                guard let seconds = rest.popFirst().flatMap(Double.init), seconds > 0 else { return nil }
                soakSeconds = seconds
            case "--limits":
                guard let path = rest.popFirst() else { return nil }
                limitsPath = path
            default:
                guard let suite = all.first(where: { $0.name == word }) else { return nil }
                suites.append(suite)
            }
        }
        if suites.isEmpty { suites = all }
    }
}
