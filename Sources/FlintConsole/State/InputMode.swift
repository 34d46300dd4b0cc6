import InspectorKit

/// Where keys go at a moment.
enum InputMode: Sendable, Hashable {
    /// The window is too small for anything.
    case cramped
    /// A dialog that offers choices.
    case choices
    /// A dialog that offers choices some of which are overrides, which can be given a limit and a reason.
    case overriding
    /// A dialog with fields.
    case form
    /// The list of keys.
    case help
    /// The filter that is being typed.
    case filter
    /// An authorisation flow that waits for an answer.
    case flow(FlowSnapshot.Stage)
    /// A screen.
    case screen(ConsoleScreen)

    /// The contexts whose keys mean something here, the most specific first.
    var contexts: [KeyContext] {
        switch self {
        case .cramped: [.cramped, .everywhere]
        case .choices: [.choices, .everywhere]
        case .overriding: [.overriding, .choices, .everywhere]
        case .form: [.form, .everywhere]
        case .help: [.help, .everywhere]
        case .filter: [.filter, .everywhere]
        case .flow(let stage): [Self.context(of: stage), .flow, .motion, .console, .everywhere]
        case .screen(let screen): [screen.behavior.keyContext, .browsing, .motion, .console, .everywhere]
        }
    }

    /// The context of a stage of the flow.
    private static func context(of stage: FlowSnapshot.Stage) -> KeyContext {
        switch stage {
        case .card: .flowCard
        case .prompt: .flowPrompt
        case .outcome: .flowOutcome
        case .summary: .flowSummary
        }
    }
}
