import FlintCore
import Synchronization

/// The last report of the weather station; `nil` before the first one.
enum Weather {
    static let isClear = Mutex<Bool?>(nil)
}

final class TourFeature: ConditionalFeature {
    static let description = "Guided walks through the night sky"

    static let book = action(BookTourAction.self)

    static var isEnabled: Bool? { Weather.isClear.withLock { $0 } }

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
            print(TourFeature.descriptionOfUnsatisfiedConstraints ?? "available meanwhile")
        }
    }

    static func weather(print: Output) {
        for answer in [nil, false, true] as [Bool?] {
            Weather.isClear.withLock { $0 = answer }
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
}
