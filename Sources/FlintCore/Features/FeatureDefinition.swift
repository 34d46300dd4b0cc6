/// What every feature and every group of features declares about itself.
///
/// An app conforms its types to ``Feature``, ``ConditionalFeature`` or ``FeatureGroup`` rather than to this protocol.
/// The members are called on whichever thread the engine is used from, never while the engine holds a lock.
public protocol FeatureDefinition: AnyObject {
    /// The name for people. By default the type's name, split into words and without the trailing "Feature".
    static var name: String { get }

    /// What the feature offers, in a sentence.
    static var description: String { get }

    /// Whether the app shows the feature to its users; `true` by default.
    static var isVisible: Bool { get }

    /// The identifier of the variation of an experiment, or `nil` if none is running, which is the default.
    static var variation: String? { get }

    /// The path that identifies the feature. By default the names of the groups above it and of the type.
    ///
    /// A feature whose users have stored choices can fix its identifier, so that renaming or moving the type does
    /// not lose them:
    ///
    /// ```swift
    /// static var identifier: FeaturePath { "scanning" }
    /// ```
    ///
    /// Two types of one name directly under the same group both get their qualified names in its place, whichever
    /// was registered first, and an advisory names them.
    static var identifier: FeaturePath { get }

    /// Declares the feature's actions. Called once, when the feature is registered.
    static func prepare(actions: FeatureActionsBuilder)

    /// Called once after the feature and everything under it have been registered.
    static func postPrepare()

    /// Which URLs lead to the feature's actions; nothing but for a feature that is ``URLMapped``.
    ///
    /// The engine asks here and not whether the type conforms, because that takes longer than everything else that is
    /// done to register a feature. Conform to ``URLMapped`` rather than implementing it.
    static func makeURLMappings() -> URLMappingsBuilder?

    /// The feature as one that is available under conditions only; `nil` if it is none.
    ///
    /// The engine asks here rather than casting the type, for the reason given at ``makeURLMappings()``. Conform to
    /// ``ConditionalFeature`` rather than implementing it, and do so in the module the type is in.
    static var asConditionalFeature: ConditionalFeatureDefinition.Type? { get }

    /// The feature as a group; `nil` if it is none.
    ///
    /// The engine asks here rather than casting the type, for the reason given at ``makeURLMappings()``. Conform to
    /// ``FeatureGroup`` rather than implementing it, and do so in the module the type is in.
    static var asFeatureGroup: FeatureGroup.Type? { get }
}

extension FeatureDefinition {
    /// The type's name, split into words and without the trailing "Feature".
    public static var name: String {
        TypeNames.words(of: self, droppingSuffix: "Feature")
    }

    /// Returns `true` (shown to users) by default.
    public static var isVisible: Bool { true }

    /// Returns `nil` (no experiment) by default.
    public static var variation: String? { nil }

    /// The path under which the feature is registered in the current runtime, or its type's name before that.
    public static var identifier: FeaturePath {
        if DeclarationProbe.isExamining(.identifier, of: self) { return TopicPath([]) }
        return FlintRuntime.current.catalog.metadata(for: self)?.path ?? TopicPath([TypeNames.short(self)])
    }

    /// Does nothing.
    public static func postPrepare() {}

    /// No URLs.
    public static func makeURLMappings() -> URLMappingsBuilder? { nil }

    /// None, for a feature that is not conditional.
    public static var asConditionalFeature: ConditionalFeatureDefinition.Type? { nil }

    /// None, for a feature that is not a group.
    public static var asFeatureGroup: FeatureGroup.Type? { nil }

    /// The group the feature is registered under in the current runtime, or `nil` at a root.
    public static var parent: FeatureGroup.Type? {
        (FlintRuntime.current.catalog.metadata(for: self)?.parent?.feature).flatMap(FeatureKinds.group)
    }
}

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

/// A group of features; a group can also be a feature with actions of its own.
public protocol FeatureGroup: FeatureDefinition {
    /// The features under this one, in the order in which they are shown.
    static var subfeatures: [FeatureDefinition.Type] { get }
}

extension FeatureGroup {
    /// The group itself.
    public static var asFeatureGroup: FeatureGroup.Type? { self }

    /// A group needs no description of its own.
    public static var description: String { "A feature group" }

    /// A group need not have actions.
    public static func prepare(actions: FeatureActionsBuilder) {}
}

/// What kind of feature a type is.
///
/// Casting a type to a protocol takes the longer the more conformances the program has: for the types of ten thousand
/// features it takes most of the time that they are registered in. So types declare what they are. But a class
/// answers as its superclass does, even if it adds conformances, and therefore one that has a superclass is cast in
/// the end.
enum FeatureKinds {
    /// The feature as one that is available under conditions only; `nil` if it is none.
    static func conditional(_ feature: FeatureDefinition.Type) -> ConditionalFeatureDefinition.Type? {
        if let conditional = feature.asConditionalFeature { return conditional }
        return _getSuperclass(feature) == nil ? nil : feature as? ConditionalFeatureDefinition.Type
    }

    /// The feature as a group; `nil` if it is none.
    static func group(_ feature: FeatureDefinition.Type) -> FeatureGroup.Type? {
        if let group = feature.asFeatureGroup { return group }
        return _getSuperclass(feature) == nil ? nil : feature as? FeatureGroup.Type
    }
}
