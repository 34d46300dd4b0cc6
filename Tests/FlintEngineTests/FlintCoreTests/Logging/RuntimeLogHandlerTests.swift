import Logging
import Testing

@testable import FlintCore

struct RuntimeLogHandlerTests {
    private let runtime = FlintRuntime()

    private func logger(_ provider: Logger.MetadataProvider? = nil) -> Logger {
        Logger(label: "some.library") { [runtime] label in
            Flint.logHandler(label: label, runtime: runtime, metadataProvider: provider)
        }
    }

    @Test func `a line of a library is stored with its label and its level`() throws {
        logger().notice("connected", metadata: ["host": "example.org", "ports": ["80", "443"]])
        let line = try #require(runtime.logs.lines.first)
        #expect(line.id == 1 && line.level == .notice && line.label == "some.library" && line.text == "connected")
        #expect(line.metadata == ["host": "example.org", "ports": "[\"80\", \"443\"]"])
        #expect(line.session == nil && line.topic == nil && line.userInitiated == nil)
        #expect(line.source == "FlintEngineTests")
    }

    @Test func `a line of the framework contains its feature and its action`() throws {
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

    @Test func `text is stored verbatim`() {
        logger().info("two\nlines \u{1B}[31mred")
        #expect(runtime.logs.lines.map(\.text) == ["two\nlines \u{1B}[31mred"])
    }

    @Test func `metadata of the logger, the provider and the line is merged`() {
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

    @Test func `an error is stored by its description`() {
        logger().error("broken", error: TestError("no disk"))
        #expect(runtime.logs.lines.map(\.metadata) == [["error": "no disk"]])
    }

    @Test func `the level of a logger is respected`() {
        var logger = logger()
        logger.trace("too much")
        logger.logLevel = .error
        logger.warning("too little")
        logger.error("enough")
        #expect(runtime.logs.lines.map(\.text) == ["enough"])
    }

    @Test func `a handler without a runtime writes to the current one`() {
        let logger = Logger(label: "anywhere") { Flint.logHandler(label: $0) }
        runtime.bind { logger.info("here") }
        FlintRuntime().bind { logger.info("there") }
        #expect(runtime.logs.lines.map(\.text) == ["here"])
    }

    @Test func `the threshold of an output follows its logger`() {
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

    @Test func `a brief output omits the input and the presenter`() {
        SwiftLogOutput(logger: logger(), isBrief: true)
            .log(event: .sample("hello", arguments: "12", presenter: "Screen"))
        #expect(runtime.logs.lines.map(\.metadata) == [[:]])
    }
}
