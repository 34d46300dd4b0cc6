/// One declared way from URLs to an action.
final class Route: @unchecked Sendable {
    /// The paths.
    let pattern: RoutePattern
    /// Which URLs it is for, in an order that is the same in every run.
    let scopes: [RouteScope]
    /// The name it was declared with.
    let name: String?
    /// The feature, whose metatype is immutable and safe to use from any thread.
    let feature: FeatureDefinition.Type
    /// The action and its feature, for comparison.
    let target: ActionKey
    /// The action's name for people.
    let actionName: String
    /// The action's type name, which identifies it within its feature.
    let actionID: String
    /// Performs the action; holds nothing but types.
    let perform: (ExternalActionRequest) -> Void

    init<ActionType: Action>(
        pattern: RoutePattern, scopes: Set<RouteScope>, name: String?, feature: FeatureDefinition.Type,
        action: ActionType.Type, perform: @escaping (ExternalActionRequest) -> Void
    ) {
        self.pattern = pattern
        self.scopes = Set(scopes.map(\.normalized)).sorted { $0.description < $1.description }
        self.name = name
        self.feature = feature
        self.perform = perform
        target = ActionKey(feature, action)
        actionName = action.name
        actionID = TypeNames.short(action)
    }

    /// What inputs are told when they arrive by the route.
    func mapping(in scope: RouteScope) -> URLMapping {
        URLMapping(name: name, scope: scope, pattern: pattern.text)
    }
}
