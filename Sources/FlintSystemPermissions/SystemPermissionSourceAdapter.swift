import FlintCore

/// The adapter of a permission that the operating system manages.
///
/// The system terminates an app that requests a permission without the usage description in its property list. If the
/// description is missing, the adapter reports the permission as unsupported and requests are not sent.
package final class SystemPermissionSourceAdapter: SystemPermissionAdapter {
    private let source: any SystemPermissionSource
    /// The explanation that the system's prompt shows to the user.
    package let usageDescription: String?

    /// Creates an adapter.
    ///
    /// - Parameters:
    ///   - source: The system's functions for the permission.
    ///   - propertyList: Returns the text for a key in the app's property list.
    package init(_ source: any SystemPermissionSource, propertyList: (_ key: String) -> String?) {
        self.source = source
        let text = source.usageDescriptionKey.flatMap(propertyList)
        usageDescription = text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }

    package var permission: SystemPermissionConstraint { source.permission }

    /// The key in the property list; empty if no usage description is required.
    package var usageDescriptionKey: String { source.usageDescriptionKey ?? "" }

    /// Whether the usage description is present or not required.
    private var mayAsk: Bool { source.usageDescriptionKey == nil || usageDescription != nil }

    /// The current status; `unsupported` if the usage description is missing.
    package var status: SystemPermissionStatus { mayAsk ? source.status : .unsupported }

    /// Asks the user if the permission is not determined, and otherwise completes immediately.
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

    /// Adds a handler for changes without a request, if the system announces them.
    package func observeStatus(_ handler: @escaping @Sendable () -> Void) {
        source.observe(handler)
    }
}
