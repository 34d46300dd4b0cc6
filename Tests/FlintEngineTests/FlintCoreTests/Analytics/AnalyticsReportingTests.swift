import FeatureGating
import FlintLocks
import Logging
import Testing

@testable import FlintCore

@MainActor struct AnalyticsReportingTests {
    private let fixture = Fixture(Shop.self)
    private let provider = ListProvider()

    init() {
        fixture.run { AnalyticsFeature.provider = provider }
    }

    @Test func `an action with an analytics identifier is reported when it begins and ends`() {
        fixture.run { Shop.buy.perform(withInput: 3) }
        #expect(
            provider.events == [
                "begin shop-buy of Shop with 3, quantity 3", "end shop-buy of Shop with 3, quantity 3: success",
            ])
    }

    @Test func `an action without an analytics identifier is not reported`() {
        fixture.run { Shop.ping.perform() }
        #expect(provider.events == [])
    }

    @Test func `analytics attributes are computed once per request`() {
        let counter = BuyAction.Counter()
        BuyAction.$counter.withValue(counter) {
            fixture.run { Shop.buy.perform(withInput: 1) }
        }
        #expect(provider.events.count == 2)
        #expect(counter.count.withLock { $0 } == 1)
    }

    @Test func `disabling and enabling analytics takes effect immediately`() {
        fixture.run {
            AnalyticsFeature.isEnabled = false
            #expect(AnalyticsFeature.isAvailable == false)
            Shop.buy.perform(withInput: 1)
            #expect(provider.events == [])
            AnalyticsFeature.isEnabled = true
            Shop.buy.perform(withInput: 1)
            #expect(provider.events.count == 2)
            let key = FactKey.runtimeSwitch(feature: fixture.runtime.path(of: AnalyticsFeature.self))
            fixture.facts.setOverride(.truth(.false), for: key, cause: "console")
            Shop.buy.perform(withInput: 1)
            #expect(provider.events.count == 2)
        }
    }

    @Test func `a provider receives both the beginning and the end of an action or neither`() throws {
        try fixture.run {
            var answers: [CompletionRequirement<ActionPerformOutcome>.DeferredStatus] = []
            func start() {
                Shop.slow.perform(withPresenter: {
                    let deferred = $0.willCompleteAsync()
                    answers.append(deferred)
                    return deferred
                })
            }
            start()
            AnalyticsFeature.isEnabled = false
            start()
            AnalyticsFeature.isEnabled = true
            try #require(answers.count == 2)
            answers[1].completed(.success)
            #expect(provider.events == ["begin slow of Shop"])
            answers[0].completed(.failure(error: TestError("late")))
            #expect(provider.events.last == "end slow of Shop: failure: late")
        }
    }

    @Test func `the provider that received the beginning of an action receives its end`() throws {
        let later = ListProvider()
        try fixture.run {
            var answer: CompletionRequirement<ActionPerformOutcome>.DeferredStatus?
            Shop.slow.perform(withPresenter: {
                let deferred = $0.willCompleteAsync()
                answer = deferred
                return deferred
            })
            AnalyticsFeature.provider = later
            try #require(answer).completed(.success)
        }
        #expect(provider.events == ["begin slow of Shop", "end slow of Shop: success"])
        #expect(later.events == [])
    }

    @Test func `actions of several features are each reported once`() {
        fixture.run {
            Flint.register(Kiosk.self)
            Shop.buy.perform(withInput: 1)
            Kiosk.buy.perform(withInput: 1)
        }
        #expect(provider.events.count == 4)
    }

    @Test func `an app can add another analytics observer`() {
        let own = ListProvider()
        fixture.run {
            let observation = Flint.dispatcher.add(observer: AnalyticsReporting(provider: own))
            Shop.buy.perform(withInput: 1)
            observation.cancel()
            Shop.buy.perform(withInput: 1)
        }
        #expect(own.events.count == 2 && provider.events.count == 4)
    }

    @Test func `repeated resets and setups register one analytics observer`() {
        fixture.run {
            for _ in 0..<3 {
                Flint.resetForTesting()
                AnalyticsFeature.provider = provider
                Flint.setup(EmptyApp.self)
                Flint.register(Shop.self)
            }
            Shop.buy.perform(withInput: 1)
        }
        #expect(provider.events.count == 2)
    }

    @Test func `the metadata of an action contains its analytics identifier`() {
        let actions = fixture.runtime.metadata(for: Shop.self)?.actions
        #expect(actions?.map(\.analyticsID) == ["shop-buy", nil, "slow"])
    }

    @Test func `the console analytics provider writes to swift-log`() {
        let logger = Logger(label: "analytics") { [runtime = fixture.runtime] in
            Flint.logHandler(label: $0, runtime: runtime)
        }
        fixture.run {
            AnalyticsFeature.provider = ConsoleAnalyticsProvider(logger: logger)
            Shop.buy.perform(withInput: 2)
        }
        let lines = fixture.runtime.logs.lines
        #expect(lines.map(\.text) == ["Began shop-buy", "Ended shop-buy, success"])
        #expect(lines.map(\.featureID) == ["Shop", "Shop"])
        #expect(lines[0].metadata == ["attribute.quantity": "2", "attribute.note": "nil"])
    }

    @Test func `a provider can omit attributes`() {
        let simple = SimpleProvider()
        fixture.run {
            AnalyticsFeature.provider = simple
            Shop.buy.perform(withInput: 2)
        }
        #expect(simple.events == ["begin shop-buy", "end shop-buy"])
    }

    @Test func `a provider can take the attributes as the context`() {
        let attributes = AttributesProvider()
        fixture.run {
            AnalyticsFeature.provider = attributes
            Shop.buy.perform(withInput: 2)
        }
        #expect(attributes.events == ["begin Shop shop-buy 2", "end Shop shop-buy 2: success"])
    }
}

