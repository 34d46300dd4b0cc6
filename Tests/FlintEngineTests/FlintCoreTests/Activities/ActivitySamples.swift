import Foundation

@testable import FlintCore

struct Topic: FlintLoggable, ActivityCodable, ActivityMetadataRepresentable, Hashable {
    let name: String

    init(_ name: String) {
        self.name = name
    }

    init(activityUserInfo: [AnyHashable: Any]?) throws {
        guard let activityUserInfo else { throw TestError("nothing at all") }
        guard let name = activityUserInfo["topic"] as? String else { throw TestError("no topic") }
        self.name = name
    }

    func encodeForActivity() -> [AnyHashable: Any]? {
        name == "unkept" ? ["topic": FlintRuntime()] : name == "empty" ? nil : ["topic": name]
    }

    var requiredUserInfoKeys: Set<String> { ["topic"] }

    var metadata: ActivityMetadata {
        .build {
            $0.title = name
            $0.keywords = ["topic"]
        }
    }
}

final class ReadAction: Action {
    typealias InputType = Topic
    typealias PresenterType = TopicReader

    static let activityEligibility: Set<ActivityEligibility> = [.perform, .prediction]
    static let suggestedInvocationPhrase: String? = "Read on"

    static func prepareActivity(_ activity: ActivityBuilder<ReadAction>) throws {
        switch activity.input.name {
        case "secret": activity.cancel()
        case "broken": throw TestError("cannot prepare")
        case "told": activity.subtitle = "as prepared"
        case "rich":
            activity.persistentIdentifier = "rich-1"
            activity.thumbnailData = Data([1, 2])
            activity.thumbnailURL = URL(string: "https://notes.example/picture.png")
            activity.searchAttributes = ["author": "somebody"]
        default: break
        }
    }

    static func perform(context: ActionContext<Topic>, presenter: TopicReader, completion: Completion)
        -> Completion.Status
    {
        presenter.topics.append(context.input.name)
        presenter.sources.append(context.source)
        if context.input.name == "failing" { return completion.completedSync(.failure(error: TestError("failed"))) }
        guard context.input.name == "later" else { return completion.completedSync(.success) }
        let deferred = completion.willCompleteAsync()
        presenter.deferred = deferred
        return deferred
    }
}

final class TopicReader {
    var topics: [String] = []
    var sources: [ActionSource] = []
    var deferred: ReadAction.Completion.DeferredStatus?
}

/// A router that presents a reader or refuses.
final class ReaderRouter: PresentationRouter {
    let reader = TopicReader()
    var isWilling = true
    var refusal = Refusal.userCancelled

    enum Refusal {
        case userCancelled, appCancelled, appPerformed, unsupported
    }

    func presentation<FeatureType: FeatureDefinition, ActionType: Action>(
        for binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        presenter()
    }

    func presentation<FeatureType: ConditionalFeature, ActionType: Action>(
        for binding: ConditionalActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        presenter()
    }

    private func presenter<PresenterType>() -> PresentationResult<PresenterType> {
        guard isWilling else {
            switch refusal {
            case .userCancelled: return .userCancelled
            case .appCancelled: return .appCancelled
            case .appPerformed: return .appPerformed
            case .unsupported: return .unsupported
            }
        }
        return (reader as? PresenterType).map { .appReady(presenter: $0) } ?? .unsupported
    }
}

/// An action that is continued by a link, because links can encode its input.
final class LinkedAction: Action {
    typealias InputType = Values
    static let activityEligibility: Set<ActivityEligibility> = [.handoff]

    static func prepareActivity(_ activity: ActivityBuilder<LinkedAction>) throws {
        if activity.input.values["bypass"] != nil { activity.bypassFlintContinueActivity() }
        if activity.input.values["require"] != nil { activity.requiredUserInfoKeys = ["missing"] }
    }

    static func perform(context: ActionContext<Values>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.success)
    }
}

final class ReadingRoom: Feature, URLMapped {
    static let name = "Reading Room"
    static let description = "Reads topics"
    static let read = action(ReadAction.self)
    static let linked = action(LinkedAction.self)
    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(read)
        actions.publish(linked)
    }
    static func urlMappings(routes: URLMappingsBuilder) { routes.send("linked", to: linked) }
}

final class Archive: ConditionalFeature {
    static let description = "Reads old topics"
    static let read = action(ReadAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.premium) }
    static func prepare(actions: FeatureActionsBuilder) { actions.publish(read) }
}
