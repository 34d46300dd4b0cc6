import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintWorld
import Testing

/// Compares the states in which features are available with testing all states.
struct AvailableStatesTests {
    @Test func `the count of a feature matches the result of trying every state`() throws {
        let bench = Bench()
        let states = try #require(bench.inspector.states(of: "TestApp/Premiere"))
        #expect(states.variables.map(\.title) == ["Premium", "Supporter", "Credit"])
        var allowed = 0
        for premium in [PurchaseStatus.purchased, .notPurchased] {
            for supporter in [PurchaseStatus.purchased, .notPurchased] {
                for credits in [PurchaseStatus.purchased, .notPurchased] {
                    let commands = [("premium", premium), ("supporter", supporter), ("credits", credits)].map {
                        Command.override(.purchase, $0, to: $1.rawValue)
                    }
                    let column = try #require(bench.inspector.availability(assuming: [commands]).first)
                    let feature = try #require(bench.inspector.readModel().feature("TestApp/Premiere"))
                    if column.availability(of: feature) == true { allowed += 1 }
                }
            }
        }
        #expect(states.allowed == "\(allowed)" && states.all == "8")
        #expect(states.share == Double(allowed) / 8)
        #expect(states.condition == "(Premium or Supporter) and Credit")
    }

    @Test func `permissions have five statuses, including wider ones, and platforms have one state each`() throws {
        let bench = Bench()
        let playlists = try #require(bench.inspector.states(of: "TestApp/Playlists"))
        // The product is owned or not. Of the 25 combinations of two permissions with five statuses, nine have an
        // authorized permission.
        #expect(playlists.all == "50" && playlists.allowed == "9")
        #expect(playlists.condition == "Premium and (Location when in use or Location always)")
        let watch = try #require(bench.inspector.states(of: "TestApp/Watch"))
        #expect(watch.allowed == "1" && watch.all == "\(Platform.all.count)")
        #expect(watch.condition == "running on watchOS")
    }

    @Test func `a feature without requirements is available in its only state`() throws {
        let bench = Bench()
        let shop = try #require(bench.inspector.states(of: "TestApp/Shop"))
        #expect(shop.allowed == "1" && shop.all == "1" && shop.variables.isEmpty)
        #expect(bench.inspector.states(of: "gone") == nil)
    }
}
