// An app that imports this module has the vocabulary it shares with front ends, and needs no other import.
@_exported public import FlintModel

@_exported public import enum FeatureGating.Truth

/// The status of a permission; see `PermissionStatus` of the module `FlintModel`.
public typealias SystemPermissionStatus = PermissionStatus

extension PermissionStatus {
    /// Creates the status whose raw value, or the beginning of it, was typed.
    ///
    /// - Parameter text: A raw value or its beginning, in capital or small letters, such as `auth`.
    /// - Throws: ``UnrecognizedName`` if no status, or more than one, can be meant.
    package init(matching text: String) throws(UnrecognizedName) {
        self = try UnrecognizedName.resolve(
            text, kind: "permission status", among: Self.allCases, name: \.rawValue)
    }
}
