import InspectorKit

/// Everything the console shows and remembers, as a value.
///
/// `update(_:)` takes it from one event to the next and returns the effects to carry out; `render(into:)` draws it.
/// Neither reads a clock, a file or anything else that is not in the state, so what a person sees after a sequence of
/// events is always the same.
package struct ConsoleState: Sendable {
    /// The terminal and the time zone.
    package internal(set) var environment: ConsoleEnvironment
    /// The app as it is known, kept up to date with every change.
    package internal(set) var model = AppModel.empty
    /// What is shown.
    package internal(set) var screen = ConsoleScreen.features
    /// What every key does.
    package let keymap: Keymap
    /// How everything looks.
    package let theme: Theme

    /// What explains the features that are looked at, and who uses the facts that are.
    var details = DetailBoard()
    /// What features are found by.
    var search = FeatureSearch()
    /// The Features screen.
    var features = FeaturesState()
    /// The Purchases screen.
    var purchases = PurchasesState()
    /// The Permissions screen.
    var permissions = PermissionsState()
    /// The Flags screen.
    var flags = FlagsState()
    /// The Timeline screen.
    var timeline = TimelineState()
    /// The Stacks screen.
    var stacks = StacksState()
    /// The Logs screen.
    var logs = LogsState()
    /// The Matrix screen.
    var matrix = MatrixState()
    /// The flow view.
    var flow = FlowState()
    /// What is in front of the screen, if anything is.
    var dialog: Dialog?
    /// What the mouse has done last.
    var pointer = PointerState()
    /// What was selected when the console was left, until the lists are there.
    var restoredSelections: [ConsoleScreen: String] = [:]
    /// Where the user put the lines between lists and details.
    var divider = Divider()
    /// What came of the last key.
    var announcement: Announcement?
    /// What came of the last commands, oldest first, at most ``messageLimit``.
    var messages: [String] = []
    /// How many messages are kept.
    static let messageLimit = 50
    /// The form whose answers were sent last, with the command they were sent as.
    var submission: Submission?
    /// How many commands have been sent whose results have not come back.
    var inFlight = 0
    /// The effects of what could be done next.
    var previews = PreviewBoard()
    /// Where to go back to when a screen that was opened by an action is hidden again, latest last.
    var returns: [Return] = []
    /// Effects that the event being handled has requested so far.
    var outbox: [ConsoleEffect] = []
    /// The event after which the app is shown as it was; `nil` while the present is shown.
    var travel: UInt64?
    /// What the moment that is shown is compared with.
    var compared = ComparedMoments()
    /// Whether something has changed that previews depend on.
    var previewsAreStale = false
    /// Whether an action stack has changed since the stacks were last read.
    var stacksAreStale = true
    /// A refused action, for which the next step is worked out once the feature is explained.
    var refused: Refusal?
    /// The action that was refused last, until it is performed.
    var remembered: RememberedAction?
    /// Whether something has changed since the screen was drawn that may be shown on it.
    package var needsDisplay = true

    /// What a moment of the past is compared with.
    struct ComparedMoments: Sendable {
        /// The app as it is; `nil` while it is shown itself.
        var present: AppModel?
        /// The moment that was shown before, after the event with a number.
        var last: (event: UInt64, model: AppModel)?
    }

    /// An action that was refused.
    struct Refusal: Sendable, Hashable {
        /// The action with its input.
        let invocation: ActionInvocation
        /// The reason, as the engine gives it.
        let message: String
    }

    /// A form that waits for what comes of its answers; it is shown again if they were wrong.
    struct Submission: Sendable, Hashable {
        /// The command that was made of the answers.
        let command: Command
        /// The form.
        let form: FormDialog

        /// Whether a command is the one that was made, apart from the moment its limit was given when it was sent.
        func matches(_ other: Command) -> Bool {
            guard case .setOverride(let mine, let override) = command, case .setOverride(let sent, let other) = other
            else { return command == other }
            return mine == sent && override?.value == other?.value
        }
    }

    /// A screen that an action opened, and the one the user was on.
    struct Return: Sendable, Hashable {
        /// The screen that was opened.
        let shown: ConsoleScreen
        /// The screen the user was on.
        let before: ConsoleScreen
    }

    /// The state of a console that has heard of nothing yet.
    ///
    /// - Parameters:
    ///   - environment: The terminal and the time zone.
    ///   - keymap: What every key does.
    ///   - theme: How everything looks.
    ///   - place: Where the user was when the console was left.
    package init(
        environment: ConsoleEnvironment = ConsoleEnvironment(), keymap: Keymap = .standard, theme: Theme = .standard,
        place: ConsolePlace? = nil
    ) {
        self.environment = environment
        self.keymap = keymap
        self.theme = theme
        if let place { restore(place) }
    }

    /// Where everything is.
    var layout: ConsoleLayout {
        ConsoleLayout(size: environment.size, storeLines: storeLineCount, divider: divider)
    }
    /// The signs to draw with.
    var signs: GlyphSet { environment.usesUTF8 ? .unicode : .ascii }

    /// Where keys go.
    var inputMode: InputMode {
        if layout.isTooSmall { return .cramped }
        switch dialog {
        case .choices(let dialog): return dialog.offersOverrides ? .overriding : .choices
        case .form: return .form
        case .help: return .help
        case .palette: return .palette
        case nil: return placeMode
        }
    }

    /// Where keys go once no dialog is open.
    var placeMode: InputMode {
        if filter.isEditing { return .filter }
        if let flow = model.status.flow, screen == .permissions, pane == .detail { return .flow(flow.stage) }
        return .screen(screen)
    }

    /// The filter, the pane and the position in the details of the present screen.
    private var view: BrowserView {
        get { screen.behavior.view(in: self) }
        set { screen.behavior.setView(newValue, in: &self) }
    }

    /// The pane of the present screen that keys go to.
    var pane: Pane {
        get { view.pane }
        set { view.pane = newValue }
    }

    /// The first line of the present screen's details that is shown.
    var detailTop: Int {
        get { view.detailTop }
        set { view.detailTop = newValue }
    }

    /// The filter of the present screen.
    var filter: Filter {
        get { view.filter }
        set { view.filter = newValue }
    }
}

/// A line with the result of the last key; it stays until the next key.
struct Announcement: Sendable, Hashable {
    /// How it is meant.
    enum Tone: Sendable, Hashable {
        /// Something was done.
        case done
        /// Something is worth knowing.
        case notice
        /// Something was refused or went wrong.
        case problem
    }

    /// The line.
    var text: String
    /// How it is meant.
    var tone: Tone
    /// The parts of the line, if it is about a change.
    var change: CommandChange?
}
