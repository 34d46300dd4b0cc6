import FlintAttach
import FlintAttachServer
import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintWorld
import Foundation
import Testing

/// Compares the answers of an app in another process with the app's own answers.
struct RoundTripTests {
    private let gallery: ServedGallery
    private let remote: RemoteInspector
    private var local: any Inspector { gallery.inspector }

    private static let buy = Command.override(.purchase, "pass", to: "purchased")
    private static let allow = Command.override(.permission, "location-when-in-use", to: "authorized")

    init() throws {
        gallery = try ServedGallery()
        remote = try gallery.attach()
    }

    @Test func `the handshake describes the app`() {
        #expect(remote.app.app == "The Gallery" && remote.app.process == getpid())
        #expect(remote.app.allowsOverrides && !remote.app.isReadOnly)
        #expect(remote.app.version == 3)
    }

    @Test func `every question has the same answer as in the process`() async throws {
        _ = await remote.answer(to: Self.buy)
        _ = await remote.answer(to: .perform(ActionInvocation(feature: "Gallery/Pictures", action: "ShowAction")))
        #expect(try remote.readModel() == local.readModel())
        #expect(try remote.snapshot() == local.snapshot())
        #expect(try remote.featureTexts() == local.featureTexts())
        #expect(try remote.world(of: nil).lint() == local.world(of: nil).lint())
        #expect(try remote.stacks() == local.stacks() && !local.stacks().isEmpty)
        #expect(try remote.events(after: 0) == local.events(after: 0) && !local.events(after: 0).isEmpty)
        #expect(try remote.logLines(after: 0) == local.logLines(after: 0))
        #expect(try remote.history() == local.history() && !local.history().isEmpty)
        #expect(try remote.personas() == local.personas())
        let pass = FactReference(kind: .purchase, key: "pass")
        #expect(try remote.usage(of: pass) == local.usage(of: pass) && !local.usage(of: pass).isEmpty)
        for feature in try local.readModel().features {
            #expect(try remote.detail(of: feature.id) == local.detail(of: feature.id))
            #expect(try remote.plans(of: feature.id) == local.plans(of: feature.id))
            #expect(try remote.states(of: feature.id) == local.states(of: feature.id))
        }
        for url in ["gallery://pictures", "other://pictures", "", "no url"] {
            #expect(try remote.target(of: url) == local.target(of: url), "\(url)")
        }
        #expect(try local.target(of: "gallery://pictures")?.action == "ShowAction")
        #expect(try remote.detail(of: "Nothing") == nil && remote.plans(of: "Nothing") == nil)
    }

    @Test func `answers from the client's copy follow changed facts and new features`() async throws {
        let pass = FactReference(kind: .purchase, key: "pass")
        // Reads all declarations and facts.
        #expect(try remote.usage(of: pass) == local.usage(of: pass))
        _ = await local.answer(to: Self.buy)
        #expect(try remote.detail(of: "Gallery/Guide") == local.detail(of: "Gallery/Guide"))
        gallery.runtime.bind { Flint.register(Annex.self) }
        #expect(try remote.usage(of: pass) == local.usage(of: pass) && local.usage(of: pass).contains("Annex"))
        #expect(try remote.detail(of: "Annex") == local.detail(of: "Annex"))
    }

