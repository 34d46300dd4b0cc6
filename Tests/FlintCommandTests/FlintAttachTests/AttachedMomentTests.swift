import FlintAttach
import FlintAttachServer
import FlintInspector
import FlintInspectorTestSupport
import FlintWorld
import Testing

struct AttachedMomentTests {
    private let gallery: ServedGallery
    private let remote: RemoteInspector

    init() throws {
        gallery = try ServedGallery()
        remote = try gallery.attach()
    }

    @Test func `an attached app shows a moment as the process does`() async throws {
        let buy = Command.override(.purchase, "pass", to: "purchased")
        #expect(await remote.answer(to: buy).status == .done)
        let event = try #require(remote.events(after: 0).last?.id)
        #expect(await remote.answer(to: .removeAllOverrides).status == .done)
        let there = try remote.moment(at: event)
        let here = try gallery.inspector.moment(at: event)
        #expect(
            try Array(there.readModel().overrides) == Array(here.readModel().overrides)
                && there.readModel().overrides.count == 1)
        #expect(try there.readModel().features == here.readModel().features)
        #expect(try there.readModel().status.recording == here.readModel().status.recording)
        for feature in try here.readModel().features {
            #expect(try there.detail(of: feature.id) == here.detail(of: feature.id))
            #expect(try there.plans(of: feature.id) == here.plans(of: feature.id))
        }
        #expect(try there.events(after: 0) == here.events(after: 0))
        #expect(
            try there.preview([.removeAllOverrides], limit: .max) == here.preview([.removeAllOverrides], limit: .max))
        there.send(buy) { #expect($0 == .past) }
        #expect(try remote.readModel().overrides.isEmpty)
    }

    @Test func `a report has the same moments as a report of the process`() async throws {
        #expect(await remote.answer(to: .override(.purchase, "pass", to: "purchased")).status == .done)
        #expect(await remote.answer(to: .removeAllOverrides).status == .done)
        let history = try #require(try remote.factHistory())
        #expect(history.changes.count >= 2 && history == gallery.inspector.factHistory())
    }

    @Test func `the error for an event that is no longer stored is the app's reason`() async {
        #expect(await remote.answer(to: .override(.purchase, "pass", to: "purchased")).status == .done)
        #expect(throws: MomentError.refused(MomentError.future(last: gallery.lastEvent).description)) {
            try remote.moment(at: 1 << 30)
        }
        remote.close()
        #expect(throws: MissingAnswer.self) { try remote.moment(at: 1) }
    }
}

extension ServedGallery {
    fileprivate var lastEvent: UInt64 { inspector.events(after: 0).last?.id ?? 0 }
}
