import FlintModel
import Testing

struct UsageDescriptionKeysTests {
    @Test func `every permission whose prompt shows a reason has a key`() {
        for permission in SystemPermissionConstraint.allCases {
            let keys = permission.usageDescriptionKeys + permission.optionalUsageDescriptionKeys
            #expect(permission.usageDescriptionKeys.isEmpty == (permission == .notifications), "\(permission)")
            #expect(Set(keys).count == keys.count, "\(permission)")
            #expect(keys.allSatisfy { $0.hasPrefix("NS") && $0.hasSuffix("UsageDescription") }, "\(permission)")
        }
        let first = SystemPermissionConstraint.allCases.compactMap(\.usageDescriptionKeys.first)
        #expect(Set(first).count == first.count)
    }

    @Test func `access to the location at any time also requires the usage description of access in use`() {
        #expect(
            SystemPermissionConstraint.location(usage: .always).usageDescriptionKeys == [
                "NSLocationAlwaysAndWhenInUseUsageDescription", "NSLocationWhenInUseUsageDescription",
            ])
    }
}
