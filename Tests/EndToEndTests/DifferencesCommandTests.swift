import FlintTestSupport
import Foundation
import Testing

/// Tests of `flint differences`, with separate state for each test.
struct DifferencesCommandTests: ProgramUser {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `everything that was changed is one list, removed one by one or at once`() throws {
        #expect(try flint("differences").output == "No differences from the initial state.\n")
        #expect(try flint("override", "purchase", "premium", "purchased").status == 0)
        #expect(try flint("permission", "camera", "denied").status == 0)
        #expect(try flint("store", "buy", "premium").status == 0)
        let all = try flint("differences").output.split(separator: "\n").map(String.init)
        #expect(all.count == 3)
        #expect(all[0].hasPrefix("1  override: "))
        #expect(all.contains { $0.contains("permission: Camera: denied (") })
        #expect(all.contains { $0.contains("purchase: ") && $0.contains("purchased (initially not purchased)") })
        #expect(try flint("differences", "--remove", "1").status == 0)
        #expect(try flint("override", "list").output == "There are no overrides.\n")
        #expect(try flint("differences", "--remove-all").status == 0)
        #expect(try flint("differences").output == "No differences from the initial state.\n")
        #expect(try flint("undo").status == 0)
        #expect(try flint("differences").output.split(separator: "\n").count == 2)
    }

    @Test func `a wrong number, and removing nothing, are errors`() throws {
        let wrong = try flint("differences", "--remove", "3")
        #expect(wrong.status == 64 && wrong.errors.contains("There is no difference 3"))
        let empty = try flint("differences", "--remove-all")
        #expect(empty.status == 1 && empty.errors.contains("No differences from the initial state."))
        #expect(try flint("differences", "--remove", "1", "--remove-all").status == 64)
    }
}
