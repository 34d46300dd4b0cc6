/// A logger that leaves all decisions to the factory that made it.
///
/// The source is read when a line is written, on the thread that writes it, as the action itself reads its input.
struct FactoryLogger: ContextSpecificLogger, @unchecked Sendable {
    let factory: DefaultLoggerFactory
    let source: any LogContextSource

    var level: LoggerLevel { factory.threshold(for: source.logTopic) }
    var ownerName: String { factory.name }
    var context: LogEventContext { source.logContext }

    func info(_ message: @autoclosure () -> String) { factory.log(.info, from: source, message) }
    func error(_ message: @autoclosure () -> String) { factory.log(.error, from: source, message) }
    func warning(_ message: @autoclosure () -> String) { factory.log(.warning, from: source, message) }
    func debug(_ message: @autoclosure () -> String) { factory.log(.debug, from: source, message) }
}
