extension Snapshot {
    /// Whether a feature is in focus: whether it, or a feature it is under, has been put there.
    public func isInFocus(_ featureID: String) -> Bool { focusRoot(of: featureID) != nil }

    /// The feature that was put into focus and has brought another one with it, which may be that one itself.
    ///
    /// - Parameter featureID: The other feature's id.
    /// - Returns: The id of the feature in focus, or `nil` if the other one is not in focus.
    public func focusRoot(of featureID: String) -> String? {
        if focus.contains(featureID) { return featureID }
        return focus.first { featureID.hasPrefix($0 + "/") }
    }
}
