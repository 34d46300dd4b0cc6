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
    /// Sends a command that changes the app's state.
    case change(Command)
    /// Performs an action, or opens a form if the action takes input.
    case perform(feature: String, action: String)
    /// Lists the actions of a feature, one of which is marked.
    case offerAction(feature: String, action: String)
    /// Lists the plans that unlock a feature, one of which is marked.
    case offerPlans(feature: String, marking: [UnlockStep])
    case openDeclaration
    /// Asks before the app records only the actions of a feature.
    case offerFocus(feature: String)
    case beginFlow(feature: String, thenPerform: ActionInvocation?)
    /// Shows the waiting authorization flow.
    case showFlow
    /// Ends the waiting authorization flow and begins another one.
    case replaceFlow(feature: String, thenPerform: ActionInvocation?)
    /// Shows the values of a fact, first those with which it can be overridden.
    case chooseValue(OverridableFact)
    case typePlatform
    /// Shows the screen of a product, permission, or flag, with the item selected.
    case goTo(OverridableFact)
    /// Shows a feature on its screen.
    case goToFeature(String)
    /// Shows an event on the timeline.
    case showEvent(UInt64)
    /// Lists the features that are lost without a fact and gained with it.
    case readImpact(OverridableFact)
    case stopWatching(WatchList.Item)
    /// Removes an override if its fact is still overridden.
    case removeOverride(OverrideRecord)
    /// Asks for the duration by which to advance the simulated store's clock.
    case typeAdvance
    /// Asks for confirmation before the simulated store is reset.
    case askToResetStore
    /// Ends the what-if session and, if requested, applies the tried changes.
    case leaveWhatIf(applies: Bool)
    case showLevel(LogLine.Level)
    /// Restricts the log to a topic and its subtopics, or shows all topics if the value is `nil`.
    case showTopic(String?)
    /// Shows a message in full.
    case read(Message)
    case copy(CopyPart)
    /// Shows another app or recording.
    case openSource(AppSource)
    /// Shows the values of a group of settings.
    case listSettings(SettingGroup)
    case set(SettingChange)
    /// Makes changes to a production app that the user has confirmed.
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
        /// Whether the option is the current value.
        var isCurrent = false
        var intent: Intent
        /// The reason the option cannot be chosen, or `nil` if it can.
        var reason: String?
        var hasPreview = false
        /// Additional text that is shown while the option is marked.
        var details = ""
        /// The command lines of the change that the option reports.
        var commandLines: [String] = []

        /// The text beside the title: the reason the option cannot be chosen, or the note.
        var remark: String {
            if let reason { return reason }
            guard isCurrent else { return note }
            return note.isEmpty ? "current" : "current, \(note)"
        }

        /// The command whose effect the dialog shows, or `nil` if the option has no preview.
        var previewed: Command? { hasPreview ? command : nil }

        /// The command that the option sends, or `nil` if it sends none.
        var command: Command? {
            switch intent {
            case .change, .changeProduction: return intent.command
            case .removeOverride(let record): return OverridableFact(record).removal
            case .close, .perform, .offerAction, .offerPlans, .openDeclaration, .offerFocus, .beginFlow, .showFlow,
                .replaceFlow,
                .chooseValue, .typePlatform, .goTo,
                .goToFeature, .showEvent, .readImpact, .stopWatching, .typeAdvance, .askToResetStore, .leaveWhatIf,
                .showLevel,
                .showTopic, .read, .copy, .openSource, .listSettings, .set:
                return nil
            }
        }

        /// The app or recording that the option shows, or `nil` for another option.
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
        /// The simulated store's clock and settings.
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
    /// The places of which the dialog shows one, or an empty array for a dialog with only one list of options.
    private(set) var places: [Place] = []
    private(set) var place = 0
    var body: [StyledLine]
    var options: [Option]
    var selected: Int
    /// The index of the first visible line of a body that is longer than its space.
    var bodyTop = 0
    /// Whether the marked option's effect is shown in full, in place of the body and the options.
    var showsWholeEffect = false
    /// The expiry and the reason for the override that the user chooses.
    var terms = OverrideTerms()
    /// The state that the dialog shows, or `nil` if the dialog never changes while open.
    var subject: Subject?

    /// Creates a dialog.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - body: The text above the options.
    ///   - options: The options, whose order must not depend on the state.
    ///   - selected: The index of the marked option. Pass `nil` to mark the current value or, if no option is the
    ///     current value, the first option.
    ///   - subject: The state that the dialog shows, or `nil` if the dialog never changes while open.
    init(
        title: String, body: [StyledLine] = [], options: [Option], selected: Int? = nil, subject: Subject? = nil
    ) {
        self.title = title
        self.body = body
        self.options = options
        self.selected = selected ?? options.firstIndex(where: \.isCurrent) ?? 0
        self.subject = subject
    }

    /// Creates a dialog that shows one of several places at a time.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - places: The places, at least one.
    ///   - place: The index of the place to show.
    init(title: String, places: [Place], showing place: Int) {
        self.init(
            title: title, body: places[place].body, options: places[place].options, subject: places[place].subject)
        if places.count > 1 { (self.places, self.place) = (places, place) }
    }

    /// Shows the next place or, after the last one, the first.
    mutating func showNextPlace() {
        let terms = terms
        self = ChoiceDialog(title: title, places: places, showing: (place + 1) % places.count)
        self.terms = terms
    }

    var hasPreviews: Bool { options.contains { $0.hasPreview } }
    /// Whether a choice may change the app.
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
    /// The purpose of a form.
    ///
    /// The purpose determines the form's fields and the command or dialog that follows when the form is submitted.
    enum Purpose: Sendable, Hashable {
        case perform(feature: String, action: String)
        /// An action's input as `name=value` pairs in a single field.
        case performWithPairs(feature: String, action: String)
        /// The overriding value of a fact, the override's expiry, and its reason.
        case value(OverridableFact)
        /// The reason for an override that is being chosen in another dialog, which then opens again.
        case reason(ChoiceDialog)
        case savePersona
        /// The new name of a saved persona.
        case renamePersona(String)
        case advanceStore
        /// The path of a new file.
        case write(ConsoleFile)
    }

    /// A text field with its label.
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
    /// The reason the form was rejected, or `nil` if it has no problem.
    var problem: String?

    /// Returns the typed text of a field, without trailing spaces.
    func text(_ index: Int) -> String { fields[index].field.text.trimmingTrailingSpaces }

    /// Whether Enter submits the form instead of moving to the next field.
    ///
    /// Enter submits the form in its last field. In the form of an override, it does so in every field, because the
    /// first field usually suffices.
    var isAtEnd: Bool {
        if case .value = purpose { true } else { focus >= fields.count - 1 }
    }
}

