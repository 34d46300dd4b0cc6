// SPDX-License-Identifier: MIT

import FlintTerminal

@MainActor
final class ShellDisplay {
    let screen: any Screen
    private(set) var canvas: Canvas?
    /// Whether the next frame must be sent even if it equals the previous one.
    var mustPresent = true
    var links: SourceLinks?

    init(_ screen: any Screen) {
        self.screen = screen
    }

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
