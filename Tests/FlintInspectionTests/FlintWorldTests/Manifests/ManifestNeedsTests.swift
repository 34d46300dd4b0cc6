import Testing

@testable import FlintWorld

struct ManifestNeedsTests {
    private func keys(_ needs: ManifestNeeds, _ kind: ManifestNeeds.Kind) -> [String] {
        needs.entries(of: kind).map { "\($0.key): \($0.features.map(\.name).joined(separator: ", "))" }
    }

    @Test func `each required permission needs its purpose strings`() {
        let needs = ManifestedApp.needs()
        #expect(
            keys(needs, .purposeString) == [
                "NSCameraUsageDescription: Scan", "NSPhotoLibraryUsageDescription: Maps",
                "NSLocationWhenInUseUsageDescription: Scan, Maps",
                "NSLocationAlwaysAndWhenInUseUsageDescription: Maps",
            ])
        #expect(
            needs.purposes == [
                "NSCameraUsageDescription": "To scan.",
                "NSLocationAlwaysAndWhenInUseUsageDescription": "To warn you <everywhere>.",
                "NSLocationWhenInUseUsageDescription": "To warn you <everywhere>.",
            ])
    }

    @Test func `actions and routes need activity types and URL schemes`() {
        let needs = ManifestedApp.needs()
        #expect(keys(needs, .activityType) == ["app.maps.show: Maps, Scan", "app.more: "])
        #expect(keys(needs, .urlScheme) == ["app: Scan", "map: Scan, Maps"])
        #expect(needs.knowsEntryPoints && !needs.acceptsAnyScheme)
    }

    @Test func `routes without a declared scheme accept any`() {
        let needs = ManifestedApp.needs(AppEntryPoints())
        #expect(keys(needs, .urlScheme) == ["map: Maps"] && needs.acceptsAnyScheme)
    }

    @Test func `unknown entry points are not needed`() {
        let needs = ManifestedApp.needs(nil)
        #expect(!needs.knowsEntryPoints)
        #expect(needs.entries(of: .activityType).isEmpty && needs.entries(of: .urlScheme).isEmpty)
    }

    @Test func `only required products and flags are needed`() {
        let needs = ManifestedApp.needs()
        #expect(keys(needs, .product) == ["pro: Maps, Scan"] && keys(needs, .flag) == ["maps: Maps"])
        #expect(needs.products.map(\.productID) == ["pro"])
    }
}
