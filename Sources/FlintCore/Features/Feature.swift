/// A feature that is always available, so that its actions can be performed without asking.
///
/// ```swift
/// final class DocumentsFeature: Feature {
///     static let description = "Create, open and save documents"
///     static let open = action(OpenDocumentAction.self)
///
///     static func prepare(actions: FeatureActionsBuilder) {
///         actions.declare(open)
///     }
/// }
///
/// DocumentsFeature.open.perform(withInput: document, presenter: window)
/// ```
///
/// A feature under an unavailable conditional one is not available either: performing its actions then completes
/// with a failure.
public protocol Feature: FeatureDefinition {}

extension Feature {
    /// Binds an action to this feature, so that it can be performed as the feature's own.
    public static func action<ActionType: Action>(_ action: ActionType.Type) -> StaticActionBinding<Self, ActionType> {
        StaticActionBinding()
    }
}
