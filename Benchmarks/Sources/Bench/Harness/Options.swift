/// What a run is asked to do.
struct Options {
    /// The file of limits.
    var limitsPath = "Thresholds.json"
    /// Whether to print JSON rather than tables.
    var printsJSON = false
    /// Whether to write what was measured beside the limits.
    var updates = false
    /// How long the console is measured on each screen of a pseudo-terminal, in place of suites.
    var consoleSeconds: Double?
    /// The names of the suites to run; empty for all.
    var suites: [String] = []

    /// How to call the program.
    static let usage = """
        Usage: Bench [--json] [--update] [--limits FILE] [SUITE ...]
               Bench --console SECONDS

          --json         print the report as JSON
          --update       write what was measured beside the limits
          --limits FILE  the file of limits; Thresholds.json by default
          --console SECONDS
                         drive the console on a pseudo-terminal, for so long on each of three screens
          SUITE          run only suites with these names: \(Suite.all.map(\.name).joined(separator: ", "))
        """

    /// Reads the words after the program's name; `nil` if they make no sense.
    init?(_ words: [String]) {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--json": printsJSON = true
            case "--update": updates = true
            case "--console":
                guard let seconds = rest.popFirst().flatMap(Double.init), seconds > 0 else { return nil }
                consoleSeconds = seconds
            case "--limits":
                guard let path = rest.popFirst() else { return nil }
                limitsPath = path
            case let name where Suite.all.contains { $0.name == name }: suites.append(name)
            default: return nil
            }
        }
    }
}
