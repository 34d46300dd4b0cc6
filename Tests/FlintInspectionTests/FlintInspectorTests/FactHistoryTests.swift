import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintWorld
import Foundation
import Testing

/// Compares past states of a running app, derived from its events, with the states that it displayed then.
struct FactHistoryTests {
    /// Returns the state that depends on facts, which events record.
    private func facts(_ inspector: any Inspector) throws -> [String] {
        let model = try inspector.readModel()
        let features = try model.features.map { feature in
            let rows =
                try inspector.detail(of: feature.id)?.requirements.map { "\($0.title) \($0.status) \($0.value)" } ?? []
            return "\(feature.id) \(String(describing: feature.isAvailable)) \(feature.isOverridden) \(rows)"
        }
        return features
            + model.products.map { "\($0.productID) \($0.effective) \(String(describing: $0.override))" }
            + model.permissions.filter(\.isRequired).map {
                "\($0.permission) \($0.effective) \($0.status) \(String(describing: $0.override))"
            }
            + model.overrides.map { "\($0.kind) \($0.key) \($0.value) \($0.reason ?? "") \($0.source ?? "")" }.sorted()
            + [model.status.platform.description]
    }

    @Test func `the facts at every event equal the facts at that time`() throws {
        var commands = RandomCommands(seed: 4)
        var compared = 0
        for round in 0..<40 {
            let bench = Bench(permissions: [.camera: .restricted])
            var shown: [(event: UInt64, facts: [String])] = []
            for _ in 0..<8 {
                bench.send(commands.single())
                guard let last = bench.inspector.events(after: 0).last?.id else { continue }
                try shown.append((last, facts(bench.inspector)))
            }
            let now = try facts(bench.inspector)
            for (event, expected) in shown {
                let past = try bench.inspector.moment(at: event)
                #expect(try facts(past) == expected, "The facts at event \(event) differ in round \(round).")
                #expect(
                    try past.readModel().status.recording?.event == event
                        && past.readModel().status.recording?.isRebuilt == true)
                #expect(try past.events(after: 0).last?.id == event)
                compared += 1
            }
            #expect(try facts(bench.inspector) == now)
        }
        #expect(compared > 200)
    }

    @Test func `a past moment does not change while the app continues`() throws {
        let bench = Bench()
        bench.send(.override(.purchase, "premium", to: "not-purchased"))
        let event = try #require(bench.inspector.events(after: 0).last?.id)
        let expected = try facts(bench.inspector)
        let past = try bench.inspector.moment(at: event)
        #expect(try facts(past) == expected)
        bench.send(.override(.purchase, "premium", to: "purchased"))
        bench.send(.override(.permission, "camera", to: "authorized"))
        bench.send(.override(.purchase, "premium", to: nil))
        #expect(try facts(past) == expected && facts(bench.inspector) != expected)
        #expect(try past.changes(since: past.readModel().revision)?.isEmpty == true)
    }

    @Test func `the error for an expired or future event lists the available events`() throws {
        let bench = Bench()
        bench.runtime.journal.capacity = 3
        for round in 0..<5 {
            bench.send(.override(.purchase, "premium", to: round.isMultiple(of: 2) ? "purchased" : nil))
        }
        let last = try #require(bench.inspector.events(after: 0).last?.id)
        #expect(throws: MomentError.noLongerKept(oldest: last - 2)) { try bench.inspector.moment(at: last - 3) }
        #expect(throws: MomentError.future(last: last)) { try bench.inspector.moment(at: last + 1) }
        #expect(try bench.inspector.moment(at: last).readModel().status.recording?.isLast == true)
        #expect(
            MomentError.noLongerKept(oldest: 7).description.contains("The state before event 7 is no longer available"))
    }

    @Test func `values that were registered or reported later are not part of the past`() throws {
        let bench = Bench()
        bench.send(.override(.purchase, "premium", to: "not-purchased"))
        let before = try #require(bench.inspector.events(after: 0).last?.id)
        let expected = try facts(bench.inspector)
        bench.runtime.bind { Flint.register(Opening.self) }
        #expect(try facts(bench.inspector) != expected)
        let past = try bench.inspector.moment(at: before)
        #expect(try facts(past) == expected)
        #expect(try past.detail(of: "Opening") == nil && past.plans(of: "Opening") == nil)
        #expect(try past.states(of: "Opening") == nil && bench.inspector.states(of: "Opening") != nil)
        let flag = FactReference(kind: .flag, key: "opening")
        #expect(try past.usage(of: flag).isEmpty && bench.inspector.usage(of: flag) == ["Opening"])
        #expect(try past.preview([.setOverride(flag, Override(value: "on"))], limit: 9).changes.isEmpty)

        bench.send(.override(.purchase, "premium", to: "purchased"))
        let registered = try #require(bench.inspector.events(after: 0).last?.id)
        let unknown = try facts(bench.inspector)
        bench.runtime.facts.setActual(
            .truth(.true), for: .featureFlag("opening"), source: "test", cause: .app)
        #expect(try facts(bench.inspector) != unknown)
        let later = try bench.inspector.moment(at: registered)
        #expect(try facts(later) == unknown && later.detail(of: "Opening")?.available == nil)
        #expect(try later.detail(of: "Opening") != nil && facts(past) == expected)
    }

    @Test(arguments: FactAbsence.allCases)
    func `a permission without a status has the same reason in the past`(absence: FactAbsence) throws {
        let bench = Bench()
        bench.runtime.bind { Flint.register(Filming.self) }
        func status(_ inspector: any Inspector) throws -> FactValue? {
            try inspector.detail(of: "Filming")?.requirements.first { $0.kind == .permission }?.state
        }
        bench.runtime.facts.setActual(.absent(absence), for: .permission(.camera), source: "test", cause: .app)
        let event = try #require(bench.inspector.events(after: 0).last?.id)
        let expected = try facts(bench.inspector)
        #expect(try status(bench.inspector) == .absent(absence))
        bench.runtime.facts.setActual(.permission(.authorized), for: .permission(.camera), source: "test", cause: .app)
        #expect(try status(bench.inspector) != .absent(absence))
        let past = try bench.inspector.moment(at: event)
        #expect(try status(past) == .absent(absence) && facts(past) == expected)
    }

    @Test func `the past accepts no commands and states what they would have changed`() throws {
        let bench = Bench()
        bench.send(.override(.purchase, "premium", to: "not-purchased"))
        let event = try #require(bench.inspector.events(after: 0).last?.id)
        let buy = Command.override(.purchase, "premium", to: "purchased")
        let expected = bench.inspector.preview([buy], limit: .max)
        bench.send(buy)
        let past = try bench.inspector.moment(at: event)
        #expect(try past.preview([buy], limit: .max) == expected && !expected.changes.isEmpty)
        #expect(bench.inspector.preview([buy], limit: .max).changes.isEmpty)
        past.send(buy) { #expect($0 == .past) }
        #expect(try past.readModel().overrides.map(\.value) == ["not-purchased"])
        #expect(try past.stacks().isEmpty && past.readModel().status.store == nil)
    }
}

/// A feature that is registered at run time and requires a flag.
private final class Opening: ConditionalFeature {
    static let description = "The opening"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.featureFlag("opening") }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Filming: ConditionalFeature {
    static let description = "Films"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.permission(.camera) }
    static func prepare(actions: FeatureActionsBuilder) {}
}
