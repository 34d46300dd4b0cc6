// SPDX-License-Identifier: MIT

/// An action bound to a feature.
///
/// A ``StaticActionBinding`` can be performed directly. A ``ConditionalActionBinding`` must be requested first; a
/// granted request is a ``VerifiedActionBinding``.
public protocol ActionBinding<FeatureType, ActionType> {
    /// The feature to which the action is bound.
    associatedtype FeatureType: FeatureDefinition
    /// The action that is bound to the feature.
    associatedtype ActionType: Action
}

extension ActionBinding {
    /// The action's log topic: the feature's path, `#`, and the action's type name.
    public var logTopicPath: TopicPath {
        FeatureType.identifier.appending("#" + TypeNames.short(ActionType.self))
    }

    /// A textual description for debuggers, such as `OpenDocumentAction of DocumentsFeature`.
    public var debugDescription: String {
        "\(TypeNames.short(ActionType.self)) of \(TypeNames.short(FeatureType.self))"
    }
}

/// A binding whose action can be performed.
///
/// ``StaticActionBinding`` and ``VerifiedActionBinding`` conform to this protocol. A ``ConditionalActionBinding`` must
/// be requested first.
///
/// Both conforming types are `Sendable`. The protocol does not inherit from `Sendable`, because that would prevent an
/// app from performing the actions of a feature that is isolated to the main actor.
public protocol PerformableActionBinding<FeatureType, ActionType>: ActionBinding {
    /// Runs a closure with the binding's runtime as the current runtime.
    func withRuntime<Result>(_ body: () throws -> Result) rethrows -> Result
    /// The thing for which the action was requested, or `nil`; see ``ConditionalActionBinding/request(on:)``.
    var instance: String? { get }
}

extension PerformableActionBinding {
    /// By default, `nil`: the action was not requested for a particular thing.
    @inlinable public var instance: String? { nil }
}

/// The line of source code that creates a binding, in 16 bytes that need no reference counting.
struct BindingPlace: @unchecked Sendable {
    /// The characters of a string literal, which remain valid while the program runs.
    private let start: UnsafePointer<UInt8>?
    private let count: UInt16
    private let line: UInt32

    static let unknown = BindingPlace(start: nil, count: 0, line: 0)

    private init(start: UnsafePointer<UInt8>?, count: UInt16, line: UInt32) {
        (self.start, self.count, self.line) = (start, count, line)
    }

    init(fileID: StaticString, line: Int) {
        self.init(
            start: fileID.hasPointerRepresentation ? fileID.utf8Start : nil,
            count: UInt16(clamping: fileID.utf8CodeUnitCount), line: UInt32(clamping: line))
    }

    var location: CodeLocation? {
        guard let start else { return nil }
        let bytes = UnsafeBufferPointer(start: start, count: Int(count))
        return CodeLocation(fileID: String(decoding: bytes, as: UTF8.self), line: Int(line))
    }
}

/// An action bound to an unconditional feature.
///
/// Create a binding with the feature's `action(_:)` and store it in a static property of the feature:
///
/// ```swift
/// static let open = action(OpenDocumentAction.self)
/// ```
public struct StaticActionBinding<FeatureType: FeatureDefinition, ActionType: Action>: PerformableActionBinding,
    Sendable, CustomDebugStringConvertible
{
    let place: BindingPlace

    /// Runs a closure in the current runtime.
    @inlinable
    public func withRuntime<Result>(_ body: () throws -> Result) rethrows -> Result {
        try body()
    }
}

/// An action bound to a conditional feature.
///
/// Call ``request()`` to obtain a binding that can be performed:
///
/// ```swift
/// if let request = SmartPlaylistsFeature.create.request() {
///     request.perform(withInput: name)
/// }
/// ```
public struct ConditionalActionBinding<FeatureType: ConditionalFeatureDefinition, ActionType: Action>: ActionBinding,
    Sendable, CustomDebugStringConvertible
{
    let place: BindingPlace
}

extension ConditionalActionBinding where FeatureType: ConditionalFeature {
    /// Requests the action.
    ///
    /// The request is granted only if the feature is available. A denial is recorded in the journal with the full
    /// explanation. A feature that implements ``ConditionalFeature/request(_:)`` makes its own decision. Inside that
    /// implementation, this method returns the engine's decision.
    ///
    /// This method can be called from any thread.
    ///
    /// - Returns: A binding that can be performed, or `nil` if the request is denied, for example because the feature
    ///   is unavailable or its availability is undetermined.
    public func request() -> VerifiedActionBinding<FeatureType, ActionType>? {
        guard let bound = TaskScope.boundRuntime else {
            let isOpen = FlintRuntime.processGates.grants(feature: FeatureType.self, action: ActionType.self)
            guard isOpen || FlintRuntime.process.grantsRequest(FeatureType.self, action: ActionType.self) else {
                return nil
            }
            return VerifiedActionBinding(bound: nil)
        }
        let isOpen = bound.gates.grants(feature: FeatureType.self, action: ActionType.self)
        guard isOpen || bound.grantsRequest(FeatureType.self, action: ActionType.self) else { return nil }
        return VerifiedActionBinding(bound: bound)
    }

    /// Requests the action for one of several things, such as a server.
    ///
    /// As in ``FlintRuntime/availability(of:on:)``, facts with a separate value for each thing are read for this thing.
    /// They are read again when the action is performed. A denial is recorded with the values for this thing. A feature
    /// that implements ``ConditionalFeature/request(_:)`` can deny the request, but cannot see or change the thing.
    ///
    /// This method can be called from any thread.
    ///
    /// - Parameter instance: The name of the thing, as in ``AppFact/of(_:)``.
    /// - Returns: A binding that can be performed, or `nil` if the request is denied.
    public func request(on instance: String) -> VerifiedActionBinding<FeatureType, ActionType>? {
        let bound = TaskScope.boundRuntime
        let runtime = bound ?? .process
        guard runtime.grantsRequest(FeatureType.self, action: ActionType.self, on: instance) else { return nil }
        return VerifiedActionBinding(bound: bound, instance: instance)
    }
}

/// An action bound to a conditional feature whose request has been granted.
///
/// Performing the action checks the availability again. If the feature has become unavailable since the request, the
/// action is not performed and the outcome is a failure with
/// ``ActionPerformError/requiredFeatureNotAvailable(feature:)``.
public struct VerifiedActionBinding<FeatureType: ConditionalFeatureDefinition, ActionType: Action>:
    PerformableActionBinding, Sendable
{
    /// The binding that was requested.
    public var actionBinding: ConditionalActionBinding<FeatureType, ActionType> {
        ConditionalActionBinding(place: .unknown)
    }

    /// The runtime that granted the request and performs the action, or `nil` for the process's runtime.
    ///
    /// The process's runtime is never released, so `nil` saves reference counting.
    private let bound: FlintRuntime?
    /// The thing for which the action was requested, or `nil`.
    public let instance: String?

    init(bound: FlintRuntime?, instance: String? = nil) {
        (self.bound, self.instance) = (bound, instance)
    }

    /// Runs a closure in the runtime that granted the request.
    public func withRuntime<Result>(_ body: () throws -> Result) rethrows -> Result {
        try (bound ?? .process).bind(body)
    }
}
