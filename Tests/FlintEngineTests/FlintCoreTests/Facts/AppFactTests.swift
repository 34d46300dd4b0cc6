import FeatureGating
import FlintLocks
import Foundation
import Testing

@testable import FlintCore

struct AppFactTests {
    private let fixture = Fixture(Sync.self, Summaries.self, Export.self, Upload.self)

    private func summary(of feature: any ConditionalFeature.Type) -> String? {
        fixture.run { feature.descriptionOfUnsatisfiedConstraints }
    }

    private static let versions: [(String?, Bool?, String?)] = [
        (nil, nil, "Server version is undetermined, and 9.6 or later is required"),
        ("9.5.9", false, "Server version is 9.5.9, and 9.6 or later is required"), ("9.6", true, nil),
        ("9.10", true, nil), ("10", true, nil),
    ]

    @Test(arguments: versions)
    func `a version is compared by its numbers`(version: String?, isAvailable: Bool?, summary: String?) {
        fixture.runtime.set(.serverVersion, to: version.flatMap { PlatformVersion($0) })
        #expect(fixture.run { Sync.isAvailable } == isAvailable)
        #expect(self.summary(of: Sync.self) == summary)
    }

    private static let models: [(OnDeviceModel?, Bool?, String?)] = [
        (nil, nil, "On-device model is undetermined, and available is required"),
        (.available, true, nil), (.notEnabled, false, "On-device model is not enabled"),
        (.downloading, false, "On-device model is downloading"),
    ]

    @Test(arguments: models)
    func `a value with its own remedy is a reason`(model: OnDeviceModel?, isAvailable: Bool?, summary: String?) {
        fixture.runtime.set(.onDeviceModel, to: model)
        #expect(fixture.run { Summaries.isAvailable } == isAvailable)
        #expect(self.summary(of: Summaries.self) == summary)
    }

    private static let tiers: [(Tier, Bool)] = [(.free, false), (.plus, true), (.pro, true)]

    @Test(arguments: tiers)
    func `a level includes higher ones`(tier: Tier, isAvailable: Bool) {
        fixture.runtime.set(.tier, to: tier)
        #expect(fixture.run { Export.isAvailable } == isAvailable)
        #expect(summary(of: Export.self) == (isAvailable ? nil : "Tier is free, and plus or higher is required"))
    }

    @Test func `numbers, dates, Booleans, and sets of values can be required`() throws {
        func isMet(_ set: (FlintRuntime) -> Void) throws -> Bool? {
            set(fixture.runtime)
            return fixture.run { Upload.isAvailable }
        }
        let start = try Date("2026-03-01T00:00:00Z", strategy: .iso8601)
        #expect(try isMet { $0.set(.quota, to: 10) } == nil)
        #expect(try isMet { $0.set(.launchDate, to: start) } == nil)
        #expect(try isMet { $0.set(.isVerified, to: true) } == nil)
        #expect(try isMet { $0.set(.country, to: .austria) } == true)
        #expect(try isMet { $0.set(.country, to: .france) } == false)
        #expect(try isMet { $0.set(.country, to: .germany) } == true)
        #expect(try isMet { $0.set(.quota, to: 9) } == false)
        #expect(
            summary(of: Upload.self) == "Quota is 9, and at least 10 is required")
        #expect(try isMet { $0.set(.quota, to: 11) } == true)
        #expect(try isMet { $0.set(.launchDate, to: start.addingTimeInterval(-1)) } == false)
        #expect(try isMet { $0.set(.launchDate, to: nil) } == nil)
    }

    @Test func `a closure is read at every use, and an announced change immediately`() {
        let version = Protected<PlatformVersion?>(nil)
        let runtime = FlintRuntime()
        runtime.setUp(EmptyApp.self) { config in
            config.setSource(of: AppFact.serverVersion) { version.withLock { $0 } }
        }
        runtime.register(Sync.self)
        runtime.bind {
            #expect(Sync.start.request() == nil && Sync.isAvailable == nil)
            version.withLock { $0 = 10 }
            #expect(Sync.start.request() != nil)
            version.withLock { $0 = 9 }
            #expect(Sync.isAvailable == false)
            version.withLock { $0 = 11 }
            Flint.factChanged(AppFact.serverVersion)
            #expect(runtime.facts[AppFact.serverVersion.key]?.actual == .version(11))
        }
    }

    @Test func `an override hides the value until it is removed`() {
        fixture.runtime.set(.tier, to: .free)
        fixture.facts.setOverride(.choice("pro"), for: AppFact<Tier>.tier.key, reason: nil, cause: .app)
        #expect(fixture.run { Export.isAvailable } == true)
        fixture.facts.setOverride(nil, for: AppFact<Tier>.tier.key, reason: nil, cause: .app)
        #expect(fixture.run { Export.isAvailable } == false)
    }

    @Test func `a fact of an instance is a separate fact`() {
        fixture.runtime.set(AppFact.serverVersion.of("home"), to: 10)
        #expect(fixture.run { Sync.isAvailable } == nil)
        #expect(fixture.runtime.availability(of: Sync.self, on: "home") == true)
        #expect(fixture.runtime.availability(of: Sync.self, on: "office") == nil)
        fixture.runtime.set(AppFact.serverVersion.of("office"), to: 9)
        #expect(fixture.runtime.availability(of: Sync.self, on: "office") == false)
        fixture.runtime.set(.tier, to: .plus)
        #expect(
            fixture.runtime.availability(of: Export.self, on: "office") == true, "The tier is not specific to a server."
        )
        #expect(fixture.runtime.ownFacts.map(\.key.identifier).contains("server-version@home"))
    }

    @Test func `a malformed version is never met`() {
        let fixture = Fixture(Malformed.self)
        fixture.runtime.set(.serverVersion, to: 10)
        #expect(fixture.run { Malformed.isAvailable } == false)
        #expect(
            fixture.run { Malformed.descriptionOfUnsatisfiedConstraints }
                == "Server version is 10.0, and an impossible value is required")
    }

    @Test func `the count of states is not exact if a condition has too many values`() throws {
        for (count, isExact) in [(60, true), (70, false)] {
            let quotas = stride(from: 0, to: count * 10, by: 10)
            let condition = Requirement.any(
                quotas.map { .fact(Condition(AppFact<Int>.quota.key, .oneOf([.number($0)]))) })
            let basis = ExplanationBasis(
                [(name: "Upload", path: TopicPath(stringLiteral: "Upload"), requirement: condition)], parent: nil,
                words: { _ in nil }, moves: 0)
            #expect(try #require(basis.stateCounts()).isExact == isExact)
        }
    }

    @Test func `the rows of an explanation state remedies`() {
        fixture.runtime.set(.serverVersion, to: 9)
        fixture.runtime.set(.onDeviceModel, to: .notEnabled)
        func remedies(_ feature: FeatureDefinition.Type) -> [Remedy] {
            fixture.runtime.explanation(of: feature).requirements.compactMap(\.remedy)
        }
        #expect(remedies(Sync.self) == [.operator("Update the server to 9.6 or later")])
        #expect(remedies(Summaries.self) == [.user("Turn on the model in the settings")])
        fixture.runtime.set(.onDeviceModel, to: .downloading)
        #expect(remedies(Summaries.self) == [.nobody("The model is still being downloaded")])
        #expect(remedies(Export.self) == [.developer("Change Tier to plus or higher")])
        fixture.runtime.set(.serverVersion, to: 10)
        #expect(remedies(Sync.self) == [])
    }
}

