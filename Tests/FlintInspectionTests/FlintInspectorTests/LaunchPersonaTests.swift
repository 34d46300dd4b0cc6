import FlintCore
import FlintInspectorTestSupport
import FlintTestSupport
import FlintWorld
import Foundation
import Testing

@testable import FlintInspector

struct LaunchPersonaTests {
    private let temporary: TemporaryFolder
    private let folder: PersonaFolder

    init() throws {
        temporary = try TemporaryFolder()
        folder = PersonaFolder(temporary.path(of: "personas"))
        var owner = Persona(name: "Owner")
        owner.purchases = ["premium": .purchased]
        _ = try folder.save(owner)
    }

    private func launch(_ value: String, arguments: [String] = []) throws -> LaunchPersona {
        try #require(LaunchPersona(environment: [LaunchPersona.variable: value], arguments: arguments))
    }

    private func error(_ value: String, _ bench: Bench, _ environment: AppEnvironment = .development) throws -> String?
    {
        let launch = try launch(value)
        let error = #expect(throws: LaunchPersonaError.self) {
            try launch.apply(to: bench.inspector, environment: environment)
        }
        #expect(bench.runtime.facts.overrides.isEmpty)
        return error?.description
    }

    @Test func `the persona's facts are overridden until the app quits`() throws {
        let bench = Bench(personas: folder)
        try launch("Owner").apply(to: bench.inspector, environment: .development)
        let override = try #require(bench.snapshot.overrides.first)
        #expect(override.identity == FactReference(kind: .purchase, key: "premium"))
        #expect(override.expiry == .untilQuit && override.reason == "persona Owner" && override.source == "launch")
        #expect(bench.events.last { $0.kind == .factChanged }?.cause == "launch")
    }

    @Test func `the launch argument takes precedence over the variable`() throws {
        let bench = Bench(personas: folder)
        let launch = try launch("Guest", arguments: ["app", "-FLINT_PERSONA", "Owner"])
        #expect(try launch.apply(to: bench.inspector, environment: .development).name == "Owner")
    }

    @Test(arguments: [[:], ["FLINT_PERSONA": ""]])
    func `a launch argument without a value names no persona`(environment: [String: String]) {
        #expect(LaunchPersona(environment: environment, arguments: ["app", "-FLINT_PERSONA"]) == nil)
    }

    @Test func `the persona hides saved overrides without changing their file`() throws {
        let file = OverrideFile(path: temporary.path(of: "overrides.json"))
        let bench = Bench(file: file, personas: folder)
        bench.send(.override(.premium("not-purchased")))
        let next = Bench(file: file, personas: folder)
        try launch("Owner").apply(to: next.inspector, environment: .development)
        #expect(next.snapshot.overrides.map(\.value) == ["purchased"])
        #expect(file.load().content.records.map(\.value) == ["not-purchased"])
    }

    @Test func `a production app and an app without overrides ignore the persona`() throws {
        #expect(
            try error("Owner", Bench(personas: folder), .production)
                == "FLINT_PERSONA is ignored. This app runs in production.")
        let refusal = try error("Owner", Bench(allowsOverrides: false, personas: folder))
        #expect(refusal == "FLINT_PERSONA is ignored. \(RuntimeInspector.overrideRefusal)")
    }

    @Test func `the error for an unknown name lists the known names`() throws {
        #expect(
            try error("owner", Bench(personas: folder))
                == "FLINT_PERSONA: There is no persona \"owner\". The only persona is Owner.")
        _ = try folder.save(Persona(name: "Guest"))
        #expect(try error("owner", Bench(personas: folder))?.hasSuffix(" The personas are Guest and Owner.") == true)
        #expect(try error("owner", Bench())?.hasSuffix(" name the path of a file instead.") == true)
    }

    @Test func `the error for a persona that does not fit the app states the reason`() throws {
        var persona = Persona(name: "Other")
        persona.purchases = ["premium": .purchased, "other": .purchased]
        _ = try folder.save(persona)
        #expect(try error("Other", Bench(personas: folder))?.contains("names the product other") == true)
        persona.purchases = ["premium": .purchased]
        persona.platform = "toaster 1"
        _ = try folder.save(persona)
        #expect(try error("Other", Bench(personas: folder))?.contains("toaster 1, which is not a platform") == true)
    }

    @Test func `an app applies the persona of a file or logs why it does not`() throws {
        let bench = Bench()
        let path = folder.path(of: "Owner")
        bench.runtime.bind {
            #expect(Flint.applyLaunchPersona(nil, from: nil, environment: .development) == nil)
            for value in [path, path + "/none"] {
                let launch = LaunchPersona(environment: [LaunchPersona.variable: value])
                let name = Flint.applyLaunchPersona(launch, from: nil, environment: .development)
                #expect(name == (value == path ? "Owner" : nil))
            }
        }
        #expect(bench.snapshot.overrides.map(\.value) == ["purchased"])
        #expect(
            bench.events.filter { $0.kind == .advisory }.map(\.title)
                == ["FLINT_PERSONA: There is no file \(path)/none. Name a persona, or the path of an existing file."])
    }
}
