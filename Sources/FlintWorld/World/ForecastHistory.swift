// SPDX-License-Identifier: MIT

/// The undo history within a ``CommandForecast``.
///
/// Undo and redo first step through the forecast's own commands and then continue with the app's recorded history.
struct ForecastHistory {
    enum Step {
        case forecast(CommandForecast)
        case command(Command)
    }

    /// Forecasts to return to on undo, oldest first.
    private var before: [CommandForecast] = []
    /// Forecasts to return to on redo; the next one is last.
    private var after: [CommandForecast] = []
    /// Whether a new command was forecast, which prevents recorded changes from being redone.
    private var hasNewCommands = false
    /// The recorded undo and redo steps, or `nil` until they are needed.
    ///
    /// They are loaded lazily, because most forecasts contain neither undo nor redo.
    private var recorded: RecordedSteps?

    /// Records a command that can be undone, with the forecast before it, and discards the redo steps.
    mutating func append(_ forecast: CommandForecast) {
        before.append(forecast)
        after = []
        hasNewCommands = true
    }

    mutating func undo(on basis: any CommandBasis) throws(CommandError) -> Step? {
        if let forecast = before.popLast() { return .forecast(forecast) }
        return try recordedStep(\.inverses, on: basis)
    }

    /// Records that a change was undone, with the forecast before the undo.
    mutating func recordUndo(_ forecast: CommandForecast) { after.append(forecast) }

    mutating func redo(on basis: any CommandBasis) throws(CommandError) -> Step? {
        if let forecast = after.popLast() { return .forecast(forecast) }
        return hasNewCommands ? nil : try recordedStep(\.redos, on: basis)
    }

    private mutating func recordedStep(
        _ steps: WritableKeyPath<RecordedSteps, [Command]>, on basis: any CommandBasis
    ) throws(CommandError) -> Step? {
        if recorded == nil { recorded = try basis.recordedSteps() }
        return recorded?[keyPath: steps].popLast().map(Step.command)
    }

    /// Records that a change was redone, with the forecast before the redo.
    mutating func recordRedo(_ forecast: CommandForecast) { before.append(forecast) }
}
