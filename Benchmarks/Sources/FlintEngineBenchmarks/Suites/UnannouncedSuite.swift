// SPDX-License-Identifier: MIT

import FlintCore

/// Measures the overhead of a request for a feature whose sources announce no changes and must be queried each time.
enum UnannouncedSuite {
    /// Measures requests and, separately, the calls that each request makes.
    static func run(_ report: inout Report) {
        let tracker = BenchTracker(announcesChanges: false)
        let checker = DefaultPermissionChecker(adapters: [BenchCamera()])
        let runtime = FlintRuntime()
        tracker.set(true, Darkroom.product)
        runtime.setUp(Studio.self) {
            $0.purchaseTracker = tracker
            $0.permissionChecker = checker
        }
        let timings = runtime.bind {
            report.measure([Floor.typeLookUp, request, calls(of: tracker, and: checker)])
        }
        report.add(timings)
        let (lookUp, whole, asking) = (timings[0], timings[1], timings[2])
        let name = "unannounced/a purchase and a permission"
        report.add("\(name)/look-ups besides the calls", (whole.minimum - asking.minimum) / lookUp.minimum, .ratio)
        report.add(
            "\(name)/instructions besides the calls", whole.instructions - asking.instructions, .instructions)
        report.add("\(name)/allocations", whole.allocations, .count)
        let before = tracker.questions
        let isGranted = runtime.bind { Darkroom.develop.request() != nil }
        report.add("unannounced/questions to the tracker", Double(tracker.questions - before), .count)
        report.add("unannounced/wrong answers", isGranted ? 0 : 1, .count)
    }

    private static var request: Case {
        Case(name: "request: a purchase and a permission that are not announced") { times in
            var granted = 0
            for _ in 0..<times where Darkroom.develop.request() != nil { granted += 1 }
            consume(granted)
        }
    }

    /// The calls that a request makes to the app's code.
    private static func calls(of tracker: any PurchaseTracker, and checker: any SystemPermissionChecker) -> Case {
        Case(name: "the calls that such a request makes") { times in
            for _ in 0..<times {
                consume(tracker.isPurchased(Darkroom.product))
                consume(tracker.isFeatureEnabledByPastPurchases(Darkroom.self))
                consume(checker.status(of: .camera))
            }
        }
    }
}

private final class Studio: FeatureGroup {
    static let description = "Holds one feature"
    static var subfeatures: [FeatureDefinition.Type] { [Darkroom.self] }
}

private final class Darkroom: ConditionalFeature {
    static let description = "Needs a purchase and a permission"
    static let product = NonConsumableProduct(name: "Darkroom", productID: "darkroom")
    static let develop = action(DevelopAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(product)
        requirements.permission(.camera)
    }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(develop) }
}

private final class DevelopAction: Action {
    static func perform(
        context: ActionContext<NoInput>, presenter: Void, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(.success)
    }
}
