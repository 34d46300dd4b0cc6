import FlintWorld

extension PodcastWorld {
    /// An app with personas, one of which refers to an item that the app does not have.
    static var populated: PodcastWorld {
        var world = PodcastWorld()
        world.store["premium"] = .purchased
        var child = Persona(name: "Child account", description: "May not buy, and is not asked")
        child.purchases = ["*": .notPurchased]
        child.permissions = ["*": .restricted]
        var all = Persona(name: "Premium user", description: "Owns and allows everything")
        all.purchases = ["*": .purchased]
        all.permissions = ["*": .authorized]
        var lost = Persona(name: "Lost")
        lost.purchases = ["gone": .purchased]
        world.personas = PersonaList(personas: [child, lost, all])
        return world
    }

    /// An app with overrides and with changes on the device and in the user settings.
    static var changed: PodcastWorld {
        var world = PodcastWorld.busy
        world.differences = [
            StateDifference(
                kind: .setting, title: "Dynamic speed", value: "off", initial: "on",
                removal: .setUserSetting(feature: PodcastWorld.speed, isOn: nil)),
            StateDifference(
                kind: .permission, title: "Camera", value: "authorized", initial: "denied",
                removal: .setPermission(permission: "camera", status: .denied)),
            StateDifference(
                kind: .purchase, title: "Premium subscription", value: "purchased", initial: "not purchased",
                removal: .setPurchase(productID: "premium", status: .notPurchased)),
            StateDifference(
                kind: .store, title: "Simulated store", value: "clock 30 days ahead", initial: nil,
                removal: .store(.reset)),
        ]
        return world
    }

    /// An app without features, products, and permissions.
    static var empty: PodcastWorld {
        var world = PodcastWorld()
        world.declarations = []
        world.products = []
        world.permissionTitles = []
        world.isRunning = nil
        return world
    }

    /// An app whose names contain control characters, bidirectional overrides, and overlong text.
    static var hostile: PodcastWorld {
        var world = PodcastWorld()
        world.declarations = [
            Declaration(id: "Root", name: "\u{1B}[31mred\u{1B}[0m \u{7}bell", description: "a\nb\tc", parent: nil),
            Declaration(
                id: "Root/Bidi", name: "\u{202E}txt.exe\u{202C} reversed", description: "\u{200F}rtl", parent: "Root"),
            Declaration(
                id: "Root/\u{1B}]0;title\u{7}", name: String(repeating: "very long name ", count: 400),
                description: String(repeating: "word ", count: 3_000), parent: "Root",
                needs: [.purchase("premium"), .permission("camera")],
                actions: [action("A", "\u{1B}[2J clear", published: true)]),
            Declaration(
                id: "Root/Emoji", name: "👩‍👩‍👧‍👦 家族 日本語の名前がとても長い場合はどうなりますか 🇩🇪", parent: "Root"),
            Declaration(
                id: "Root/Marks", name: "Z" + String(repeating: "\u{301}", count: 200) + "algo", parent: "Root"),
            Declaration(id: "Root/Nothing", name: "", parent: "Root"),
            Declaration(id: "Orphan", name: "Child of nobody", parent: "Gone"),
        ]
        world.products = [("premium", "Prem\u{9B}31mium 日本", .autoRenewingSubscription, nil)]
        world.log(.advisory, "line one\nline two \u{1B}[1m", cause: "app\u{7}")
        return world
    }

    /// An app with content for every screen.
    static var lively: PodcastWorld {
        var world = subscribed
        let active = PodcastWorld.active
        world.logLines = active.logLines
        world.stacks = active.stacks
        let last = world.events.last?.id ?? 0
        world.events += active.events.map { event in
            var event = event
            event.id += last
            return event
        }
        world.personas = PodcastWorld.populated.personas
        return world
    }
}
