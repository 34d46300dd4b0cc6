import FlintAttach
import FlintInspector
import FlintInspectorTestSupport
import FlintWorld
import Testing

struct AttachedManifestTests {
    @Test func `an attached app has the needs of the app itself`() throws {
        let gallery = try ServedGallery()
        let needs = ManifestNeeds(of: try gallery.attach().world(of: nil))
        #expect(needs.knowsEntryPoints && needs.propertyList.urlSchemes == ["gallery"])
        #expect(needs.entries == ManifestNeeds(of: gallery.inspector.world(of: nil)).entries && !needs.entries.isEmpty)
    }
}
