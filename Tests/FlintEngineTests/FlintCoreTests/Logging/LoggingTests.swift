import Testing

@testable import FlintCore

struct LoggingTests {
    private let runtime = FlintRuntime()
    private let development = ListOutput()
    private let production = ListOutput()

    @Test func `a runtime without outputs has no loggers`() {
        runtime.bind {
            #expect(Logging.development == nil && Logging.production == nil)
            let logs = Player.logs(for: "Testing")
            #expect(logs.development == nil && logs.production == nil)
        }
    }

    @Test func `each logger is created by its own factory`() {
        runtime.bind {
            Logging.setLoggerOutputs(
                development: [development], developmentLevel: .debug, production: [production],
                productionLevel: .error)
            let logs = Player.logs(for: "Cleaning up")
            #expect(logs.development?.ownerName == "development")
            #expect(logs.production?.ownerName == "production")
            logs.development?.debug("for us")
            logs.production?.warning("too little")
            logs.production?.error("for them")
        }
        #expect(development.texts == ["for us"])
        #expect(production.texts == ["for them"])
        #expect(development.events[0].context.activity == "Cleaning up")
        #expect(development.events[0].context.session == DefaultLoggerFactory.noSessionName)
        #expect(development.events[0].context.topicPath == ["Player"])
    }

    @Test func `the short argument labels set the same levels`() {
        runtime.bind {
            Logging.setLoggerOutputs(development: [development], level: .info, production: [production], level: .off)
            #expect(Logging.development?.level == .info && Logging.production?.level == .off)
        }
    }

    @Test func `levels have descriptions and are ordered`() {
        #expect(LoggerLevel.allCases.map(\.description) == ["off", "error", "warning", "info", "debug"])
        #expect(LoggerLevel.allCases.sorted() == LoggerLevel.allCases)
    }

    @Test func `outputs can be removed`() {
        runtime.bind {
            Logging.setLoggerOutputs(development: [development], production: [production])
            Logging.setLoggerOutputs(development: nil, production: nil)
            #expect(Logging.development == nil && Logging.production == nil)
        }
    }

    @Test func `line identifiers are unique`() {
        runtime.bind {
            Logging.setLoggerOutputs(development: [development], production: [production])
            for _ in 0..<3 {
                let logs = Player.logs(for: "Testing")
                logs.development?.info("one")
                logs.production?.info("two")
            }
            Logging.setLoggerOutputs(development: [development], production: nil)
            Player.logs(for: "Testing").development?.info("three")
        }
        let ids = (development.events + production.events).map(\.uniqueID)
        #expect(ids.count == 7 && Set(ids).count == 7)
        #expect(development.events.map(\.id).sorted() == development.events.map(\.id))
    }

    @Test func `the level of a feature applies to both loggers and to later ones`() {
        runtime.bind {
            Player.setLoggingLevel(.error)
            Logging.setLoggerOutputs(
                development: [development], developmentLevel: .debug, production: [production],
                productionLevel: .debug)
            writeEverything()
            #expect(development.texts == ["error"] && production.texts == ["error"])
            Player.setLoggingLevel(.debug)
            writeEverything()
            #expect(development.texts == ["error", "debug", "error"] && production.texts == development.texts)
        }
    }

    @Test func `logging of a feature can be disabled including errors`() {
        runtime.bind {
            Logging.setLoggerOutputs(development: [development], production: [production])
            Player.disableLogging()
            writeEverything()
            #expect(development.texts == [] && production.texts == [])
        }
    }

    @Test func `loggers belong to one runtime`() {
        runtime.bind { Logging.setLoggerOutputs(development: [development], production: nil) }
        FlintRuntime().bind { #expect(Logging.development == nil) }
    }

    @Test func `a reset removes loggers and levels`() {
        runtime.bind {
            Player.disableLogging()
            Logging.setLoggerOutputs(development: [development], production: nil)
            Flint.resetForTesting()
            #expect(Logging.development == nil)
            Logging.setLoggerOutputs(development: [development], production: nil)
            writeEverything()
            #expect(development.texts == ["debug", "error"])
        }
    }

    private func writeEverything() {
        let logs = Player.logs(for: "Testing")
        logs.development?.debug("debug")
        logs.development?.error("error")
        logs.production?.debug("debug")
        logs.production?.error("error")
    }
}

private final class Player: Feature {
    static let description = "Plays"
    static func prepare(actions: FeatureActionsBuilder) {}
}
