// SPDX-License-Identifier: MIT

import FlintCore
import FlintLocks

/// The adapter of a permission that the operating system manages.
///
/// The system terminates an app that requests a permission without a usage description in its property list. If the
/// description is missing or blank, the adapter reports the permission as unsupported and sends no requests.
package final class SystemPermissionSourceAdapter: SystemPermissionAdapter {
    private let source: any SystemPermissionSource
    /// Whether the user has been asked to extend access that was granted in part.
    private let hasAskedForMore = Protected(false)
    /// The app's reason for the permission, which the system shows in its prompt.
    package let usageDescription: String?

    /// Creates an adapter.
    ///
    /// - Parameters:
    ///   - source: The system's functions for the permission.
    ///   - propertyList: A closure that returns the string for a key in the app's property list.
    package init(_ source: any SystemPermissionSource, propertyList: (_ key: String) -> String?) {
        self.source = source
        let text = source.usageDescriptionKey.flatMap(propertyList)
        usageDescription = text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }

    package var permission: SystemPermissionConstraint { source.permission }

    /// The key in the property list, or an empty string if no usage description is required.
    package var usageDescriptionKey: String { source.usageDescriptionKey ?? "" }

    /// Whether the usage description is present or not required.
    private var mayAsk: Bool { source.usageDescriptionKey == nil || usageDescription != nil }

    /// The current status, or `unsupported` if a required usage description is missing or blank.
    package var status: SystemPermissionStatus {
        guard mayAsk, let answer = source.answer else { return .unsupported }
        return hasAskedForMore.withLock { hasAsked in
            // Once the user has reset the permission in the settings, the system prompts again.
            if answer.nextStep == .ask { hasAsked = false }
            return answer.status(hasAskedForMore: hasAsked)
        }
    }

    package var attributes: [PermissionAttribute] { mayAsk ? source.attributes : [] }

    /// Asks the user for an undetermined permission.
    ///
    /// If the permission is determined, the method calls the completion immediately.
    package func requestAuthorisation(
        completion: @escaping @Sendable (any SystemPermissionAdapter, SystemPermissionStatus) -> Void
    ) {
        guard status == .notDetermined else { return completion(self, status) }
        let asksForMore = source.answer?.nextStep == .askOnce
        let isAnswered = Protected(false)
        source.request { [self] in
            let isFirst = isAnswered.withLock { answered in
                defer { answered = true }
                return !answered
            }
            guard isFirst else { return }
            if asksForMore { hasAskedForMore.withLock { $0 = true } }
            completion(self, status)
        }
    }

    /// Adds a handler that is called after changes outside a request, if the system announces them.
    package func observeStatus(_ handler: @escaping @Sendable () -> Void) {
        source.observe(handler)
    }
}
