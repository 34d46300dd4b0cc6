import FlintLocks
import Foundation
import Testing

@testable import FlintCore

@MainActor struct FlintActivitiesTests {
    private func activity(_ topic: String?, of feature: String = "reading-room") -> Activity {
        var activity = Activity(activityType: "org.example.notes.\(feature).read")
        if let topic { activity.userInfo["topic"] = topic }
        return activity
    }

    @Test func `a decoded activity is continued by its type`() throws {
        let fixture = Fixture.app(ReadingRoom.self)
        fixture.run { ReadingRoom.read.perform(withInput: Topic("x"), presenter: TopicReader()) }
        let published = try #require(fixture.runtime.activities.recent.first)
        let saved = try JSONDecoder().decode(Activity.self, from: JSONEncoder().encode(published))
        #expect(saved == published)
        let router = ReaderRouter()
        #expect(fixture.run { Flint.continueActivity(activity: saved, with: router) } == .success)
        #expect(router.reader.topics == ["x"])
        #expect(router.reader.sources == [.continueActivity(type: .other)])
    }

    @Test func `an unknown activity type has no mapping`() {
        let fixture = Fixture.app(ReadingRoom.self)
        let unknown = Activity(activityType: "org.example.other")
        #expect(fixture.run { Flint.continueActivity(activity: unknown, with: ReaderRouter()) } == .noMappingFound)
    }

    @Test func `continuing an activity without a valid input fails`() {
        let fixture = Fixture.app(ReadingRoom.self)
        let result = fixture.run { Flint.continueActivity(activity: activity(nil), with: ReaderRouter()) }
        #expect(result == .failure(error: TestError("nothing at all")))
        var other = activity(nil)
        other.userInfo["page"] = 7
        let second = fixture.run { Flint.continueActivity(activity: other, with: ReaderRouter()) }
        #expect(second == .failure(error: TestError("no topic")))
    }

    @Test func `activity types round-trip through their raw values`() {
        let all: [ActivityType] = [.search, .browsingWeb, .classKit, .siri(interaction: "42"), .other]
        #expect(all.map(\.rawValue) == ["search", "browsingWeb", "classKit", "siri:42", "other"])
        #expect(all.map { ActivityType(rawValue: $0.rawValue) } == all)
        #expect(ActivityType(rawValue: "nonsense") == nil)
    }

    @Test func `continuing an asynchronous action completes later`() {
        let fixture = Fixture.app(ReadingRoom.self)
        let router = ReaderRouter()
        let results = Protected<[MappedActionResult]>([])
        let now = fixture.run {
            Flint.continueActivity(activity: activity("later"), with: router) { result in
                results.withLock { $0.append(result) }
            }
        }
        #expect(now == .completingAsync)
        router.reader.deferred?.completed(.success)
        #expect(results.withLock { $0 } == [.success])
    }

    @Test func `continuing an activity of an unavailable feature fails`() {
        let fixture = Fixture.app(Archive.self)
        let old = activity("x", of: "archive")
        let problem = MappedActionResult.failure(error: ActivityExecutionError.featureNotAvailable)
        #expect(fixture.run { Flint.continueActivity(activity: old, with: ReaderRouter()) } == problem)
        #expect(fixture.denials.map(\.featureName) == ["Archive"])
        fixture.tracker.set(true, Products.premium)
        #expect(fixture.run { Flint.continueActivity(activity: old, with: ReaderRouter()) } == .success)
    }

    @Test func `continuing an activity fails if the router has no presenter`() {
        let fixture = Fixture.app(ReadingRoom.self)
        let router = ReaderRouter()
        router.isWilling = false
        let answers: [(ReaderRouter.Refusal, ActivityExecutionError)] = [
            (.userCancelled, .userCancelled), (.appCancelled, .appCancelled), (.appPerformed, .appAlreadyPerformed),
            (.unsupported, .noPresenter),
        ]
        for (refusal, error) in answers {
            router.refusal = refusal
            let result = fixture.run { Flint.continueActivity(activity: activity("x"), with: router) }
            #expect(result == .failure(error: error))
        }
    }

    @Test func `a URL takes precedence over the web page, and both over the activity type`() throws {
        let fixture = Fixture.app(ReadingRoom.self, Notebook.self)
        fixture.map("page", "link")
        let router = PadRouter()
        var all = activity("x")
        all.webpageURL = URL(string: "https://notes.example/page?from=page")
        all.userInfo[Activity.urlKey] = URL(string: "notes://link?from=link")
        #expect(fixture.run { Flint.continueActivity(activity: all, with: router) } == .success)
        #expect(router.notes.last == ["from": "link"])
        all.userInfo[Activity.urlKey] = nil
        all.activityType = "NSUserActivityTypeBrowsingWeb"
        #expect(fixture.run { Flint.continueActivity(activity: all, with: router) } == .success)
        #expect(router.notes.last == ["from": "page"])
        #expect(router.notes.sources.last == .continueActivity(type: .browsingWeb))
        all = activity("x")
        all.webpageURL = URL(string: "https://elsewhere.example/page")
        #expect(fixture.run { Flint.continueActivity(activity: all, with: ReaderRouter()) } == .success)
    }

    @Test func `disabled features continue no activity`() {
        let fixture = Fixture.app(ReadingRoom.self, Notebook.self)
        fixture.map("link")
        var linked = Activity(activityType: "any")
        linked.userInfo[Activity.urlKey] = URL(string: "notes://link")
        fixture.run {
            RoutesFeature.isEnabled = false
            let problem = MappedActionResult.failure(error: ActivityExecutionError.featureNotAvailable)
            #expect(Flint.continueActivity(activity: linked, with: PadRouter()) == problem)
            ActivitiesFeature.isEnabled = false
            #expect(Flint.continueActivity(activity: activity("x"), with: ReaderRouter()) == .featureDisabled)
        }
    }

    @Test func `continuing an activity is recorded and does not publish an activity`() {
        let fixture = Fixture.app(ReadingRoom.self)
        fixture.run { _ = Flint.continueActivity(activity: activity("x"), with: ReaderRouter()) }
        let begun = fixture.runtime.timeline.entries.filter { $0.kind == .begin }.map(\.action.actionName)
        #expect(begun == ["Continue Activity", "Read"])
        #expect(
            fixture.runtime.timeline.entries.allSatisfy { $0.action.userInitiated }, "The user initiated every action.")
        #expect(fixture.runtime.activities.recent.map(\.title) == ["x"])
    }
}
