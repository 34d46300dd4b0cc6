import FlintCore

/// The adapter of a permission that an operating system decides about.
///
/// The system ends an app that asks without the text its property list must have. Without that text the permission is
/// therefore unsupported, and nothing is asked.
package final class SystemPermissionSourceAdapter: SystemPermissionAdapter {
    private let source: any SystemPermissionSource
    /// The text that explains to the user why the app asks.
    package let usageDescription: String?

    /// Creates an adapter.
    ///
    /// - Parameters:
    ///   - source: What decides.
    ///   - propertyList: The texts of the app's property list by their keys.
    package init(_ source: any SystemPermissionSource, propertyList: (_ key: String) -> String?) {
        self.source = source
        let text = source.usageDescriptionKey.flatMap(propertyList)
        usageDescription = text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }

    /// The permission the adapter is for.
    package var permission: SystemPermissionConstraint { source.permission }

    /// The key of the text in the property list.
    package var usageDescriptionKey: String { source.usageDescriptionKey ?? "" }

    /// Whether the app may ask: it has the text, or none is needed.
    private var mayAsk: Bool { source.usageDescriptionKey == nil || usageDescription != nil }

    /// The system's answer of now; `unsupported` if the text is missing.
    package var status: SystemPermissionStatus { mayAsk ? source.status : .unsupported }

    /// Has the system ask the user, if the permission is not determined.
    package func requestAuthorisation(
        completion: @escaping @Sendable (any SystemPermissionAdapter, SystemPermissionStatus) -> Void
    ) {
        guard status == .notDetermined else { return completion(self, status) }
        let isAnswered = Protected(false)
        source.request { [self] in
            let isFirst = isAnswered.withLock { answered in
                defer { answered = true }
                return !answered
            }
            if isFirst { completion(self, status) }
        }
    }

    /// Announces changes that no request caused, if the system does.
    package func observeStatus(_ handler: @escaping @Sendable () -> Void) {
        source.observe(handler)
    }
}
