/// What undoing and redoing would do while commands are forecast: first with the forecast ones, then with the recorded.
struct ForecastHistory {
    /// What undoing or redoing would come to.
    enum Step {
        /// What was forecast at another moment.
        case forecast(CommandForecast)
        /// A recorded command.
        case command(Command)
    }

    /// What was forecast before each command that was not undone.
    private var before: [CommandForecast] = []
    /// What was forecast before each undoing that was not redone.
    private var after: [CommandForecast] = []
    /// Whether something was done, so that what was undone before can no longer be redone.
    private var hasNewCommands = false
    /// The commands that would undo and redo what was done before, the first to be carried out last; `nil` until they are
    /// asked for, because most forecasts do without.
    private var recorded: RecordedSteps?

    /// Notes a command that could be undone; what was undone before it can no longer be redone.
    ///
    /// - Parameter forecast: What was forecast before it.
    mutating func note(_ forecast: CommandForecast) {
        before.append(forecast)
        after = []
        hasNewCommands = true
    }

    /// Returns what undoing comes to; `nil` if there is nothing to undo.
    mutating func undo(on basis: any CommandBasis) throws(CommandError) -> Step? {
        if let forecast = before.popLast() { return .forecast(forecast) }
        return try recordedStep(\.inverses, on: basis)
    }

    /// Notes that something was undone.
    ///
    /// - Parameter forecast: What was forecast before.
    mutating func noteUndone(_ forecast: CommandForecast) { after.append(forecast) }

    /// Returns what redoing comes to; `nil` if there is nothing to redo.
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

    /// Notes that something was redone.
    ///
    /// - Parameter forecast: What was forecast before.
    mutating func noteRedone(_ forecast: CommandForecast) { before.append(forecast) }
}
