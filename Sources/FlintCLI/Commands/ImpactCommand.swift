import ArgumentParser
import FlintConsole
import FlintCore
import FlintInspector
import InspectorKit

/// `flint impact`: what stops working without a product, a permission, a flag or a platform.
struct ImpactCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "impact", abstract: "Show what stops working if something is taken away.",
            discussion: """
                "impact purchase PRODUCT", "impact permission PERMISSION", "impact flag KEY", "impact toggle FEATURE" and \
                "impact switch FEATURE" assume that it is not purchased, denied or off; "impact platform NAME VERSION" \
                assumes that the app runs there. The answer is for the present state and for every persona. Nothing is \
                changed.
                """)
    }

    @Argument(help: "purchase, permission, toggle, switch, flag or platform.") var kind: String
    @Argument(help: ArgumentHelp("What is taken away, or the platform.", valueName: "name")) var name: String
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Answer with one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        let session = try AppSession(shared, cause: "command line", access: .readOnly)
        session.reportProblems()
        let (inspector, model) = (session.inspector, session.inspector.list())
        let loss = try Assumption("\(kind) \(name)\(Self.lostValue(of: kind))", in: inspector.snapshot())
        let personas = try session.personas.all()
        let states: [[Command]]
        do throws(PersonaProblem) {
            var all: [[Command]] = [[]]
            for persona in personas { all.append(try persona.commands(in: model)) }
            states = all
        } catch {
            throw CommandLineError.unusableFile(error.description)
        }
        let names = ["now"] + personas.map(\.name)
        func columns(_ scenarios: [[Command]]) -> [AvailabilityMatrix.Column] {
            zip(names, inspector.availability(assuming: scenarios)).map { .init(name: $0, availability: $1) }
        }
        let before = columns(states)
        let after = columns(states.map { $0 + [loss.command] })
        let matrix = AvailabilityMatrix(features: model.features, columns: before + after)
        let losses = names.indices.map { index in
            ImpactAnswer.State(
                name: names[index],
                lost: matrix.differences(from: index, to: index + names.count).filter { $0.before == true })
        }
        if json {
            try CommandOutput.print(json: ImpactAnswer(assumption: loss, states: losses))
        } else {
            try CommandOutput.print(losses.map(\.line))
        }
        return 0
    }

    /// What is assumed of a fact that is taken away, to follow its name.
    private static func lostValue(of kind: String) -> String {
        guard let first = kind.first else { return "" }
        return switch first {
        case "p" where "purchase".hasPrefix(kind): " not-purchased"
        case "p" where "permission".hasPrefix(kind): " denied"
        case "p": ""
        default: " off"
        }
    }
}

/// The JSON answer of `flint impact`.
struct ImpactAnswer: Encodable {
    /// What stops working in one state.
    struct State: Encodable {
        let name: String
        let lost: [AvailabilityMatrix.Difference]

        /// The state on a line, such as `now: Smart playlists, Dynamic Speed`.
        var line: String {
            "\(name): " + (lost.isEmpty ? "nothing stops working" : lost.map(\.featureName).joined(separator: ", "))
        }
    }

    let assumption: Assumption
    let states: [State]
}
