import FlintLocks
import Foundation
import Testing

@testable import FlintCore

struct DeprecatedTests {
    @Test(arguments: [
        SingleCondition() as OldUse, ProductsOfAnyKind(), TrackerAssigned(), OmittedPresenter(), RenamedMembers(),
        Versions(),
        SwitchesOfTheFramework(),
    ])
    @MainActor fileprivate func `deprecated declarations behave like their replacements`(_ use: OldUse) throws {
        try use.check()
    }
}

/// A use of deprecated declarations.
///
/// The requirement itself is not deprecated, so calling it causes no warning. Its implementations are deprecated.
private protocol OldUse: Sendable {
    @MainActor func check() throws
}

private struct SingleCondition: OldUse {
    @available(*, deprecated)
    func check() {
        func constraints(of availability: FeatureAvailability) -> DeclaredFeatureConstraints {
            DeclaresAvailability.stored.withLock { $0 = availability }
            return DefaultFeatureConstraintsBuilder().build { DeclaresAvailability.constraints(requirements: $0) }
        }
        #expect(constraints(of: .always).isEmpty)
        #expect(constraints(of: .runtimeEnabled).isRuntimeEnabledRequired)
        #expect(constraints(of: .runtimeEvaluated).isRuntimeEnabledRequired)
        #expect(constraints(of: .userToggled).userSettingDefault == false)
        #expect(constraints(of: .userToggled(defaultValue: true)).userSettingDefault == true)
        let requirement = PurchaseRequirement(Products.premium)
        #expect(constraints(of: .purchaseRequired(requirement: requirement)).purchases == [requirement])

        let fixture = Fixture(Silent.self)
        #expect(fixture.run { Silent.isAvailable } == true, "A feature without a condition is available.")
        #expect(Silent.availability == .always)
    }

    @available(*, deprecated)
    private final class DeclaresAvailability: ConditionalFeature {
        static let description = "In the oldest style"
        static let stored = Protected(FeatureAvailability.always)
        static var availability: FeatureAvailability { stored.withLock { $0 } }
        static func prepare(actions: FeatureActionsBuilder) {}
    }

    @available(*, deprecated)
    private final class Silent: ConditionalFeature {
        static let description = "Has no conditions at all"
        static func prepare(actions: FeatureActionsBuilder) {}
    }
}

private struct ProductsOfAnyKind: OldUse {
    @available(*, deprecated)
    func check() {
        let constraints = DefaultFeatureConstraintsBuilder().build { requirements in
            let products: [Product] = [
                Products.premium, Products.monthly, Products.credits, Product(name: "Plain", productID: "plain"),
            ]
            for product in products { requirements.purchase(product) }
            requirements.purchase(requirement: PurchaseRequirement(Products.season))
        }
        #expect(
            constraints.purchases == [
                PurchaseRequirement(Products.premium), PurchaseRequirement(Products.monthly),
                PurchaseRequirement(Products.credits, quantity: 1),
                PurchaseRequirement(NonConsumableProduct(name: "Plain", productID: "plain")),
                PurchaseRequirement(Products.season),
            ])
        #expect(constraints.products.map { type(of: $0) }[3] == NonConsumableProduct.self)
    }
}

private struct Versions: OldUse {
    @available(*, deprecated)
    func check() {
        let constraints = DefaultFeatureConstraintsBuilder().build { requirements in
            requirements.iOS = .atLeast(version: 11)
            requirements.macOS = .atLeast(
                version: OperatingSystemVersion(majorVersion: 10, minorVersion: 13, patchVersion: 4))
        }
        #expect(constraints.allDeclaredPlatforms == constraints.platforms)
        #expect(constraints.platforms[.iOS]?.version == 11)
        #expect(constraints.platforms[.macOS]?.version == "10.13.4")
        #expect(constraints.platforms[.tvOS]?.version == .any)
        let negative = OperatingSystemVersion(majorVersion: -1, minorVersion: 2, patchVersion: -3)
        #expect(PlatformVersion(negative) == PlatformVersion(major: 0, minor: 2, patch: 0))
    }
}

private struct SwitchesOfTheFramework: OldUse {
    @available(*, deprecated)
    func check() {
        let fixture = Fixture(NeedsPremium.self)
        fixture.run {
            #expect(Product.referencedProducts == [Products.premium])
            #expect(RoutesFeature.isAvailable == true)
            DeepLinkingFeature.isAvailable = false
            #expect(RoutesFeature.isAvailable == false && RoutesFeature.isEnabled == false)
            #expect(RoutesFeature.performIncomingURL.request() == nil)
            RoutesFeature.isAvailable = true
            #expect(RoutesFeature.performIncomingURL.request() != nil)
            ActivitiesFeature.isAvailable = false
            TimelineFeature.isAvailable = false
            FocusFeature.isAvailable = false
            AnalyticsFeature.isAvailable = false
            ActionStacksFeature.isAvailable = nil
            for feature in FlintFeatures.subfeatures where feature != RoutesFeature.self {
                #expect((feature as? ConditionalFeatureDefinition.Type)?.isAvailable == false, "\(feature)")
            }
        }
        #expect(
            !fixture.runtime.constraints(of: RoutesFeature.self).usesIsAvailableAsSwitch,
            "The feature has only one switch.")
    }

    private final class NeedsPremium: ConditionalFeature {
        static let description = "Needs premium"
        static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.premium) }
        static func prepare(actions: FeatureActionsBuilder) {}
    }
}

