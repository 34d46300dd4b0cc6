import Logging

extension LoggerLevel {
    /// The level of swift-log at which a line of this level is written.
    var swiftLogLevel: Logger.Level {
        switch self {
        case .off: .critical
        case .error: .error
        case .warning: .warning
        case .info: .info
        case .debug: .debug
        }
    }

    /// The most that reaches a logger of swift-log with a given level.
    init(reaching level: Logger.Level) {
        switch level {
        case .trace, .debug: self = .debug
        case .info: self = .info
        case .notice, .warning: self = .warning
        case .error: self = .error
        case .critical: self = .off
        }
    }
}
