// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// A dialog in front of the current screen.
///
/// An open dialog receives all keys except the few that work everywhere, such as Ctrl-C. The screen behind the dialog
/// is dimmed but continues to update.
enum Dialog: Sendable, Hashable {
    case choices(ChoiceDialog)
    case form(FormDialog)
    case help(HelpDialog)
    case palette(PaletteDialog)
}

/// The operation that an option of a dialog carries out.
///
/// Intents are values rather than closures, so that a dialog can be compared, stored in the ``ConsoleState``, and
/// tested.
enum Intent: Sendable, Hashable {
    case close
    case change(Command)
    /// Performs an action, or opens a form if the action takes input.
    case perform(feature: String, action: String)
    /// Lists the actions of a feature, and marks one.
    case offerAction(feature: String, action: String)
    case offerPlans(feature: String, marking: [UnlockStep])
    case openDeclaration
    /// Asks for confirmation before the app records only one feature's actions.
    case offerFocus(feature: String)
    case beginFlow(feature: String, thenPerform: ActionInvocation?)
    case showFlow
    case replaceFlow(feature: String, thenPerform: ActionInvocation?)
    /// Shows the values of a fact, beginning with the override values.
    case chooseValue(OverridableFact)
    case typeValue(OverridableFact)
    case goTo(OverridableFact)
    case goToFeature(String)
    case showEvent(UInt64)
    case readImpact(OverridableFact)
    case stopWatching(WatchList.Item)
    /// Removes an override if its fact is still overridden.
    case removeOverride(OverrideRecord)
    case typeAdvance
    case open(FormDialog)
    case askToResetStore
    case leaveWhatIf(applies: Bool)
    case showLevel(LogLine.Level)
    /// Restricts the log to a topic and its subtopics, or shows all topics if the value is `nil`.
    case showTopic(String?)
    case read(Message)
    case copy(CopyPart)
    case openSource(AppSource)
    case offerPlay(Scenario)
    case play(title: String, ConsoleScript)
    case listSettings(SettingGroup)
    case set(SettingChange)
    case changeProduction([UnconfirmedChange])
}

/// A dialog with body text and a list of options.
///
/// The marked option can be previewed: the dialog shows which features the option's command would change before it is
/// chosen. If an option is an override, the user can set its expiry and reason in the same dialog.
struct ChoiceDialog: Sendable, Hashable {
    /// An option of the dialog.
    ///
    /// Enter chooses the marked option; a letter chooses its option directly. An option that cannot be chosen is dimmed
    /// and shows the reason.
    struct Option: Sendable, Hashable {
        var key: Character?
        var title: String
        /// A short remark, such as when the value expires.
        var note = ""
        var isCurrent = false
        var intent: Intent
        /// The reason the option cannot be chosen, or `nil` if it can.
        var reason: String?
        var hasPreview = false
        var details = ""
        /// The command lines of the change that the option reports.
        var commandLines: [String] = []

        static let cancel = Option(title: "Cancel", intent: .close)

        var remark: String {
            if let reason { return reason }
            guard isCurrent else { return note }
            return note.isEmpty ? "current" : "current, \(note)"
        }

        var previewed: Command? { hasPreview ? intent.command : nil }

        var source: AppSource? {
            if case .openSource(let source) = intent { source } else { nil }
        }

        var isOverride: Bool {
            if case .change(let command) = intent { command.setsOverride } else { false }
        }
    }

    /// The app state that an open dialog shows.
    ///
    /// If that state changes, the dialog is rebuilt and the marked option stays marked.
    enum Subject: Sendable, Hashable {
        case product(String)
        case clock
    }

    /// A place in which the dialog's fact can be changed, such as an override or the store.
    struct Place: Sendable, Hashable {
        let name: String
        var body: [StyledLine] = []
        let options: [Option]
        var subject: Subject?
    }

    var title: String
    /// The places in which the fact can be changed, or an empty array for a dialog with a single list of options.
    private(set) var places: [Place] = []
    private(set) var place = 0
    var body: [StyledLine]
    var options: [Option]
    var selected: Int
    /// The index of the first visible line of a body that is longer than its space.
    var bodyTop = 0
    /// Whether the marked option's effect is shown in full, in place of the body and the options.
    var showsWholeEffect = false
    var terms = OverrideTerms()
    /// Whether the dialog offers to unlock the feature of an action that was refused.
    var followsRefusal = false
    /// The state that the dialog shows, or `nil` if the dialog never changes while open.
    var subject: Subject?

