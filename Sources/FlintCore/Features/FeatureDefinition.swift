// SPDX-License-Identifier: MIT

/// The declarations that features and groups of features have in common.
///
/// An app conforms its types to ``Feature``, ``ConditionalFeature``, or ``FeatureGroup`` instead of this protocol. The
/// engine calls the members on any thread and never while it holds a lock.
public protocol FeatureDefinition: AnyObject {
    /// The display name of the feature.
    ///
    /// The default is the type's name, split into words, without the suffix "Feature".
    static var name: String { get }

    /// A sentence about the purpose of the feature.
    static var description: String { get }

    /// Whether the app shows the feature to its users; `true` by default.
    static var isVisible: Bool { get }

    /// The identifier of the feature's variation in an experiment.
    ///
    /// The default is `nil`, for a feature that is not part of an experiment.
    static var variation: String? { get }

    /// The developers' notes about the feature; without parts by default.
    static var declaration: Declaration { get }

    /// The path that identifies the feature.
    ///
    /// By default, the path consists of the names of the groups above the feature, followed by the type's name. User
    /// settings are stored under the path. A feature can declare a fixed path, so that settings survive when the type
    /// is renamed or moved:
    ///
    /// ```swift
    /// static var identifier: FeaturePath { "scanning" }
    /// ```
    ///
    /// If two types with the same name are in the same group, both get their qualified names in the path, regardless of
    /// the order of registration, and an advisory reports them.
    static var identifier: FeaturePath { get }

    /// Declares the feature's actions.
    ///
    /// The engine calls this method once, when the feature is registered.
    static func prepare(actions: FeatureActionsBuilder)

    /// Performs work after the feature and everything below it have been registered.
    ///
    /// The engine calls this method once.
    static func postPrepare()

    /// Returns the routes that lead to the feature's actions, or `nil` for a feature that is not ``URLMapped``.
    ///
    /// The engine calls this method instead of checking for the conformance, which would take longer than the rest of
    /// the registration. Conform to ``URLMapped`` rather than implementing the method.
    static func makeURLMappings() -> URLMappingsBuilder?

    /// The type as a conditional feature, or `nil` if the feature is not conditional.
    ///
    /// The engine reads this property instead of casting the type, for the same reason as in ``makeURLMappings()``.
    /// Conform to ``ConditionalFeature`` in the module that declares the type, rather than implementing the property.
    static var asConditionalFeature: ConditionalFeatureDefinition.Type? { get }

    /// The type as a group, or `nil` if the feature is not a group.
    ///
    /// The engine reads this property instead of casting the type, for the same reason as in ``makeURLMappings()``.
    /// Conform to ``FeatureGroup`` in the module that declares the type, rather than implementing the property.
    static var asFeatureGroup: FeatureGroup.Type? { get }
}

extension FeatureDefinition {
    /// The type's name, split into words, without the suffix "Feature".
    public static var name: String {
        TypeNames.title(of: self, droppingSuffix: "Feature")
    }

    /// By default, the app shows the feature to its users.
    public static var isVisible: Bool { true }

    /// By default, the feature is not part of an experiment.
    public static var variation: String? { nil }

    /// By default, the feature has no notes.
    public static var declaration: Declaration { .unspecified }

    /// The path under which the feature is registered in the current runtime, or the type's name before registration.
    public static var identifier: FeaturePath {
        if DeclarationProbe.recordDefault(.identifier, of: self) { return TopicPath([]) }
        return FlintRuntime.current.catalog.metadata(for: self)?.path ?? TopicPath([TypeNames.short(self)])
    }

    /// Does nothing by default.
    public static func postPrepare() {}

    /// Returns `nil`, because the feature has no routes.
    public static func makeURLMappings() -> URLMappingsBuilder? { nil }

    /// By default, the feature is not conditional.
    public static var asConditionalFeature: ConditionalFeatureDefinition.Type? { nil }

    /// By default, the feature is not a group.
    public static var asFeatureGroup: FeatureGroup.Type? { nil }

    /// The parent group of the feature in the current runtime, or `nil` for a feature without a group.
    public static var parent: FeatureGroup.Type? {
        (FlintRuntime.current.catalog.metadata(for: self)?.parent?.feature).flatMap(FeatureKinds.group)
    }
}

/// A feature without conditions of its own, whose actions can be performed without a request.
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
/// A feature below a conditional feature is available only while that feature is. Otherwise, performing one of its
/// actions completes with a failure.
public protocol Feature: FeatureDefinition {}

extension Feature {
    /// Binds an action to this feature, so that the action can be performed.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - fileID: The file that binds the action; pass a value only to forward a caller's.
    ///   - line: The line that binds the action; pass a value only to forward a caller's.
    /// - Returns: The binding.
    public static func action<ActionType: Action>(
        _ action: ActionType.Type, fileID: StaticString = #fileID, line: Int = #line
    ) -> StaticActionBinding<Self, ActionType> {
        StaticActionBinding(place: BindingPlace(fileID: fileID, line: line))
    }
}

/// A group of features.
///
/// Groups form the feature hierarchy that an app passes to setup. Registering a group registers everything below it. A
/// group can also be a feature with actions: it can conform to ``Feature`` or ``ConditionalFeature`` as well. The
/// features below an unavailable conditional group are unavailable.
public protocol FeatureGroup: FeatureDefinition {
    /// The features directly below the group, in display order.
    static var subfeatures: [FeatureDefinition.Type] { get }
}

extension FeatureGroup {
    /// The type itself, which is a group.
    public static var asFeatureGroup: FeatureGroup.Type? { self }

    /// A default description for groups that declare none.
    public static var description: String { "A feature group" }

    /// Declares no actions.
    public static func prepare(actions: FeatureActionsBuilder) {}
}

/// The kinds of features, determined without casting a type if possible.
///
/// Casting a type to a protocol takes longer the more conformances the program has. For ten thousand features, it would
/// take up most of the registration time. Types therefore declare their kind in
/// ``FeatureDefinition/asConditionalFeature`` and ``FeatureDefinition/asFeatureGroup``. A class inherits the
/// declaration of its superclass even if it adds conformances, so a type with a superclass is cast if the declaration
/// is `nil`.
enum FeatureKinds {
    static func conditional(_ feature: FeatureDefinition.Type) -> ConditionalFeatureDefinition.Type? {
        if let conditional = feature.asConditionalFeature { return conditional }
        return _getSuperclass(feature) == nil ? nil : feature as? ConditionalFeatureDefinition.Type
    }

    static func group(_ feature: FeatureDefinition.Type) -> FeatureGroup.Type? {
        if let group = feature.asFeatureGroup { return group }
        return _getSuperclass(feature) == nil ? nil : feature as? FeatureGroup.Type
    }
}
