import FlintCore
import Foundation
import Testing

struct PurchasesTests {
    @Test func `one of several products unlocks a feature`() {
        Flint.withRuntime(FlintRuntime()) {
            let output = Output()
            PurchasesSnippets.unlock(print: output)
            #expect(output.lines == shown("Purchases", 1))
        }
    }

    @Test func `transactions are saved`() async throws {
        try await withFolder { folder in
            let output = Output()
            try PurchasesSnippets.file(folder.path, print: output)
            #expect(output.lines == shown("Purchases", 0))
            #expect(FilePurchaseTracker(directory: folder.path).isPurchased(Products.archive) == true)
        }
    }

    @Test func `the description of a nested requirement matches the article`() throws {
        let text = try Article("Purchases").text.replacing("\n", with: " ")
        #expect(text.contains("\"\(PurchasesSnippets.research)\""))
    }

    @Test func `a malformed purchases file is reported`() async throws {
        try await withFolder { folder in
            try "nonsense".write(to: folder.appending(path: "purchases.json"), atomically: true, encoding: .utf8)
            let tracker = FilePurchaseTracker(directory: folder.path)
            #expect(tracker.isPurchased(Products.archive) == nil)
            #expect(tracker.problem != nil)
        }
    }

    @Test func `empty purchase requirements are described`() {
        #expect(PurchaseRequirement(anyOf: [NoQuantityProduct]()).description == "no purchase is enough")
        #expect(PurchaseRequirement(allOf: [NoQuantityProduct]()).description == "no purchase needed")
    }
}
