import InspectorKit
import TerminalKit

/// A dialog in front of the current screen.
///
/// An open dialog receives all keys except the few that work everywhere, such as Ctrl-C. The screen behind the dialog
/// is dimmed and keeps changing with the app.
enum Dialog: Sendable, Hashable {
    case choices(ChoiceDialog)
    case form(FormDialog)
    case help(HelpDialog)
    case palette(PaletteDialog)
}

/// The operation that a choice in a dialog carries out.
///
/// Intents are values rather than closures, so that a dialog can be compared, stored in the ``ConsoleState``, and
/// tested.
enum Intent: Sendable, Hashable {
    case close
    /// Sends a command that can be undone.
    case change(Command)
    /// Performs an action, after a form for its input if it takes any.
    case perform(feature: String, action: String)
    case beginFlow(feature: String, thenPerform: ActionInvocation?)
    /// Shows the waiting authorization flow.
    case showFlow
    /// Ends the waiting authorization flow and begins another.
    case replaceFlow(feature: String, thenPerform: ActionInvocation?)
    /// Offers the values that a fact can be overridden with.
    case chooseValue(OverridableFact)
    case typePlatform
    /// Shows the screen of a product, permission, or flag, with the item selected.
    case goTo(OverridableFact)
    /// Removes an override, if there still is an override of the same fact.
    case removeOverride(OverrideRecord)
    /// Asks for the duration by which to advance the simulated store's clock.
    case typeAdvance
    /// Asks for confirmation before the simulated store is reset.
    case askToResetStore
    /// Ends the what-if session and, if requested, applies the tried changes.
    case leaveScratch(applies: Bool)
    case showLevel(LogLine.Level)
    /// Restricts the log to a topic and its subtopics, or shows all topics for `nil`.
    case showTopic(String?)
    case copy(CopyPart)
}

/// A dialog that shows a text and offers options.
///
/// The marked option can be previewed: the dialog shows which features the option's command would change before it is
/// chosen. If an option is an override, the user can set its expiry and reason in the same dialog.
struct ChoiceDialog: Sendable, Hashable {
    /// An option of the dialog.
    ///
    /// Enter chooses the marked option; a letter chooses its option directly. An option that cannot be chosen stays in
    /// the dialog, dimmed and with the reason.
    struct Option: Sendable, Hashable {
        var key: Character?
        var title: String
        /// A short remark, such as that the option is the current value.
        var note = ""
        var intent: Intent
        /// The reason the option cannot be chosen, or `nil` if it can.
        var reason: String?
        var hasPreview = false
        /// The text that is shown in full while the option is marked.
        var details = ""

        /// The command whose effect the dialog shows, or `nil` if the option has no preview.
        var previewed: Command? {
            guard hasPreview else { return nil }
            switch intent {
            case .change(let command): return command
            case .removeOverride(let record): return OverridableFact(record).removal
            default: return nil
            }
        }

        var isOverride: Bool {
            if case .change(.setOverride(_, .some)) = intent { true } else { false }
        }
    }

    /// The app state that an open dialog shows.
    ///
    /// If that state changes, the dialog is rebuilt and the marked option stays marked.
    enum Subject: Sendable, Hashable {
        case product(String)
        /// The simulated store's clock. The dialog stays open after a choice.
        case clock
    }

    var title: String
    var body: [StyledLine] = []
    var options: [Option]
    var selected = 0
    /// The expiry and the reason for the override that the user chooses.
    var terms = OverrideTerms()
    /// The state that the dialog shows, or `nil` if the dialog never changes while it is open.
    var subject: Subject?
    /// Whether letters are ignored until the user moves the mark.
    ///
    /// A dialog that opens without a request from the user ignores letters at first, because the user may still be
    /// typing for the screen behind it.
    var waitsForArrow = false

    var hasPreviews: Bool { options.contains { $0.hasPreview } }
    var hasDetails: Bool { options.contains { !$0.details.isEmpty } }
    var offersOverrides: Bool { options.contains(where: \.isOverride) }
}

/// A dialog with fields to fill in.
///
/// A form keeps its answers as text. When it is submitted, its ``purpose`` decides which command they become. If the
/// command fails, the form is shown again with the failure as its ``problem``, so that the user does not have to type
/// anything twice.
struct FormDialog: Sendable, Hashable {
    /// The use of a form's answers.
    ///
    /// Each purpose has its own fields, and it decides which command or dialog follows when the form is submitted.
    enum Purpose: Sendable, Hashable {
        case perform(feature: String, action: String)
        /// The input of an action in the form `name=value`, in a single field.
        case performWithPairs(feature: String, action: String)
        /// The overriding platform, the override's expiry, and its reason.
        case platform
        /// The reason for an override that is being chosen in another dialog, which opens again afterward.
        case reason(ChoiceDialog)
        case savePersona
        case advanceStore
        case saveReport
    }

    /// An input field with its label and its typed text.
    struct Field: Sendable, Hashable {
        var name: String
        var description: String
        var isRequired: Bool
        /// Whether the typed text is masked, as for a password.
        var isSensitive = false
        var field = TextField()
    }

    var title: String
    var body: [StyledLine] = []
    var fields: [Field]
    var purpose: Purpose
    var focus = 0
    /// The reason the answers were rejected, or `nil` if they were not.
    var problem: String?

    /// Whether Enter submits the form instead of going to the next field.
    ///
    /// This is the case in the last field. In the platform form it is the case in every field, because the first one
    /// usually suffices.
    var isAtEnd: Bool { focus >= fields.count - 1 || purpose == .platform }
}

/// The searchable list of keys, limited to the keys that work where the list was opened.
///
/// Enter runs the marked key's command, so the list is also a menu. Commands that cannot run now are listed too, with
/// the reason.
struct HelpDialog: Sendable, Hashable {
    var bindings: [KeyBinding]
    var field = TextField()
    /// The index of the marked binding in ``matches``.
    var selected = 0

    var matches: [KeyBinding] {
        let terms = SearchTerms(field.text)
        return bindings.filter { terms.match("\($0.keyText) \($0.summary) \($0.context.title) \($0.label)") }
    }
}
