import FlintAttach
import FlintAttachServer
import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintWorld
import Foundation
import Testing

@testable import FlintRecording

struct ReconnectTests {
    private let gallery: ServedGallery
    private let remote: RemoteInspector
    private let announcements: Announcements

    private static let buy = Command.override(.purchase, "pass", to: "purchased")

    init() throws {
        gallery = try ServedGallery()
        remote = try gallery.attach()
        announcements = Announcements(of: remote)
    }

    @Test func `a lost connection is reported in the status, and questions are not answered`() async throws {
        let model = try remote.readModel()
        gallery.server.stop()
        await announcements.until { remote.sync(Sync(since: model.revision)).changes?.status?.disconnection != nil }
        let changes = try #require(remote.sync(Sync(since: model.revision)).changes)
        #expect(changes.status?.disconnection == "Disconnected from The Gallery; reconnecting")
        // The rest of the displayed state does not change.
        #expect(changes.status?.platform == model.status.platform && changes.states.isEmpty)
        #expect(throws: MissingAnswer.self) { try remote.detail(of: "Gallery/Guide") }
        #expect(throws: MissingAnswer.self) { try remote.events(after: 0) }
        #expect(throws: MissingAnswer.self) { try remote.preview(Self.buy) }
        #expect(throws: MissingAnswer.self) { try remote.readModel() }
        #expect(await remote.answer(to: Self.buy).status == .failed)
    }

    @Test func `a recording states that the connection was lost, and a report that the state is missing`() async throws
    {
        let encoder = JournalStateEncoder(remote)
        _ = try encoder.start()
        gallery.server.stop()
        await announcements.until { remote.sync(Sync(since: .zero)).changes?.status?.disconnection != nil }
        let statuses = try encoder.changes().compactMap { line in
            if case .state(let changes) = line { changes.status?.disconnection } else { nil }
        }
        #expect(statuses == ["Disconnected from The Gallery; reconnecting"])
        #expect(encoder.finalLines().isEmpty)
        let report = AppReport(of: remote, date: .distantPast, program: "", system: "")
        #expect(report.world.model.features.isEmpty)
        #expect(Set(report.missing.map(\.part)) == Set(MissingPart.Part.allCases))
    }

    @Test func `a restarted app is listed again, and its events follow the earlier events`() async throws {
        _ = await remote.answer(to: Self.buy)
        let model = try remote.readModel()
        let events = try remote.events(after: 0)
        let last = try #require(events.last?.id)
        gallery.server.stop()
        await announcements.until { remote.sync(Sync(since: model.revision)).changes?.status?.disconnection != nil }
        try gallery.serveAgain()
        await announcements.until { try remote.changes(since: model.revision) == nil }
        let again = try remote.readModel()
        #expect(again.status.disconnection == nil)
        #expect(again.features == model.features && again.revision > model.revision)
        let changes = try #require(try remote.changes(since: again.revision))
        #expect(try changes.isEmpty && remote.changes(since: changes.revision)?.isEmpty == true)
        // To a client, another server is another run of the app.
        let later = try remote.events(after: last)
        #expect(later.map(\.title) == events.map(\.title) && later.first?.id == last + 1)
    }

    @Test func `after a reconnection to the same run, events keep their numbers`() async throws {
        let proxy = try BreakingProxy(to: gallery.server.path, breaking: "history", by: .dropped)
        let remote = try RemoteInspector(AttachTarget(proxy.path, in: gallery.directory), client: "test")
        let announcements = Announcements(of: remote)
        _ = await remote.answer(to: Self.buy)
        let (model, events) = try (remote.readModel(), remote.events(after: 0))
        #expect(!events.isEmpty)
        #expect(throws: MissingAnswer.self) { try remote.history() }
        await announcements.until {
            let again = try remote.readModel()
            return again.revision > model.revision && !again.features.isEmpty
        }
        #expect(try remote.events(after: 0) == events)
    }

    @Test func `a feature of the restarted app is explained before the app is listed again`() async throws {
        let model = try remote.readModel()
        // Reads all declarations and facts.
        #expect(try remote.featureTexts() == gallery.inspector.featureTexts())
        gallery.server.stop()
        await announcements.until { remote.sync(Sync(since: model.revision)).changes?.status?.disconnection != nil }
        gallery.runtime.bind { Flint.register(Annex.self) }
        try gallery.serveAgain()
        await announcements.until { remote.isConnected }
        let annex = try #require(try remote.detail(of: "Annex"))
        #expect(annex == gallery.inspector.detail(of: "Annex"))
    }

