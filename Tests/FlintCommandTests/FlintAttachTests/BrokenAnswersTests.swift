import FlintAttach
import FlintAttachServer
import FlintInspector
import FlintInspectorTestSupport
import FlintWorld
import Foundation
import Testing

struct BrokenAnswersTests {
    private static let buy = Command.override(.purchase, "pass", to: "purchased")

    /// Every question of an inspector, with its answer as text.
    private static let questions: [(name: String, ask: @Sendable (RemoteInspector) throws -> String)] = [
        ("list", { try "\($0.readModel().features)" }),
        ("products", { try "\(Array($0.readModel().products))" }),
        ("detail", { try "\(String(describing: $0.detail(of: "Gallery/Guide")))" }),
        ("plans", { try "\(String(describing: $0.plans(of: "Gallery/Guide")))" }),
        ("states", { try "\(String(describing: $0.states(of: "Gallery/Guide")))" }),
        ("usage", { try "\($0.usage(of: FactReference(kind: .purchase, key: "pass")))" }),
        ("texts", { try $0.featureTexts() == FeatureTexts() ? "none" : "some" }),
        ("lint", { try "\($0.world(of: nil).lint())" }),
        ("target", { try "\(String(describing: $0.target(of: "gallery://pictures")))" }),
        ("stacks", { try "\($0.stacks().count)" }),
        ("events", { try "\($0.events(after: 0).map(\.id))" }),
        ("log", { try "\($0.logLines(after: 0).map(\.id))" }),
        ("history", { try "\($0.history().map(\.message))" }),
        ("personas", { try "\($0.personas())" }),
        ("moments", { try $0.factHistory().map { "\($0.oldest) \($0.changes.count)" } ?? "none" }),
        ("plan", { try "\($0.plan([buy]).records.map(\.key)) \($0.plan([buy]).refusal ?? "")" }),
        ("preview", { try "\($0.preview([buy], limit: .max))" }),
        ("availability", { try "\($0.availability(assuming: [[], [buy]]))" }),
        (
            "what-if",
            { remote in
                var whatIf = WhatIf()
                let result = whatIf.run(.removeAllOverrides, on: remote)
                guard result.status == .done else { throw MissingAnswer(result.message) }
                let world = try whatIf.world(of: remote)
                return "\(result.message) \(world.model.overrides.map(\.key)) \(whatIf.differences)"
            }
        ),
        (
            "moment",
            { remote in
                // An error is a valid answer.
                do {
                    return try "\(remote.moment(at: remote.events(after: 0).last?.id ?? 0).readModel().features)"
                } catch is MomentError {
                    return "error"
                }
            }
        ),
    ]

    private static let faults = [
        "list", "sync", "past", "history", "personas", "factHistory", "plans",
    ].flatMap { method in BreakingProxy.Fault.cases(of: method).map { (method: method, fault: $0) } }

    @Test(.serialized, arguments: faults)
    func `a missing answer is never presented as an answer`(
        method: String, fault: BreakingProxy.Fault
    ) async throws {
        let gallery = try ServedGallery()
        let direct = try gallery.attach()
        #expect(await direct.answer(to: Self.buy).status == .done)
        let expected = try Self.questions.map { try $0.ask(direct) }
        let proxy = try BreakingProxy(to: gallery.server.path, breaking: method, by: fault)
        var missing = 0
        for (question, expected) in zip(Self.questions, expected) {
            let target = AttachTarget(proxy.path, in: gallery.directory)
            let remote = try RemoteInspector(target, client: "test")
            defer { remote.close() }
            do {
                let answer = try question.ask(remote)
                #expect(answer == expected || answer == "error", "\(question.name): \(answer)")
            } catch is MissingAnswer {
                missing += 1
            }
        }
        #expect(missing > 0 || method == "past")
    }

    private static let page = #"{"elements":[],"hasMore":false}"#
    private static let declared = #""declared":{"features":[],"mistakes":[]},"facts":[]"#

    @Test(arguments: [
        ("", "the declarations are missing"), (",\(declared)", "the app did not declare the feature"),
        (",\(declared),\"dependents\":[]", "the app did not declare the feature"),
    ])
    func `declarations that an app omits are reported as missing`(rest: String, reason: String) throws {
        let news = #"{"events":\#(Self.page),"lines":\#(Self.page)\#(rest)}"#
        let problem = try problem(sync: news) {
            _ = try $0.sync(Sync(want: Sync.Want(features: ["Gallery"]))).complete()
        }
        #expect(problem?.contains(reason) == true, "\(problem ?? "")")
    }

    @Test func `stacks, dependents, and pages without end are malformed`() throws {
        let news = #"{"events":\#(Self.page),"lines":\#(Self.page),\#(Self.declared)}"#
        let pass = FactReference(kind: .purchase, key: "pass")
        #expect(try problem(sync: news) { _ = try $0.stacks() }?.contains("the stacks are missing") == true)
        #expect(
            try problem(sync: news) { _ = try $0.usage(of: pass) }?.contains("depend on a fact are missing") == true)
        // The second page is the same as the first.
        let gallery = try ServedGallery()
        let feature = try #require(gallery.inspector.world(of: nil).feature("Gallery"))
        let json = String(decoding: try JSONEncoder().encode(feature), as: UTF8.self)
        let endless = news.replacingOccurrences(of: #""features":[]"#, with: #""features":[\#(json)]"#)
        let want = Sync.Want(features: ["Gallery", "Gallery/Guide"])
        let problem = try problem(sync: endless) { _ = try $0.sync(Sync(want: want)).complete() }
        #expect(problem?.contains("the app did not declare the feature Gallery/Guide") == true, "\(problem ?? "")")
    }

    /// Returns the problem with an answer to `sync`.
    private func problem(sync news: String, _ ask: (RemoteInspector) throws -> Void) throws -> String? {
        let gallery = try ServedGallery()
        let proxy = try BreakingProxy(to: gallery.server.path, breaking: "sync", by: .result(news))
        let remote = try RemoteInspector(AttachTarget(proxy.path, in: gallery.directory), client: "test")
        defer { remote.close() }
        return #expect(throws: MissingAnswer.self) { try ask(remote) }?.description
    }

    @Test(arguments: ["list", "sync"])
    func `an incomplete world is not kept for the next question`(method: String) throws {
        let gallery = try ServedGallery()
        let proxy = try BreakingProxy(to: gallery.server.path, breaking: method, by: .error)
        let remote = try RemoteInspector(AttachTarget(proxy.path, in: gallery.directory), client: "test")
        for _ in 0..<3 {
            #expect(throws: MissingAnswer.self) { try remote.world(of: nil, reading: false) }
        }
    }

    @Test(arguments: BreakingProxy.Fault.allCases)
    func `a command without a result may have been carried out`(fault: BreakingProxy.Fault) async throws {
        let gallery = try ServedGallery()
        let proxy = try BreakingProxy(to: gallery.server.path, breaking: "send", by: fault)
        let remote = try RemoteInspector(AttachTarget(proxy.path, in: gallery.directory), client: "test")
        let result = await remote.answer(to: Self.buy)
        #expect(result.status == .failed)
        #expect(fault == .error || result.message.contains("may have been carried out"), "\(result.message)")
    }
}
