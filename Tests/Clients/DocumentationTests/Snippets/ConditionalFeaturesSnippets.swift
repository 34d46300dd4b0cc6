import FlintCore
import Foundation

/// The last report of the weather station, which any thread can read; `nil` before the first one.
enum Weather {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var report: Bool?

    static var isClear: Bool? {
        get { lock.withLock { report } }
        set { lock.withLock { report = newValue } }
    }
}

final class TourFeature: ConditionalFeature {
    static let description = "Guided walks through the night sky"

    static let book = action(BookTourAction.self)

    static var isEnabled: Bool? { Weather.isClear }

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.iOS = 17
        requirements.watchOS = .unsupported
        requirements.runtimeEnabled()
        requirements.userToggled(defaultValue: true)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(book)
    }
}

final class BookTourAction: Action {
    typealias InputType = Int

    static let description = "Books places on tonight's tour"

    static func perform(
        context: ActionContext<Int>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(.success)
    }
}

enum ConditionalFeaturesSnippets {
    static func request(print: Output) async {
        if let request = TourFeature.book.request() {
            print(await request.perform(withInput: 2))
        } else {
            print(TourFeature.descriptionOfUnsatisfiedConstraints ?? "available now")
        }
    }

    static func weather(print: Output) {
        for answer in [nil, false, true] as [Bool?] {
            Weather.isClear = answer
            Flint.runtimeSwitchChanged(TourFeature.self)
            print(Flint.availabilityChecker.isAvailable(TourFeature.self).map { "\($0)" } ?? "not known")
        }
    }

    static func observe(print: Output) -> ObservationToken {
        let token = FlintRuntime.current.facts.observe { change in
            for change in change.availabilityChanges {
                print("\(change.feature): \(change.before) -> \(change.after)")
            }
        }
        return token
    }

    static func explain(print: Output) {
        for requirement in FlintRuntime.current.explanation(of: TourFeature.self).requirements {
            print("\(requirement.title): \(requirement.value) (\(requirement.kind))")
        }
    }

    static func platforms(print: Output) {
        let declared = DefaultFeatureConstraintsBuilder().build { requirements in
            requirements.macOSOnly = 15
            requirements.linux = .any
        }
        for platform in [Platform.macOS, .linux, .iOS] { print(declared.platforms[platform]?.description ?? "") }
    }
}

final class StarChartFeature: ConditionalFeature {
    static let description = "Draws the sky of any night"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.anyOf { alternatives in
            alternatives.allOf { phone in
                phone.iOSOnly = .any
                phone.purchase(Products.phoneCharts)
            }
            alternatives.purchase(Products.supporter)
        }
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

extension Products {
    static let phoneCharts = NonConsumableProduct(name: "Star charts for phones", productID: "charts.phone")
}

extension ConditionalFeaturesSnippets {
    static func alternatives(print: Output) {
        print(StarChartFeature.descriptionOfUnsatisfiedConstraints ?? "available")
    }
}

final class MembersFeatures: ConditionalFeature, FeatureGroup {
    static let description = "What the observatory offers its supporters"

    static var subfeatures: [FeatureDefinition.Type] { [NewsletterFeature.self, NightShiftFeature.self] }

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Products.supporter)
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

final class NewsletterFeature: Feature {
    static let description = "Sends the newsletter"

    static let send = action(SendNewsletterAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(send)
    }
}

final class NightShiftFeature: ConditionalFeature {
    static let description = "Reserves the telescope for a night"

    static let isVisible = false
    static let reserve = action(ReserveAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.userToggled(defaultValue: true)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(reserve)
    }
}

final class SendNewsletterAction: TerminatingAction {}

final class ReserveAction: TerminatingAction {}

extension ConditionalFeaturesSnippets {
    static func below(print: Output) async {
        print(NightShiftFeature.descriptionOfUnsatisfiedConstraints ?? "available")
        print(await NewsletterFeature.send.perform())
    }

    static func list(print: Output) {
        for feature in MembersFeatures.subfeatures where feature.isVisible { print(feature.name) }
    }
}