private final class ListProvider: AnalyticsProvider {
    private(set) var events: [String] = []

    func analyticsEventWillBegin<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        attributes: [String: Any?]?
    ) {
        events.append("begin " + Self.text(feature, action, context, attributes))
    }

    func analyticsEventDidEnd<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        outcome: ActionPerformOutcome, attributes: [String: Any?]?
    ) {
        events.append("end " + Self.text(feature, action, context, attributes) + ": \(outcome)")
    }

    private static func text<ActionType: Action>(
        _ feature: FeatureDefinition.Type, _ action: ActionType.Type, _ context: ActionContext<ActionType.InputType>,
        _ attributes: [String: Any?]?
    ) -> String {
        var text = "\(action.analyticsID ?? "nothing") of \(feature.name)"
        if let input = context.debugDescriptionOfInput { text += " with \(input)" }
        if let quantity = attributes?["quantity"] as? Int { text += ", quantity \(quantity)" }
        return text
    }
}

/// Implements only the methods without attributes.
private final class SimpleProvider: AnalyticsProvider {
    private(set) var events: [String] = []

    func analyticsEventWillBegin<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>
    ) {
        events.append("begin \(ActionType.analyticsID ?? "")")
    }

    func analyticsEventDidEnd<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        outcome: ActionPerformOutcome
    ) {
        events.append("end \(ActionType.analyticsID ?? "")")
    }
}

/// Implements only the methods whose context is the attributes.
private final class AttributesProvider: AnalyticsProvider {
    private(set) var events: [String] = []

    func analyticsEventWillBegin<ActionType>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: [String: Any?]?
    ) where ActionType: Action {
        events.append("begin \(feature.name) \(text(action, context))")
    }

    func analyticsEventDidEnd<ActionType>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: [String: Any?]?,
        outcome: ActionPerformOutcome
    ) where ActionType: Action {
        events.append("end \(feature.name) \(text(action, context)): \(outcome)")
    }

    private func text<ActionType: Action>(_ action: ActionType.Type, _ context: [String: Any?]?) -> String {
        "\(action.analyticsID ?? "") \(context?["quantity"] as? Int ?? -1)"
    }
}

private final class BuyAction: Action {
    final class Counter: Sendable {
        let count = Protected(0)
    }

    typealias InputType = Int

    @TaskLocal static var counter: Counter?
    static let analyticsID: String? = "shop-buy"

    static func analyticsAttributes<FeatureType: FeatureDefinition>(
        forRequest request: ActionRequest<FeatureType, BuyAction>
    ) -> [String: Any?]? {
        counter?.count.withLock { $0 += 1 }
        return ["quantity": request.context.input, "note": nil]
    }

    static func perform(context: ActionContext<Int>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.success)
    }
}

private final class SlowAction: Action {
    typealias PresenterType = (CompletionRequirement<ActionPerformOutcome>) -> Completion.Status

    static let analyticsID: String? = "slow"

    static func perform(
        context: ActionContext<NoInput>, presenter: PresenterType, completion: Completion
    ) -> Completion.Status {
        presenter(completion)
    }
}

private final class Kiosk: Feature {
    static let description = "Sells things at the corner"
    static let buy = action(BuyAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(buy) }
}

private final class Shop: Feature {
    static let description = "Sells things"
    static let buy = action(BuyAction.self)
    static let ping = action(PingAction.self)
    static let slow = action(SlowAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(buy)
        actions.declare(ping)
        actions.declare(slow)
    }
}
