// SPDX-License-Identifier: MIT

/// A situation in which keys have a specific meaning.
///
/// Several contexts can apply at the same time. On the Features screen, for example, they are ``features``,
/// ``browsing``, ``motion``, ``console``, and ``everywhere``. The console looks up a key in the most specific context
/// first. The raw values name the contexts in keymap files.
package enum KeyContext: String, Sendable, Hashable, CaseIterable {
    /// Applies at all times, even while text is being typed.
    case everywhere
    /// Applies while the window is too small to show anything.
    case cramped
    case console
    case motion
    /// Applies on every screen, except while the keys answer an authorization flow.
    case browsing
    case features
    case purchases
    case permissions
    case flags
    case flow
    case flowCard = "flow-card"
    case flowPrompt = "flow-prompt"
    case flowOutcome = "flow-outcome"
    case flowSummary = "flow-summary"
    case timeline
    case stacks
    case logs
    case matrix
    case filter
    case choices
    case overriding
    case sources
    case form
    case help
    case palette

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
        case .flags: "Facts"
        case .flow: "Permission flow"
        case .flowCard: "Permission flow: the card"
        case .flowPrompt: "Permission flow: the system's prompt"
        case .flowOutcome: "Permission flow: the outcome"
        case .flowSummary: "Permission flow: the summary"
        case .timeline: "Timeline"
        case .stacks: "Activity"
        case .logs: "Logs"
        case .matrix: "Matrix"
        case .filter: "Filter"
        case .choices: "Dialogs"
        case .overriding: "Dialogs with overrides"
        case .sources: "List of apps and recordings"
        case .form: "Forms"
        case .help: "List of keys"
        case .palette: "Palette"
        }
    }
}
