import InspectorKit

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
    /// What was done and undone before, which is read once it is asked for, because most forecasts do without.
    private let recorded: CommandHistory
    /// The commands that would undo what was done before, the first to be carried out last.
    private lazy var inverses = recorded.undoable.compactMap(\.inverse)
    /// The commands that would redo what was undone before, the first to be carried out last.
    private lazy var redos = recorded.redoable.reversed().compactMap(\.redo)

    /// Creates the history that a forecast begins with.
    init(_ recorded: CommandHistory) {
        self.recorded = recorded
    }

    /// Notes a command that could be undone; what was undone before it can no longer be redone.
    ///
    /// - Parameter forecast: What was forecast before it.
    mutating func note(_ forecast: CommandForecast) {
        before.append(forecast)
        after = []
        redos = []
    }

    /// Returns what undoing comes to; `nil` if there is nothing to undo.
    mutating func undo() -> Step? { before.popLast().map(Step.forecast) ?? inverses.popLast().map(Step.command) }

    /// Notes that something was undone.
    ///
    /// - Parameter forecast: What was forecast before.
    mutating func noteUndone(_ forecast: CommandForecast) { after.append(forecast) }

    /// Returns what redoing comes to; `nil` if there is nothing to redo.
    mutating func redo() -> Step? { after.popLast().map(Step.forecast) ?? redos.popLast().map(Step.command) }

    /// Notes that something was redone.
    ///
    /// - Parameter forecast: What was forecast before.
    mutating func noteRedone(_ forecast: CommandForecast) { before.append(forecast) }
}
