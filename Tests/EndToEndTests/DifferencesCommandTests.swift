import FlintTestSupport
import Foundation
import Testing

/// Tests of `flint differences`, with separate state for each test.
struct DifferencesCommandTests: ProgramUser {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `everything that was changed is one list, removed one by one or at once`() async throws {
        #expect(try await flint("differences").output == "No differences from the initial state.\n")
        #expect(try await flint("override", "purchase", "premium", "purchased").status == 0)
        #expect(try await flint("permission", "camera", "denied").status == 0)
        #expect(try await flint("store", "buy", "premium").status == 0)
        let all = try await flint("differences").output.split(separator: "\n").map(String.init)
        #expect(all.count == 3)
        #expect(all[0].hasPrefix("1  override: "))
        #expect(all.contains { $0.contains("permission: Camera: denied (") })
        #expect(all.contains { $0.contains("purchase: ") && $0.contains("purchased (initially not purchased)") })
        #expect(try await flint("differences", "--remove", "1").status == 0)
        #expect(try await flint("override", "list").output == "There are no overrides.\n")
        #expect(try await flint("differences", "--remove-all").status == 0)
        #expect(try await flint("differences").output == "No differences from the initial state.\n")
        #expect(try await flint("undo").status == 0)
        #expect(try await flint("differences").output.split(separator: "\n").count == 2)
    }

    @Test func `a wrong number, and removing nothing, are errors`() async throws {
        let wrong = try await flint("differences", "--remove", "3")
        #expect(wrong.status == 64 && wrong.errors.contains("There is no difference 3"))
        let empty = try await flint("differences", "--remove-all")
        #expect(empty.status == 1 && empty.errors.contains("No differences from the initial state."))
        #expect(try await flint("differences", "--remove", "1", "--remove-all").status == 64)
    }
}
