/// What the engine knows of an action that a feature declares.
public final class ActionMetadata: @unchecked Sendable {
    /// The type's name without its module, which identifies the action within its feature.
    public let id: String
    /// The qualified name of the type.
    public let typeName: String
    /// The name for people.
    public let name: String
    /// What the action does.
    public let description: String
    /// The type of the input.
    public let inputType: Any.Type
    /// The type of the presenter.
    public let presenterType: Any.Type
    /// What analytics know it by, if they do.
    public let analyticsID: String?
    /// Whether the app offers the action to its users.
    public let isPublished: Bool
    /// The values the input is made from, if it can be made from text and says so.
    public let inputFields: [InputField]
    /// Whether the input can be made from text, or there is none.
    public let isInputDecodable: Bool

    /// The identity of the type, for fast comparison.
    let typeIdentifier: ObjectIdentifier
    /// Performs the action from named values.
    let performDynamically: (DynamicPerform) -> Void

    init<ActionType: Action>(
        _ action: ActionType.Type, isPublished: Bool, performDynamically: @escaping (DynamicPerform) -> Void
    ) {
        let decodable = ActionType.InputType.self as? RouteParametersDecodable.Type
        id = TypeNames.short(action)
        typeName = TypeNames.qualified(action)
        name = action.name
        description = action.description
        inputType = ActionType.InputType.self
        presenterType = ActionType.PresenterType.self
        analyticsID = action.analyticsID
        self.isPublished = isPublished
        inputFields = decodable?.inputFields ?? []
        isInputDecodable = decodable != nil
        typeIdentifier = ObjectIdentifier(action)
        self.performDynamically = performDynamically
    }

    /// Whether the action takes an input.
    public var takesInput: Bool { inputType != NoInput.self }

    /// Whether the action presents something.
    public var presents: Bool { presenterType != NoPresenter.self }
}
