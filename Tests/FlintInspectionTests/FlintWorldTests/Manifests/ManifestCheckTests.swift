import Testing

@testable import FlintWorld

struct ManifestCheckTests {
    private func findings(
        _ content: ManifestCheck.Content, _ needs: ManifestNeeds = ManifestedApp.needs()
    ) -> [String] {
        ManifestCheck(content, for: needs).findings.map { finding in
            "\(finding.status) \(finding.key)" + (finding.title.map { " (\($0))" } ?? "")
                + (finding.problem.map { ": \($0)" } ?? "")
        }
    }

    private func list(
        _ changes: (inout PropertyListManifest) -> Void, _ needs: ManifestNeeds = ManifestedApp.needs()
    ) -> [String] {
        var list = ManifestedApp.needs().propertyList
        list.purposes["NSPhotoLibraryUsageDescription"] = "To show them."
        changes(&list)
        return findings(.propertyList(list), needs)
    }

    @Test func `a complete property list has no findings`() {
        #expect(list { _ in } == [])
    }

    @Test func `a missing or blank purpose string is found`() {
        let found = list {
            $0.purposes["NSCameraUsageDescription"] = nil
            $0.purposes["NSPhotoLibraryUsageDescription"] = " \n"
        }
        #expect(
            found == [
                "missing NSCameraUsageDescription (Camera)",
                "missing NSPhotoLibraryUsageDescription (Photos): The text is empty",
            ])
    }

    @Test func `a purpose string that no feature needs is listed as unneeded`() {
        let found = list {
            $0.purposes["NSFaceIDUsageDescription"] = "x"
            $0.purposes["NSContactsUsageDescription"] = "x"
            $0.purposes["NSRemindersUsageDescription"] = "x"
            // These belong to required permissions.
            $0.purposes["NSPhotoLibraryAddUsageDescription"] = "x"
            $0.purposes["NSLocationAlwaysUsageDescription"] = "x"
        }
        #expect(
            found == [
                "unneeded NSContactsUsageDescription (Contacts)", "unneeded NSFaceIDUsageDescription (Face ID)",
                "unneeded NSRemindersUsageDescription (Reminders)",
            ])
    }

    @Test func `activity types and URL schemes are compared`() {
        let found = list {
            $0.activityTypes = ["app.other", "app.more"]
            $0.urlSchemes = ["MAP", "web"]
        }
        #expect(
            found == ["missing app.maps.show", "unneeded app.other", "missing app", "unneeded web"])
    }

    @Test func `any scheme satisfies routes if the app declares none`() {
        let needs = ManifestedApp.needs(AppEntryPoints())
        let found = list({ $0.urlSchemes = ["web"] }, needs)
        #expect(found == ["unneeded app.more", "missing map"])
    }

    @Test func `build settings match any text beside literal text`() {
        let found = list {
            $0.activityTypes = ["$(PRODUCT_BUNDLE_IDENTIFIER).maps.show", "${PREFIX}.more", "$(SOME).thing", "$(ALL)"]
            $0.urlSchemes = ["app"]
        }
        #expect(found == ["unneeded $(SOME).thing", "missing map"])
    }

    @Test func `an entry that may match a build setting is unknown`() {
        let found = list {
            $0.activityTypes = ["$(PRODUCT_BUNDLE_IDENTIFIER).maps.show", "$(SOME)", "${MORE}$(TYPE)"]
            $0.urlSchemes = ["app", "$(APP_SCHEME)"]
            $0.purposes["NSCameraUsageDescription"] = "$(CAMERA_REASON)"
        }
        #expect(
            found == [
                "unknown app.more: It can be the value of $(SOME) or ${MORE}$(TYPE)",
                "unknown map: It can be the value of $(APP_SCHEME)",
            ])
        #expect(list { $0.urlSchemes = ["$(KIND)Web"] } == ["missing app", "missing map", "unneeded $(KIND)Web"])
        #expect(list { $0.urlSchemes = ["$(ORG)PP", "MAP"] } == [])
    }

    @Test(arguments: [
        ("a.b", "a.b", true), ("a.b", "a.c", false), ("$(X).b", "a.b", true), ("$(X).b", "a.c", false),
        ("a.$(X)", "a.b", true), ("a.$(X).c", "a.b.c", true), ("a.$(X).c", "a.c", false), ("$(X)", "a", false),
        ("$(X)$(Y)", "a", false), ("$(X).b.$(Y)", "a.b.c", true), ("$(X).b.$(Y)", "a.c.c", false),
        ("$(X.b", "a.b", false), ("$x", "$x", true), ("$x$(Y).z", "$x1.z", true), ("ab$(X)ba", "aba", false),
        ("$(A:rfc1034identifier).x", "a.x", true),
    ])
    func `a text with build settings matches`(text: String, other: String, isMatch: Bool) {
        #expect(ManifestText(text).matches(other) == isMatch)
    }

    @Test func `a long text with unclosed build settings is read in linear time`() {
        let text = String(repeating: "$($", count: 100_000)
        #expect(ManifestText(text).isLiteral)
    }

    @Test func `unknown entry points are not compared`() {
        let needs = ManifestedApp.needs(nil)
        var list = needs.propertyList
        list.purposes["NSPhotoLibraryUsageDescription"] = "x"
        list.activityTypes = ["other"]
        let check = ManifestCheck(.propertyList(list), for: needs)
        #expect(check.findings.isEmpty && check.unchecked == [.activityType, .urlScheme])
        #expect(ManifestCheck(.storeKit([:]), for: needs).unchecked.isEmpty)
    }

    @Test func `products are compared with their types`() {
        #expect(findings(.storeKit(["pro": .autoRenewingSubscription])) == [])
        #expect(
            findings(.storeKit(["extra": .consumable, "zero": .consumable])) == [
                "missing pro (The pro)", "unneeded extra", "unneeded zero",
            ])
        #expect(
            findings(.storeKit(["pro": .consumable])) == [
                "missing pro (The pro): The file has the type consumable, and the app auto-renewing-subscription"
            ])
    }

    @Test func `flags are compared with their types`() {
        func check(_ flags: [FlagManifest.Flag]) -> [String] { findings(.flags(FlagManifest(flags: flags))) }
        #expect(check([.init(key: "maps", value: .boolean(false))]) == [])
        #expect(check([.init(key: "other", value: .other(.string))]) == ["missing maps", "unneeded other"])
        #expect(
            check([.init(key: "maps", value: .other(.string))]) == [
                "missing maps: The file has the type string, but features require Boolean flags"
            ])
    }

    @Test func `findings are counted by status`() {
        let check = ManifestCheck(.storeKit(["extra": .consumable]), for: ManifestedApp.needs())
        #expect(check.count(of: .missing) == 1 && check.count(of: .unneeded) == 1)
    }
}
