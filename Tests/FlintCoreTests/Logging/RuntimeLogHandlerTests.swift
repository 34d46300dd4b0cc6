import Logging
import Testing

@testable import FlintCore

/// What everything in the process writes through swift-log.
struct RuntimeLogHandlerTests {
    private let runtime = FlintRuntime()

    /// A logger of some library.
    private func logger(_ provider: Logger.MetadataProvider? = nil) -> Logger {
        Logger(label: "some.library") { [runtime] label in
            Flint.logHandler(label: label, runtime: runtime, metadataProvider: provider)
        }
    }

    @Test func aLibrarysLineIsKeptWithItsLabelAndItsLevel() throws {
        logger().notice("connected", metadata: ["host": "example.org", "ports": ["80", "443"]])
        let line = try #require(runtime.logs.lines.first)
        #expect(line.id == 1 && line.level == .notice && line.label == "some.library" && line.text == "connected")
        #expect(line.metadata == ["host": "example.org", "ports": "[\"80\", \"443\"]"])
        #expect(line.session == nil && line.topic == nil && line.userInitiated == nil)
        #expect(line.source == "FlintCoreTests")
    }

    @Test func aLineOfTheFrameworkKnowsWhereItComesFrom() throws {
        let output = SwiftLogOutput(logger: logger())
        output.log(
            event: .sample(
                "hello", level: .warning, topic: ["App", "Player", "#PlayAction"], arguments: "12",
                presenter: "Screen", userInitiated: true))
        let line = try #require(runtime.logs.lines.first)
        #expect(line.level == .warning && line.session == "main" && line.activity == "Testing")
        #expect(line.topic == "App/Player/#PlayAction" && line.featureID == "App/Player")
        #expect(line.actionID == "PlayAction" && line.userInitiated == true)
        #expect(line.metadata == ["input": "12", "presenter": "Screen"])
    }

    @Test func textIsKeptAsItWasWritten() {
        logger().info("two\nlines \u{1B}[31mred")
        #expect(runtime.logs.lines.map(\.text) == ["two\nlines \u{1B}[31mred"])
    }

    @Test func metadataOfLoggerProviderAndLineIsPutTogether() {
        var logger = logger(Logger.MetadataProvider { ["from": "provider", "trace": "7"] })
        logger[metadataKey: "from"] = "logger"
        logger[metadataKey: "own"] = "yes"
        logger.info("plain")
        logger.info("special", metadata: ["trace": "8"])
        #expect(logger[metadataKey: "own"] == "yes")
        #expect(
            runtime.logs.lines.map(\.metadata) == [
                ["from": "provider", "trace": "7", "own": "yes"], ["from": "provider", "trace": "8", "own": "yes"],
            ])
    }

    @Test func anErrorIsKeptInWords() {
        logger().error("broken", error: TestError("no disk"))
        #expect(runtime.logs.lines.map(\.metadata) == [["error": "no disk"]])
    }

    @Test func aLoggersLevelIsKept() {
        var logger = logger()
        logger.trace("too much")
        logger.logLevel = .error
        logger.warning("too little")
        logger.error("enough")
        #expect(runtime.logs.lines.map(\.text) == ["enough"])
    }

    @Test func withoutARuntimeOfItsOwnTheCurrentOneIsMeant() {
        let logger = Logger(label: "anywhere") { Flint.logHandler(label: $0) }
        runtime.bind { logger.info("here") }
        FlintRuntime().bind { logger.info("there") }
        #expect(runtime.logs.lines.map(\.text) == ["here"])
    }

    @Test func outputsTakeWhatTheirLoggerTakes() {
        var logger = logger()
        #expect(SwiftLogOutput(logger: logger).threshold == .debug)
        for (level, threshold) in [
            (Logger.Level.info, LoggerLevel.info), (.notice, .warning), (.warning, .warning), (.error, .error),
            (.critical, .off),
        ] {
            logger.logLevel = level
            #expect(SwiftLogOutput(logger: logger).threshold == threshold)
        }
        #expect(SwiftLogOutput(logger: Logger(label: "none") { _ in SwiftLogNoOpLogHandler() }).threshold == .off)
    }

    @Test func aBriefOutputLeavesInputAndPresenterOut() {
        SwiftLogOutput(logger: logger(), isBrief: true)
            .log(event: .sample("hello", arguments: "12", presenter: "Screen"))
        #expect(runtime.logs.lines.map(\.metadata) == [[:]])
    }
}