private struct TrackerAssigned: OldUse {
    @available(*, deprecated)
    func check() {
        let (first, second) = (ScriptedTracker(), ScriptedTracker())
        Flint.withRuntime(FlintRuntime()) {
            Flint.purchaseTracker = first
            #expect(Flint.purchaseTracker as? ScriptedTracker === first, "The tracker is also available before setup.")
            Flint.setup(EmptyApp.self)
            #expect(Flint.purchaseTracker as? ScriptedTracker === first)
            Flint.resetForTesting()
            #expect(Flint.purchaseTracker == nil)
        }
        Flint.withRuntime(FlintRuntime()) {
            Flint.purchaseTracker = first
            Flint.setup(EmptyApp.self) { config in
                #expect(config.purchaseTracker as? ScriptedTracker === first)
                config.purchaseTracker = second
            }
            #expect(Flint.purchaseTracker as? ScriptedTracker === second, "The configuration takes precedence.")
            Flint.purchaseTracker = first
            #expect(Flint.purchaseTracker as? ScriptedTracker === second)
            let events = FlintRuntime.current.journal.events
            #expect(events.count == 1, "Assigning after setup is an advisory.")
        }
    }
}

private struct OmittedPresenter: OldUse {
    @available(*, deprecated)
    func check() throws {
        let fixture = Fixture(Desk.self, Gate.self)
        var outcomes: [ActionOutcome] = []
        try fixture.run {
            Desk.text.perform(withInput: "a", presenter: nil) { outcomes.append($0) }
            ActionSession.main.perform(Desk.text, input: "b", presenter: nil) { outcomes.append($0) }
            let request = try #require(Gate.text.request())
            request.perform(withInput: "c", presenter: nil) { outcomes.append($0) }
            ActionSession.main.perform(request, input: "d", presenter: nil) { outcomes.append($0) }
            let relay: RelayOfTexts = { outcomes.append(.failure(error: TestError($0))) }
            Desk.relay.perform(using: relay, with: "e")
            #expect(outcomes.prefix(4) == [.success, .success, .success, .success])
            #expect(outcomes.last == .failure(error: TestError("e")))
            let close = try #require(Gate.close.request())
            close.perform(withInput: .animated(true)) { outcomes.append($0) }
            guard outcomes.count == 6, case .failure(let error) = outcomes[5] else {
                Issue.record("\(outcomes)")
                return
            }
            #expect("\(error)" == "Close has no presenter to dismiss; pass one to perform(withInput:presenter:).")
        }
        #expect(fixture.advisories == ["Close has no presenter to dismiss; pass one to perform(withInput:presenter:)."])
        let begun = fixture.run { Timeline.instance.entries.filter { $0.kind == .begin } }
        #expect(begun.map(\.action.inputDescription) == ["a", "b", "c", "d", "e"])
    }

    typealias RelayOfTexts = (String) -> Void

    private final class RelayAction: Action {
        typealias InputType = String
        typealias PresenterType = RelayOfTexts

        static func perform(
            context: ActionContext<String>, presenter: @escaping RelayOfTexts, completion: Completion
        ) -> Completion.Status {
            presenter(context.input)
            return completion.completedSync(.success)
        }
    }

    private final class CloseAction: DismissingUIAction {}

    private final class Desk: Feature {
        static let description = "Takes texts"
        static let text = action(TextAction.self)
        static let relay = action(RelayAction.self)
        static func prepare(actions: FeatureActionsBuilder) {
            actions.declare(text)
            actions.declare(relay)
        }
    }

    private final class Gate: ConditionalFeature {
        static let description = "Takes texts on request"
        static let text = action(TextAction.self)
        static let close = action(CloseAction.self)
        static func constraints(requirements: FeatureConstraintsBuilder) {}
        static func prepare(actions: FeatureActionsBuilder) {
            actions.declare(text)
            actions.declare(close)
        }
    }
}

private struct RenamedMembers: OldUse {
    @available(*, deprecated)
    func check() {
        #expect(ActionPerformOutcome.success(closeActionStack: false).description == "success")
        #expect(ActionPerformOutcome.success(closeActionStack: true).description == "success, feature ended")
        #expect(
            ActionPerformOutcome.failure(error: TestError("x"), closeActionStack: true).description
                == "failure, feature ended: x")
        #expect(
            ActionPerformOutcome.failure(error: nil, closeActionStack: false).description
                == "failure: The action failed without giving a reason.")
        #expect(NoInput.none == .noInput)
        #expect(SystemPermission.blueteooth == SystemPermissionConstraint.bluetooth)
        let session = Fixture().run { ActionSession(name: "old", userInitiatedActions: true) }
        #expect(session.name == "old" && session.userInitiatedActions)
    }
}
