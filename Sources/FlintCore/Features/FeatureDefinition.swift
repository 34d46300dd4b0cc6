/// What every feature and every group of features declares about itself.
///
/// An app conforms its types to ``Feature``, ``ConditionalFeature`` or ``FeatureGroup`` rather than to this protocol.
/// The members are called on whichever thread the engine is used from, never while the engine holds a lock.
public protocol FeatureDefinition: AnyObject {
    /// The name for people. By default the type's name, split into words and without the trailing "Feature".
    static var name: String { get }

    /// What the feature offers, in a sentence.
    static var description: String { get }

    /// Whether the app shows the feature to its users; `false` by default.
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

    /// Not shown to users unless the feature says so.
    public static var isVisible: Bool { false }

    /// No experiment unless the feature says so.
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
