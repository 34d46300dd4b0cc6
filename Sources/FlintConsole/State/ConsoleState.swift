// SPDX-License-Identifier: MIT

import FlintWorld

/// The complete state of the console, as a value.
///
/// The console is a state machine. ``update(_:)`` applies an event and returns the side effects to carry out, and
/// ``render(into:)`` draws the current frame. Neither reads a clock, a file, or any other input from outside the state,
/// so the same sequence of events always produces the same screens. Tests and scripts rely on this.
///
/// Each screen has a member for its state, which the screen's ``ScreenBehavior`` reads and changes. The
/// ``ConsoleShell`` owns the value and confines it to the main actor.
package struct ConsoleState: Sendable {
    package internal(set) var environment: ConsoleEnvironment
    package internal(set) var world = World()
    package var model: AppModel { world.model }
    package internal(set) var screen = ConsoleScreen.features
    package let keymap: Keymap
    package internal(set) var options: ConsoleOptions

    var explanations = Explanations()
    var search = FeatureSearch()
    var features = FeaturesState()
    var purchases = PurchasesState()
    var permissions = PermissionsState()
    var flags = FlagsState()
    var timeline = TimelineState()
    var stacks = StacksState()
    var logs = LogsState()
    var matrix = MatrixState()
    /// The warnings about the shown app or recording, as of the last review.
    var warnings: [GateWarning] = []
    /// The personas that the palette finds, as of its last opening.
    var personas: [Persona] = []
    var flow = FlowState()
    var dialog: Dialog?
    var pointer = PointerState()
    /// The selections from the previous launch, to be restored when the lists have rows.
    var restoredSelections: [ConsoleScreen: String] = [:]
    var divider = Divider()
    /// The announcement, which is shown in place of the newest event until the next key.
    var announcement: Announcement?
    /// The messages of the most recent commands, and those that did not fit the window, oldest first.
    ///
    /// There are at most ``messageLimit``.
    var messages: [String] = []
    static let messageLimit = 50
    /// The orders of lists, by their screen; ``ListOrder/declared`` for screens that are not included.
    var orders: [ConsoleScreen: ListOrder] = [:]
    var watches = WatchList()
    /// The marked items of the lists of facts.
    var marks: Set<FactReference> = []
    /// The form that was submitted last, until its command completes or the user moves on.
    var submission: Submission?
    /// The number of commands that were sent but whose results have not arrived.
    var inFlight = 0
    var previews = Previews()
    /// The reasons for missing answers, until the questions are asked again.
    var missing: [ConsoleQuestion: String] = [:]
    /// The screens that were opened from other ones, latest last.
    var returns: [Return] = []
    /// The effects that the current update has requested.
    var outbox: [ConsoleEffect] = []
    /// The event whose moment is shown, or `nil` in the present.
    var travel: UInt64?
    var compared = ComparedMoments()
    var sources = SourcesState()
    /// The changes to a production app that the current update has requested.
    var unconfirmed: [UnconfirmedChange] = []
    /// The what-if session, whose world is shown, or `nil` outside of one.
    package internal(set) var whatIf: WhatIf?
    var previewsAreStale = false
    var stacksAreStale = true
    /// The refused action that is waiting for its feature's explanation, which determines the next step.
    var refused: Refusal?
    /// The last refused action, to be offered again when its feature becomes available.
    var remembered: RememberedAction?
    /// Whether the state may have changed visibly since it was last drawn.
    package var needsDisplay = true

    /// The moments with which the current moment can be compared.
    struct ComparedMoments: Sendable {
        var present: AppModel?
        var last: (event: UInt64, model: AppModel)?
    }

    struct Refusal: Sendable, Hashable {
        let invocation: ActionInvocation
        let message: String
    }

    /// A submitted form that is waiting for the result of its command.
    ///
    /// If the command fails, the form opens again, unless the user has pressed a key or used the mouse in the meantime.
    struct Submission: Sendable, Hashable {
        let command: Command
        let form: FormDialog

        /// Returns whether a command is the submitted one.
        ///
        /// Overrides are compared only by their fact and value, because the expiry and the reason are added when the
        /// command is sent.
        func matches(_ other: Command) -> Bool {
            guard case .setOverride(let mine, let override) = command, case .setOverride(let sent, let other) = other
            else { return command == other }
            return mine == sent && override?.value == other?.value
        }
    }

    /// A screen that an action or the user opened from another one, and the screen to return to.
    ///
    /// The console retains at most 20 of these, so that a program that keeps opening screens cannot exhaust the memory.
    struct Return: Sendable, Hashable {
        let shown: ConsoleScreen
        let before: ConsoleScreen
    }

    /// Creates the state of a console before its first event.
    ///
    /// - Parameters:
    ///   - environment: The properties of the terminal, and the time zone.
    ///   - keymap: The keys that run the commands.
    ///   - options: The settings that the user can change in the console.
    ///   - place: The place to restore from the previous launch, or `nil` for none.
    package init(
        environment: ConsoleEnvironment = ConsoleEnvironment(), keymap: Keymap = .standard,
        options: ConsoleOptions = ConsoleOptions(), place: ConsolePlace? = nil
    ) {
        self.environment = environment
        self.keymap = keymap
        self.options = options
        if let place { restore(place) }
    }

    var layout: ConsoleLayout {
        ConsoleLayout(size: environment.size, storeLines: storeLineCount, divider: divider)
    }
    var signs: GlyphSet { environment.usesUTF8 ? .unicode : .ascii }

    /// The part of the console that receives keys, which depends on the window's size, the open dialog, and the screen.
    var inputMode: InputMode {
        if layout.isTooSmall { return .cramped }
        switch dialog {
        case .choices(let dialog): return dialog.inputMode
        case .form: return .form
        case .help: return .help
        case .palette: return .palette
        case nil: return placeMode
        }
    }

    var placeMode: InputMode {
        if filter.isEditing { return .filter }
        if let flow = model.status.flow, screen == .permissions, pane == .detail { return .flow(flow.stage) }
        return .screen(screen)
    }

    private var view: BrowserView {
        get { screen.behavior.view(in: self) }
        set { screen.behavior.setView(newValue, in: &self) }
    }

    var pane: Pane {
        get { view.pane }
        set { view.pane = newValue }
    }

    var detailTop: Int {
        get { view.detailTop }
        set { view.detailTop = newValue }
    }

    var filter: Filter {
        get { view.filter }
        set { view.filter = newValue }
    }
}

/// A message that reports the result of a command or an event.
///
/// The announcement takes the place of the newest event and disappears with the next key.
struct Announcement: Sendable, Hashable {
    /// The kind of announcement, which determines its sign and color.
    enum Tone: Sendable, Hashable {
        case done
        case notice
        case problem
    }

    var text: String
    var tone: Tone
    var change: CommandChange?
}
