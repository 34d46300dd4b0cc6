import FlintInspectorTestSupport
import FlintWorld
import Testing

@testable import FlintConsole

struct PreviewsTests {
    private static let premium = FactReference(kind: .purchase, key: "premium")
    private static let override = Command.setOverride(premium, Override(value: "purchased"))
    private static let purchase = Command.setPurchase(productID: "premium", status: .purchased)

    /// An app without declarations, and the same app with the dependents of the product.
    private let listed: World
    private var world: World

    init() {
        let whole = SampleApp().world(of: nil)
        listed = World(model: whole.model)
        world = listed
        world.add(whole.news(Sync.Want(dependents: [Self.premium])))
    }

    @Test func `the effect of an override follows from the dependents of its fact`() {
        var previews = Previews()
        #expect(previews.find([Self.override], in: listed, isStale: false).dependents == [Self.premium])
        #expect(previews.results.isEmpty)
        #expect(previews.find([Self.override], in: world, isStale: false) == Previews.Needs())
        let preview = previews.results[Self.override]
        #expect(preview == SampleApp().preview(Self.override) && preview?.changes.isEmpty == false)
    }

    @Test func `the app plans a purchase only once while the effect is on screen`() {
        var previews = Previews()
        #expect(previews.find([Self.purchase], in: world, isStale: false).plans == [Self.purchase])
        #expect(previews.find([Self.purchase], in: world, isStale: false).plans.isEmpty)
        previews.store([SampleApp().plan([Self.purchase])], of: [Self.purchase])
        #expect(previews.find([Self.purchase], in: listed, isStale: false).dependents == [Self.premium])
        #expect(previews.find([Self.purchase], in: world, isStale: false) == Previews.Needs())
        #expect(previews.results[Self.purchase] == SampleApp().preview(Self.purchase))
    }

    @Test func `an outdated effect is requested again and stays on the screen until it arrives`() {
        var previews = Previews()
        _ = previews.find([Self.override], in: world, isStale: false)
        let found = previews.results
        #expect(previews.find([Self.override], in: listed, isStale: true).dependents == [Self.premium])
        #expect(previews.results == found && !found.isEmpty)
    }

    @Test func `an effect that has left the screen is not kept`() {
        var previews = Previews()
        _ = previews.find([Self.override], in: world, isStale: false)
        _ = previews.find([], in: world, isStale: false)
        #expect(previews.results.isEmpty, "The app may change while the effect is off the screen.")
    }

    @Test func `a refused command shows the app's reason`() {
        let unknown = Command.store(.refund(productID: "nothing"))
        var previews = Previews()
        _ = previews.find([unknown], in: world, isStale: false)
        previews.store([CommandPlan(refusal: "There is no product nothing.")], of: [unknown])
        _ = previews.find([unknown], in: world, isStale: false)
        #expect(previews.results[unknown]?.refusal == "There is no product nothing.")
    }
}
