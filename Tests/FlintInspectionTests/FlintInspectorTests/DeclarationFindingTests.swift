import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintTestSupport
import FlintWorld
import Foundation
import Testing

struct DeclarationFindingTests {
    private let findings: [LintFinding]
    private let runtime = FlintRuntime()

    init() {
        runtime.setUp(Mistaken.self)
        findings = Self.mistakes(in: runtime)
    }

    /// Returns the findings except for the note that both sales are available together.
    private static func mistakes(in runtime: FlintRuntime) -> [LintFinding] {
        let inspector = RuntimeInspector(runtime: runtime, configuration: .init(appName: "Mistaken", cause: "test"))
        let review = LintReview(inspector.world(of: nil).lint())
        return review.findings.map(\.finding).filter { $0.kind != .availableTogether }
    }

    private func features(_ kind: LintFinding.Kind) -> [String?] {
        findings.filter { $0.kind == kind }.map(\.featureID)
    }

    @Test func `a mistake in a declaration is reported as a problem of its feature`() {
        #expect(features(.missingConstraints) == ["Mistaken/Misspelled"])
        #expect(features(.unreadSwitch) == ["Mistaken/Switched"])
        #expect(features(.cyclicSwitch) == ["Mistaken/Heads"])
        #expect(features(.malformedVersion) == ["Mistaken/Versioned"])
        #expect(features(.platformInConstraints) == ["Mistaken/Versioned"])
        #expect(features(.repeatedFeature) == ["Mistaken/Switched"])
        #expect(features(.ambiguousIdentifier) == ["Mistaken/ReusesIdentifier"])
        #expect(features(.ambiguousProduct) == ["Mistaken/SecondSale"])
        #expect(features(.ambiguousFact) == ["Mistaken/SecondSale"])
        #expect(features(.missingPurchaseTracker) == ["Mistaken/FirstSale"])
        #expect(features(.misplacedAction) == ["Mistaken/Misspelled"])
        #expect(features(.malformedRoute) == ["Mistaken/Versioned"])
        #expect(features(.ambiguousRoute) == ["Mistaken/ReusesIdentifier"])
        #expect(features(.ambiguousActivity) == ["Mistaken/ReadingAgain"])
        #expect(features(.unseenConstraints) == ["Mistaken/Sometimes<Int>"])
        #expect(findings.allSatisfy { $0.kind.standardLevel == .problem })
    }

    @Test func `flags that are adopted after setup are a problem`() {
        let runtime = FlintRuntime()
        Flint.withRuntime(runtime) {
            Flint.quickSetup()
            Flint.adopt(LateFlag.self) { _ in true }
        }
        let late = Self.mistakes(in: runtime).filter { $0.kind == .lateConfiguration }
        #expect(
            late.map(\.message) == [
                "Flags, such as early, were adopted after setup and are not used. Call Flint.adopt before Flint.setup."
            ])
    }

    private enum LateFlag: String, CaseIterable {
        case early
    }

    @Test func `a feature in two groups, or a group in itself, names the other group`() {
        let both = findings.first { $0.kind == .featureInTwoGroups }
        #expect(both?.featureID == "Mistaken/Shared" && both?.group == "Mistaken/Inner")
        let cycle = findings.first { $0.kind == .cyclicGroup }
        #expect(cycle?.featureID == "Mistaken" && cycle?.group == "Mistaken/Inner")
    }

    @Test func `a finding has the sentence of its advisory`() {
        let advisories = runtime.journal.events.compactMap { event in
            if case .advisory(let text) = event.kind { text } else { nil }
        }
        #expect(findings.map(\.message) == advisories && !advisories.isEmpty)
        #expect(findings.first { $0.kind == .unreadSwitch }?.line().hasPrefix("Mistaken/Switched: ") == true)
    }

    @Test func `a mistake is found even after its event has left the journal`() {
        runtime.journal.capacity = 1
        runtime.advise("Something else")
        #expect(Self.mistakes(in: runtime) == findings)
    }

    @Test func `every kind of finding is in the schema of the answer`() throws {
        let schema = Repository.root.appending(path: "Resources/schema/lint.v2.json")
        let text = try String(contentsOf: schema, encoding: .utf8)
        for kind in LintFinding.Kind.allCases { #expect(text.contains("\"\(kind.rawValue)\"")) }
    }
}

