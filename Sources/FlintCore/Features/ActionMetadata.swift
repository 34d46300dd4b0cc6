import Synchronization

/// What the engine knows of an action that a feature declares.
///
/// Its words are made when they are first read, because an app declares many actions and few are looked at.
public final class ActionMetadata: @unchecked Sendable {
    /// The type of the input.
    public let inputType: Any.Type
    /// The type of the presenter.
    public let presenterType: Any.Type
    /// What analytics know it by, if they do.
    public let analyticsID: String?
    /// Whether the app offers the action to its users.
    public let isPublished: Bool
    /// Whether the feature is known to have no `request(_:)` of its own; a later request finds out.
    let leavesRequestsToEngine = Atomic(false)

    /// The feature that declares it.
    let feature: FeatureMetadata
    /// The action.
    let action: any Action.Type
    /// Performs the action on request from outside; holds nothing but types.
    let perform: (ExternalActionRequest) -> Void
    /// What it takes to know whether the action may be performed, for reading without a lock.
    let gate = ActionGate()
    /// How much of what is logged about the action is let through, and when that was found out; see ``RuntimeLogging``.
    let logDecision = Atomic<Int>(0)

    private let lock = Lock()
    /// Accessed only with the lock held.
    private var madeWords: Words?

    init<ActionType: Action>(
        _ action: ActionType.Type, of feature: FeatureMetadata, isPublished: Bool,
        perform: @escaping (ExternalActionRequest) -> Void
    ) {
        self.action = action
        self.feature = feature
        inputType = ActionType.InputType.self
        presenterType = ActionType.PresenterType.self
        analyticsID = action.analyticsID
        self.isPublished = isPublished
        self.perform = perform
    }

    /// Creates what is known of an action whose feature is not registered.
    convenience init<ActionType: Action>(_ action: ActionType.Type, ofUnregistered feature: FeatureDefinition.Type) {
        let metadata = FeatureMetadata(
            feature: feature, conditional: nil, path: TopicPath([TypeNames.short(feature)]), hasFixedPath: false,
            parent: nil, registrationIndex: 0, sortIndex: 0)
        self.init(action, of: metadata, isPublished: false) { _ in }
    }

    /// The type's name without its module, which identifies the action within its feature.
    public var id: String { words.id }

    /// The qualified name of the type.
    public var typeName: String { TypeNames.qualified(action) }

    /// The feature's name.
    public var name: String { words.name }

    /// The action's description.
    public var description: String { words.description }

    /// The fields from which the input is decoded; empty if it cannot be decoded from text.
    public var inputFields: [InputField] { words.inputFields ?? [] }

    /// Whether the input can be made from text, or there is none.
    package var isInputDecodable: Bool { words.inputFields != nil }

    /// What may be done with an activity of the action; nothing if there are none.
    public var activityEligibility: Set<ActivityEligibility> { action.activityEligibility }

    /// Whether the action takes an input.
    @usableFromInline
    package var takesInput: Bool { inputType != NoInput.self }

    /// Whether the action presents something.
    package var presents: Bool { presenterType != NoPresenter.self }

    /// The identity of the type, for fast comparison.
    var typeIdentifier: ObjectIdentifier { ObjectIdentifier(action) }

    /// The topic of the action: the feature's path, then `#` and the action's type.
    var topicPath: TopicPath { feature.path.appending("#" + id) }

    /// What people and programs read of the action.
    private final class Words {
        let id: String
        let name: String
        let description: String
        /// The values the input is made from; `nil` if it cannot be made from text.
        let inputFields: [InputField]?

        init(of action: any Action.Type, inputType: Any.Type) {
            id = TypeNames.short(action)
            name = action.name
            description = action.description
            inputFields = TypedInput(of: inputType)?.fields
        }
    }

    private var words: Words {
        if let words = lock.withLock({ madeWords }) { return words }
        // The app's code runs here, so the lock is not held; two threads may both make them, and the first counts.
        let made = Words(of: action, inputType: inputType)
        return lock.withLock {
            let words = madeWords ?? made
            madeWords = words
            return words
        }
    }
}

extension ActionMetadata: Hashable {
    /// The same action of the same registration.
    public static func == (lhs: ActionMetadata, rhs: ActionMetadata) -> Bool { lhs === rhs }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
