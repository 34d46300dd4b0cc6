import FlintInspectorTestSupport
import FlintTestSupport
import FlintWorld
import Foundation
import Testing

@testable import FlintInspector

struct PersonaStoreTests {
    private let temporary: TemporaryFolder
    private let bench: Bench
    private let folder: PersonaFolder

    init() throws {
        temporary = try TemporaryFolder()
        folder = PersonaFolder(temporary.path(of: "personas"))
        bench = Bench(personas: folder)
    }

    private var descriptions: [String?] { folder.readPersonas().personas.map(\.description) }

    private var names: [String] { folder.readPersonas().personas.map(\.name) }

    private func save(_ name: String, _ description: String? = nil) {
        #expect(bench.send(.savePersona(name: name, description: description)).status == .done)
    }

    @Test func `undo never deletes a new persona, but names it`() {
        #expect(bench.send(.setPurchase(productID: "premium", status: .purchased)).status == .done)
        save("Me")
        let undone = bench.send(.undo)
        #expect(undone.status == .done && undone.message.hasPrefix("Undone. "))
        #expect(undone.message.contains("Later changes that cannot be undone: The persona Me has been saved in "))
        #expect(names == ["Me"])
        let refused = bench.send(.undo)
        #expect(refused.status == .failed && names == ["Me"])
    }

    @Test func `a failed undo or redo can be retried and does not affect older changes`() throws {
        bench.send(.override(.purchase, "premium", to: "purchased"))
        save("Me", "first")
        save("Me", "second")
        func attempt(_ command: Command) throws {
            let lock = "\(folder.path)/me.json.lock"
            try? FileManager.default.removeItem(atPath: lock)
            try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: true)
            let before = descriptions
            for _ in 0..<2 {
                let failed = bench.send(command)
                #expect(failed.status == .failed && failed.message.contains("can be tried again"), "\(failed)")
                #expect(descriptions == before && !bench.snapshot.overrides.isEmpty)
            }
            try FileManager.default.removeItem(atPath: lock)
            #expect(bench.send(command).status == .done)
        }
        try attempt(.undo)
        #expect(descriptions == ["first"])
        try attempt(.redo)
        #expect(descriptions == ["second"])
    }

    @Test func `undo restores a replaced persona`() {
        save("Me", "first")
        save("Me", "second")
        #expect(bench.send(.undo).status == .done)
        #expect(folder.readPersonas().personas.map(\.description) == ["first"])
    }

    @Test func `a deleted persona leaves no file, and undo restores it`() throws {
        save("Me", "first")
        let result = bench.send(.setPersona(name: "Me", persona: nil))
        #expect(result.status == .done && result.message == "The persona Me has been deleted.")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        #expect(bench.send(.undo).status == .done)
        #expect(folder.readPersonas().personas.map(\.description) == ["first"])
    }

    @Test func `a persona is renamed in one change`() throws {
        save("Me", "first")
        let persona = try #require(folder.savedPersona(named: "Me"))
        #expect(bench.send(.rename(persona, to: "You")).status == .done)
        #expect(names == ["You"])
        #expect(bench.send(.undo).status == .done)
        #expect(names == ["Me"])
    }

    @Test func `an unknown persona cannot be deleted, and a reserved name cannot be used`() throws {
        save("Me")
        #expect(bench.send(.setPersona(name: "You", persona: nil)).message == "There is no persona You.")
        let persona = try #require(folder.savedPersona(named: "Me"))
        #expect(bench.send(.rename(persona, to: "now")).status == .failed)
        #expect(names == ["Me"])
    }

    @Test func `an app without a store refuses personas`() {
        let result = Bench().send(.setPersona(name: "Me", persona: nil))
        #expect(result == CommandResult(status: .failed, message: "Shop does not store personas."))
    }
}