private final class Mistaken: FeatureGroup {
    static let description = "Has every mistake"
    static var subfeatures: [FeatureDefinition.Type] {
        [
            mistakes.misspelled, Switched.self, Switched.self, Versioned.self, ReusesIdentifier.self, FirstSale.self,
            SecondSale.self, Heads.self, Tails.self, Shared.self, Inner.self, Reading.self, ReadingAgain.self,
            Sometimes<Int>.self,
        ]
    }
}

private final class Inner: FeatureGroup {
    static let description = "Contains a feature of another group"
    static var subfeatures: [FeatureDefinition.Type] { [Shared.self, Mistaken.self] }
}

private final class Shared: Feature {
    static let description = "Is in two groups"
    static func prepare(actions: FeatureActionsBuilder) {}
}

/// Accesses a feature that would otherwise cause a compiler warning.
private protocol Mistakes {
    static var misspelled: FeatureDefinition.Type { get }
}

private enum Warned: Mistakes {
    @available(*, deprecated)
    static var misspelled: FeatureDefinition.Type { Misspelled.self }
}

private var mistakes: any Mistakes.Type { Warned.self }

@available(*, deprecated, message: "Its constraints are misspelled.")
private final class Misspelled: ConditionalFeature {
    static let description = "Misspells its constraints, and declares an action twice"
    static let act = action(NoAction.self)
    static func constraint(requirement: FeatureConstraintsBuilder) {}
    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(act)
        actions.declare(act)
    }
}

private final class Switched: ConditionalFeature {
    static let description = "Has a switch that is never read"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Heads: ConditionalFeature {
    static let description = "Is on while its other side is off"
    static var isEnabled: Bool? { Tails.isAvailable.map { !$0 } }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Tails: ConditionalFeature {
    static let description = "Is on while its other side is off"
    static var isEnabled: Bool? { Heads.isAvailable.map { !$0 } }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Versioned: ConditionalFeature, URLMapped {
    static let description = "Has malformed versions and a malformed route"
    static let act = action(NoAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.iOS = Platform.current == .iOS ? "eleven" : "ten"
    }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(act) }
    static func urlMappings(routes: URLMappingsBuilder) {
        routes.send("open//twice", to: act)
        routes.send("open/$(id)", to: act)
    }
}

private final class ReusesIdentifier: ConditionalFeature, URLMapped {
    static let description = "Has another feature's identifier and URLs"
    static let act = action(NoAction.self)
    static var identifier: FeaturePath { "Mistaken/Misspelled" }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.permission(.camera) }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(act) }
    static func urlMappings(routes: URLMappingsBuilder) { routes.send("open/$(other)", to: act) }
}

private final class FirstSale: ConditionalFeature {
    static let description = "Requires a product"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(NonConsumableProduct(name: "One", productID: "product"))
        requirements.fact(AppFact("stock", title: "Stock"), atLeast: 1)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class SecondSale: ConditionalFeature {
    static let description = "Requires another product with the same identifier"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(NonConsumableProduct(name: "Other", productID: "product"))
        requirements.fact(AppFact("stock", title: "In stock"), is: true)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Reading: Feature {
    static let description = "Has an activity"
    static let read = action(ReadAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.publish(read) }
}

private final class ReadingAgain: Feature {
    static let name = "Reading"
    static let description = "Has an activity of the same type"
    static let read = action(ReadAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.publish(read) }
}

private final class Sometimes<Value>: Feature {
    static var description: String { "Is conditional under a condition" }
    static func prepare(actions: FeatureActionsBuilder) {}
}

extension Sometimes: ConditionalFeatureDefinition, ConditionalFeature where Value == Int {
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.permission(.camera) }
}

private final class ReadAction: UIAction {
    static var activityEligibility: Set<ActivityEligibility> { [.perform] }
    static func perform(
        context: ActionContext<NoInput>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status { completion.completedSync(.success) }
}

private final class NoAction: UIAction {
    static func perform(
        context: ActionContext<NoInput>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status { completion.completedSync(.success) }
}
