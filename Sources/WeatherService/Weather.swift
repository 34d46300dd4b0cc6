#if ServerExample
    import FlintCore
    import FlyingFox
    import Synchronization

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// What customers buy.
    let proPlan = NonConsumableProduct(name: "Pro plan", productID: "pro")

    /// Everything the service answers.
    final class Weather: FeatureGroup {
        static let description = "A service that answers with the weather"
        static var subfeatures: [FeatureDefinition.Type] { [Today.self, Forecast.self] }
    }

    /// The weather of today, for everyone.
    final class Today: Feature {
        static let description = "The weather of today"
        static let show = action(ShowTodayAction.self)
        static func prepare(actions: FeatureActionsBuilder) { actions.declare(show) }
    }

    /// The weather of tomorrow, for customers with the pro plan, once it is launched.
    final class Forecast: ConditionalFeature {
        static let description = "The weather of tomorrow"
        static let show = action(ShowForecastAction.self)
        static func constraints(requirements: FeatureConstraintsBuilder) {
            requirements.featureFlag("forecast")
            requirements.purchase(proPlan)
        }
        static func prepare(actions: FeatureActionsBuilder) { actions.declare(show) }
    }

    /// Answers with the weather of today.
    final class ShowTodayAction: Action {
        static func perform(
            context: ActionContext<NoInput>, presenter: Page, completion: Completion
        ) -> Completion.Status {
            presenter.text.withLock { $0 = "Fog until noon.\n" }
            return completion.completedSync(.success)
        }
    }

    /// Answers with the weather of tomorrow.
    final class ShowForecastAction: Action {
        static func perform(
            context: ActionContext<NoInput>, presenter: Page, completion: Completion
        ) -> Completion.Status {
            presenter.text.withLock { $0 = "Sun, with a light wind from the west.\n" }
            return completion.completedSync(.success)
        }
    }

    /// What an action answers with.
    final class Page: Sendable {
        /// The content.
        let text = Mutex("")

        /// The content as HTTP sends it.
        var response: HTTPResponse { HTTPResponse(statusCode: .ok, body: Data(text.withLock { $0 }.utf8)) }

        /// Why a feature is not available.
        static func refusal(_ reason: String?) -> HTTPResponse {
            HTTPResponse(statusCode: .forbidden, body: Data("\(reason ?? "Try again")\n".utf8))
        }
    }
#endif
