import Testing

@testable import FlintCore

@MainActor struct FocusFeatureTests {
    private let fixture = Fixture(Band.self)
    private let output = ListOutput()

    private func write(about topic: TopicPath) {
        let logger = Logging.development?.contextualLogger(activity: "", topicPath: topic)
        logger?.debug("debug")
        logger?.error("error")
    }

    @Test func `the focus actions select and deselect topics`() throws {
        try fixture.run {
            let selection = try #require(FocusFeature.dependencies.focusSelection)
            FocusFeature.focus.request()?.perform(withInput: FocusArea(feature: Band.self))
            FocusFeature.focus.request()?.perform(withInput: FocusArea(topicPath: ["App"]))
            #expect(selection.selected == [["App"], ["Band"]])
            FocusFeature.defocus.request()?.perform(withInput: FocusArea(topicPath: ["App"]))
            #expect(selection.selected == [["Band"]])
            FocusFeature.resetFocus.request()?.perform()
            #expect(!selection.isActive)
        }
    }

    @Test func `the focus actions are denied while the feature is disabled`() {
        fixture.run {
            FocusFeature.isEnabled = false
            #expect(FocusFeature.focus.request() == nil)
        }
    }

    @Test func `topics in focus are logged in full, and others only with errors`() {
        fixture.run {
            Logging.setLoggerOutputs(development: [output], developmentLevel: .error, production: nil)
            fixture.runtime.focus.focus(["App", "Player"])
            write(about: ["App", "Player", "#PlayAction"])
            #expect(output.texts == ["debug", "error"])
            write(about: ["App", "Downloads"])
            #expect(output.texts == ["debug", "error", "error"])
            fixture.runtime.focus.reset()
            write(about: ["App", "Player"])
            #expect(output.texts.count == 4)
        }
    }

    @Test func `a logger whose level is off stays off in focus`() {
        fixture.run {
            Logging.setLoggerOutputs(development: [output], developmentLevel: .debug, production: nil)
            fixture.runtime.focus.focus(["App"])
            Logging.development?.setLevel(for: ["App", "Player"], to: .off)
            write(about: ["App", "Player"])
            #expect(output.texts == [])
            Logging.development?.level = .off
            write(about: ["App"])
            #expect(output.texts == [])
            #expect(Logging.development?.contextualLogger(activity: "", topicPath: ["App"]).level == .off)
        }
    }

    @Test func `the level of a logger follows the focus`() throws {
        try fixture.run {
            Logging.setLoggerOutputs(development: [output], developmentLevel: .warning, production: nil)
            let logger = try #require(Logging.development).contextualLogger(activity: "", topicPath: ["App"])
            #expect(logger.level == .warning)
            fixture.runtime.focus.focus(["App"])
            #expect(logger.level == .debug)
            fixture.runtime.focus.focus(["Band"])
            fixture.runtime.focus.defocus(["App"])
            #expect(logger.level == .off)
        }
    }

    @Test func `the focus history contains the lines logged while a topic was in focus`() throws {
        try fixture.run {
            let logging = try #require(FocusFeature.dependencies.focusLoggingHistory)
            #expect(logging.log.capacity == FocusFeature.defaultMaxLogEvents)
            Logging.setLoggerOutputs(
                development: [output], developmentLevel: .debug, production: [ListOutput()], productionLevel: .debug)
            write(about: ["App"])
            #expect(logging.history.isEmpty)
            fixture.runtime.focus.focus(["App"])
            write(about: ["App"])
            write(about: ["Band"])
            Logging.production?.contextualLogger(activity: "", topicPath: ["App"]).info("production")
            #expect(logging.history.map(\.text) == ["debug", "error", "error", "production"])
        }
    }

    @Test func `a focus area can be created from a path`() {
        #expect(FocusArea(from: ["topic": "App/Player"], mapping: .typed)?.topicPath == ["App", "Player"])
        #expect(FocusArea(from: ["topic": "/"], mapping: .typed) == nil)
        #expect(FocusArea(from: [:], mapping: .typed) == nil)
        #expect(FocusArea(from: nil, mapping: .typed) == nil)
        #expect(FocusArea(topicPath: ["App", "Player"]).loggingDescription == "App/Player")
        #expect(FocusArea.inputFields.map(\.name) == ["topic"])
    }
}

private final class Band: Feature {
    static let description = "Plays"
    static func prepare(actions: FeatureActionsBuilder) {}
}
