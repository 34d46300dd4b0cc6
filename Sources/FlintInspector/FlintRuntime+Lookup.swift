import FlintCore

extension FlintRuntime {
    /// The feature with an id.
    func feature(withID id: String) throws(CommandError) -> FeatureMetadata {
        if let metadata = metadata(at: TopicPath(stringLiteral: id)) { return metadata }
        throw CommandError("There is no feature \(id).")
    }

    /// The feature with an id, which has a toggle for the user.
    func toggledFeature(withID id: String) throws(CommandError) -> FeatureMetadata {
        let metadata = try feature(withID: id)
        guard metadata.constraints.userToggleDefault != nil else {
            throw CommandError("\(metadata.feature.name) has no toggle for the user.")
        }
        return metadata
    }

    /// The product with an id.
    func product(withID id: String) throws(CommandError) -> Product {
        if let product = product(withIdentifier: id) { return product }
        throw CommandError("There is no product \(id).")
    }

    /// The permission with a name.
    func permission(withName name: String) throws(CommandError) -> SystemPermissionConstraint {
        if let permission = SystemPermissionConstraint.allCases.first(where: { $0.name == name }) {
            return permission
        }
        throw CommandError("There is no permission \(name).")
    }
}