/// The searchable list of the keys that work where the list was opened, followed by the signs on the screen.
///
/// Enter runs the marked key's command, so the list is also a menu. Commands that cannot run now are listed as
/// unavailable.
struct HelpDialog: Sendable, Hashable {
    enum Entry: Sendable, Hashable {
        case key(KeyBinding)
        case sign(ScreenSign)

        /// The keys or the sign.
        var term: String {
            switch self {
            case .key(let binding): binding.keyText
            case .sign(let sign): sign.text
            }
        }

        var description: String {
            switch self {
            case .key(let binding): binding.summary
            case .sign(let sign): sign.meaning
            }
        }

        /// The title of the section that contains the entry.
        var section: String {
            switch self {
            case .key(let binding): binding.context.title
            case .sign: ScreenSign.title
            }
        }

        var label: String {
            switch self {
            case .key(let binding): binding.label
            case .sign: ""
            }
        }
    }

    let entries: [Entry]
    var field = TextField()
    /// The index of the marked entry in ``matches``.
    var selected = 0

    init(bindings: [KeyBinding], signs: GlyphSet) {
        entries = bindings.map(Entry.key) + ScreenSign.all(signs).map(Entry.sign)
    }

    var matches: [Entry] {
        let terms = SearchTerms(field.text)
        return entries.filter { terms.match("\($0.term) \($0.description) \($0.section) \($0.label)") }
    }
}
