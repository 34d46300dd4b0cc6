import Logging

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Keeps what goes through swift-log in the log of a runtime.
struct RuntimeLogHandler: LogHandler {
    /// The runtime, or `nil` for the one that is current where a line is written.
    private let runtime: FlintRuntime?
    private let label: String

    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel = Logger.Level.debug

    /// Creates a handler.
    init(label: String, runtime: FlintRuntime?, metadataProvider: Logger.MetadataProvider?) {
        self.label = label
        self.runtime = runtime
        self.metadataProvider = metadataProvider
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: SwiftLogEvent) {
        var all = metadata
        for more in [metadataProvider?.get(), event.metadata] {
            guard let more, !more.isEmpty else { continue }
            if all.isEmpty { all = more } else { all.merge(more) { $1 } }
        }
        if let error = event.error { all["error"] = "\(error)" }
        // Whatever describes itself does so here, because the log's lock is held below.
        let text = event.message.description
        let line = LogLine(event, text: text, metadata: all, label: label, date: Date())
        (runtime ?? .current).logs.append { line.numbered($0) }
    }
}

/// What swift-log delivers, whose name a type of this module has too.
typealias SwiftLogEvent = SwiftLogNoOpLogHandler.Delivered

/// Names the type that a handler of swift-log is given by what such a handler takes.
protocol SwiftLogDelivery {
    associatedtype Delivered
    func log(event: Delivered)
}

extension SwiftLogNoOpLogHandler: SwiftLogDelivery {}
