public import FlintCore
public import FlintInspector
public import FlintSimulation

extension SimulatedDevice: SimulatedSystem {
    /// Changes what the system says of a permission.
    public func setStatus(_ status: SystemPermissionStatus, of permission: SystemPermissionConstraint) {
        permissions.setStatus(status, of: permission)
    }

    /// Why the app wants a permission.
    public func usage(of permission: SystemPermissionConstraint) -> String? {
        permissions.usageDescription(of: permission)
    }

    /// The permission whose prompt is on the screen.
    public var promptedPermission: SystemPermissionConstraint? { permissions.prompt?.permission }

    /// Answers the prompt that is on the screen.
    public func answerPrompt(
        for permission: SystemPermissionConstraint, with answer: SimulatedPromptAnswer
    ) -> Bool {
        let reply: PromptAnswer =
            switch answer {
            case .allow: .allow
            case .allowOnce: .allowOnce
            case .deny: .deny
            }
        return permissions.answer(reply, to: permission)
    }

    /// Changes what the store says of a product.
    public func setPurchased(_ isPurchased: Bool?, productID: String) {
        store.set(isPurchased, for: productID)
    }
}
