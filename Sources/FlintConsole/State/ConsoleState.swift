// SPDX-License-Identifier: MIT

import FlintWorld

/// The complete state of the console, as a value.
///
/// The console is a state machine. ``update(_:)`` applies an event and returns the side effects to carry out, and
/// ``render(into:)`` draws the current frame. Neither reads a clock, a file, or any other input from outside the state,
/// so the same sequence of events always produces the same screens. Tests and scripts rely on this.
///
/// The ``ConsoleShell`` owns the value and confines it to the main actor.
package struct ConsoleState: Sendable {
    package internal(set) var environment: ConsoleEnvironment
    package let keymap: Keymap
    package internal(set) var options: ConsoleOptions
    package internal(set) var app = ShownApp()
    package var model: AppModel { app.world.model }
    var sources = SourcesState()
    package internal(set) var screen = ConsoleScreen.features
    var screens = ScreenStates()
    var dialog: Dialog?
    var pointer = PointerState()
    var messages = Messages()
    var watches = WatchList()
    /// The names of files that are known to exist, without their folders.
    ///
    /// The console does not suggest these names.
    var takenNames: Set<String> = []
    var commands = PendingCommands()
    /// The effects that the current update has requested.
    var outbox: [ConsoleEffect] = []
    /// Whether the state may have changed visibly since it was last drawn.
    package var needsDisplay = true

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
        ConsoleLayout(
            size: environment.size, storeLines: storeLineCount, divider: pointer.divider,
            tables: TableRows(
                timeline: screens.timeline.tail.count, activity: screens.stacks.rows.count,
                logs: screens.logs.tail.count, matrix: screens.matrix.rows.count))
    }
    var glyphs: GlyphSet { environment.usesUTF8 ? .unicode : .ascii }

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

    var view: BrowserView {
        get { screen.behavior.view(in: self) }
        set { screen.behavior.setView(newValue, in: &self) }
    }

    var pane: Pane {
        get { view.pane }
        set { view.pane = newValue }
    }

    var details: DetailPosition {
        get { view.details }
        set { view.details = newValue }
    }

    var filter: Filter {
        get { view.filter }
        set { view.filter = newValue }
    }
}
