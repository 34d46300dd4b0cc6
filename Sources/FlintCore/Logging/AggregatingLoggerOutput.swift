#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Several outputs as one.
public final class AggregatingLoggerOutput: LoggerOutput {
    private let outputs: [any LoggerOutput]

    /// Puts outputs together.
    public init(outputs: [any LoggerOutput]) {
        self.outputs = outputs
    }

    /// As much as any of them takes.
    public var threshold: LoggerLevel { outputs.map(\.threshold).max() ?? .off }

    /// Gives a line to those that take it.
    public func log(event: LogEvent) {
        for output in outputs where output.threshold >= event.level { output.log(event: event) }
    }

    /// Has each of them copy what it has kept; one that fails keeps none of the others from it.
    public func copyForArchiving(to folder: URL) throws {
        var failure: (any Error)?
        for output in outputs {
            do { try output.copyForArchiving(to: folder) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}
