import FlintCore
import Foundation
import Testing

struct PurchasesTests {
    @Test func `one of several products unlocks a feature`() {
        Flint.withRuntime(FlintRuntime()) {
            let output = Output()
            PurchasesSnippets.unlock(print: output)
            #expect(output.lines == shown("Purchases", 2))
        }
    }

    @Test func `transactions are saved`() async throws {
        try await withFolder { folder in
            let output = Output()
            try PurchasesSnippets.file(folder.path, print: output)
            #expect(output.lines == shown("Purchases", 1))
            #expect(FilePurchaseTracker(directory: folder.path).isPurchased(Products.archive) == true)
        }
    }

    @Test func `remaining credits unlock a feature until they are spent`() async throws {
        try await withFolder { folder in
            let tracker = ScanCredits(directory: folder.path)
            try await Flint.withRuntime(FlintRuntime()) {
                Flint.setup(ScanFeatures.self) { $0.purchaseTracker = tracker }
                #expect(ScanFeature.scan.request() == nil)
                let output = Output()
                try await PurchasesSnippets.credits(tracker, print: output)
                #expect(output.lines == shown("Purchases", 0))
                #expect(Timeline.instance.entries.count == 2, "The scan was performed.")
            }
        }
    }

    @Test func `the description of a nested requirement matches the article`() throws {
        let text = try Article("Purchases").text.replacing("\n", with: " ")
        #expect(text.contains("\"\(PurchasesSnippets.research)\""))
    }

    @Test func `the plans of a paywall and the table of a product match the article`() {
        Flint.withRuntime(FlintRuntime()) {
            let output = Output()
            PurchasesSnippets.plans(print: output)
            #expect(output.lines == shown("Purchases", 3))
            #expect(PurchasesSnippets.plans(opening: [ArchiveFeature.self]).plans.count == 2)
            let table = Output()
            PurchasesSnippets.benefits(print: table)
            #expect(table.lines == shown("Purchases", 4))
        }
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
        #expect(PurchaseRequirement(anyOf: [NoQuantityProduct]()).description == "impossible")
        #expect(PurchaseRequirement(allOf: [NoQuantityProduct]()).description == "no purchase needed")
    }
}
