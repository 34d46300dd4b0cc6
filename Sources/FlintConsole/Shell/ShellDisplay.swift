// SPDX-License-Identifier: MIT

import FlintTerminal

/// The screen on which a console is drawn, and its last frame.
@MainActor
final class ShellDisplay {
    let screen: any Screen
    private(set) var canvas: Canvas?
    /// Whether the next frame must be sent even if it equals the previous one.
    var mustPresent = true
    /// The links to source code, or `nil` if source code is not linked.
    var links: SourceLinks?

    init(_ screen: any Screen) {
        self.screen = screen
    }

    /// Draws a frame if the state has changed, and sends it unless it equals the previous one.
    func present(_ state: ConsoleState) {
        guard state.needsDisplay || mustPresent else { return }
        var canvas = Canvas(size: state.environment.size)
        state.render(into: &canvas)
        guard canvas != self.canvas || mustPresent else { return }
        self.canvas = canvas
        mustPresent = false
        if let links, screen.capabilities.showsLinks { canvas.replaceLinks(links.resolve) }
        screen.present(canvas)
    }
}
