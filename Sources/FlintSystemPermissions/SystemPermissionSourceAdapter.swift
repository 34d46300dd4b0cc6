// SPDX-License-Identifier: MIT

import FlintCore
import FlintLocks

/// The adapter of a permission that the operating system manages.
///
/// The system terminates an app that requests a permission without a usage description in its property list. If the
/// description is missing or blank, the adapter reports the permission as unsupported and sends no requests.
package final class SystemPermissionSourceAdapter: SystemPermissionAdapter {
    private let source: any SystemPermissionSource
    private let hasAskedForMore = Protected(false)
    package let usageDescription: String?

    package init(_ source: any SystemPermissionSource, propertyList: (_ key: String) -> String?) {
        self.source = source
        let text = source.usageDescriptionKey.flatMap(propertyList)
        usageDescription = text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }

    package var permission: SystemPermissionConstraint { source.permission }

    package var usageDescriptionKey: String { source.usageDescriptionKey ?? "" }

    private var mayAsk: Bool { source.usageDescriptionKey == nil || usageDescription != nil }

    package var status: SystemPermissionStatus {
        guard mayAsk, let answer = source.answer else { return .unsupported }
        return hasAskedForMore.withLock { hasAsked in
            // Once the user has reset the permission in the settings, the system prompts again.
            if answer.nextStep == .ask { hasAsked = false }
            return answer.status(hasAskedForMore: hasAsked)
        }
    }

    package var attributes: [PermissionAttribute] { mayAsk ? source.attributes : [] }

    package func requestAuthorisation(
        completion: @escaping @Sendable (any SystemPermissionAdapter, SystemPermissionStatus) -> Void
    ) {
        guard status == .notDetermined else { return completion(self, status) }
        let asksForMore = source.answer?.nextStep == .askOnce
        // A source may call its handler several times, but the completion is called once.
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

    package func observeStatus(_ handler: @escaping @Sendable () -> Void) {
        source.observe(handler)
    }
}
