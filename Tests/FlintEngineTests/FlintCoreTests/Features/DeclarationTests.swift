import Testing

@testable import FlintCore

struct DeclarationTests {
    private func declaration(of feature: FeatureDefinition.Type) -> Declaration? {
        Fixture(feature).runtime.metadata(for: feature)?.declaration
    }

    @Test func `a feature is located at its first constraint`() throws {
        let location = try #require(declaration(of: Located.self)?.location)
        #expect(location.fileID == "FlintEngineTests/DeclarationTests.swift")
        #expect(location.line == Located.line + 2)
        #expect("\(location)" == "FlintEngineTests/DeclarationTests.swift:\(location.line)")
    }

    @Test(
        arguments: [
            { $0.runtimeEnabled() }, { $0.userToggled(defaultValue: true) }, { $0.featureFlag("flag") },
            { $0.featureFlag(NotedFlags.timer) }, { $0.permission(.camera) }, { $0.permissions(.camera, .photos) },
            { $0.purchase(NotedProducts.pass) }, { $0.purchase(NotedProducts.plan) },
            { $0.purchase(NotedProducts.coins, quantity: 2) },
            { $0.purchase(PurchaseRequirement(NotedProducts.pass)) },
            { $0.purchases(NotedProducts.pass, NotedProducts.plan) },
            { $0.purchases(PurchaseRequirement(NotedProducts.pass)) },
            { $0.purchases(NotedProducts.pass, PurchaseRequirement(NotedProducts.coins, quantity: 1)) },
            { $0.purchase(anyOf: NotedProducts.pass, NotedProducts.plan) },
            { $0.purchase(anyOf: [NotedProducts.pass]) },
            { $0.purchase(anyOf: PurchaseRequirement(NotedProducts.pass)) },
            { $0.purchase(allOf: NotedProducts.pass, NotedProducts.plan) },
            { $0.purchase(allOf: [NotedProducts.pass]) },
            { $0.purchase(allOf: PurchaseRequirement(NotedProducts.pass)) },
        ] as [@Sendable (any FeatureConstraintsBuilder) -> Void])
    func `every constraint except the platforms records its location`(
        declare: @Sendable (any FeatureConstraintsBuilder) -> Void
    ) {
        let declared = DefaultFeatureConstraintsBuilder().build(declare)
        #expect(declared.location?.fileID == "FlintEngineTests/DeclarationTests.swift")
    }

    @Test func `a platform has no location, and the next constraint is used`() {
        let onlyPlatform = DefaultFeatureConstraintsBuilder().build { $0.iOS = 17 }
        #expect(onlyPlatform.location == nil)
        let both = DefaultFeatureConstraintsBuilder().build {
            $0.iOS = 17
            $0.runtimeEnabled(fileID: "App/Other.swift", line: 3)
        }
        #expect(both.location == CodeLocation(fileID: "App/Other.swift", line: 3))
    }

    @Test func `a feature without constraints is located at its first action`() throws {
        let fixture = Fixture(HasTwoActions.self)
        let metadata = try #require(fixture.runtime.metadata(for: HasTwoActions.self))
        #expect(metadata.declaration.location?.line == HasTwoActions.line + 2)
        #expect(metadata.actions.map { $0.location?.line } == [HasTwoActions.line + 2, HasTwoActions.line + 3])
    }

    @Test func `the declaration of a feature takes precedence, with the location at which it is created`() throws {
        let declared = try #require(declaration(of: Owned.self))
        #expect(declared.owner == "Player" && declared.kind == .killSwitch && declared.summary == "Player, kill switch")
        #expect(declared.location?.line == Owned.line + 2)
    }

    @Test func `a feature without constraints, actions, and a declaration has no location`() {
        #expect(declaration(of: HasNoLocation.self) == .unspecified)
        #expect(declaration(of: HasNoLocation.self)?.ifSpecified == nil)
    }

