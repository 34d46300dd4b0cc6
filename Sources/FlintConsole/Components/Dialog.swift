import InspectorKit
import TerminalKit

/// What is in front of the screen and gets all keys.
enum Dialog: Sendable, Hashable {
    /// Something to read and choices to make.
    case choices(ChoiceDialog)
    /// Fields to fill in.
    case form(FormDialog)
    /// The list of keys.
    case help(HelpDialog)
    /// The palette.
    case palette(PaletteDialog)
}

/// What happens when a choice is made.
enum Intent: Sendable, Hashable {
    /// Nothing.
    case close
    /// A change that can be undone.
    case change(Command)
    /// An action is performed, after asking for its input if it takes any.
    case perform(feature: String, action: String)
    /// An authorization flow begins.
    case beginFlow(feature: String, thenPerform: ActionInvocation?)
    /// The authorization flow that waits is shown.
    case showFlow
    /// The authorization flow that waits is ended, and another begins.
    case replaceFlow(feature: String, thenPerform: ActionInvocation?)
    /// The values a fact can be forced to are offered.
    case chooseValue(OverridableFact)
    /// The platform is typed.
    case typePlatform
    /// The screen of a product, a permission or a flag is shown, with it selected.
    case goTo(OverridableFact)
    /// An override is dropped, if it is still the same.
    case removeOverride(OverrideRecord)
    /// How far the simulated store's clock is put forward is typed.
    case typeAdvance
    /// The simulated store is to be reset, which is asked about first.
    case askToResetStore
    /// The app is shown as it is again, after what was tried was applied or not.
    case leaveScratch(applies: Bool)
    /// The log shows lines of a level and above.
    case showLevel(LogLine.Level)
    /// The log shows a topic only, with everything below it, or all.
    case showTopic(String?)
    /// A part of the selected item is copied.
    case copy(CopyPart)
}

/// A dialog that offers choices.
struct ChoiceDialog: Sendable, Hashable {
    /// A choice.
    struct Option: Sendable, Hashable {
        /// The letter that takes it, if it has one.
        var key: Character?
        /// What it is called.
        var title: String
        /// A note about it, such as that it is the current value.
        var note = ""
        /// What taking it does.
        var intent: Intent
        /// Why it cannot be taken, if it cannot.
        var reason: String?
        /// Whether the effect on features is shown before it is taken.
        var hasPreview = false
        /// What is shown in full while the choice is marked.
        var details = ""

        /// The command whose effect is shown.
        var previewed: Command? {
            guard hasPreview else { return nil }
            switch intent {
            case .change(let command): return command
            case .removeOverride(let record): return OverridableFact(record).removal
            default: return nil
            }
        }

        /// Whether it is an override, which can be given an expiry and a reason.
        var isOverride: Bool {
            if case .change(.setOverride(_, .some)) = intent { true } else { false }
        }
    }

    /// What an open dialog is about, if it is to follow what happens meanwhile.
    enum Subject: Sendable, Hashable {
        /// A product at the simulated store.
        case product(String)
        /// The simulated store's clock; the dialog stays open when a choice is made.
        case clock
    }

    /// What the dialog is about.
    var title: String
    /// What is to be read before choosing.
    var body: [StyledLine] = []
    /// The choices.
    var options: [Option]
    /// The marked choice.
    var selected = 0
    /// How long an override that is chosen is to last, and why.
    var terms = OverrideTerms()
    /// What it is about, if it is to follow what happens meanwhile.
    var subject: Subject?
    /// Whether letters do nothing yet: the dialog opened by itself, and what was typed ahead is not meant for it.
    var waitsForArrow = false

    /// Whether the effect of choices on features is shown.
    var hasPreviews: Bool { options.contains { $0.hasPreview } }
    /// Whether a choice is shown in full while it is marked.
    var hasDetails: Bool { options.contains { !$0.details.isEmpty } }
    /// Whether any of the choices is an override.
    var offersOverrides: Bool { options.contains(where: \.isOverride) }
}

/// A dialog with fields to fill in.
struct FormDialog: Sendable, Hashable {
    /// What is done with the answers.
    enum Purpose: Sendable, Hashable {
        /// An action is performed with them as input.
        case perform(feature: String, action: String)
        /// The only answer is words of the form `name=value`, the input of an action.
        case performWithPairs(feature: String, action: String)
        /// The answers are the platform to override with, how long and why.
        case platform
        /// The only answer is why an override is made that is being chosen in a dialog.
        case reason(ChoiceDialog)
        /// The answers are the name of a persona and who it stands for.
        case savePersona
        /// The only answer is how far the simulated store's clock is put forward.
        case advanceStore
        /// The only answer is the path of the file that everything is saved in.
        case saveReport
    }

    /// A field.
    struct Field: Sendable, Hashable {
        /// The name of the value.
        var name: String
        /// What the value means.
        var description: String
        /// Whether it must not be left empty.
        var isRequired: Bool
        /// Whether what is typed is hidden.
        var isSensitive = false
        /// What was typed.
        var field = TextField()
    }

    /// What the form is about.
    var title: String
    /// What is to be read before typing.
    var body: [StyledLine] = []
    /// The fields.
    var fields: [Field]
    /// What is done with the answers.
    var purpose: Purpose
    /// The field that is being typed.
    var focus = 0
    /// What is wrong with the answers, if something is.
    var problem: String?

    /// Whether the next step is to be done with it: in the last field, or anywhere if the first is mostly enough.
    var isAtEnd: Bool { focus >= fields.count - 1 || purpose == .platform }
}

/// The list of keys of the place it was opened in.
struct HelpDialog: Sendable, Hashable {
    /// The bindings of that place.
    var bindings: [KeyBinding]
    /// The words that filter the list.
    var field = TextField()
    /// The marked binding among those that match.
    var selected = 0

    /// The bindings that match what was typed.
    var matches: [KeyBinding] {
        let terms = SearchTerms(field.text)
        return bindings.filter { terms.match("\($0.keyText) \($0.summary) \($0.context.title) \($0.label)") }
    }
}
