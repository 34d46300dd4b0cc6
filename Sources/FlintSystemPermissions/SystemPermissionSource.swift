// SPDX-License-Identifier: MIT

import FlintCore

/// A thin wrapper around the operating system's functions for a permission.
///
/// ``SystemPermissionSourceAdapter`` implements the rules that apply to every permission.
package protocol SystemPermissionSource: Sendable {
    var permission: SystemPermissionConstraint { get }

    /// The key of the usage description in the app's property list, or `nil` if none is required.
    ///
    /// The system terminates an app that requests a permission without its usage description.
    var usageDescriptionKey: String? { get }

    /// The system's current answer, which can be read from any thread, or `nil` if this device lacks the resource.
    var answer: AuthorizationAnswer? { get }

    var attributes: [PermissionAttribute] { get }

    /// Asks the user for the permission.
    ///
    /// The completion is called at least once, on any thread, when ``answer`` reflects the user's decision.
    func request(_ completion: @escaping @Sendable () -> Void)

    /// Adds a handler for the lifetime of the source.
    ///
    /// It is called on any thread after changes outside a request, if the system announces them.
    func observe(_ handler: @escaping @Sendable () -> Void)
}

extension SystemPermissionSource {
    package var attributes: [PermissionAttribute] { [answer?.attribute].compactMap(\.self) }

    package var usageDescriptionKey: String? { permission.usageDescriptionKeys.first }

    package func observe(_ handler: @escaping @Sendable () -> Void) {}
}
