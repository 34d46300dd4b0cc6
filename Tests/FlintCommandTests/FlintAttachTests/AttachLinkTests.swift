import FlintAttachServer
import FlintInspectorTestSupport
import FlintLocks
import FlintWorld
import Foundation
import Testing

@testable import FlintAttach

struct AttachLinkTests {
    @Test func `after a connection has ended, requests fail immediately`() throws {
        let gallery = try ServedGallery()
        let link = try AttachLink(.path(gallery.server.path), client: "test")
        link.close()
        link.read(onChange: {})
        let failures = Protected<[AttachError]>([])
        let id = link.send(WireRequests.Hello(client: "test")) { answer in
            if case .failure(let error) = answer { failures.withLock { $0.append(error) } }
        }
        #expect(id == 0)
        #expect(failures.withLock(\.self) == [.disconnected("The connection to the app was lost.")])
    }

    @Test func `a slow app is awaited while it answers new connections`() throws {
        let app = try SlowApp { listener, first in
            // The request is answered only after the connection that tries the app.
            let second = try SlowApp.greet(listener)
            first.write(Data(#"{"jsonrpc":"2.0","id":2,"result":[]}"#.utf8))
            _ = second.read()
        }
        let link = try app.link()
        #expect(try link.answer(to: WireRequests.History(), within: 60, patience: 0).isEmpty)
    }

    @Test(.enabled(if: geteuid() == 0, "Only root can create files of another user."))
    func `no data is sent to another user's socket`() throws {
        let gallery = try ServedGallery()
        chown(gallery.server.path, 1, 1)
        let error = #expect(throws: AttachError.self) { try gallery.attach() }
        #expect(error?.description.contains("belongs to another user, so nothing was sent to it") == true)
    }

    @Test func `an app that answers no new connection is not awaited`() throws {
        let app = try SlowApp { listener, first in
            listener.shutDown()
            _ = first.read()
        }
        let link = try app.link()
        #expect(throws: AttachError.disconnected("The app does not respond; it may be suspended.")) {
            try link.answer(to: WireRequests.History(), within: 60, patience: 0)
        }
    }
}
