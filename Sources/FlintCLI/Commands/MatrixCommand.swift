// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintCore
import FlintInspector
import FlintWorld

struct MatrixCommand<App: FlintApplication>: AppCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case table, csv, json, markdown, svg
    }

    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "matrix", abstract: "Show the availability of every feature for every persona.",
            discussion: """
                The first column, "now", is the current state. Without names, all personas are shown. "compare now \
                \\"Child account\\"" explains the features that a child account would lose and gain.
                """)
    }

    @Argument(help: "The personas, or \"now\" for the current state.", completion: .personas(of: App.self, and: "now"))
    var names: [String] = []
    @Flag(
        help: ArgumentHelp(
            "Also list features that are hidden from users.", discussion: "JSON output always contains them."))
    var hidden = false
    @Flag(help: "Leave out features whose availability is the same in all states.") var differences = false
    @Option(help: "table, csv, json, markdown or svg.") var format = Format.table
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        if json, format != .table, format != .json {
            throw CommandLineError.usage("--json and --format \(format.rawValue) cannot be combined.")
        }
        let isJSON = json || format == .json
        return try shared.printAnswer(json: isJSON) { session in
            let full = try matrix(in: session)
            let matrix = differences ? full.onlyDifferences : full
            let listed = hidden ? matrix : matrix.withoutHidden
            return (MatrixAnswer(matrix), lines(MatrixFormatter(listed)))
        }
    }

    private func lines(_ text: MatrixFormatter) -> [String] {
        switch format {
        case .table: text.table
        case .csv: text.csv
        case .markdown: text.markdown
        case .svg: text.svg(title: App.appName)
        case .json: []
        }
    }

    @MainActor
    private func matrix(in session: AppSession<App>) throws -> AvailabilityMatrix {
        let all = try session.personas()
        let chosen: [Persona?] =
            try names.isEmpty
            ? [nil] + all : names.map { $0 == Persona.presentName ? nil : try Names.persona($0, in: all) }
        let world = try session.world()
        let full = try session.reportingPersonas {
            try session.inspector.matrix(of: chosen.compactMap { $0 }, in: world)
        }
        var next = 0
        return full.selecting(
            chosen.map { persona in
                guard persona != nil else { return 0 }
                next += 1
                return next
            })
    }
}

struct MatrixAnswer: Encodable {
    struct Row: Encodable {
        let id: String
        let name: String
        let availability: [Bool?]
    }

    let columns: [String]
    let features: [Row]
    /// The adopted flags that no feature requires, or `nil` if features require all of them.
    let flags: [AvailabilityMatrix.FlagRow]?

    init(_ matrix: AvailabilityMatrix) {
        columns = matrix.columns.map(\.name)
        features = matrix.features.map { Row(id: $0.id, name: $0.name, availability: matrix.row($0)) }
        flags = matrix.flags.isEmpty ? nil : matrix.flags
    }
}
