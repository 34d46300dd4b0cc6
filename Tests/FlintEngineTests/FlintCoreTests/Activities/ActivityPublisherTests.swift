import FlintLocks
import Foundation
import Testing

@testable import FlintCore

@MainActor struct ActivityPublisherTests {
    private let reader = TopicReader()

    private func read(_ topic: String, in fixture: Fixture) {
        fixture.run { ReadingRoom.read.perform(withInput: Topic(topic), presenter: reader) }
    }

    @Test func `a successful action publishes an activity described by its input and the action`() throws {
        let fixture = Fixture.app(ReadingRoom.self)
        read("told", in: fixture)
        let activity = try #require(fixture.runtime.activities.recent.first)
        #expect(activity.activityType == "org.example.notes.reading-room.read")
        #expect(activity.title == "told" && activity.subtitle == "as prepared" && activity.keywords == ["topic"])
        #expect(activity.values == ["topic": .text("told")] && activity.requiredUserInfoKeys == ["topic"])
        #expect(activity.suggestedInvocationPhrase == "Read on" && activity.date != nil)
        #expect(activity.eligibility == [.perform, .prediction, .search], "A predicted activity is also searchable.")
        #expect(fixture.runtime.activities.current == activity)
        #expect(fixture.advisories.isEmpty)
    }

    @Test func `a failed action publishes no activity`() {
        let fixture = Fixture.app(ReadingRoom.self)
        read("failing", in: fixture)
        #expect(fixture.runtime.activities.recent.isEmpty)
    }

    @Test func `an asynchronous action publishes its activity on success`() {
        let fixture = Fixture.app(ReadingRoom.self)
        read("later", in: fixture)
        #expect(fixture.runtime.activities.recent.isEmpty)
        reader.deferred?.completed(.success)
        #expect(fixture.runtime.activities.recent.map(\.title) == ["later"])
    }

    @Test func `an action can cancel its activity`() {
        let fixture = Fixture.app(ReadingRoom.self)
        read("secret", in: fixture)
        #expect(fixture.runtime.activities.recent.isEmpty && fixture.advisories.isEmpty)
    }

    @Test(arguments: [("broken", "cannot prepare"), ("unkept", "\"topic\" cannot be stored"), ("empty", "\"topic\"")])
    func `an activity that cannot be built causes an advisory`(topic: String, text: String) throws {
        let fixture = Fixture.app(ReadingRoom.self)
        read(topic, in: fixture)
        #expect(fixture.runtime.activities.recent.isEmpty)
        let advisory = try #require(fixture.advisories.first)
        #expect(advisory.hasPrefix("No activity was published for Reading Room, Read: ") && advisory.contains(text))
    }

    @Test func `an input that activities cannot encode is stored as a link`() {
        let fixture = Fixture.app(ReadingRoom.self)
        fixture.run { ReadingRoom.linked.perform(withInput: Values(["a": "b c"])) }
        let kept = fixture.runtime.activities.recent.first?.values[Activity.urlKey]
        #expect(kept == URL(string: "notes://linked?a=b%20c").map { .url($0) })
    }

    @Test func `an activity without a link causes an advisory unless the app continues it`() {
        let fixture = Fixture.app(ReadingRoom.self)
        fixture.run {
            Flint.linkCreator = LinkCreator(scheme: nil, domain: nil)
            ReadingRoom.linked.perform(withInput: Values([:]))
            #expect(fixture.runtime.activities.recent.isEmpty)
            #expect(fixture.advisories.count == 1)
            ReadingRoom.linked.perform(withInput: Values(["bypass": "1"]))
            #expect(fixture.runtime.activities.recent.map(\.values) == [[:]])
            ReadingRoom.linked.perform(withInput: Values(["bypass": "1", "require": "1"]))
            #expect(fixture.advisories.last?.contains("requires a value \"missing\"") == true)
        }
    }

    @Test func `disabling and enabling activities takes effect immediately`() {
        let fixture = Fixture.app(ReadingRoom.self)
        fixture.run { ActivitiesFeature.isEnabled = false }
        read("one", in: fixture)
        #expect(fixture.runtime.activities.recent.isEmpty)
        fixture.run { ActivitiesFeature.isEnabled = true }
        read("two", in: fixture)
        #expect(fixture.runtime.activities.recent.map(\.title) == ["two"])
    }

    @Test func `resigning ends the current activity and keeps it in the recent list`() {
        let fixture = Fixture.app(ReadingRoom.self)
        read("one", in: fixture)
        fixture.run { ActivitiesFeature.resignCurrentActivity.request()?.perform() }
        #expect(fixture.runtime.activities.current == nil)
        #expect(fixture.runtime.activities.recent.map(\.title) == ["one"])
    }

