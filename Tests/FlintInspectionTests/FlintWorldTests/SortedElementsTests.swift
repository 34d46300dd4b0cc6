import FlintWorld
import Testing

struct SortedElementsTests {
    private func product(_ id: String, name: String, _ type: ProductSnapshot.Kind = .nonConsumable) -> ProductSnapshot {
        ProductSnapshot(
            productID: id, name: name, description: nil, type: type, status: .unknown, override: nil,
            effective: .unknown, balance: nil, features: nil)
    }

    private func model(_ products: [ProductSnapshot]) -> AppModel {
        AppModel(
            revision: .zero, status: AppStatus(appName: ""), features: [], products: products,
            permissions: [], flags: [], overrides: [])
    }

    private func names(_ model: AppModel) -> [String] { model.products.map(\.name) }

    @Test func `a product whose name changes is moved`() {
        var model = model([product("1", name: "Alto"), product("2", name: "Club"), product("3", name: "Mono")])
        var changes = ModelChanges(revision: Revision(rawValue: 1))
        changes.products = [product("1", name: "Zoom")]
        model.apply(changes)
        #expect(names(model) == ["Club", "Mono", "Zoom"])
        #expect(model.products["1"]?.name == "Zoom")
        #expect(model.products["2"]?.name == "Club")
        changes.products = [product("3", name: "Bass")]
        model.apply(changes)
        #expect(names(model) == ["Bass", "Club", "Zoom"])
    }

    @Test func `a product that changes without its name stays at its position`() {
        var model = model([product("1", name: "Alto"), product("2", name: "Club")])
        var changes = ModelChanges(revision: Revision(rawValue: 1))
        var changed = product("2", name: "Club")
        changed.status = .purchased
        changes.products = [changed]
        model.apply(changes)
        #expect(model.products.map(\.status) == [.unknown, .purchased])
    }

    @Test func `the first of two elements with equal identities is kept`() {
        let model = model([product("1", name: "Zoom"), product("1", name: "Alto")])
        #expect(names(model) == ["Zoom"])
    }

    @Test func `an override is inserted by kind and key, replaced and removed`() {
        var model = model([])
        var changes = ModelChanges(revision: Revision(rawValue: 1))
        changes.overrides = [
            OverrideRecord(kind: .purchase, key: "zoom", value: "purchased"),
            OverrideRecord(kind: .flag, key: "two", value: "on"), OverrideRecord(kind: .flag, key: "one", value: "on"),
            OverrideRecord(kind: .flag, key: "two", value: "off"),
        ]
        model.apply(changes)
        #expect(model.overrides.map(\.key) == ["one", "two", "zoom"])
        #expect(model.overrides.map(\.value) == ["on", "off", "purchased"])
        changes = ModelChanges(revision: Revision(rawValue: 2))
        changes.removedOverrides = [FactReference(kind: .flag, key: "one"), FactReference(kind: .flag, key: "none")]
        model.apply(changes)
        #expect(model.overrides.map(\.key) == ["two", "zoom"])
    }
}
