import FlintCLI
import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintSimulation
import FlintWorld
import Testing

struct StateDifferenceTests {
    @Test func `an app that was just started has no differences`() {
        let bench = Bench(permissions: [.camera: .restricted])
        #expect(bench.inspector.readModel().differenceCount == 0)
        #expect(bench.inspector.readModel().removalOfDifferences == nil)
    }

    @Test func `a setting, a permission, a purchase and the store are listed with their initial values`() {
        let bench = Bench(permissions: [.camera: .restricted])
        bench.send(.setUserSetting(feature: "TestApp/Clips", isOn: false))
        bench.send(.setPermission(permission: "camera", status: .authorized))
        bench.send(.setPurchase(productID: "premium", status: .purchased))
        bench.send(.store(.advance(seconds: 30 * 86_400)))
        bench.send(.store(.setAskToBuy(true)))
        bench.send(.store(.consume(productID: "credits", quantity: 1)))
        let differences = bench.inspector.readModel().status.differences
        #expect(
            differences.map { "\($0.kind) \($0.title): \($0.value), \($0.initial ?? "")" } == [
                "setting Clips: off, on", "permission Camera: authorized, restricted",
                "purchase Premium: purchased, not purchased",
                "store Simulated store: clock 30 days ahead, settings changed, Credit: 7 left, ",
            ])
    }

    private static let ended: [([StoreAction], String)] = [
        ([.buy(productID: "club"), .expire(productID: "club")], "Club: ended (renewal turned off)"),
        ([.buy(productID: "premium"), .refund(productID: "premium")], "Premium: ended (refunded)"),
        ([.setAskToBuy(true), .buy(productID: "premium")], "settings changed, Premium: waits for approval"),
    ]

    @Test(arguments: ended)
    func `a purchase that has ended or waits is a difference`(_ actions: [StoreAction], _ words: String) throws {
        let bench = Bench(offers: [StoreOffer(productID: "club", name: "Club", type: .autoRenewable)])
        for action in actions { bench.send(.store(action)) }
        let model = bench.inspector.readModel()
        #expect(model.status.differences.map(\.value) == [words])
        #expect(bench.send(try #require(model.removalOfDifferences)).status == .done)
        #expect(bench.inspector.readModel().differenceCount == 0)
    }

    @Test func `removing a difference keeps the others, and removing all leaves no differences`() {
        for seed in 0..<40 as Range<UInt64> {
            var commands = RandomCommands(seed: seed)
            let bench = Bench(permissions: [.camera: .restricted])
            for _ in 0..<8 { bench.send(commands.next()) }
            let before = bench.inspector.readModel()
            for difference in before.status.differences where difference.kind != .store {
                let other = Bench(permissions: [.camera: .restricted])
                var again = RandomCommands(seed: seed)
                for _ in 0..<8 { other.send(again.next()) }
                other.send(difference.removal)
                let after = other.inspector.readModel().status.differences
                #expect(!after.contains { $0.kind == difference.kind && $0.title == difference.title })
            }
            guard let removal = before.removalOfDifferences else { continue }
            #expect(bench.send(removal).status == .done)
            let after = bench.inspector.readModel()
            #expect(after.differenceCount == 0, "\(seed): \(after.status.differences)")
            bench.send(.undo)
            #expect(bench.inspector.readModel().differenceCount == before.differenceCount)
        }
    }

    @Test func `the differences follow the changes of a model`() throws {
        let bench = Bench()
        var model = bench.inspector.readModel()
        bench.send(.setPermission(permission: "camera", status: .denied))
        model.apply(try #require(bench.inspector.changes(since: model.revision)))
        #expect(model.status.differences.map(\.title) == ["Camera"])
        bench.send(.undo)
        model.apply(try #require(bench.inspector.changes(since: model.revision)))
        #expect(model.status.differences.isEmpty)
    }
}
