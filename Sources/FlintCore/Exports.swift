// An app that imports this module also gets the vocabulary that it shares with front ends, and needs no other import.
@_exported public import FlintModel

@_exported public import enum FeatureGating.Truth

/// The status of a permission, under the name that permission checkers use.
public typealias SystemPermissionStatus = PermissionStatus

extension PermissionStatus {
    /// Creates the status whose raw value starts with a text.
    ///
    /// - Parameter text: A raw value or its beginning, in any case, such as `auth`.
    /// - Throws: ``UnrecognizedName`` if no status or more than one matches the text.
    package init(matching text: String) throws(UnrecognizedName) {
        self = try UnrecognizedName.resolve(
            text, kind: "permission status", among: Self.allCases, name: \.rawValue)
    }
}
