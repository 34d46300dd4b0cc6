import FlintCore
import Foundation
import Testing

struct PurchasesTests {
    @Test func aProductOfSeveralUnlocksTheArchive() {
        Flint.withRuntime(FlintRuntime()) {
            let output = Output()
            PurchasesSnippets.unlock(print: output)
            #expect(output.lines == shown("Purchases", 1))
        }
    }

    @Test func transactionsAreRemembered() async throws {
        try await withFolder { folder in
            let output = Output()
            try PurchasesSnippets.file(folder.path, print: output)
            #expect(output.lines == shown("Purchases", 0))
            #expect(FilePurchaseTracker(directory: folder.path).isPurchased(Products.archive) == true)
        }
    }

    @Test func aDeepRuleReadsAsShown() throws {
        let text = try Article("Purchases").text.replacing("\n", with: " ")
        #expect(text.contains("\"\(PurchasesSnippets.research)\""))
    }

    @Test func aFileThatMakesNoSenseIsSetAside() async throws {
        try await withFolder { folder in
            try "nonsense".write(to: folder.appending(path: "purchases.json"), atomically: true, encoding: .utf8)
            let tracker = FilePurchaseTracker(directory: folder.path)
            #expect(tracker.isPurchased(Products.archive) == nil)
            #expect(tracker.problem != nil)
        }
    }

    @Test func anyOfNothingIsNeverMetAndAllOfNothingAlwaysIs() {
        #expect(PurchaseRequirement(anyOf: [NoQuantityProduct]()).description == "no purchase is enough")
        #expect(PurchaseRequirement(allOf: [NoQuantityProduct]()).description == "no purchase needed")
    }
}
