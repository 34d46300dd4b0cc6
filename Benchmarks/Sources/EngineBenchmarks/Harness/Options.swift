/// What a run is asked to do.
package struct Options {
    /// The file of limits.
    package private(set) var limitsPath = "Thresholds.json"
    /// Whether to print JSON rather than tables.
    private(set) var printsJSON = false
    /// Whether to write what was measured beside the limits.
    private(set) var updates = false
    /// Whether to take counts only, and no times.
    package var countsOnly = false
    /// How long the console is measured on each screen of a pseudo-terminal, in place of suites.
    package private(set) var consoleSeconds: Double?
    /// How long the demo is to run at many times its speed, in place of suites.
    package private(set) var soakSeconds: Double?
    /// The suites to run.
    private(set) var suites: [Suite] = []

    /// How to call the program that measures everything.
    package static func usage(_ suites: [Suite]) -> String {
        """
        Usage: Bench [--json] [--update] [--counts] [--limits FILE] [SUITE ...]
               Bench --console SECONDS
               Bench --soak SECONDS --limits FILE

          --json         print the report as JSON
          --update       write what was measured beside the limits, and with every suite the page of results
          --counts       take the counts only: allocations, evaluations and bytes, no times
          --limits FILE  the file of limits; Thresholds.json by default
          --console SECONDS
                         drive the console on a pseudo-terminal, for so long on each of three screens
          --soak SECONDS let the demo run at 50 times its speed with consoles attached, and see whether memory grows
          SUITE          run only suites with these names: \(suites.map(\.name).joined(separator: ", "))
        """
    }

    /// Reads the words after the program's name; `nil` if they are invalid.
    ///
    /// - Parameters:
    ///   - words: The words.
    ///   - all: The suites there are.
    package init?(_ words: [String], suites all: [Suite]) {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--json": printsJSON = true
            case "--update": updates = true
            case "--counts": countsOnly = true
            case "--console":
                guard let seconds = rest.popFirst().flatMap(Double.init), seconds > 0 else { return nil }
                consoleSeconds = seconds
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
