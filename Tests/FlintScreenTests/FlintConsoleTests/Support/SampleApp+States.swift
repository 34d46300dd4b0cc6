import FlintInspectorTestSupport
import FlintSimulation
import FlintWorld
import Foundation

@testable import FlintCore

extension SampleApp {
    func prepared(_ change: (SampleApp) -> Void) -> SampleApp {
        change(self)
        return self
    }

    /// The flag providers of the full app.
    static var flags: [SampleFlags] {
        [
            MutableSampleFlags("Debug menu", .debug, priority: 900),
            SampleFlags(
                "Remote", .remote, priority: 300,
                [
                    "smart-playlists": FlagEvaluation(value: false, reason: .targetingMatch, variant: "control"),
                    "sound-v2": FlagEvaluation(
                        errorCode: .providerNotReady, message: "The server at flags.example.com did not answer."),
                ]),
            SampleFlags(
                "Build", .release, priority: 100,
                ["smart-playlists": FlagEvaluation(value: true), "old-player": FlagEvaluation(value: false)]),
        ]
    }

    /// The app with flags.
    static var full: SampleApp { SampleApp(flags: flags) }

    /// The full app with a subscription, a pending purchase, overrides that expire, and a damaged file.
    static var busy: SampleApp { full.prepared { $0.use { $0.device.store.buy("premium") } } }

    /// An app that declares its own facts.
    static var observatory: SampleApp {
        SampleApp("Observatory", group: ObservatoryFeatures.self).prepared { app in
            app.runtime.set(.isDomeOpen, to: false)
            app.runtime.set(.weather, to: .storm)
            app.runtime.set(.membership, to: .guest)
            app.runtime.set(.plates, to: 12)
            app.runtime.set(.firmware, to: PlatformVersion("3.2"))
        }
    }

    private func use(_ buy: (SampleApp) -> Void) {
        setStatus { status in
            status.problems = [
                "The file /home/me/.local/share/flint/podcasts/toggles.json could not be read, because it is no JSON; "
                    + "it was renamed to toggles.json.corrupt-1, and the toggles are as they are at first.",
                "The file purchases.json was written by a newer version.",
            ]
        }
        buy(self)
        _ = try? device.store.send(.buy(productID: "turbo", ending: .askToBuy))
        device.store.setRate(86_400)
        override(
            .featureFlag("smart-playlists"), .truth(.true), reason: "trying the new lists",
            expiry: .until(SampleApp.start.addingTimeInterval(7_279)))
        override(.featureFlag("sound-v2"), .truth(.false), expiry: .uses(2))
        override(.permission(.camera), .permission(.authorized), expiry: .untilQuit)
        override(
            .purchase(productID: "premium"), .truth(.false), reason: "what a visitor sees",
            expiry: .until(SampleApp.start.addingTimeInterval(200_000)))
    }

    /// The busy app with a subscription that was renewed, expired, bought again, and refunded.
    static var subscribed: SampleApp { full.prepared { $0.use { $0.subscribe() } } }

    private func subscribe() {
        device.store.buy("premium")
        device.store.advance(by: 40 * 86_400)
        _ = try? device.store.send(.setAutoRenew(productID: "premium", isOn: false))
        device.store.advance(by: 50 * 86_400)
        device.store.buy("premium")
        device.store.advance(by: 10 * 86_400)
        device.store.refund("premium")
        device.store.advance(by: 10 * 86_400)
    }

    /// Personas, including one with an item that the app does not have.
    static let samplePersonas: PersonaList = {
        var child = Persona(name: "Child account", description: "May not buy, and is not asked")
        (child.purchases, child.permissions) = (["*": .notPurchased], ["*": .restricted])
        var all = Persona(name: "Premium user", description: "Owns and allows everything")
        (all.purchases, all.permissions) = (["*": .purchased], ["*": .authorized])
        var lost = Persona(name: "Lost")
        lost.purchases = ["gone": .purchased]
        return PersonaList(personas: [child, lost, all])
    }()

    /// The app with Premium and with personas.
    static var populated: SampleApp { SampleApp(personas: samplePersonas).prepared { $0.own("premium") } }

    /// The busy app with changes on the device and in the user settings.
    static var changed: SampleApp {
        full.prepared { app in
            app.use { app in
                app.perform(.setUserSetting(feature: PodcastFeatures.speed, isOn: true))
                app.permit(.camera)
                app.device.store.buy("premium")
                app.device.store.advance(by: 30 * 86_400)
            }
        }
    }

