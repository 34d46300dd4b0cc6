public import Dispatch

/// Something an app can do, as a type: its input, its presenter and the function that does it.
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
public protocol Action {
    /// What an action must answer with.
    typealias Completion = CompletionRequirement<ActionPerformOutcome>

    /// What the action works on; ``NoInput`` by default.
    ///
    /// It may be any type. One that conforms to ``FlintLoggable`` where the action is declared is recorded as it
    /// describes itself; of any other, only the type's name is recorded, never its content.
    associatedtype InputType = NoInput
    /// What the action shows its results through; ``NoPresenter`` by default.
    associatedtype PresenterType = NoPresenter

    /// The name for people. By default the type's name, split into words and without the trailing "Action".
    static var name: String { get }

    /// What the action does, in a sentence.
    static var description: String { get }

    /// The queue the action is performed on; by default ``ActionSession/callerQueue`` of the session it is performed
    /// in, which is the main queue for the main session. A ``UIAction`` is performed on the main queue in every
    /// session.
    ///
    /// It must be the same every time: whether a caller runs on it already is found out by what it was first.
    static var queue: DispatchQueue { get }

    /// The session that bindings perform the action in; ``ActionSession/main`` by default.
    static var defaultSession: ActionSession? { get }

    /// Whether the action is left out of the journal; `false` by default.
    static var hideFromTimeline: Bool { get }

    /// What may be done with an activity of the action; nothing by default, and then there are none.
    static var activityEligibility: Set<ActivityEligibility> { get }

    /// What people might call the action when they speak to an assistant; `nil` by default.
    static var suggestedInvocationPhrase: String? { get }

    /// Describes an activity, after the action has succeeded and before it is published.
    ///
    /// Called on the thread the action answers on, and only if ``activityEligibility`` allows something. By default
    /// nothing is added to what the input describes.
    ///
    /// - Parameter activity: The activity, which may also be cancelled.
    /// - Throws: Why there can be no activity, which is reported as a programming advisory.
    static func prepareActivity(_ activity: ActivityBuilder<Self>) throws

    /// Describes an input for the journal and the logs; called once for each request.
    ///
    /// Conform the input's type to ``FlintLoggable`` rather than implementing this.
    static func inputDescription(of input: InputType) -> ActionInputDescription

    /// What analytics know the action by, or `nil` to keep it from them, which is the default.
    static var analyticsID: String? { get }

    /// What analytics receive of a request besides the action's identifier; nothing by default.
    ///
    /// Asked once per request, before the action is performed, on the thread that asks for it.
    static func analyticsAttributes<FeatureType: FeatureDefinition>(
        forRequest request: ActionRequest<FeatureType, Self>
    ) -> [String: Any?]?

    /// Does it.
    ///
    /// Called on ``queue``, with the runtime of the request as the current one.
    ///
    /// - Parameters:
    ///   - context: The input and where the request came from.
    ///   - presenter: What to show results through.
    ///   - completion: Must be answered, now or later.
    /// - Returns: The proof that it has been or will be answered.
    static func perform(
        context: ActionContext<InputType>, presenter: PresenterType, completion: Completion
    ) -> Completion.Status
}

extension Action {
    /// The type's name, split into words and without the trailing "Action".
    public static var name: String {
        TypeNames.words(of: self, droppingSuffix: "Action")
    }

    /// A text that stands for a missing description.
    public static var description: String { "No description" }

    /// A queue that stands for the caller queue of the session the action is performed in.
    public static var queue: DispatchQueue { QueueIdentity.callerQueueOfSession }

    /// The main session of the current runtime.
    public static var defaultSession: ActionSession? { .main }

    /// Recorded.
    public static var hideFromTimeline: Bool { false }

    /// No activities.
    public static var activityEligibility: Set<ActivityEligibility> { [] }

    /// No phrase.
    public static var suggestedInvocationPhrase: String? { nil }

    /// Adds nothing.
    public static func prepareActivity(_ activity: ActivityBuilder<Self>) throws {}

    /// The name of the input's type.
    public static func inputDescription(of input: InputType) -> ActionInputDescription {
        ActionInputDescription(ofType: InputType.self)
    }

    /// Kept from analytics.
    public static var analyticsID: String? { nil }

    /// Nothing.
    public static func analyticsAttributes<FeatureType: FeatureDefinition>(
        forRequest request: ActionRequest<FeatureType, Self>
    ) -> [String: Any?]? { nil }
}

extension Action where InputType: FlintLoggable {
    /// The input as it describes itself.
    public static func inputDescription(of input: InputType) -> ActionInputDescription {
        ActionInputDescription(input)
    }
}

/// Another name of ``Action``, for files in which another module has an `Action` too.
public typealias FlintAction = Action

/// An action that is performed on the main queue, as anything that shows something should be.
///
/// A `queue` that it defines itself is ignored.
public protocol UIAction: Action {}

extension UIAction {
    /// The main queue, whatever the session.
    public static var queue: DispatchQueue { .main }
}

/// Another name of ``UIAction``, for files in which another module has a `UIAction` too, as UIKit does.
public typealias FlintUIAction = UIAction

/// An action that does nothing but end the use of its feature, such as "done" or "cancel".
public protocol TerminatingAction: Action {}

extension TerminatingAction {
    /// Ends the use of the feature.
    public static func perform(
        context: ActionContext<InputType>, presenter: PresenterType, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(.successWithFeatureTermination)
    }
}