extension AppFact where Value == PlatformVersion {
    fileprivate static var serverVersion: AppFact {
        AppFact("server-version", title: "Server version", remedy: .operator("Update the server"))
    }
}

extension AppFact where Value == OnDeviceModel {
    fileprivate static var onDeviceModel: AppFact { AppFact("on-device-model", title: "On-device model") }
}

extension AppFact where Value == Tier {
    fileprivate static var tier: AppFact { AppFact("tier", title: "Tier") }
}

extension AppFact where Value == Country {
    fileprivate static var country: AppFact { AppFact("country", title: "Country") }
}

extension AppFact where Value == Int {
    fileprivate static var quota: AppFact { AppFact("quota", title: "Quota") }
}

extension AppFact where Value == Date {
    fileprivate static var launchDate: AppFact { AppFact("launch", title: "Launch") }
}

extension AppFact where Value == Bool {
    fileprivate static var isVerified: AppFact { AppFact("verified", title: "Verified account") }
}

enum OnDeviceModel: String, AppFactChoice {
    case available, downloading
    case notEnabled = "not-enabled"

    var remedy: Remedy? {
        switch self {
        case .available: nil
        case .notEnabled: .user("Turn on the model in the settings")
        case .downloading: .nobody("The model is still being downloaded")
        }
    }
}

enum Tier: String, AppFactLevel {
    case free, plus, pro
}

enum Country: String, AppFactChoice {
    case austria, france, germany
}

private final class Sync: ConditionalFeature {
    static let description = "Synchronizes with a server"
    static let start = action(PingAction.self)

    static func prepare(actions: FeatureActionsBuilder) { actions.declare(start) }

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.fact(.serverVersion, atLeast: "9.6")
    }
}

private final class Malformed: ConditionalFeature {
    static let description = "Requires a malformed version"

    static func prepare(actions: FeatureActionsBuilder) {}

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.fact(.serverVersion, atLeast: "newest")
    }
}

private final class Summaries: ConditionalFeature {
    static let description = "Summarizes episodes"

    static func prepare(actions: FeatureActionsBuilder) {}

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.fact(.onDeviceModel, is: .available)
    }
}

private final class Export: ConditionalFeature {
    static let description = "Exports episodes"

    static func prepare(actions: FeatureActionsBuilder) {}

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.fact(.tier, atLeast: .plus)
    }
}

private final class Upload: ConditionalFeature {
    static let description = "Uploads episodes"

    static func prepare(actions: FeatureActionsBuilder) {}

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.fact(.quota, atLeast: 10)
        requirements.fact(.launchDate, atLeast: Date(timeIntervalSince1970: 1_772_323_200))
        requirements.fact(.isVerified)
        requirements.fact(.country, oneOf: [.germany, .austria])
    }
}
