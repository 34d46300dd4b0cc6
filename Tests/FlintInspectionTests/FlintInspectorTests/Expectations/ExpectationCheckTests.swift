import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintSimulation
import FlintWorld
import Foundation
import Testing

struct ExpectationCheckTests {
    private static let child: Persona = {
        var persona = Persona(name: "Child", description: "Owns \"nothing\",\nand may not")
        persona.purchases = [Persona.everythingElse: .notPurchased]
        persona.permissions = [Persona.everythingElse: .restricted]
        return persona
    }()

    private func states(of inspector: any Inspector, _ personas: [Persona] = [child]) throws -> [ExpectedState] {
        var states = try [ExpectedState(name: Expectations.presentState, world: inspector.world(of: nil))]
        for persona in personas {
            let plan = try inspector.plan(persona.commands(in: inspector.readModel()))
            let world = try inspector.world(of: nil).applying(plan)
            states.append(ExpectedState(name: persona.name, summary: persona.description, world: world))
        }
        return states
    }

    private func report(_ expectations: Expectations, _ states: [ExpectedState]) -> ExpectationReport {
        expectations.compare(with: states, of: states.map(\.name))
    }

    private func read(_ text: String) throws -> Expectations {
        try JSONDecoder().decode(
            Expectations.self, from: Data(text.utf8), within: JSONLimits(bytes: 1 << 20, elements: 10_000),
            format: .json5)
    }

    @Test func `recorded expectations are met and can be read back`() throws {
        let bench = Bench()
        let states = try states(of: bench.inspector)
        let recorded = Expectations(recording: states)
        let text = recorded.fileText(of: states, appName: "Shop\n{", program: "shop")
        #expect(try read(text) == recorded)
        let report = report(recorded, states)
        #expect(report.isMet && report.uncovered.isEmpty)
        #expect(report.count == 2 * (bench.snapshot.features.count + 1), "Each state also has a platform.")
        #expect(text.contains("    // Owns \"nothing\", and may not.\n"))
        #expect(text.contains("platform: \"iOS 17.2\""))
        #expect(bench.snapshot.overrides.isEmpty, "The check changes nothing.")
    }

    @Test func `hostile names are read back unchanged and do not end a comment`() throws {
        let bench = Bench()
        let names = ["a\"b\\c", "line\nbreak \u{2028} and \u{202E} more", "// {", "\u{7}\u{1B}[31m", "", "🎧\u{301}"]
        var expectations = Expectations()
        let states = names.map { ExpectedState(name: $0, summary: $0, world: bench.inspector.world(of: nil)) }
        for name in names {
            expectations.states[name] = .init(
                platform: name, features: ["TestApp/Clips": .init(.unavailable, because: [name])])
        }
        let text = expectations.fileText(of: states, appName: names.joined(), program: "x")
        #expect(try read(text) == expectations)
        let controls = text.unicodeScalars.filter { $0 != "\n" && $0.properties.generalCategory == .control }
        #expect(controls.isEmpty)
    }

    @Test func `a fact with a different value is listed as a difference, with its reason`() throws {
        let bench = Bench()
        let recorded = Expectations(recording: try states(of: bench.inspector))
        bench.send(.override(.permission, "camera", to: "denied"))
        let report = report(recorded, try states(of: bench.inspector))
        let difference = try #require(report.states.first?.differences.first)
        #expect(report.differenceCount == 1, "The child never has the permission.")
        #expect(difference.id == "TestApp/Clips" && difference.expected.value == "undetermined")
        #expect(difference.found.value == "unavailable" && difference.found.because == ["permission camera"])
        #expect(difference.found.statements == ["Camera is denied"])
        #expect(
            difference.notes.contains { $0.hasPrefix("\"permission microphone\" does not decide the availability") })
    }

    @Test func `the platform is an expectation separate from features`() throws {
        let bench = Bench()
        let recorded = Expectations(recording: try states(of: bench.inspector, []))
        bench.send(.override(.platform, FactReference.platformKey, to: "watchOS 10.0"))
        let differences = report(recorded, try states(of: bench.inspector, [])).states[0].differences
        #expect(differences.first?.id == nil && differences.first?.found.value == "watchOS 10.0")
        #expect(differences.dropFirst().map(\.id) == ["TestApp/Watch"])
    }

    @Test func `unknown names are reported with the nearest names`() throws {
        let bench = Bench()
        var expectations = Expectations()
        expectations.states = [
            "Chidl": .init(features: ["TestApp/Clips": .init(.available)]),
            "now": .init(features: ["TestApp/Cips": .init(.available), "Elsewhere/Watch": .init(.unavailable)]),
        ]
        let report = report(expectations, try states(of: bench.inspector))
        #expect(report.unknown.map(\.name) == ["Chidl", "Elsewhere/Watch", "TestApp/Cips"])
        #expect(report.unknown.map(\.nearest) == ["Child", "TestApp/Watch", "TestApp/Clips"])
        #expect(!report.isMet && report.count == 0)
        #expect(report.uncovered.contains("TestApp/Shop") && !report.uncovered.contains("TestApp/Clips"))
    }

    @Test func `one changed constraint of a new version is a readable difference`() throws {
        let old = try states(of: inspector(of: OldVersion.Bookshop.self), [])
        let recorded = Expectations(recording: old)
        let new = try states(of: inspector(of: NewVersion.Bookshop.self), [])
        let report = report(recorded, new)
        #expect(report.unknown.isEmpty && report.differenceCount == 1)
        let difference = try #require(report.states[0].differences.first)
        #expect(difference.title == "Notes (Bookshop/Notes)")
        #expect(difference.expected.because == ["purchase premium"])
        #expect(difference.found.because == ["purchase supporter"])
        #expect(difference.notes == ["\"purchase premium\" is not required"])
        #expect(difference.condition?.contains("Supporter") == true)
        #expect(difference.typeName?.hasSuffix("NewVersion.Notes") == true)
    }

    private func inspector(of group: FeatureGroup.Type) -> RuntimeInspector {
        let runtime = FlintRuntime()
        let device = SimulatedDevice(
            platform: CurrentPlatform("iOS 17.2") ?? .real, permissions: SimulatedPermissionCenter(),
            store: SimulatedStore(clock: SimulatedClock(now: Date(timeIntervalSince1970: 1_767_225_600), rate: 0)))
        runtime.setUp(group) { device.configure($0) }
        return RuntimeInspector(
            runtime: runtime, configuration: .init(appName: "Bookshop", cause: "console", system: device))
    }
}

/// An app before a change of its constraints.
private enum OldVersion {
    final class Bookshop: FeatureGroup {
        static let description = "Sells books"
        static var subfeatures: [FeatureDefinition.Type] { [Notes.self] }
    }

    final class Notes: ConditionalFeature {
        static let description = "Keeps notes"
        static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.premium) }
        static func prepare(actions: FeatureActionsBuilder) {}
    }
}

/// The same app after the change.
private enum NewVersion {
    final class Bookshop: FeatureGroup {
        static let description = "Sells books"
        static var subfeatures: [FeatureDefinition.Type] { [Notes.self] }
    }

    final class Notes: ConditionalFeature {
        static let description = "Keeps notes"
        static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.supporter) }
        static func prepare(actions: FeatureActionsBuilder) {}
    }
}