    @Test(.timeLimit(.minutes(20))) func `closing ends the connection`() async throws {
        let gallery = try ServedGallery()
        let remote = try gallery.attach()
        func connections(are count: Int) async throws {
            while gallery.server.connectionCount != count {
                try Task.checkCancellation()
                await Task.yield()
            }
        }
        // The search for the app opened another connection, which the server closes.
        try await connections(are: 1)
        remote.close()
        try await connections(are: 0)
        #expect(!remote.isConnected)
    }

    @Test func `what-if changes are retried after a restart of the app`() async throws {
        var whatIf = WhatIf()
        #expect(whatIf.run(Self.buy, on: remote).status == .done)
        let model = try whatIf.world(of: remote).model
        let before = whatIf
        gallery.server.stop()
        await announcements.until { remote.sync(Sync(since: model.revision)).changes?.status?.disconnection != nil }
        try gallery.serveAgain()
        await announcements.until { try remote.changes(since: model.revision) == nil }
        #expect(try whatIf.world(of: remote).model.features == model.features)
        #expect(whatIf == before && whatIf.commands == [Self.buy])
    }

    /// Stops serving, discards the overrides like an app that ends, and serves again.
    private func startAgain() async throws {
        let model = try remote.readModel()
        gallery.server.stop()
        await announcements.until { remote.sync(Sync(since: model.revision)).changes?.status?.disconnection != nil }
        _ = await gallery.inspector.answer(to: .removeAllOverrides)
        try gallery.serveAgain()
        await announcements.until { try remote.changes(since: model.revision) == nil }
    }

    @Test func `kept overrides are restored after a restart of the app`() async throws {
        let changes = Announcements(of: gallery.inspector)
        remote.keepOverrides()
        let model = try remote.readModel()
        for command in [Self.buy, .override(.flag, "tickets", to: "on")] {
            #expect(await remote.answer(to: command).status == .done)
        }
        // One override is visible in the list, the other in the changes.
        _ = try remote.changes(since: model.revision)
        #expect(await remote.answer(to: .override(.flag, "tickets", to: nil)).status == .done)
        _ = try remote.changes(since: model.revision)
        try await startAgain()
        await changes.until { !gallery.inspector.readModel().overrides.isEmpty }
        #expect(
            gallery.inspector.readModel().overrides.map(\.identity) == [FactReference(kind: .purchase, key: "pass")])
    }

    /// Restarts the gallery and lets an inspector detect it through a proxy.
    private func restart(_ remote: RemoteInspector, _ announcements: Announcements) async throws {
        let revision = try remote.readModel().revision
        gallery.server.stop()
        await announcements.until { remote.sync(Sync(since: revision)).changes?.status?.disconnection != nil }
        try gallery.serveAgain()
    }

    @Test func `overrides that a restarted app does not restore are reported as a problem`() async throws {
        let proxy = try BreakingProxy(to: gallery.server.path)
        let remote = try RemoteInspector(AttachTarget(proxy.path, in: gallery.directory), client: "test")
        let announcements = Announcements(of: remote)
        remote.keepOverrides()
        #expect(await remote.answer(to: Self.buy).status == .done)
        _ = try remote.readModel()
        proxy.breakAnswers(to: "send", by: .error)
        try await restart(remote, announcements)
        let problem = "The overrides were not restored after The Gallery restarted: It is broken."
        await announcements.until { try remote.readModel().status.problems.contains(problem) }
    }

    @Test func `without kept overrides the app's own overrides apply after a restart`() async throws {
        #expect(await remote.answer(to: Self.buy).status == .done)
        try await startAgain()
        #expect(try remote.readModel().overrides.isEmpty)
    }

    @Test func `the error for a missing app names the running apps`() throws {
        let problem = #expect(throws: AttachTarget.Problem.self) {
            try RemoteInspector(AttachTarget("museum", in: gallery.directory), client: "console")
        }
        #expect(problem?.description.contains("the-gallery (\(getpid()))") == true)
        #expect(throws: AttachError.self) {
            try RemoteInspector(AttachTarget("/nowhere/a.sock", in: gallery.directory), client: "console")
        }
    }
}