    @Test func `a flag is located at its declaration or, failing that, where it is first required`() throws {
        let runtime = Fixture(Located.self, Flagged.self).runtime
        let plain = try #require(runtime.declaration(of: "plain"))
        #expect(plain.summary.isEmpty && plain.location?.line == Located.line + 3)
        let timer = try #require(runtime.declaration(of: "timer"))
        #expect(timer.summary == "Player, experiment, since 2.0, review 2027-01-31")
        #expect(timer.location?.line == NotedFlags.line + 3)
        #expect(runtime.declaration(of: "other") == nil)
    }

    @Test func `a flag or a product can have a title and a remedy`() {
        let runtime = Fixture(Remedied.self).runtime
        let explanation = runtime.explanation(of: Remedied.self)
        #expect(
            explanation.summary
                == "Avatars on the server is undetermined, Legacy plan is undetermined")
        #expect(
            explanation.requirements.compactMap(\.remedy)
                == [.operator("Turn on avatars"), .nobody("The plan is no longer sold")])
        #expect(explanation.unlockPlans.isEmpty && explanation.unlockPlansAreComplete)
    }

    @Test func `a flag's key determines equality`() {
        #expect(NotedFlags.timer == FeatureFlag(key: "timer"))
        #expect(Set([NotedFlags.timer, FeatureFlag(key: "timer"), FeatureFlag(key: "plain")]).count == 2)
    }

    @Test func `a product's location is the line that creates it, even with a declaration`() {
        #expect(NotedProducts.pass.declaration.location?.line == NotedProducts.line + 1)
        #expect(NotedProducts.pass.declaration.summary.isEmpty)
        #expect(NotedProducts.plan.declaration.owner == "Shop")
        #expect(NotedProducts.plan.declaration.location?.line == NotedProducts.line + 4)
        #expect(NotedProducts.coins.declaration.location?.line == NotedProducts.line + 5)
    }

    @Test func `a binding of a granted request has no location and can be performed`() throws {
        let fixture = Fixture(Owned.self)
        let request = try #require(fixture.run { Owned.ping.request() })
        #expect(request.actionBinding.debugDescription == "PingAction of Owned")
    }
}

private enum NotedProducts {
    static let line: Int = #line
    static let pass = NonConsumableProduct(name: "Pass", productID: "pass")
    static let plan = AutoRenewingSubscriptionProduct(
        name: "Plan", productID: "plan",
        declaration: Declaration(owner: "Shop"))
    static let coins = ConsumableProduct(name: "Coins", productID: "coins")
}

private enum NotedFlags {
    static let line: Int = #line
    static let timer = FeatureFlag(
        key: "timer",
        declaration: Declaration(owner: "Player", kind: .experiment, since: "2.0", reviewDate: "2027-01-31"))
}

private final class Remedied: ConditionalFeature {
    static let description = "Requires what others decide about"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.featureFlag(
            FeatureFlag(
                key: "avatars",
                declaration: Declaration(title: "Avatars on the server", remedy: .operator("Turn on avatars"))))
        requirements.purchases(
            NonConsumableProduct(
                name: "Legacy plan", productID: "legacy",
                declaration: Declaration(remedy: .nobody("The plan is no longer sold"))))
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Located: ConditionalFeature {
    static let description = "Requires flags"
    static let line: Int = #line
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.featureFlag("timer")
        requirements.featureFlag("plain")
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Flagged: ConditionalFeature {
    static let description = "Requires flags later"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.featureFlag(NotedFlags.timer)
        requirements.featureFlag("plain")
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class HasTwoActions: Feature {
    static let description = "Has actions"
    static let line: Int = #line

    static let ping = action(PingAction.self)
    static let run = action(RunAction.self)
    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(ping)
        actions.publish(run)
    }
}

private final class Owned: ConditionalFeature {
    static let description = "Has a declaration"
    static let line: Int = #line

    static let declaration = Declaration(owner: "Player", kind: .killSwitch)
    static let ping = action(PingAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: true) }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}

private final class HasNoLocation: Feature {
    static let description = "Has no location"
    static func prepare(actions: FeatureActionsBuilder) {}
}