    /// The app with log lines and open stacks.
    static var active: SampleApp { SampleApp(news: .active) }

    /// An app with content for every screen.
    static var lively: SampleApp {
        SampleApp(flags: flags, personas: samplePersonas, news: .active).prepared { app in
            app.use { app in
                app.subscribe()
                app.device.store.buy("premium")
            }
        }
    }

    /// The app with a focus on two features, before the first event.
    static var focused: SampleApp {
        SampleApp().prepared { app in
            for feature in [PodcastFeatures.downloading, PodcastFeatures.smart] {
                app.perform(.focus(feature: feature, isOn: true))
            }
        }
    }

    /// The app with past activity: repetitions, changes of availability, and running actions.
    static var used: SampleApp { SampleApp(news: .used) }

    /// An app with the events of ``used``, after which Premium has expired.
    static var expired: SampleApp { SampleApp(news: .expired) }

    // MARK: Other apps

    /// An app without features, products, and permissions.
    static var empty: SampleApp {
        SampleApp().prepared { app in
            let model = AppModel(
                revision: .zero, status: AppStatus(appName: "Empty", platform: app.readModel().status.platform),
                features: [], products: [], permissions: [], flags: [], overrides: [])
            app.show(World(model: model))
        }
    }

    /// The app with other features.
    static func declaring(_ change: (inout [DeclaredFeature]) -> Void) -> SampleApp {
        SampleApp().prepared { $0.show($0.world(of: nil).declaring(change)) }
    }

    /// An app whose names contain control characters, bidirectional overrides, and overlong text.
    static var hostile: SampleApp {
        let clear = ActionSnapshot(
            id: "A", name: "\u{1B}[2J clear", description: "", published: true, input: nil, presenter: "ScreenPresenter"
        )
        let features = [
            DeclaredFeature(id: "Root", name: "\u{1B}[31mred\u{1B}[0m \u{7}bell", description: "a\nb\tc"),
            DeclaredFeature(
                id: "Root/Bidi", name: "\u{202E}txt.exe\u{202C} reversed", description: "\u{200F}rtl", parent: "Root"),
            DeclaredFeature(
                id: "Root/\u{1B}]0;title\u{7}", name: String(repeating: "very long name ", count: 400),
                description: String(repeating: "word ", count: 3_000), parent: "Root",
                needs: .all([.purchase("premium"), .permission(.camera)]), actions: [clear]),
            DeclaredFeature(
                id: "Root/Emoji", name: "👩‍👩‍👧‍👦 家族 日本語の名前がとても長い場合はどうなりますか 🇩🇪", parent: "Root"),
            DeclaredFeature(
                id: "Root/Marks", name: "Z" + String(repeating: "\u{301}", count: 200) + "algo", parent: "Root"),
            DeclaredFeature(id: "Root/Nothing", name: "", parent: "Root"),
            DeclaredFeature(id: "Orphan", name: "Child of nobody", parent: "Gone"),
        ]
        return SampleApp().prepared { app in
            let world = World(features, in: app.world(of: nil)).listing { changes in
                var premium = app.readModel().products["premium"]
                premium?.name = "Prem\u{9B}31mium 日本"
                changes.allProducts = [premium].compactMap(\.self)
            }
            app.show(world)
            app.add { $0.append(.advisory, "line one\nline two \u{1B}[1m", cause: "app\u{7}") }
        }
    }

    /// An app whose events contain control characters and overlong texts in every place.
    static var hostileEvents: SampleApp { hostile.prepared { $0.add { $0.addHostileEvents() } } }

    /// An app whose log contains control characters, line breaks, and overlong text.
    static var hostileLog: SampleApp {
        var news = News()
        news.write(
            .error, "\u{1B}[2J\u{1B}[31mred\u{9B}1m\u{7}", feature: "Root/\u{1B}]0;title\u{7}", action: "\u{1B}c")
        news.write(.info, "one\r\ntwo\nthree\ttab \u{202E}gnp.exe", metadata: ["\u{1B}[1m": "\u{1B}[2J\nlines"])
        news.write(.warning, String(repeating: "a very long line ", count: 65_536))
        news.write(.notice, "")
        news.write(.info, "👩‍👩‍👧‍👦 家族 日本語 🇩🇪 Z" + String(repeating: "\u{301}", count: 300))
        return SampleApp(news: news)
    }
}
