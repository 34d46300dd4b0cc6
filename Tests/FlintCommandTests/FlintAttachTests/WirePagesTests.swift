import FlintAttach
import FlintInspector
import FlintWorld
import Testing

struct WirePagesTests {
    @Test func `only a full list with more elements has another page`() {
        #expect(!Page([1, 2, 3], limit: 3).hasMore)
        let page = Page([1, 2, 3, 4], limit: 3)
        #expect(page.hasMore && page.elements == [1, 2, 3])
    }

    @Test func `the page with the last feature has no next page`() throws {
        let gallery = try ServedGallery()
        let model = gallery.inspector.readModel()
        let page = ModelPage(model, from: 0)
        #expect(page.features == Array(model.features) && page.next == nil && page.rest != nil)
        let last = ModelPage(model, from: model.features.count - 1)
        #expect(last.features.count == 1 && last.next == nil && last.rest == nil)
    }
}
