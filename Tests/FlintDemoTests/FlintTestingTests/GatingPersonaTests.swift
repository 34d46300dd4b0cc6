import FlintCore
import Foundation
import Testing

@testable import FlintTesting

struct GatingPersonaTests {
    private static let personas = GatingPersonas.covering(Gallery.self)

    /// The sentences of the requirements that alone deny a feature, as far as personas show them.
    private static func reasons(_ feature: FeatureDefinition.Type) throws -> Set<String> {
        Set(
            try personas.compactMap { persona in
                let app = GatingTest(Gallery.self)
                try app.apply(persona)
                return app.isAvailable(feature) ? nil : app.explanation(of: feature)
            })
    }

    @Test func `every requirement is the only reason for some persona`() throws {
        let scanner = try Self.reasons(Scanner.self)
        #expect(scanner.isSuperset(of: ["Lens is not purchased", "Camera is denied"]), "\(scanner)")
        #expect(scanner.contains { $0.hasPrefix("iOS 17.0 or later is required") }, "\(scanner)")
        let prints = try Self.reasons(Prints.self)
        let expected: Set = [
            "5 × Sheets is not purchased", "Flag prints is off", "User setting is off", "Runtime switch is off",
        ]
        #expect(prints.isSuperset(of: expected), "\(prints)")
    }

    @Test(arguments: personas)
    func `the values of a test take precedence over those of its persona`(persona: GatingPersona) throws {
        let app = GatingTest(Gallery.self)
        try app.apply(persona)
        app.purchase(Scanner.lens, Prints.sheets)
        app.set(.camera, to: .authorized)
        app.platform(.iOS, 18)
        app.set("prints", to: true)
        app.setUserSetting(of: Prints.self, to: true)
        app.setEnabled(Prints.self, to: true)
        for feature in [Scanner.self, Prints.self] as [FeatureDefinition.Type] {
            #expect(app.isAvailable(feature), "\(persona): \(app.explanation(of: feature))")
        }
        try app.apply(persona)
        let again = GatingTest(Gallery.self)
        try again.apply(persona)
        for feature in [Scanner.self, Prints.self] as [FeatureDefinition.Type] {
            #expect(app.explanation(of: feature) == again.explanation(of: feature))
        }
    }

    @Test func `personas have distinct names and are the same every time`() {
        #expect(Set(Self.personas.map(\.description)).count == Self.personas.count)
        #expect(Self.personas == GatingPersonas.covering(Gallery.self))
        #expect(Self.personas.contains { $0.name == "Everything granted" })
    }

    // MARK: Trait

    @Test(.persona("Everything granted", of: Gallery.self))
    func `a test with a persona runs in an app with the persona's facts`() async throws {
        #expect(Scanner.isAvailable == true && Prints.isAvailable == true)
        let app = try #require(GatingTest.current)
        app.set(Scanner.lens, to: .notPurchased)
        #expect(Scanner.isAvailable == false)
        await Task { #expect(Scanner.isAvailable == false) }.value
    }

    @Suite(.persona("Everything granted", of: Gallery.self))
    struct Granted {
        @Test(arguments: [true, false])
        func `each case has its own app`(isOn: Bool) throws {
            #expect(Prints.isAvailable == true)
            let app = try #require(GatingTest.current)
            app.set("prints", to: isOn)
            #expect(Prints.isAvailable == isOn)
        }
    }

    @Test func `a test without a persona has no app`() {
        #expect(GatingTest.current == nil)
    }

    @Test func `the error for an unknown persona lists all personas`() async throws {
        let trait = GatingTrait(persona: "Stranger", group: Gallery.self, folder: nil)
        let test = try #require(Test.current)
        let error = await #expect(throws: GatingPersonaError.self) {
            try await trait.provideScope(for: test, testCase: nil) { Issue.record("The test ran.") }
        }
        #expect(error?.description.hasPrefix("There is no persona Stranger. The personas are ") == true)
        #expect(error?.description.contains("Everything granted") == true)
    }

    // MARK: Files

    @Test func `the personas of a folder are applied or refused for a stated reason`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func write(_ name: String, _ members: String) throws {
            let text = "{ \"flint\" : \"persona\", \"version\" : 2, \"name\" : \"\(name)\", \(members) }"
            try Data(text.utf8).write(to: URL(filePath: folder + "/\(name).json"))
        }
        try write("Buyer", "\"purchases\" : { \"*\" : \"purchased\" }, \"platform\" : \"iOS 18\"")
        try write("Stranger", "\"flags\" : { \"of-another-app\" : \"on\" }")
        let personas = try GatingPersonas.files(in: folder)
        #expect(personas.map(\.name) == ["Buyer", "Stranger"])
        let app = GatingTest(Gallery.self)
        try app.apply(personas[0])
        #expect(app.explanation(of: Scanner.self) == "Camera is not determined")
        let error = #expect(throws: (any Error).self) { try app.apply(personas[1]) }
        #expect(error.map { String(describing: $0) }?.contains("of-another-app") == true)
        try Data("{".utf8).write(to: URL(filePath: folder + "/Broken.json"))
        #expect(throws: GatingPersonaError.self) { try GatingPersonas.files(in: folder) }
    }
}