    /// Creates a dialog.
    ///
    /// The order of the options must not depend on the state, because the dialog is rebuilt when its subject changes
    /// and the marked option is an index. If `selected` is `nil`, the current value is marked or, without a current
    /// value, the first option.
    init(
        title: String, body: [StyledLine] = [], options: [Option], selected: Int? = nil, subject: Subject? = nil
    ) {
        self.title = title
        self.body = body
        self.options = options
        self.selected = selected ?? options.firstIndex(where: \.isCurrent) ?? 0
        self.subject = subject
    }

    init(title: String, places: [Place], showing place: Int) {
        self.init(
            title: title, body: places[place].body, options: places[place].options, subject: places[place].subject)
        // A single place offers no choice, so the places are not shown.
        if places.count > 1 { (self.places, self.place) = (places, place) }
    }

    mutating func showNextPlace() {
        // The terms apply to every place.
        let terms = terms
        self = ChoiceDialog(title: title, places: places, showing: (place + 1) % places.count)
        self.terms = terms
    }

    var hasPreviews: Bool { options.contains { $0.hasPreview } }
    var makesChanges: Bool { hasPreviews || asksAboutProduction }
    var hasDetails: Bool { options.contains { !$0.details.isEmpty } }
    var offersOverrides: Bool { options.contains(where: \.isOverride) }
    var inputMode: InputMode {
        if offersOverrides || !places.isEmpty { return .overriding }
        return options.contains { $0.source != nil } ? .sources : .choices
    }
}

/// A dialog with text fields.
///
/// When the user submits a form, its ``purpose`` determines the command to create from the typed text. If the command
/// fails, the form is shown again with the failure as its ``problem``, so that the user does not have to type anything
/// twice.
struct FormDialog: Sendable, Hashable {
    /// The purpose of a form, which determines its fields and the effect of submitting it.
    enum Purpose: Sendable, Hashable {
        case perform(feature: String, action: String)
        /// An action's input as `name=value` pairs in a single field.
        case performWithPairs(feature: String, action: String)
        case value(OverridableFact)
        /// The reason for an override. The dialog in which the override is being chosen opens again afterward.
        case reason(ChoiceDialog)
        case savePersona(Persona.Scope)
        case renamePersona(String)
        case advanceStore
        case write(ConsoleFile)
    }

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
    var problem: String?

    func fieldText(at index: Int) -> String { fields[index].field.text.trimmingTrailingSpaces }

    /// Whether Enter submits the form instead of moving to the next field.
    var isAtEnd: Bool {
        // An override is submitted in every field, because the first field usually suffices.
        if case .value = purpose { true } else { focus >= fields.count - 1 }
    }
}

/// The searchable list of the keys that work where the list was opened, followed by the signs on the screen.
///
/// Enter runs the marked key's command, so the list is also a menu. Commands that cannot run now are listed as
/// unavailable.
struct HelpDialog: Sendable, Hashable {
    struct Entry: Sendable, Hashable {
        let term: String
        let description: String
        let section: String
        var label = ""
        var synonyms = ""
        /// The command of a key, or `nil` for a sign.
        var command: KeyCommand?

        init(_ binding: KeyBinding) {
            (term, description, section) = (binding.keyText, binding.summary, binding.context.title)
            (label, synonyms, command) = (binding.label, binding.command.synonyms, binding.command)
        }

        init(_ sign: ScreenSign) {
            (term, description, section) = (sign.text, sign.meaning, ScreenSign.title)
        }
    }

    let entries: [Entry]
    var field = TextField()
    /// The index of the marked entry in ``matches``.
    var selected = 0

    init(bindings: [KeyBinding], glyphs: GlyphSet) {
        entries = bindings.map { Entry($0) } + ScreenSign.all(glyphs).map { Entry($0) }
    }

    var matches: [Entry] {
        let terms = SearchTerms(field.text)
        return entries.filter { terms.match("\($0.term) \($0.description) \($0.section) \($0.label) \($0.synonyms)") }
    }
}
