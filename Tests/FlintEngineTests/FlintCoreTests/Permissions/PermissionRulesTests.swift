import Testing

@testable import FlintCore

struct PermissionRulesTests {
    private let always = SystemPermissionConstraint.location(usage: .always)
    private let whenInUse = SystemPermissionConstraint.location(usage: .whenInUse)

    private func isSatisfied(
        _ permission: SystemPermissionConstraint, _ statuses: [SystemPermissionConstraint: SystemPermissionStatus]
    ) -> Bool {
        PermissionRules.effectiveStatus(of: permission) { statuses[$0] ?? .notDetermined } == .authorized
    }

    @Test(arguments: SystemPermissionStatus.allCases)
    func `location always satisfies location when in use`(status: SystemPermissionStatus) {
        #expect(isSatisfied(whenInUse, [always: .authorized, whenInUse: status]))
        #expect(isSatisfied(whenInUse, [always: status, whenInUse: .authorized]))
    }

    @Test func `location when in use does not satisfy location always`() {
        #expect(!isSatisfied(always, [whenInUse: .authorized]))
    }

    @Test func `a wider permission that is not granted has no effect`() {
        for own in SystemPermissionStatus.allCases {
            for wider in SystemPermissionStatus.allCases where wider != .authorized {
                let statuses = [always: wider, whenInUse: own]
                #expect(PermissionRules.effectiveStatus(of: whenInUse) { statuses[$0] ?? .unsupported } == own)
            }
        }
    }

    @Test func `a permission without a status is not satisfied`() {
        for permission in SystemPermissionConstraint.allCases {
            #expect(!isSatisfied(permission, [:]))
            #expect(isSatisfied(permission, [permission: .authorized]))
        }
    }

    @Test func `a change of location always affects location when in use`() {
        #expect(PermissionRules.affectedPermissions(by: always) == [always, whenInUse])
        #expect(PermissionRules.affectedPermissions(by: whenInUse) == [whenInUse])
        #expect(PermissionRules.affectedPermissions(by: .camera) == [.camera])
    }
}
