// SPDX-License-Identifier: MIT

import FlintLocks

/// The metadata of an action that a feature declares.
///
/// The engine creates it when the feature is registered; read it from ``FeatureMetadata/actions`` or
/// `Flint.metadata(for:)`. The identifier, name, description, and input fields are computed when one of them is first
/// read, because an app declares many actions and displays few. Two values are equal if they describe the same action
/// of the same registration. The metadata can be read from any thread.
public final class ActionMetadata: @unchecked Sendable {
    /// The type of the input, or `NoInput` for an action without an input.
    public let inputType: Any.Type
    /// The type of the presenter, or `NoPresenter` for an action without a presenter.
    public let presenterType: Any.Type
    /// The identifier of the action for analytics, or `nil` if analytics ignores the action.
    public let analyticsID: String?
    /// Whether the app offers the action to its users.
    public let isPublished: Bool
    private let place: BindingPlace
    /// Whether the feature is known to use the default `request(_:)`.
    ///
    /// The first request for the action determines the value.
    let usesDefaultRequest = Atomic(false)

    let feature: FeatureMetadata
    let action: any Action.Type
    /// A closure that performs the action for an external request; it captures only types.
    let perform: (ExternalActionRequest) -> Void
    let gate = ActionGate()
    /// The cached log level of the action's topic; see ``RuntimeLogging``.
    ///
    /// The value also contains the generation of the log settings from which the level was computed.
    let logDecision = Atomic<Int>(0)

    private let lock = Lock()
    /// Accessed only with the lock held.
    private var cachedDetails: Details?

    init<ActionType: Action>(
        _ action: ActionType.Type, of feature: FeatureMetadata, isPublished: Bool,
        place: BindingPlace = .unknown, perform: @escaping (ExternalActionRequest) -> Void
    ) {
        self.action = action
        self.feature = feature
        inputType = ActionType.InputType.self
        presenterType = ActionType.PresenterType.self
        analyticsID = action.analyticsID
        self.isPublished = isPublished
        self.place = place
        self.perform = perform
    }

    convenience init<ActionType: Action>(_ action: ActionType.Type, ofUnregistered feature: FeatureDefinition.Type) {
        let metadata = FeatureMetadata(
            feature: feature, conditional: nil, path: TopicPath([TypeNames.short(feature)]), hasFixedPath: false,
            parent: nil, sortIndex: 0)
        self.init(action, of: metadata, isPublished: false) { _ in }
    }

    /// The type's name without its module, which identifies the action within its feature.
    public var id: String { details.id }

    /// The name of the type with its module and enclosing types.
    public var typeName: String { TypeNames.qualified(action) }

    /// The display name, which is the value of ``Action/name``.
    public var name: String { details.name }

    /// The sentence that describes the action, which is the value of ``Action/description``.
    public var description: String { details.description }

    /// The fields that the input is decoded from.
    ///
    /// The array is empty if the input has no described fields or cannot be decoded from text.
    public var inputFields: [InputField] { details.inputFields ?? [] }

    /// The line of source code that binds the action to its feature, or `nil` if it is not known.
    public var location: CodeLocation? { place.location }

    /// Whether the input can be decoded from text, which is also `true` for an action without an input.
    package var isInputDecodable: Bool { details.inputFields != nil }

    /// The permitted uses of the action's activities, or an empty set if the action has no activities.
    public var activityEligibility: Set<ActivityEligibility> { action.activityEligibility }

    @usableFromInline
    package var takesInput: Bool { inputType != NoInput.self }

    package var hasPresenter: Bool { presenterType != NoPresenter.self }

    var typeIdentifier: ObjectIdentifier { ObjectIdentifier(action) }

    var topicPath: TopicPath { feature.path.appending("#" + id) }

    /// The strings and input fields of the action, computed together on first use.
    ///
    /// The input fields are `nil` if the input cannot be decoded from text.
    private final class Details {
        let id: String
        let name: String
        let description: String
        let inputFields: [InputField]?

        init(of action: any Action.Type, inputType: Any.Type) {
            id = TypeNames.short(action)
            name = action.name
            description = action.description
            inputFields = TypedInput(of: inputType)?.fields
        }
    }

    private var details: Details {
        if let details = lock.withLock({ cachedDetails }) { return details }
        // The app's code runs here, so the lock is not held. If two threads get here, the first result is used.
        let newDetails = Details(of: action, inputType: inputType)
        return lock.withLock {
            let details = cachedDetails ?? newDetails
            cachedDetails = details
            return details
        }
    }
}

extension ActionMetadata: Hashable {
    /// Returns whether both values describe the same action of the same registration.
    public static func == (lhs: ActionMetadata, rhs: ActionMetadata) -> Bool { lhs === rhs }

    /// Hashes the identity of the object.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
