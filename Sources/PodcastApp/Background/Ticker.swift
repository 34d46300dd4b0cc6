/// Calls a function every second while it runs.
protocol Ticker: AnyObject, Sendable {
    /// Begins to call a function; a ticker that runs already continues with the new one.
    func start(_ tick: @escaping @Sendable () -> Void)
    /// Ends the calls; none comes after this returns, if it is called where the calls are made.
    func stop()
}
