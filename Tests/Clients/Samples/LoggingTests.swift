import FlintCore
import Foundation
import Testing

/// Log lines of an app, and their outputs.
///
/// | Declared or used | Shown by |
/// | --- | --- |
/// | `context.logs.development?` and `context.logs.production?`, at all four levels | ``SearchPipesAction`` |
/// | `Logging.setLoggerOutputs(development:level:production:level:)`, and with `developmentLevel:` | the tests |
/// | `logs(for:)` of a feature, here for a request that was not granted | ``Caretaker`` |
/// | `setLoggingLevel(_:)`, `disableLogging()` | “a feature's logging level can be raised or disabled” |
/// | `Logging.development?`: `level`, `setLevel(for:to:)`, `contextualLogger(activity:topicPath:)`, `add(output:)` | “a topic can have a separate level” |
/// | `LoggerOutput` | ``Ledger`` |
/// | `LogEventFormattingStrategy` | ``GardenersHand`` |
/// | `PrintLoggerOutput`, `VerboseLogEventFormatter`, `AggregatingLoggerOutput` | “lines are formatted by the app's formatter” |
/// | `FileLoggerOutput`, `LogFileNamingStrategy`, `copyForArchiving(to:)` | “lines are written to files and archived”, ``SeasonNames`` |
@MainActor
struct LoggingTests {
    private let ledger = Ledger()
    private let book = Ledger()

    @Test func `log events of an action carry its context`() throws {
        try inGrounds {
            Logging.setLoggerOutputs(development: [ledger], level: .debug, production: [book], level: .error)
            PipesFeature.search.perform(withInput: "rose bed")
            #expect(ledger.lines == ["debug: looking at the rose bed", "info: it is dry, as it should be"])
            let context = try #require(ledger.events.first?.context)
            #expect(context.session == "main")
            #expect(context.activity == "Stack #1 Pipes - step #1: Search Pipes (rose bed)")
            #expect(context.topicPath == ["PipesFeature", "#SearchPipesAction"])
            #expect(context.featurePath == PipesFeature.identifier && context.action == "SearchPipesAction")
            #expect(context.arguments?.description == "rose bed" && context.userInitiated == true)
            #expect(book.lines == [])
        }
    }

    @Test func `only lines at or above the level are logged`() {
        inGrounds {
            Logging.setLoggerOutputs(
                development: [ledger], developmentLevel: .warning, production: [book], productionLevel: .error)
            PipesFeature.search.perform(withInput: "rose bed")
            PipesFeature.search.perform(withInput: "pond")
            #expect(ledger.lines == ["warning: the pond is wet"])
            #expect(book.lines == ["error: the pond has lost its water"])
        }
    }

    @Test func `a denied request is logged by its feature`() {
        inGrounds {
            Logging.setLoggerOutputs(development: [ledger], level: .info, production: nil, level: .off)
            Caretaker().closeUp()
            #expect(ledger.lines == ["error: the lanterns are not to be lit"])
            #expect(ledger.events.first?.context.activity == "Closing time")
            #expect(ledger.events.first?.context.topicPath == LanternFeature.identifier)
        }
    }

    @Test func `a feature's logging level can be raised or disabled`() {
        inGrounds {
            Logging.setLoggerOutputs(development: [ledger], level: .debug, production: [book], level: .debug)
            PipesFeature.setLoggingLevel(.info)
            PipesFeature.search.perform(withInput: "rose bed")
            #expect(ledger.lines == ["info: it is dry, as it should be"])
            PipesFeature.disableLogging()
            PipesFeature.search.perform(withInput: "pond")
            #expect(ledger.lines.count == 1 && book.lines == [])
        }
    }

    @Test func `a topic can have a separate level`() throws {
        try inGrounds {
            Logging.setLoggerOutputs(development: [ledger], level: .error, production: nil, level: .off)
            let factory = try #require(Logging.development)
            let shed: TopicPath = ["Shed"]
            factory.setLevel(for: shed, to: .debug)
            factory.contextualLogger(activity: "Sweeping", topicPath: shed.appending("Floor")).debug("found a rake")
            factory.contextualLogger(activity: "Sweeping", topicPath: ["Gate"]).debug("found a coin")
            factory.level = .info
            factory.add(output: book)
            factory.contextualLogger(activity: "Sweeping", topicPath: ["Gate"]).info("found a key")
            #expect(ledger.lines == ["debug: found a rake", "info: found a key"])
            #expect(book.lines == ["info: found a key"])
            #expect(Logging.production == nil)
        }
    }

