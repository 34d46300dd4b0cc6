import Testing

@testable import FlintCore

@MainActor struct ActionLoggingDispatchObserverTests {
    private let output = ListOutput()
    private let production = ListOutput()
    private let fixture = Fixture(Deck.self)

    init() {
        fixture.run {
            Logging.setLoggerOutputs(
                development: [output], developmentLevel: .debug, production: [production], productionLevel: .error)
            ActionSession.quickSetupMainSession()
        }
    }

    @Test func `an action logs its beginning and its end`() {
        fixture.run { Deck.text.perform(withInput: "hello") }
        #expect(output.texts == ["Began Text", "Completed Text, success"])
        #expect(output.events.map(\.level) == [.debug, .debug])
        let context = output.events[0].context
        #expect(context.session == "main" && context.topicPath == ["Deck", "#TextAction"])
        #expect(context.arguments?.description == "hello" && context.userInitiated == true)
        #expect(production.texts == [])
    }

    @Test func `a failed action logs an error to both loggers`() {
        fixture.run {
            Deck.answer.perform(withPresenter: { $0.completedSync(.failure(error: TestError("no tape"))) })
        }
        #expect(output.events.map(\.level) == [.debug, .error])
        #expect(production.texts == ["Completed Answer, failure: no tape"])
    }

    @Test func `a denied request is logged with the command that explains it`() throws {
        fixture.run {
            Flint.register(Vault.self)
            #expect(Vault.open.request() == nil)
            #expect(output.texts == ["Denied Vault: Talk. User setting is off (flint why Vault)"])
            Vault.setLoggingLevel(.warning)
            #expect(Vault.open.request() == nil)
            #expect(output.texts.count == 1, "Denials are logged at the info level.")
        }
        let event = try #require(output.events.first)
        #expect(event.level == .info && event.context.topicPath == ["Vault", "#TalkAction"])
        #expect(production.texts == [])
    }

    @Test func `lowering the level of a feature applies from the next line`() {
        fixture.run {
            Deck.text.perform(withInput: "hello")
            Deck.disableLogging()
            Deck.text.perform(withInput: "hello")
            #expect(output.texts.count == 2)
            Deck.setLoggingLevel(.debug)
            Deck.text.perform(withInput: "hello")
            #expect(output.texts.count == 4)
        }
    }

    @Test func `raising the level of a feature applies from the next line`() {
        fixture.run {
            Deck.disableLogging()
            Deck.text.perform(withInput: "hello")
            #expect(output.texts == [])
            Deck.setLoggingLevel(.debug)
            Deck.text.perform(withInput: "hello")
            #expect(output.texts.count == 2)
        }
    }

    @Test func `an action can have its own level`() {
        fixture.run {
            Logging.development?.setLevel(for: Deck.identifier.appending("#TalkAction"), to: .off)
            Logging.production?.setLevel(for: Deck.identifier.appending("#TalkAction"), to: .off)
            Deck.talk.perform()
            #expect(output.texts == [] && production.texts == [])
            Deck.text.perform(withInput: "hello")
            #expect(output.texts.count == 2)
        }
    }

    @Test func `an action can be logged while its feature is off`() {
        fixture.run {
            Deck.disableLogging()
            Logging.development?.setLevel(for: Deck.identifier.appending("#TextAction"), to: .debug)
            Deck.talk.perform()
            Deck.text.perform(withInput: "hello")
            #expect(output.texts == ["Began Text", "Completed Text, success"])
        }
    }

    @Test func `a failure is logged even if only errors are logged`() {
        fixture.run {
            Logging.setLoggerOutputs(development: nil, production: [production], productionLevel: .error)
            Deck.answer.perform(withPresenter: { $0.completedSync(.failure(error: TestError("no tape"))) })
        }
        #expect(production.texts == ["Completed Answer, failure: no tape"])
    }

    @Test func `actions in focus are logged regardless of the level`() {
        fixture.run {
            Logging.setLoggerOutputs(development: [output], developmentLevel: .error, production: nil)
            fixture.runtime.focus.focus(["Deck"])
            Deck.text.perform(withInput: "hello")
            #expect(output.texts == ["Began Text", "Completed Text, success"])
        }
    }

    @Test func `a line names the presenter of the action`() {
        fixture.run { Deck.answer.perform(withPresenter: { $0.completedSync(.success) }) }
        #expect(output.events.allSatisfy { $0.context.presenter?.isEmpty == false })
        fixture.run { Deck.text.perform(withInput: "hello") }
        #expect(output.events.last?.context.presenter == nil)
    }

    @Test func `a line names the dispatch as its activity while action stacks are disabled`() {
        fixture.run {
            ActionStacksFeature.isEnabled = false
            Deck.text.perform(withInput: "hello")
        }
        #expect(output.events.map(\.context.activity) == ["Dispatch", "Dispatch"])
    }

    @Test func `a feature that moves to a group with a higher level is logged`() {
        fixture.run {
            Logging.development?.setLevel(for: ["Deck"], to: .off)
            Deck.text.perform(withInput: "hello")
            #expect(output.texts == [])
            Flint.register(group: Studio.self)
            Deck.text.perform(withInput: "hello")
            #expect(output.texts.count == 2)
        }
    }

