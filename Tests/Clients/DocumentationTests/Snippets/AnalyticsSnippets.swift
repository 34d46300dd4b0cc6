import FlintCore

final class BuyTicketsAction: Action {
    typealias InputType = Int

    static let description = "Buys tickets for some visitors"
    static let analyticsID: String? = "tickets-bought"

    static func analyticsAttributes<FeatureType>(
        forRequest request: ActionRequest<FeatureType, BuyTicketsAction>
    ) -> [String: Any?]? {
        ["visitors": request.context.input]
    }

    static func perform(
        context: ActionContext<Int>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(.success)
    }
}

final class TicketOfficeFeature: Feature {
    static let description = "Sells tickets for the next night"

    static let buy = action(BuyTicketsAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(buy)
    }
}

/// Passes events on to the observatory's statistics.
final class Census: AnalyticsProvider {
    let write: (String) -> Void

    init(write: @escaping (String) -> Void) { self.write = write }

    func analyticsEventDidEnd<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        outcome: ActionPerformOutcome, attributes: [String: Any?]?
    ) {
        let visitors = attributes?["visitors"] as? Int
        write("\(action.analyticsID ?? ""), \(visitors ?? 0) visitors: \(outcome)")
    }
}

enum AnalyticsSnippets {
    static func report(print: Output) async {
        AnalyticsFeature.provider = Census { print($0) }
        await TicketOfficeFeature.buy.perform(withInput: 2)
    }

    static func turnOff() async {
        AnalyticsFeature.isEnabled = false
        await TicketOfficeFeature.buy.perform(withInput: 3)
    }

    static func reportTwice(print: Output) async {
        let second = Flint.dispatcher.add(observer: AnalyticsReporting(provider: Census { print("also \($0)") }))
        await TicketOfficeFeature.buy.perform(withInput: 4)
        second.cancel()
    }
}
