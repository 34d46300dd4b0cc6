import FlintCore
import Foundation

enum Plan: String, CaseIterable {
    case monthly, yearly, lifetime

    var product: NoQuantityProduct {
        switch self {
        case .monthly, .yearly:
            AutoRenewingSubscriptionProduct(name: rawValue.capitalized, productID: "sky.\(rawValue)")
        case .lifetime: NonConsumableProduct(name: "Lifetime", productID: "sky.lifetime")
        }
    }
}

final class ObjectListFeature: ConditionalFeature {
    static let description = "Lists of favorite objects"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(anyOf: Set(Plan.allCases.map(\.product)))
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

enum AdoptingInAnExistingAppSnippets {
    static func release(print: Output) {
        Flint.setup(ObservatoryFeatures.self) { $0.allowsOverrides = false }

        FlintRuntime.current.facts.overridePurchase("archive", with: .true)
        print(ArchiveFeature.descriptionOfUnsatisfiedConstraints ?? "available")
    }
}

final class Daemon: Sendable {
    let session = ActionSession(
        named: "daemon", userInitiatedActions: false, callerQueue: DispatchQueue(label: "daemon"))

    /// Answers a request on any of the daemon's threads.
    func answer(report: @escaping (ActionOutcome) -> Void) -> String {
        guard let request = ArchiveFeature.browse.request() else {
            return ArchiveFeature.refusal?.sentence ?? "The archive has just become available."
        }
        session.perform(request, completion: report)
        return "The archive opens."
    }
}
