import FlintLocks
import Testing

@testable import FlintCore

struct DefaultLoggerFactoryTests {
    private let output = ListOutput()
    private let runtime = FlintRuntime()

    private func factory(_ level: LoggerLevel, _ outputs: [any LoggerOutput]? = nil) throws
        -> any ContextualLoggerFactory
    {
        try runtime.bind {
            Logging.setLoggerOutputs(development: outputs ?? [output], developmentLevel: level, production: nil)
            return try #require(Logging.development)
        }
    }

    private func writeAll(_ factory: any ContextualLoggerFactory, about topic: TopicPath) {
        let logger = factory.contextualLogger(activity: "Testing", topicPath: topic)
        logger.error("error")
        logger.warning("warning")
        logger.info("info")
        logger.debug("debug")
    }

    @Test(arguments: [
        (LoggerLevel.off, []), (.error, ["error"]), (.warning, ["error", "warning"]),
        (.info, ["error", "warning", "info"]), (.debug, ["error", "warning", "info", "debug"]),
    ])
    func `the level of the factory is applied`(_ level: LoggerLevel, _ expected: [String]) throws {
        writeAll(try factory(level), about: ["App", "Player"])
        #expect(output.texts == expected)
    }

    @Test func `the level can be changed at any time`() throws {
        let factory = try factory(.error)
        let logger = factory.contextualLogger(activity: "Testing", topicPath: ["App"])
        logger.info("before")
        factory.level = .info
        logger.info("after")
        #expect(output.texts == ["after"])
        #expect(factory.level == .info && logger.level == .info)
    }

    @Test func `the level of the nearest ancestor topic applies`() throws {
        let factory = try factory(.info)
        factory.setLevel(for: ["App"], to: .off)
        factory.setLevel(for: ["App", "Player"], to: .debug)
        factory.setLevel(for: ["App", "Player", "Speed", "#SetAction"], to: .error)
        writeAll(factory, about: ["App", "Player", "Speed"])
        #expect(output.texts == ["error", "warning", "info", "debug"])
        writeAll(factory, about: ["App", "Player", "Speed", "#SetAction"])
        #expect(output.texts.dropFirst(4) == ["error"])
        writeAll(factory, about: ["App", "Downloads"])
        #expect(output.texts.count == 5)
        writeAll(factory, about: ["Elsewhere"])
        #expect(output.texts.dropFirst(5) == ["error", "warning", "info"])
    }

    @Test func `removing the level of a topic restores its ancestor's level`() throws {
        let factory = try factory(.error)
        factory.setLevel(for: ["App"], to: .warning)
        factory.setLevel(for: ["App", "Player"], to: .debug)
        factory.setLevel(for: ["App", "Player"], to: nil)
        writeAll(factory, about: ["App", "Player"])
        #expect(output.texts == ["error", "warning"])
    }

    @Test func `the root topic can have a level`() throws {
        let factory = try factory(.off)
        factory.setLevel(for: [], to: .error)
        writeAll(factory, about: ["App", "Player"])
        #expect(output.texts == ["error"])
    }

    @Test func `a topic can be logged while the factory is off`() throws {
        let factory = try factory(.off)
        factory.setLevel(for: ["App", "Player"], to: .debug)
        writeAll(factory, about: ["App"])
        #expect(output.texts == [])
        writeAll(factory, about: ["App", "Player"])
        #expect(output.texts.count == 4)
    }

    @Test func `a message that no output accepts is not evaluated`() throws {
        output.threshold = .error
        let logger = try factory(.debug).contextualLogger(activity: "Testing", topicPath: ["App"])
        func message() -> String {
            Issue.record("A message was evaluated although no output accepts it.")
            return ""
        }
        logger.debug(message())
        try factory(.off).contextualLogger(activity: "Testing", topicPath: ["App"]).error(message())
        try factory(.debug, []).contextualLogger(activity: "Testing", topicPath: ["App"]).error(message())
    }

    @Test func `a message is evaluated once for all outputs`() throws {
        let second = ListOutput()
        let errors = ListOutput(threshold: .error)
        let logger = try factory(.debug, [output, second, errors]).contextualLogger(activity: "", topicPath: ["App"])
        var count = 0
        func message() -> String {
            count += 1
            return "made \(count)"
        }
        logger.info(message())
        #expect(output.texts == ["made 1"] && second.texts == ["made 1"])
        #expect(errors.texts == [])
        logger.error(message())
        #expect(errors.texts == ["made 2"])
    }

    @Test func `an added output receives later lines`() throws {
        let factory = try factory(.info)
        let late = ListOutput()
        factory.contextualLogger(activity: "", topicPath: ["App"]).info("early")
        factory.add(output: late)
        factory.contextualLogger(activity: "", topicPath: ["App"]).info("late")
        #expect(late.texts == ["late"])
        #expect(output.texts == ["early", "late"])
    }

    @Test func `a logger exposes its factory and its context`() throws {
        let factory = try factory(.info)
        factory.setLevel(for: ["App", "Player"], to: .debug)
        let context = LogEventContext(
            session: "second", activity: "Playing", topicPath: ["App", "Player", "#PlayAction"], arguments: "12",
            presenter: "PlayerScreen", userInitiated: true)
        let logger = factory.contextualLogger(with: context)
        #expect(logger.ownerName == "development")
        #expect(logger.level == .debug)
        #expect(logger.context.activity == "Playing")
        logger.info("hello")
        let event = try #require(output.events.first)
        #expect(event.context.session == "second" && event.context.presenter == "PlayerScreen")
        #expect(event.context.arguments?.description == "12" && event.context.userInitiated == true)
        #expect(event.context.featurePath == ["App", "Player"] && event.context.action == "PlayAction")
        let plain = factory.contextualLogger(activity: "Testing", topicPath: ["App"]).context
        #expect(plain.session == "N/A" && plain.action == nil && plain.featurePath == ["App"])
    }

    @Test func `outputs are called in the runtime of the logger`() throws {
        let output = RuntimeOutput()
        let logger = try factory(.info, [output]).contextualLogger(activity: "", topicPath: ["App"])
        FlintRuntime().bind { logger.info("from elsewhere") }
        #expect(output.runtimes.withLock { $0.map { $0 === runtime } } == [true])
    }

    @Test func `a logger can outlive its runtime`() throws {
        let output = ListOutput()
        var runtime: FlintRuntime? = FlintRuntime()
        weak let released = runtime
        let logger = try runtime?.bind {
            Logging.setLoggerOutputs(development: [output], production: nil)
            return try #require(Logging.development).contextualLogger(activity: "", topicPath: ["App"])
        }
        runtime = nil
        #expect(released == nil)
        logger?.info("still here")
        #expect(output.texts == ["still here"])
    }
}

private final class RuntimeOutput: LoggerOutput {
    let runtimes = Protected<[FlintRuntime]>([])

    func log(event: LogEvent) {
        runtimes.withLock { $0.append(.current) }
    }
}
