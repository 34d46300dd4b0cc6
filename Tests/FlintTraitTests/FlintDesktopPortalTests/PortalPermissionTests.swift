#if DesktopPortal && os(Linux)
    import FlintCore
    import Testing

    @testable import FlintDesktopPortal

    struct PortalPermissionTests {
        @Test(arguments: [PortalPermission.camera, .microphone, .background])
        func `the values yes, no, and ask are mapped to statuses`(permission: PortalPermission) {
            #expect(permission.grant(of: "yes").status == .authorized)
            #expect(permission.grant(of: "no").status == .denied)
            #expect(permission.grant(of: "ask").status == .notDetermined)
            #expect(permission.grant(of: nil).status == .notDetermined)
        }

        @Test func `an app can send notifications until the user forbids it`() {
            #expect(PortalPermission.notifications.grant(of: nil).status == .authorized)
            #expect(PortalPermission.notifications.grant(of: "yes").status == .authorized)
            #expect(PortalPermission.notifications.grant(of: "ask").status == .authorized)
            #expect(PortalPermission.notifications.grant(of: "no").status == .denied)
        }

        @Test(arguments: ["COUNTRY", "CITY", "NEIGHBORHOOD", "STREET", "EXACT"])
        func `a location permission of any accuracy is authorized, but only the exact one is not reduced`(
            accuracy: String
        ) {
            let attributes: [PermissionAttribute] = accuracy == "EXACT" ? [] : [.reducedAccuracy]
            #expect(PortalPermission.location.grant(of: accuracy) == .init(status: .authorized, attributes: attributes))
        }

        @Test func `a location with no accuracy is denied`() {
            #expect(PortalPermission.location.grant(of: "NONE").status == .denied)
            #expect(PortalPermission.location.grant(of: nil).status == .notDetermined)
        }

        @Test(arguments: PortalPermission.allCases, ["", "YES", "maybe", "yes "])
        func `an unknown value grants no access`(permission: PortalPermission, value: String) {
            #expect(permission.grant(of: value).status == .denied)
        }

        @Test func `several entries of one permission must all grant it`() {
            #expect(PortalPermission.combined([.authorized, .authorized]) == .authorized)
            #expect(PortalPermission.combined([.authorized, .notDetermined]) == .notDetermined)
            #expect(PortalPermission.combined([.notDetermined, .denied]) == .denied)
            #expect(PortalPermission.combined([.authorized, .unsupported]) == .unsupported)
            #expect(PortalPermission.combined([]) == .unsupported)
        }

        @Test func `every permission except notifications can be requested through a portal`() {
            #expect(PortalPermission.allCases.filter { $0.portal == nil } == [.notifications])
        }

        @Test func `permissions that no desktop supports are unsupported`() {
            #expect(PortalPermission.entries(for: .contacts(entity: .contacts)).isEmpty)
            #expect(PortalPermission.entries(for: .location(usage: .always)) == [.location, .background])
        }
    }
#endif