    @Test func `a feature that moves into a group has the level of the group`() {
        fixture.run {
            Logging.development?.setLevel(for: ["Studio"], to: .off)
            Deck.text.perform(withInput: "hello")
            #expect(output.texts.count == 2)
            Flint.register(group: Studio.self)
            Deck.text.perform(withInput: "hello")
            #expect(output.texts.count == 2)
        }
    }

    @Test func `an output added later receives later lines`() {
        let late = ListOutput()
        fixture.run {
            Logging.setLoggerOutputs(development: [], production: nil)
            Deck.text.perform(withInput: "hello")
            Logging.development?.add(output: late)
            Deck.text.perform(withInput: "hello")
        }
        #expect(late.texts.count == 2 && output.texts == [])
    }

    @Test func `only failures are logged for features out of focus`() {
        fixture.run {
            fixture.runtime.focus.focus(["Elsewhere"])
            Deck.text.perform(withInput: "hello")
            Deck.answer.perform(withPresenter: { $0.completedSync(.failure(error: TestError("no tape"))) })
            #expect(output.texts == ["Completed Answer, failure: no tape"])
            #expect(Timeline.instance.entries.isEmpty, "Actions out of focus are not in the timeline.")
            fixture.runtime.focus.focus(["Deck"])
            Deck.text.perform(withInput: "hello")
            #expect(output.texts.count == 3)
            #expect(Timeline.instance.entries.count == 2)
        }
    }

    @Test func `the lines an action logs name its session, topic and stack`() throws {
        fixture.run { Deck.talk.perform() }
        let event = try #require(output.events.first { $0.text == "talking" })
        #expect(event.context.session == "main" && event.context.topicPath == ["Deck", "#TalkAction"])
        #expect(event.context.activity == "Stack #1 Deck - step #1: Talk")
        #expect(event.context.userInitiated == true && event.context.arguments == nil)
        #expect(production.texts == ["too loud"])
        fixture.run {
            Logging.setLoggerOutputs(development: nil, production: nil)
            Deck.talk.perform()
        }
        #expect(production.texts.count == 1)
    }

    @Test func `setting up the main session twice logs each action once`() {
        fixture.run {
            ActionSession.quickSetupMainSession()
            Deck.text.perform(withInput: "hello")
        }
        #expect(output.texts.count == 2)
    }

    @Test func `repeated resets and setups log each action once`() {
        fixture.run {
            for _ in 0..<3 {
                Flint.resetForTesting()
                Flint.setup(EmptyApp.self)
                Flint.register(Deck.self)
                Logging.setLoggerOutputs(development: [output], production: nil)
                ActionSession.quickSetupMainSession()
            }
            Deck.text.perform(withInput: "hello")
        }
        #expect(output.texts.count == 2)
    }

    @Test func `a sensitive input is not logged`() {
        fixture.run { Deck.secret.perform(withInput: Secret()) }
        #expect(output.texts == ["Began Secret", "Completed Secret, success"])
        #expect(output.events.allSatisfy { $0.context.arguments?.description == "(hidden)" })
    }

    @Test func `quick setup logs actions and keeps the app's own outputs`() {
        let runtime = FlintRuntime()
        runtime.bind {
            Logging.setLoggerOutputs(development: [output], production: nil)
            Flint.quickSetup(EmptyApp.self, initialDebugLogLevel: .error)
            Flint.register(Deck.self)
            Deck.text.perform(withInput: "hello")
            #expect(output.texts.count == 2)
            Flint.resetForTesting()
            Flint.quickSetup(
                EmptyApp.self, initialDebugLogLevel: .warning, initialProductionLogLevel: .error, briefLogging: false)
            #expect(Logging.development?.level == .warning && Logging.production?.level == .error)
        }
    }
}

private struct Secret: FlintLoggable {
    static let isSensitiveForLogging = true
}

private final class SecretAction: Action {
    typealias InputType = Secret

    static func perform(context: ActionContext<Secret>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.success)
    }
}

private final class Vault: ConditionalFeature {
    static let description = "Is off by default"
    static let open = action(TalkAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: false) }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(open) }
}

private final class TalkAction: Action {
    static func perform(context: ActionContext<NoInput>, presenter: Void, completion: Completion) -> Completion.Status {
        context.logs.development?.info("talking")
        context.logs.production?.error("too loud")
        return completion.completedSync(.success)
    }
}

private final class Studio: FeatureGroup {
    static let description = "Where tapes are played"
    static var subfeatures: [FeatureDefinition.Type] { [Deck.self] }
}

private final class Deck: Feature {
    static let description = "Plays tapes"
    static let text = action(TextAction.self)
    static let answer = action(AnswerAction.self)
    static let secret = action(SecretAction.self)
    static let talk = action(TalkAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(text)
        actions.declare(answer)
        actions.declare(secret)
        actions.declare(talk)
    }
}