    @Test func `an activity contains every property of its builder`() throws {
        let fixture = Fixture.app(ReadingRoom.self)
        let picture = URL(string: "https://notes.example/picture.png")
        fixture.run { ReadingRoom.read.perform(withInput: Topic("rich"), presenter: reader) }
        let activity = try #require(fixture.runtime.activities.recent.first)
        #expect(activity.persistentIdentifier == "rich-1" && activity.thumbnailData == Data([1, 2]))
        #expect(activity.thumbnailURL == picture && activity.searchAttributes == ["author": "somebody"])
    }

    @Test func `a builder returns its initial metadata`() {
        let builder = ActivityBuilder<ReadAction>(input: Topic("x"), activityType: "test")
        let metadata = ActivityMetadata.build {
            $0.title = "title"
            $0.thumbnailURL = URL(string: "https://notes.example/picture.png")
            $0.searchAttributes = ["author": "somebody"]
        }
        builder.metadata = metadata
        #expect(builder.metadata == metadata)
    }

    @Test func `a granted request creates its activity in the runtime that granted it`() throws {
        let fixture = Fixture.app(Archive.self)
        fixture.tracker.set(true, Products.premium)
        let request = try #require(fixture.run { Archive.read.request() })
        let page = URL(string: "https://notes.example/x")
        let activity = try request.activity(withInput: Topic("x"), withURL: page)
        #expect(activity?.activityType == "org.example.notes.archive.read" && activity?.webpageURL == page)
    }

    @Test func `a reset clears the registered activities`() throws {
        let fixture = Fixture.app(ReadingRoom.self)
        fixture.runtime.reset()
        fixture.runtime.setUp(EmptyApp.self)
        #expect(throws: ActivityError.actionNotDeclared(action: "Read")) {
            try fixture.run { try ReadingRoom.read.activity(withInput: Topic("x"), withURL: nil) }
        }
    }

    @Test func `actions are observed only while one of them has an activity`() {
        let fixture = Fixture.app(Notebook.self)
        #expect(fixture.runtime.entrances.withLock { $0.activityObservation == nil })
        fixture.runtime.register(ReadingRoom.self)
        #expect(fixture.runtime.entrances.withLock { $0.activityObservation != nil })
        fixture.runtime.register(Archive.self)
        read("one", in: fixture)
        #expect(fixture.runtime.activities.recent.count == 1, "The activity is published once.")
    }

    @Test func `a binding creates its activity without performing the action`() throws {
        let fixture = Fixture.app(ReadingRoom.self, Archive.self)
        fixture.tracker.set(true, Products.premium)
        let page = URL(string: "https://notes.example/x")
        try fixture.run {
            let activity = try #require(try ReadingRoom.read.activity(withInput: Topic("x"), withURL: page))
            #expect(activity.webpageURL == page && activity.title == "x" && activity.date == nil)
            let request = try #require(Archive.read.request())
            let other = try request.activity(withInput: Topic("y"), withURL: nil)
            #expect(other?.activityType == "org.example.notes.archive.read")
            #expect(try ReadingRoom.read.activity(withInput: Topic("secret"), withURL: nil) == nil)
            #expect(try Notebook.note.activity(withInput: Values([:]), withURL: nil) == nil)
            #expect(throws: TestError.self) {
                try ReadingRoom.read.activity(withInput: Topic("broken"), withURL: nil)
            }
        }
        #expect(fixture.runtime.activities.recent.isEmpty)
        let bare = Fixture.app()
        #expect(throws: ActivityError.actionNotDeclared(action: "Read")) {
            try bare.run { try ReadingRoom.read.activity(withInput: Topic("x"), withURL: nil) }
        }
    }

    @Test func `two actions with the same activity type cause an advisory`() throws {
        let fixture = Fixture.app(ReadingRoom.self, Another.self)
        let advisory = try #require(fixture.advisories.first)
        #expect(advisory.contains("org.example.notes.reading-room.read"))
        var activity = Activity(activityType: "org.example.notes.reading-room.read")
        activity.userInfo["topic"] = "x"
        _ = fixture.run { Flint.continueActivity(activity: activity, with: ReaderRouter()) }
        let last = fixture.runtime.timeline.entries.last { $0.action.actionName == "Read" }
        #expect(last?.action.feature == ["ReadingRoom"], "The first of the activities is continued.")
    }
}

private final class Another: Feature {
    static let name = "Reading room"
    static let description = "Declares another action's activity type"
    static let read = action(ReadAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(read) }
}
