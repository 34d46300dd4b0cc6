import FlintAttach
import FlintAttachServer
import Foundation
import InspectorKit
import Testing

/// Tests of single connections.
struct AttachLinkTests {
    @Test func `after a connection has ended, requests fail immediately`() throws {
        let gallery = try ServedGallery()
        let link = try AttachLink(.path(gallery.server.path), client: "test")
        link.close()
        link.read(onChange: {})
        let failures = Guarded<[AttachError]>([])
        let id = link.send(WireRequests.Hello(client: "test")) { answer in
            if case .failure(let error) = answer { failures.withLock { $0.append(error) } }
        }
        #expect(id == 0)
        #expect(failures.withLock(\.self) == [.disconnected("The connection to the app was lost.")])
    }
}
