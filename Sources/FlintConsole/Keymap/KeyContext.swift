/// Where a key means something.
package enum KeyContext: String, Sendable, Hashable, CaseIterable {
    /// Wherever the keys go, even while text is typed.
    case everywhere
    /// While the window is too small to show anything.
    case cramped
    /// On every screen.
    case console
    /// In lists and details.
    case motion
    /// On every screen, unless an authorization flow waits for an answer.
    case browsing
    /// On the Features screen.
    case features
    /// On the Purchases screen.
    case purchases
    /// On the Permissions screen.
    case permissions
    /// On the Flags screen.
    case flags
    /// In an authorization flow.
    case flow
    /// In an authorization flow, at the app's card.
    case flowCard = "flow-card"
    /// In an authorization flow, at the system's prompt.
    case flowPrompt = "flow-prompt"
    /// In an authorization flow, at the outcome of a prompt.
    case flowOutcome = "flow-outcome"
    /// In an authorization flow, at the summary.
    case flowSummary = "flow-summary"
    /// On the Timeline screen.
    case timeline
    /// On the Stacks screen.
    case stacks
    /// On the Logs screen.
    case logs
    /// On the Matrix screen.
    case matrix
    /// While a filter is typed.
    case filter
    /// In a dialog that offers choices.
    case choices
    /// In a dialog that offers overrides.
    case overriding
    /// In a dialog with fields to fill in.
    case form
    /// In the list of keys.
    case help
    /// In the palette.
    case palette

    /// The context as a heading for people.
    package var title: String {
        switch self {
        case .everywhere: "Everywhere, even while typing"
        case .cramped: "While the window is too small"
        case .console: "Every screen"
        case .motion: "Moving"
        case .browsing: "Lists"
        case .features: "Features"
        case .purchases: "Purchases"
        case .permissions: "Permissions"
        case .flags: "Flags"
        case .flow: "Permission flow"
        case .flowCard: "Permission flow: the card"
        case .flowPrompt: "Permission flow: the system's prompt"
        case .flowOutcome: "Permission flow: the outcome"
        case .flowSummary: "Permission flow: the summary"
        case .timeline: "Timeline"
        case .stacks: "Stacks"
        case .logs: "Logs"
        case .matrix: "Matrix"
        case .filter: "Filter"
        case .choices: "Dialogs"
        case .overriding: "Dialogs with overrides"
        case .form: "Forms"
        case .help: "List of keys"
        case .palette: "Palette"
        }
    }
}
