// SPDX-License-Identifier: MIT

// Apps that import this module also get the types that it shares with front ends, without another import.
@_exported public import FlintModel

@_exported public import enum FeatureGating.Truth

/// The status of a permission, under the name that permission checkers use.
public typealias SystemPermissionStatus = PermissionStatus

extension PermissionStatus {
    /// Creates the status whose raw value begins with the given text.
    package init(matching text: String) throws(UnrecognizedName) {
        self = try UnrecognizedName.resolve(
            text, kind: "permission status", among: Self.allCases, name: \.rawValue)
    }
}
