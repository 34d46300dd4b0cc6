extension FeatureConstraintsBuilder {
    /// Requires every one of several system permissions.
    public func permissions(_ permissions: SystemPermissionConstraint...) {
        for permission in permissions { self.permission(permission) }
    }
}
