/// A feature whose actions can be performed only after a request has been granted.
///
/// ```swift
/// final class SmartPlaylistsFeature: ConditionalFeature {
///     static let description = "Playlists that follow you around"
///     static let create = action(CreatePlaylistAction.self)
///
///     static func constraints(requirements: FeatureConstraintsBuilder) {
///         requirements.purchase(Products.premium)
///         requirements.permission(.location(usage: .whenInUse))
///     }
///
///     static func prepare(actions: FeatureActionsBuilder) {
///         actions.declare(create)
///     }
/// }
///
/// if let request = SmartPlaylistsFeature.create.request() {
///     request.perform(withInput: name)
/// }
/// ```
///
/// The compiler sees to it: a binding of a conditional feature has no `perform`.
public protocol ConditionalFeature: ConditionalFeatureDefinition {}

extension ConditionalFeature {
    /// Binds an action to this feature, so that it can be requested and then performed.
    public static func action<ActionType: Action>(
        _ action: ActionType.Type
    ) -> ConditionalActionBinding<Self, ActionType> {
        ConditionalActionBinding()
    }

    /// Asks to perform an action of the feature.
    ///
    /// - Returns: A binding that can be performed, or `nil` if the feature is not available, which is recorded.
    public static func request<ActionType: Action>(
        _ binding: ConditionalActionBinding<Self, ActionType>
    ) -> VerifiedActionBinding<Self, ActionType>? {
        binding.request()
    }
}
