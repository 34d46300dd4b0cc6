import FlintTestSupport
import Foundation
import Testing

struct DifferencesCommandTests: ProgramUser {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `all changes are in one list and are removed one by one or together`() async throws {
        #expect(try await flint("compare").output == "No differences from the initial state.\n")
        #expect(try await flint("set", "purchase", "premium", "purchased").status == 0)
        #expect(try await flint("set", "permission", "camera", "denied", "--in", "system").status == 0)
        #expect(try await flint("store", "buy", "premium").status == 0)
        let all = try await flint("compare").output.split(separator: "\n").map(String.init)
        #expect(all.count == 3)
        #expect(all[0].hasPrefix("1  override: "))
        #expect(all.contains { $0.contains("permission: Camera: denied (") })
        #expect(all.contains { $0.contains("purchase: ") && $0.contains("purchased (initially not purchased)") })
        #expect(try await flint("compare", "--remove", "1").status == 0)
        #expect(try await !flint("compare").output.contains("override"))
        #expect(try await flint("compare", "--remove-all").status == 0)
        #expect(try await flint("compare").output == "No differences from the initial state.\n")
        #expect(try await flint("undo").status == 0)
        #expect(try await flint("compare").output.split(separator: "\n").count == 2)
    }

    @Test(arguments: ["state.json", "state.toggles.json"])
    func `a removal with one unsaved file states the other changes, which can be undone`(file: String) async throws {
        #expect(try await flint("set", "purchase", "premium", "purchased").status == 0)
        #expect(try await flint("set", "permission", "camera", "denied", "--in", "system").status == 0)
        #expect(try await flint("set", "user-setting", "dynamic speed", "on", "--in", "user").status == 0)
        let before = try await flint("compare").output
        let draft = folder.path(of: "\(file).draft")
        try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: true)
        let removal = try await flint("compare", "--remove-all")
        #expect(removal.status == 73, "\(removal)")
        #expect(removal.output.contains("The system reports Camera: "), "\(removal)")
        let (other, kept) =
            file == "state.json" ? ("Dynamic Speed", "Removed 1 override") : ("Removed 1 override", "Dynamic Speed")
        #expect(removal.output.contains(other) && !removal.output.contains(kept), "\(removal)")
        #expect(removal.errors.contains("\(file) cannot be written"), "\(removal)")
        #expect(removal.errors.components(separatedBy: "cannot be written").count == 2, "\(removal)")
        #expect(rmdir(draft) == 0)
        #expect(try await flint("compare").output.split(separator: "\n").count == 1)
        #expect(try await flint("undo").status == 0)
        #expect(try await flint("compare").output == before, "Every part is undone.")
    }

    @Test func `removing an unknown difference or none fails`() async throws {
        let wrong = try await flint("compare", "--remove", "3")
        #expect(wrong.status == 64 && wrong.errors.contains("There is no difference 3"))
        let empty = try await flint("compare", "--remove-all")
        #expect(empty.status == 1 && empty.errors.contains("No differences from the initial state."))
        #expect(try await flint("compare", "--remove", "1", "--remove-all").status == 64)
    }
}