    @Test func `lines are formatted by the app's formatter`() {
        inGrounds {
            let short = PrintLoggerOutput(formatter: GardenersHand()) { [book] in book.write($0) }
            let long = PrintLoggerImplementation(
                formatter: VerboseLogEventFormatter(prefix: "garden", dateFormat: "'today'")
            ) { [book] in book.write($0) }
            Logging.setLoggerOutputs(
                development: [AggregatingLoggerOutput(outputs: [short, ledger])], level: .info,
                production: [long], level: .error)
            PipesFeature.search.perform(withInput: "pond")
            #expect(ledger.events.map(\.level) == [.warning])
            #expect(
                book.lines == [
                    "the pond is wet!",
                    "garden today error • main | Activity 'Stack #1 Pipes - step #1: Search Pipes (pond)' | "
                        + "PipesFeature/#SearchPipesAction | the pond has lost its water | State: pond",
                ])
        }
    }

    @Test func `lines are written to files and archived`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("garden-\(UUID().uuidString)")
        let copies = folder.appendingPathComponent("copies")
        try FileManager.default.createDirectory(at: copies, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try inGrounds {
            let file = try FileLoggerOutput(
                name: "pipes", folderName: "Logs", namingStrategy: SeasonNames(), directory: folder.path,
                formatter: GardenersHand())
            Logging.setLoggerOutputs(development: [file], level: .debug, production: nil, level: .off)
            PipesFeature.search.perform(withInput: "pond")
            try file.copyForArchiving(to: copies)
        }
        let text = try String(contentsOf: copies.appendingPathComponent("spring.log"), encoding: .utf8)
        #expect(text == "looking at the pond!\nthe pond is wet!\n")
        #expect(throws: LogFileError.invalidName("a/b")) { try FileLoggerOutput(name: "a/b", directory: folder.path) }
    }
}

/// Runs a closure in a separate runtime that is set up with the features of the grounds.
func inGrounds(_ body: () throws -> Void) rethrows {
    try Flint.withRuntime(FlintRuntime()) {
        Flint.setup(GroundsFeatures.self)
        Flint.register(PipesFeature.self)
        Flint.register(LanternFeature.self)
        try body()
    }
}

/// The root of the features that the tests register.
final class GroundsFeatures: FeatureGroup {
    static let description = "The grounds between the beds"
    static var subfeatures: [FeatureDefinition.Type] { [] }
}

// MARK: - Pipes

final class PipesFeature: Feature {
    static let description = "Looks after the pipes under the lawn"
    static let search = action(SearchPipesAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(search)
    }
}

/// The error of a leaking pipe.
struct Leak: Error {}

final class SearchPipesAction: UIAction {
    typealias InputType = String
    typealias PresenterType = NoPresenter

    static let description = "Looks for leaks"

    static func perform(
        context: ActionContext<String>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        context.logs.development?.debug("looking at the \(context.input)")
        guard context.input == "pond" else {
            context.logs.development?.info("it is dry, as it should be")
            return completion.completedSync(.success)
        }
        context.logs.development?.warning("the pond is wet")
        context.logs.production?.error("the pond has lost its water")
        return completion.completedSync(.failure(error: Leak()))
    }
}

// MARK: - Lanterns

final class LanternFeature: ConditionalFeature {
    static let description = "Lights the paths"
    static let light = action(LightLanternsAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.userToggled(defaultValue: false)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(light)
    }
}

final class LightLanternsAction: TerminatingAction {}

/// A caretaker who requests the lanterns and logs a denied request.
private final class Caretaker {
    func closeUp() {
        let log = LanternFeature.logs(for: "Closing time").development
        if let request = LanternFeature.light.request() {
            request.perform()
        } else {
            log?.error("the lanterns are not to be lit")
        }
    }
}

// MARK: - Outputs

/// An output that records log events.
///
/// Calls must not be concurrent.
nonisolated final class Ledger: LoggerOutput, @unchecked Sendable {
    private(set) var events: [LogEvent] = []
    private(set) var lines: [String] = []

    func log(event: LogEvent) {
        events.append(event)
        write("\(event.level): \(event.text)")
    }

    func write(_ line: String) { lines.append(line) }
}

/// A formatter that adds an exclamation mark to a line.
nonisolated struct GardenersHand: LogEventFormattingStrategy {
    func format(_ event: LogEvent) -> String? { "\(event.text)!" }
}

/// A strategy that names log files by season.
nonisolated struct SeasonNames: LogFileNamingStrategy {
    func next() -> String { "spring.log" }
    func recognizes(_ fileName: String) -> Bool { fileName == "spring.log" }
}
