// SPDX-License-Identifier: MIT

#if ServerExample
    import FlintCore
    import FlyingFox
    import Foundation

    let proPlan = NonConsumableProduct(name: "Pro plan", productID: "pro")

    final class Weather: FeatureGroup {
        static let description = "A service for weather reports"
        static var subfeatures: [FeatureDefinition.Type] { [Today.self, Forecast.self] }
    }

    final class Today: Feature {
        static let description = "Today's weather"
        static let show = action(ShowTodayAction.self)
        static func prepare(actions: FeatureActionsBuilder) { actions.declare(show) }
    }

    /// Tomorrow's weather, for customers with the Pro plan.
    ///
    /// The feature is available only if the `forecast` flag is on and the plan is purchased. The flag holds the feature
    /// back until its launch.
    final class Forecast: ConditionalFeature {
        static let description = "Tomorrow's weather"
        static let show = action(ShowForecastAction.self)
        static func constraints(requirements: FeatureConstraintsBuilder) {
            requirements.featureFlag("forecast")
            requirements.purchase(proPlan)
        }
        static func prepare(actions: FeatureActionsBuilder) { actions.declare(show) }
    }

    final class ShowTodayAction: Action {
        static func perform(
            context: ActionContext<NoInput>, presenter: Page, completion: Completion
        ) -> Completion.Status {
            presenter.text = "Fog until noon.\n"
            return completion.completedSync(.success)
        }
    }

    final class ShowForecastAction: Action {
        static func perform(
            context: ActionContext<NoInput>, presenter: Page, completion: Completion
        ) -> Completion.Status {
            presenter.text = "Sun, with a light wind from the west.\n"
            return completion.completedSync(.success)
        }
    }

    /// The presenter of every action.
    ///
    /// It collects the text that a route sends back. Each request creates its own page. Because of the lock, actions
    /// and route handlers can share it across threads.
    final class Page: Sendable {
        private let lock = NSLock()
        nonisolated(unsafe) private var content = ""

        var text: String {
            get { lock.withLock { content } }
            set { lock.withLock { content = newValue } }
        }

        var response: HTTPResponse { HTTPResponse(statusCode: .ok, body: Data(text.utf8)) }
    }

    /// A refusal as problem details for HTTP, as defined by RFC 9457.
    struct ProblemDetails: Encodable {
        /// A relative URI that identifies the problem by the refusal's stable code.
        let type: String
        let title: String
        let status: Int
        let detail: String
        let instance: String
        /// The steps that make the feature available, each with its kind and the person who can take it.
        let steps: [Refusal.Step]
        private let language: String

        private enum CodingKeys: CodingKey {
            case type, title, status, detail, instance, steps
        }

        init(_ refusal: Refusal, instance: String) {
            (type, title, detail) = ("/problems/\(refusal.code)", refusal.title, refusal.sentence)
            // A client may try again if the answer is not known yet.
            status = refusal.isUndetermined ? 503 : 403
            (self.instance, steps, language) = (instance, refusal.steps, refusal.language)
        }

        var response: HTTPResponse {
            get throws {
                HTTPResponse(
                    statusCode: status == 503 ? .serviceUnavailable : .forbidden,
                    headers: [
                        .contentType: "application/problem+json", .init("Content-Language"): language,
                    ], body: try JSONEncoder().encode(self))
            }
        }
    }
#endif
