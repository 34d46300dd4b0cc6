/// Writes lines about one topic.
///
/// A message is made only if some output takes it, so writing one that nobody wants costs next to nothing:
///
/// ```swift
/// context.logs.development?.debug("\(queue.count) episodes: \(queue.expensiveSummary())")
/// ```
///
/// It may be used from any thread; outputs are called on the caller's.
public protocol ContextSpecificLogger: Sendable {
    /// How much of the topic is let through at this moment.
    var level: LoggerLevel { get }
    /// The name of the factory that made the logger.
    var ownerName: String { get }
    /// Where its lines come from.
    var context: LogEventContext { get }

    /// Says that something worth knowing happened.
    func info(_ message: @autoclosure () -> String)
    /// Says that something went wrong.
    func error(_ message: @autoclosure () -> String)
    /// Says that something may go wrong.
    func warning(_ message: @autoclosure () -> String)
    /// Says something of use to whoever looks for a mistake.
    func debug(_ message: @autoclosure () -> String)
}
