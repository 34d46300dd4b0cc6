// SPDX-License-Identifier: MIT

import FlintWorld

struct ScreenStates: Sendable {
    var features = FeaturesState()
    var purchases = SimpleList<ProductRow>()
    var permissions = SimpleList<String>()
    var flags = FactsState()
    var timeline = TimelineState()
    var stacks = ActivityState()
    var logs = LogsState()
    var matrix = MatrixState()
    var flow = FlowState()
    var narrowing: FeatureScope = []
    /// The screens that were opened from other ones, latest last.
    private var returnStack: [Return] = []

    private struct Return: Sendable, Hashable {
        let shown: ConsoleScreen
        let before: ConsoleScreen
    }

    private static let returnLimit = 20

    mutating func rememberReturn(from shown: ConsoleScreen, to before: ConsoleScreen) {
        returnStack.append(Return(shown: shown, before: before))
        // The limit protects against programs that open screens without hiding them.
        if returnStack.count > Self.returnLimit { returnStack.removeFirst() }
    }

    /// Removes the latest return, and returns the screen to show, or `nil` if the user has navigated since.
    mutating func takeReturn(from shown: ConsoleScreen) -> ConsoleScreen? {
        guard let last = returnStack.popLast() else { return nil }
        return last.shown == shown ? last.before : nil
    }

    func canReturn(from shown: ConsoleScreen) -> Bool { returnStack.last?.shown == shown }
}
