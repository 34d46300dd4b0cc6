import FlintWorld
import Testing

/// Tests of the needs of an attached app in its manifests.
struct AttachedManifestTests {
    @Test func `an attached app has the needs of the app itself`() throws {
        let gallery = try ServedGallery()
        let needs = try gallery.attach().manifestNeeds()
        #expect(needs.knowsEntryPoints && needs.propertyList.urlSchemes == ["gallery"])
        #expect(needs.entries == gallery.inspector.manifestNeeds().entries && !needs.entries.isEmpty)
    }
}
