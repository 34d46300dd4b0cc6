import Testing

@testable import FlintCore

@MainActor struct InstanceRequestTests {
    private let fixture = Fixture(Upload.self, Locked.self)

    private func setVersion(_ version: PlatformVersion, of server: String) {
        fixture.runtime.set(AppFact.serverVersion.of(server), to: version)
    }

    private nonisolated static let versions: [(PlatformVersion?, PlatformVersion?, Bool)] = [
        (nil, nil, false), (nil, 10, true), (9, 10, true), (10, 9, false), (10, nil, false), (10, 10, true),
    ]

    @Test(arguments: versions)
    func `a request is granted by the facts of its instance`(
        stored: PlatformVersion?, own: PlatformVersion?, isGranted: Bool
    ) {
        fixture.runtime.set(.serverVersion, to: stored)
        setVersion(9, of: "home")
        fixture.runtime.set(AppFact.serverVersion.of("office"), to: own)
        fixture.run {
            #expect((Upload.ping.request(on: "office") != nil) == isGranted)
            #expect((Locked.ping.request(on: "office") != nil) == isGranted)
            #expect((Upload.ping.request() != nil) == (stored == 10))
        }
    }

    @Test func `a denial is recorded with the facts of its instance`() throws {
        fixture.runtime.set(.serverVersion, to: 10)
        setVersion(9, of: "office")
        fixture.run { #expect(Upload.ping.request(on: "office") == nil) }
        let denial = try #require(fixture.denials.first)
        #expect(fixture.denials.count == 1)
        #expect(denial.explanation.requirements.compactMap(\.key) == ["current", "server-version@office"])
        #expect(denial.explanation.summary == "Server version of office is 9.0, and 9.6 or later is required")
        fixture.run { #expect(Upload.ping.request() != nil, "The stored availability is unchanged.") }
    }

    @Test(arguments: [PlatformVersion(10), 9, nil])
    func `performing an action checks the facts of the instance again`(stored: PlatformVersion?) async throws {
        fixture.runtime.set(.serverVersion, to: stored)
        setVersion(10, of: "office")
        let first = try #require(fixture.run { Upload.ping.request(on: "office") })
        #expect(first.instance == "office")
        #expect(await first.perform().isSuccess)
        let second = try #require(fixture.run { Upload.ping.request(on: "office") })
        setVersion(9, of: "office")
        let refusal = ActionPerformError.requiredFeatureNotAvailable(feature: Upload.self)
        #expect(await second.perform() == .failure(error: refusal))
        #expect(fixture.denials.map { $0.explanation.requirements.last?.value } == ["9.0"])
    }

    @Test(arguments: ["office", nil])
    func `an override with a number of uses is consumed only by its instance`(thing: String?) async throws {
        let fact = thing.map { AppFact.serverVersion.of($0) } ?? .serverVersion
        setVersion(9, of: "office")
        fixture.facts.setOverride(.version(10), for: fact.key, expiry: .uses(1), cause: .user)
        fixture.run { _ = Upload.ping.request(on: "office") }
        let request = try #require(
            fixture.run { thing == nil ? Upload.ping.request() : Upload.ping.request(on: "office") })
        #expect(fixture.facts.overrides.count == 1)
        await request.perform()
        #expect(fixture.facts.overrides.isEmpty)
    }

    @Test func `a feature's own request can decline an instance that the engine would grant`() throws {
        setVersion(10, of: "office")
        fixture.run {
            Locked.$isLocked.withValue(true) { #expect(Locked.ping.request(on: "office") == nil) }
        }
        let denial = try #require(fixture.denials.first)
        #expect(fixture.denials.count == 1 && denial.explanation.verdict == .true)
        #expect(denial.explanation.requirements.compactMap(\.key) == ["current", "server-version@office"])
    }
}

extension AppFact where Value == PlatformVersion {
    fileprivate static var serverVersion: AppFact { AppFact("server-version", title: "Server version") }
}

private final class Upload: ConditionalFeature {
    static let description = "Uploads episodes to a server"
    static let ping = action(PingAction.self)

    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.fact(.serverVersion, atLeast: PlatformVersion(major: 9, minor: 6))
    }
}

private final class Locked: ConditionalFeature {
    @TaskLocal static var isLocked = false
    static let description = "Uploads episodes unless it is locked"
    static let ping = action(PingAction.self)

    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.fact(.serverVersion, atLeast: PlatformVersion(major: 9, minor: 6))
    }

    static func request<A>(_ binding: ConditionalActionBinding<Locked, A>) -> VerifiedActionBinding<Locked, A>? {
        isLocked ? nil : binding.request()
    }
}
