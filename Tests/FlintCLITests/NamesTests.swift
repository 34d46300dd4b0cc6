import InspectorKit
import Testing

@testable import FlintCLI

struct NamesTests {
    private func snapshot(needing needed: [String]) -> Snapshot {
        var snapshot = Snapshot.empty
        snapshot.permissions = ["camera", "location-always", "location-when-in-use"].map { name in
            PermissionSnapshot(
                permission: name, title: name, usage: "", status: .notDetermined, override: nil,
                effective: .notDetermined, features: needed.contains(name) ? ["App/Feature"] : [])
        }
        return snapshot
    }

    @Test func aPartOfAPermissionMeansTheOneTheAppNeeds() throws {
        let found = try Names.permission("location", in: snapshot(needing: ["location-when-in-use", "camera"]))
        #expect(found.permission == "location-when-in-use")
    }

    @Test func aPartThatFitsSeveralNeededPermissionsIsRefused() {
        #expect(throws: CommandLineError.self) {
            try Names.permission("location", in: snapshot(needing: ["location-when-in-use", "location-always"]))
        }
    }

    @Test func aWholePermissionIsFoundEvenIfNoFeatureNeedsIt() throws {
        #expect(try Names.permission("location-always", in: snapshot(needing: [])).permission == "location-always")
    }

    @Test func noneDropsTheOverride() throws {
        #expect(try Names.choice("none", of: PurchaseStatus.self, called: "status") == nil)
    }

    @Test func anUnambiguousBeginningOfAValueIsEnough() throws {
        #expect(try Names.choice("purch", of: PurchaseStatus.self, called: "status") == .purchased)
    }

    @Test func aWrongValueNamesTheRightOnes() {
        let error = #expect(throws: CommandLineError.self) {
            try Names.choice("bought", of: PurchaseStatus.self, called: "status of a product")
        }
        #expect(error?.status == 64)
        #expect(
            error?.message == "\"bought\" is no status of a product. Write purchased, not-purchased, unknown or none.")
    }
}
