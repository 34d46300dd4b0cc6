import FlintInspectorTestSupport
import FlintTestSupport
import FlintWorld
import Foundation
import Testing

@testable import FlintInspector

/// Tests of the commands that save, replace, rename, and delete personas.
struct PersonaStoreTests {
    private let temporary: TemporaryFolder
    private let bench: Bench
    private let folder: PersonaFolder

    init() throws {
        temporary = try TemporaryFolder()
        folder = PersonaFolder(temporary.path(of: "personas"))
        bench = Bench(personas: folder)
    }

    private var names: [String] { folder.readPersonas().personas.map(\.name) }

    private func save(_ name: String, _ description: String? = nil) {
        #expect(bench.send(.savePersona(name: name, description: description)).status == .done)
    }

    @Test func `undo deletes a new persona, and redo saves it again`() {
        #expect(bench.send(.setPurchase(productID: "premium", status: .purchased)).status == .done)
        save("Me")
        #expect(bench.send(.undo).message == "Undone. The persona Me has been deleted.")
        #expect(names.isEmpty)
        #expect(bench.send(.redo).status == .done)
        #expect(names == ["Me"])
    }

    @Test func `a saved persona does not contain the balance of a consumable product`() throws {
        save("Me")
        let before = bench.snapshot.products.first { $0.productID == "credits" }
        let persona = try #require(folder.savedPersona(named: "Me"))
        for command in try persona.commands(in: bench.inspector.readModel()) {
            #expect(bench.send(command).status == .done)
        }
        #expect(bench.snapshot.products.first { $0.productID == "credits" } == before)
        #expect(before?.balance == 8)
    }

    @Test func `a failed undo or redo can be retried and does not affect older changes`() throws {
        bench.send(.override(.purchase, "premium", to: "purchased"))
        save("Me")
        func attempt(_ command: Command) throws {
            let lock = "\(folder.path)/me.json.lock"
            try? FileManager.default.removeItem(atPath: lock)
            try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: true)
            let before = names
            for _ in 0..<2 {
                let failed = bench.send(command)
                #expect(failed.status == .failed && failed.message.contains("can be tried again"), "\(failed)")
                #expect(names == before && !bench.snapshot.overrides.isEmpty)
            }
            try FileManager.default.removeItem(atPath: lock)
            #expect(bench.send(command).status == .done)
        }
        try attempt(.undo)
        #expect(names.isEmpty)
        try attempt(.redo)
        #expect(names == ["Me"])
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