    @Test func `an app is listed once, and its declarations are requested once`() async throws {
        let proxy = try BreakingProxy(to: gallery.server.path)
        let remote = try RemoteInspector(AttachTarget(proxy.path, in: gallery.directory), client: "test")
        let first = try remote.world(of: nil)
        _ = await local.answer(to: Self.buy)
        // An answer without declarations.
        let revision = try local.readModel().revision.rawValue
        let page = #"{"elements":[],"hasMore":false}"#
        let changes = #"{"revision":\#(revision),"states":[],"products":[],"flags":[],"#
        let rest = #""overrides":[],"removedOverrides":[],"facts":[],"registered":[],"stacksChanged":false}"#
        let news = #"{"changes":\#(changes)\#(rest),"events":\#(page),"lines":\#(page),"#
        proxy.breakAnswers(
            to: "sync", by: .result(news + #""declared":{"features":[],"mistakes":[]},"facts":[]}"#))
        let second = try remote.world(of: nil)
        #expect(second.catalog.features == first.catalog.features && !first.catalog.features.isEmpty)
        #expect(proxy.requests == ["hello", "list", "sync", "sync"])
    }

    @Test func `forecasts equal those in the process`() throws {
        let commands = [Self.buy, Self.allow]
        #expect(try remote.preview(commands, limit: .max) == local.preview(commands, limit: .max))
        #expect(try remote.preview(commands, limit: 0) == local.preview(commands, limit: 0))
        let scenarios = [[], [Self.buy], commands]
        #expect(try remote.availability(assuming: scenarios) == local.availability(assuming: scenarios))
    }

    @Test func `changes since a revision match those of the process`() async throws {
        let revision = try remote.readModel().revision
        #expect(try remote.changes(since: revision)?.isEmpty == true)
        #expect(await remote.answer(to: Self.buy).status == .done)
        var changes = try #require(try remote.changes(since: revision))
        var expected = try #require(try local.changes(since: revision))
        // The order is undefined, because the facts come from a set.
        changes.facts.sort { $0.key.identifier < $1.key.identifier }
        expected.facts.sort { $0.key.identifier < $1.key.identifier }
        #expect(changes == expected && !changes.isEmpty)
        #expect(try remote.changes(since: Revision(rawValue: 1 << 40)) == nil)
    }

    @Test func `the client is recorded as the cause of its commands`() async throws {
        let other = try? gallery.attach(as: "command line")
        #expect(await other?.answer(to: Self.buy).status == .done)
        #expect(try local.readModel().overrides.first?.source == "command line")
        #expect(try local.history().last?.source == "command line")
    }

    @Test func `a refused command is answered with the reason`() async {
        let result = await remote.answer(to: .perform(ActionInvocation(feature: "Gallery/Nothing", action: "show")))
        #expect(result.status == .failed && !result.message.isEmpty)
    }

    @Test func `a what-if session evaluates commands as the process does and changes nothing`() throws {
        var (there, here) = (WhatIf(), WhatIf())
        for command in [Self.buy, Self.allow, .undo, .redo] {
            #expect(there.run(command, on: remote) == here.run(command, on: local))
            #expect(try there.world(of: remote).model == here.world(of: local).model)
            #expect(there == here)
        }
        let back = [[Command.removeAllOverrides], [Self.buy]]
        #expect(try remote.plans(back, after: there) == local.plans(back, after: here))
        #expect(try local.readModel().overrides.isEmpty)
    }

    @Test func `a client's change is announced to the other clients`() async throws {
        let other = try gallery.attach(as: "command line")
        let announcements = Announcements(of: remote)
        var model = try remote.readModel()
        #expect(await other.answer(to: Self.buy).status == .done)
        await announcements.until { try !remote.readModel().overrides.isEmpty }
        model.apply(try #require(try remote.changes(since: model.revision)))
        #expect(try model == local.readModel())
    }

    @Test func `a screen that the app opens is passed to every console`() async throws {
        let other = try gallery.attach()
        for console in [remote, other] {
            // Messages arrive in order, so the screens of the previous round have arrived.
            _ = try console.personas()
            let (screens, shown) = AsyncStream.makeStream(of: Int?.self)
            console.onShow { shown.yield($0) }
            // Likewise, the subscription is complete.
            _ = try console.personas()
            for number in [2, nil, 7] { gallery.server.show(screen: number) }
            var numbers: [Int?] = []
            for await number in screens.prefix(3) { numbers.append(number) }
            #expect(numbers == [2, nil, 7])
        }
    }

    @Test func `either side can refuse commands`() async throws {
        let served = try ServedGallery(isReadOnly: true)
        let watcher = try served.attach()
        #expect(watcher.app.isReadOnly)
        let refused = await watcher.answer(to: Self.buy)
        #expect(refused.status == .failed && refused.message.contains("read-only"))
        var whatIf = WhatIf()
        #expect(whatIf.run(Self.buy, on: watcher).status == .done)
        let reader = try gallery.attach(isReadOnly: true)
        #expect(await reader.answer(to: Self.buy) == .readOnly)
        #expect(try local.readModel().overrides.isEmpty && served.inspector.readModel().overrides.isEmpty)
    }
}
