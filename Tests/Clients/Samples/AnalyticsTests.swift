import FlintCore
import Testing

/// The events that an analytics provider receives.
///
/// | Declared or used | Shown by |
/// | --- | --- |
/// | `analyticsID`, `analyticsAttributes(forRequest:)` | ``BuyTicketAction`` |
/// | `AnalyticsProvider` in its plain form | ``Turnstile`` |
/// | `AnalyticsProvider` with attributes | ``Cashbook`` |
/// | `Flint.dispatcher.add(observer: AnalyticsReporting(provider:))` | “an analytics observer reports actions to its provider” |
/// | `AnalyticsFeature.provider`, `AnalyticsFeature.isEnabled` | “the feature's provider receives events while analytics is enabled” |
@MainActor
struct AnalyticsTests {
    private let turnstile = Turnstile()
    private let cashbook = Cashbook()

    @Test func `an analytics observer reports actions to its provider`() {
        inGrounds {
            AnalyticsFeature.provider = cashbook
            Flint.register(TicketsFeature.self)
            let observation = Flint.dispatcher.add(observer: AnalyticsReporting(provider: turnstile))
            TicketsFeature.buy.perform(withInput: 2)
            TicketsFeature.check.perform()
            observation.cancel()
            TicketsFeature.buy.perform(withInput: 1)
            #expect(
                turnstile.lines == [
                    "before ticket-bought of Tickets, 2", "after ticket-bought of Tickets, 2: success",
                ])
        }
    }

    @Test func `the feature's provider receives events while analytics is enabled`() {
        inGrounds {
            AnalyticsFeature.provider = cashbook
            Flint.register(TicketsFeature.self)
            TicketsFeature.buy.perform(withInput: 2)
            AnalyticsFeature.isEnabled = false
            TicketsFeature.buy.perform(withInput: 3)
            AnalyticsFeature.isEnabled = true
            TicketsFeature.buy.perform(withInput: 0)
            #expect(cashbook.lines == ["sold 2 by the user for 14", "success", "sold 0 by the user for 0", "failure"])
            #expect(Flint.metadata(for: TicketsFeature.buy)?.analyticsID == "ticket-bought")
            #expect(Flint.metadata(for: TicketsFeature.check)?.analyticsID == nil)
        }
    }
}

final class TicketsFeature: Feature {
    static let description = "Sells tickets at the gate"
    static let buy = action(BuyTicketAction.self)
    static let check = action(CheckTicketAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(buy)
        actions.declare(check)
    }
}

/// The error of buying no tickets.
struct NoVisitors: Error {}

/// An action without an analytics identifier.
final class CheckTicketAction: TerminatingAction {}

/// A provider that implements the form without attributes.
private final class Turnstile: AnalyticsProvider {
    private(set) var lines: [String] = []

    func analyticsEventWillBegin<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>
    ) {
        lines.append("before \(describe(feature, action, context))")
    }

    func analyticsEventDidEnd<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        outcome: ActionPerformOutcome
    ) {
        lines.append("after \(describe(feature, action, context)): \(outcome)")
    }

    private func describe<ActionType: Action>(
        _ feature: FeatureDefinition.Type, _ action: ActionType.Type, _ context: ActionContext<ActionType.InputType>
    ) -> String {
        "\(action.analyticsID ?? "nothing") of \(feature.name), \(context.debugDescriptionOfInput ?? "nothing")"
    }
}

/// A provider that implements the form with attributes.
private final class Cashbook: AnalyticsProvider {
    private(set) var lines: [String] = []

    func analyticsEventWillBegin<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        attributes: [String: Any?]?
    ) {
        let (visitors, price) = (attributes?["visitors"] as? Int, attributes?["price"] as? Int)
        let who = attributes?["user"] as? Bool == true ? "the user" : "the app"
        lines.append("sold \(visitors ?? -1) by \(who) for \(price ?? -1)")
    }

    func analyticsEventDidEnd<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        outcome: ActionPerformOutcome, attributes: [String: Any?]?
    ) {
        switch outcome {
        case .success, .successWithFeatureTermination: lines.append("success")
        case .failure, .failureWithFeatureTermination: lines.append("failure")
        }
    }
}
