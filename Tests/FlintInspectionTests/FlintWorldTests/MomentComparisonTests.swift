import FlintWorld
import Testing

struct MomentComparisonTests {
    private func world(balance: Int?) -> World {
        let product = ProductSnapshot(
            productID: "credits", name: "Credits", description: "", type: .consumable, status: .unknown, override: nil,
            effective: .unknown, balance: balance, features: nil)
        return World(
            model: AppModel(
                revision: .zero, status: AppStatus(appName: "Test"), features: [], products: [product], permissions: [],
                flags: [], overrides: []))
    }

    @Test func `balances are compared if both moments contain them`() {
        func lines(_ before: Int?, _ after: Int?) -> [String] {
            MomentComparison(from: world(balance: before), to: world(balance: after)).differences.map(\.line)
        }
        #expect(lines(3, 2) == ["purchase Credits: unknown, balance 3 -> unknown, balance 2"])
        #expect(lines(3, 3).isEmpty)
        #expect(lines(nil, 3).isEmpty)
        #expect(lines(3, nil).isEmpty)
    }
}
