// SPDX-License-Identifier: MIT

public import Dispatch

/// An operation that an app can perform, declared as a type with an input, a presenter, and a function.
///
/// Declare one type for each operation, bind it to a feature with `action(_:)`, and perform it through the binding. The
/// engine then decides whether the action may be performed, and records it in the journal. URLs and activities can also
/// lead to the action.
///
/// ```swift
/// final class OpenDocumentAction: UIAction {
///     typealias InputType = DocumentRef
///     typealias PresenterType = DocumentPresenter
///
///     static let description = "Open a document"
///
///     static func perform(
///         context: ActionContext<DocumentRef>, presenter: DocumentPresenter, completion: Completion
///     ) -> Completion.Status {
///         presenter.open(context.input)
///         return completion.completedSync(.success)
///     }
/// }
/// ```
///
/// Only ``perform(context:presenter:completion:)`` is required. Conform to ``UIAction`` if the action must run on the
/// main queue, or to ``AsyncAction`` if its work is an `async` function.
public protocol Action {
    /// The type of the completion that an action must call exactly once.
    typealias Completion = CompletionRequirement<ActionPerformOutcome>

    /// The type of the action's input; ``NoInput`` by default.
    ///
    /// Any type can be used. If the type's conformance to ``FlintLoggable`` is visible where the action is declared,
    /// the journal records the input's own description. For any other type, the journal records the type's name and
    /// never the content.
    associatedtype InputType = NoInput
    /// The type of the object that presents the action's results; ``NoPresenter`` by default.
    associatedtype PresenterType = NoPresenter

    /// The name shown to people.
    ///
    /// By default, this is the type's name split into words, without the trailing "Action".
    static var name: String { get }

    /// A sentence that describes the action.
    static var description: String { get }

    /// The queue on which the action is performed.
    ///
    /// The default is the ``ActionSession/callerQueue`` of the session in which the action is performed. For the main
    /// session, that is the main queue. A ``UIAction`` is always performed on the main queue.
    ///
    /// Return the same queue every time, because the engine caches the queue's identity on the first request.
    static var queue: DispatchQueue { get }

    /// The session in which bindings perform the action; ``ActionSession/main`` by default.
    ///
    /// With `nil`, the action can be performed only through an ``ActionSession``.
    static var defaultSession: ActionSession? { get }

    /// Whether the action is omitted from the journal; `false` by default.
    static var hideFromTimeline: Bool { get }

    /// The ways in which the system may use the action's activities.
    ///
    /// The set is empty by default, and an action with an empty set has no activities.
    static var activityEligibility: Set<ActivityEligibility> { get }

    /// A phrase with which users can invoke the action by voice; `nil` by default.
    static var suggestedInvocationPhrase: String? { get }

    /// Adjusts an activity of the action before it is published or returned.
    ///
    /// After a successful action, the engine calls this method on the thread on which the action completes.
    /// ``PerformableActionBinding/activity(withInput:withURL:)`` calls it on the caller's thread. It is never called if
    /// ``activityEligibility`` is empty. The default implementation leaves the activity unchanged.
    ///
    /// - Parameter activity: The activity, prefilled from the action and its input. Call ``ActivityBuilder/cancel()``
    ///   to discard it.
    /// - Throws: An error if the activity cannot be created. After a successful action, the engine reports the error as
    ///   an advisory.
    static func prepareActivity(_ activity: ActivityBuilder<Self>) throws

    /// Returns the description of an input for the journal and the logs.
    ///
    /// The engine calls this method once for each request, unless the action takes no input. Instead of implementing
    /// this method, prefer to conform the input type to ``FlintLoggable``.
    static func inputDescription(of input: InputType) -> ActionInputDescription

    /// The identifier of the action in analytics.
    ///
    /// If the value is `nil`, which is the default, the action is excluded from analytics.
    static var analyticsID: String? { get }

    /// Returns additional values to report to analytics with a request.
    ///
    /// Each ``AnalyticsReporting`` observer calls this method before the action is performed, on the thread that makes
    /// the request. The method is not called if the action has no ``analyticsID``, or while ``AnalyticsFeature`` is
    /// unavailable. The default implementation returns `nil`.
    static func analyticsAttributes<FeatureType: FeatureDefinition>(
        forRequest request: ActionRequest<FeatureType, Self>
    ) -> [String: Any?]?

    /// Performs the action.
    ///
    /// The engine calls this method on ``queue``. The request's runtime is current during the call.
    ///
    /// - Parameters:
    ///   - context: The input and the source of the request.
    ///   - presenter: The object that presents the results.
    ///   - completion: The completion to call exactly once, before or after this function returns.
    /// - Returns: The status obtained from `completion`.
    static func perform(
        context: ActionContext<InputType>, presenter: PresenterType, completion: Completion
    ) -> Completion.Status
}

extension Action {
    /// The type's name split into words, without the trailing "Action".
    public static var name: String {
        TypeNames.title(of: self, droppingSuffix: "Action")
    }

    /// The string "No description", used until the action declares its own description.
    public static var description: String { "No description" }

    /// A placeholder for the caller queue of the session in which the action is performed.
    public static var queue: DispatchQueue { QueueIdentity.callerQueueOfSession }

    /// The current runtime's main session.
    public static var defaultSession: ActionSession? { .main }

    /// By default, the journal records the action.
    public static var hideFromTimeline: Bool { false }

    /// By default, the action has no activities.
    public static var activityEligibility: Set<ActivityEligibility> { [] }

    /// By default, the action has no suggested phrase.
    public static var suggestedInvocationPhrase: String? { nil }

    /// Leaves the activity unchanged.
    public static func prepareActivity(_ activity: ActivityBuilder<Self>) throws {}

    /// Returns a description that contains only the name of the input's type.
    public static func inputDescription(of input: InputType) -> ActionInputDescription {
        ActionInputDescription(ofType: InputType.self)
    }

    /// By default, the action is excluded from analytics.
    public static var analyticsID: String? { nil }

    /// Returns `nil`, which adds no values.
    public static func analyticsAttributes<FeatureType: FeatureDefinition>(
        forRequest request: ActionRequest<FeatureType, Self>
    ) -> [String: Any?]? { nil }
}

extension Action where InputType: FlintLoggable {
    /// Returns the input's own description, or "(hidden)" for a sensitive input.
    public static func inputDescription(of input: InputType) -> ActionInputDescription {
        ActionInputDescription(input)
    }
}

/// An alternative name for ``Action``, for files that import another module with an `Action` type.
public typealias FlintAction = Action

/// An action that is performed on the main queue.
///
/// Use this protocol for every action that updates the user interface. A custom `queue` is ignored.
public protocol UIAction: Action {}

extension UIAction {
    /// The main queue.
    public static var queue: DispatchQueue { .main }
}

/// An alternative name for ``UIAction``, for files that import another module with a `UIAction` type, such as UIKit.
public typealias FlintUIAction = UIAction

/// An action whose only effect is to end the use of its feature, such as "Done" or "Cancel".
///
/// The protocol supplies the implementation, so a conforming type needs only a description. Performing the action
/// closes the feature's action stack.
public protocol TerminatingAction: Action {}

extension TerminatingAction {
    /// Completes with success and ends the use of the feature.
    public static func perform(
        context: ActionContext<InputType>, presenter: PresenterType, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(.successWithFeatureTermination)
    }
}
