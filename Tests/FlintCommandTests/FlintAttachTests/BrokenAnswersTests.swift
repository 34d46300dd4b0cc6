import FlintAttach
import FlintAttachServer
import FlintInspector
import FlintWorld
import Foundation
import Testing

/// Tests of clients that receive malformed answers, or no answers.
struct BrokenAnswersTests {
    private static let buy = Command.override(.purchase, "pass", to: "purchased")

    /// Every question of an inspector, with its answer as text.
    private static let questions: [(name: String, ask: @Sendable (RemoteInspector) -> String)] = [
        ("list", { "\($0.list().features)" }),
        ("products", { "\(Array($0.list().products))" }),
        ("detail", { "\(String(describing: $0.detail(of: "Gallery/Guide")))" }),
        ("plans", { "\(String(describing: $0.plans(of: "Gallery/Guide")))" }),
        ("states", { "\(String(describing: $0.states(of: "Gallery/Guide")))" }),
        ("usage", { "\($0.usage(of: FactReference(kind: .purchase, key: "pass")))" }),
        ("texts", { $0.featureTexts() == FeatureTexts() ? "none" : "some" }),
        ("lint", { "\($0.world(of: nil).lint())" }),
        ("target", { "\(String(describing: $0.target(of: "gallery://pictures")))" }),
        ("stacks", { "\($0.stacks().count)" }),
        ("events", { "\($0.events(after: 0).map(\.id))" }),
        ("log", { "\($0.logLines(after: 0).map(\.id))" }),
        ("history", { "\($0.history().map(\.message))" }),
        ("personas", { "\($0.personas())" }),
        ("moments", { $0.factHistory().map { "\($0.oldest) \($0.changes.count)" } ?? "none" }),
        ("plan", { "\($0.plan([buy]).records.map(\.key)) \($0.plan([buy]).refusal ?? "")" }),
        ("preview", { "\($0.preview([buy], limit: .max))" }),
        ("availability", { "\($0.availability(assuming: [[], [buy]]))" }),
        ("scratch", { "\($0.scratch().preview([buy], limit: .max))" }),
        (
            "moment",
            { remote in
                // An error is a valid answer.
                (try? "\(remote.moment(at: remote.events(after: 0).last?.id ?? 0).list().features)") ?? "error"
            }
        ),
    ]

    private static let methods = [
        "list", "sync", "past", "history", "personas", "factHistory", "plans",
    ]

    private static func answer(_ ask: () -> String) -> (value: String, missing: MissingAnswer?) {
        MissingAnswer.collect(ask)
    }

    @Test(.serialized, arguments: methods, BreakingProxy.Fault.allCases)
    func `a missing answer is never presented as an answer`(
        method: String, fault: BreakingProxy.Fault
    ) async throws {
        guard BreakingProxy.Fault.cases(of: method).contains(fault) else { return }
        let gallery = try ServedGallery()
        let direct = try gallery.attach()
        #expect(await direct.answer(to: Self.buy).status == .done)
        let expected = try MissingAnswer.check { Self.questions.map { $0.ask(direct) } }
        let proxy = try BreakingProxy(to: gallery.server.path, breaking: method, by: fault)
        var missing = 0
        for (question, expected) in zip(Self.questions, expected) {
            let target = AttachTarget(proxy.path, in: gallery.directory)
            let remote = try RemoteInspector(target, client: "test")
            defer { remote.close() }
            let (answer, problem) = Self.answer { question.ask(remote) }
            #expect(answer == expected || answer == "error" || problem != nil, "\(question.name): \(answer)")
            missing += problem == nil ? 0 : 1
        }
        #expect(missing > 0 || method == "past")
    }

    private static let page = #"{"elements":[],"hasMore":false}"#
    private static let declared = #""declared":{"features":[],"mistakes":[]},"facts":[]"#

    @Test(arguments: [
        ("", "the declarations are missing"), (",\(declared)", "the app did not declare the feature"),
        (",\(declared),\"dependents\":[]", "the app did not declare the feature"),
    ])
    func `declarations that an app leaves out are missing`(rest: String, reason: String) throws {
        let news = #"{"events":\#(Self.page),"lines":\#(Self.page)\#(rest)}"#
        let problem = try problem(sync: news) { _ = $0.sync(Sync(want: Sync.Want(features: ["Gallery"]))) }
        #expect(problem?.contains(reason) == true, "\(problem ?? "")")
    }

    @Test func `stacks, dependents, and pages without end are malformed`() throws {
        let news = #"{"events":\#(Self.page),"lines":\#(Self.page),\#(Self.declared)}"#
        let pass = FactReference(kind: .purchase, key: "pass")
        #expect(try problem(sync: news) { _ = $0.stacks() }?.contains("the stacks are missing") == true)
        #expect(try problem(sync: news) { _ = $0.usage(of: pass) }?.contains("depend on a fact are missing") == true)
        // The second page is the same as the first.
        let gallery = try ServedGallery()
        let feature = try #require(gallery.inspector.world(of: nil).feature("Gallery"))
        let json = String(decoding: try JSONEncoder().encode(feature), as: UTF8.self)
        let endless = news.replacingOccurrences(of: #""features":[]"#, with: #""features":[\#(json)]"#)
        let want = Sync.Want(features: ["Gallery", "Gallery/Guide"])
        let problem = try problem(sync: endless) { _ = $0.sync(Sync(want: want)) }
        #expect(problem?.contains("the app did not declare the feature Gallery/Guide") == true, "\(problem ?? "")")
    }

    /// Returns the problem with an answer to `sync`.
    private func problem(sync news: String, _ ask: (RemoteInspector) -> Void) throws -> String? {
        let gallery = try ServedGallery()
        let proxy = try BreakingProxy(to: gallery.server.path, breaking: "sync", by: .result(news))
        let remote = try RemoteInspector(AttachTarget(proxy.path, in: gallery.directory), client: "test")
        defer { remote.close() }
        return MissingAnswer.collect { ask(remote) }.missing?.description
    }

    @Test(arguments: ["list", "sync"])
    func `an incomplete world is not kept for the next question`(method: String) throws {
        let gallery = try ServedGallery()
        let proxy = try BreakingProxy(to: gallery.server.path, breaking: method, by: .error)
        let remote = try RemoteInspector(AttachTarget(proxy.path, in: gallery.directory), client: "test")
        for _ in 0..<3 {
            #expect(throws: MissingAnswer.self) {
                try MissingAnswer.check {
                    InspectorQuestion.withoutReading { remote.world(of: nil) }
                }
            }
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

    @Test func `the status has the reason until everything was listed again`() throws {
        let gallery = try ServedGallery()
        let proxy = try BreakingProxy(to: gallery.server.path, breaking: "history", by: .error)
        let remote = try RemoteInspector(AttachTarget(proxy.path, in: gallery.directory), client: "test")
        let model = remote.list()
        #expect(model.status.problems.isEmpty)
        #expect(remote.history().isEmpty)
        let problems = remote.changes(since: model.revision)?.status?.problems
        #expect(problems == ["The Gallery did not answer a request: It is broken."])
        #expect(remote.changes(since: model.revision)?.status == nil)
        #expect(remote.list().status.problems.isEmpty)
    }
}
