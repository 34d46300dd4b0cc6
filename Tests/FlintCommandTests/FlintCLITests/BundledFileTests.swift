import ArgumentParser
import FlintCore
import FlintInspector
import FlintSimulation
import FlintTestSupport
import Foundation
import Testing

@testable import FlintCLI

struct BundledFileTests {
    private static let path = "/no-such-folder/rules.json5"
    private static let text = #"{flint: "expectations", version: 2, states: {}}"#

    private final class App: FlintApplication {
        nonisolated static let commandName = "shelf"
        nonisolated static let abstract = "An app with files."
        nonisolated static let appName = "Shelf"
        nonisolated static let bundledFiles = [path: text, #filePath: text]

        let router: (any PresentationRouter & Sendable)? = nil
        let device: SimulatedDevice? = nil
        let backgroundWork: (any BackgroundWork)? = nil
        let activity: String? = nil

        init(options: EmptyOptions, launch: LaunchOptions) {}

        func setUp() {}

        func observeActivity(_ handler: @escaping @Sendable () -> Void) {}
    }

    @Test func `a bundled file is read unless another file exists at its path`() throws {
        #expect(try App.readFile(Self.path, limit: 1) == Data(Self.text.utf8))
        #expect(App.bundledFile(at: #filePath) == nil)
        #expect(throws: FileReading.Failure.missing) { try App.readFile("rules.json5", limit: 1) }
        #expect(DocumentedApp.bundledFile(at: Self.path) == nil)
    }

    @Test(arguments: [
        ("{flint: \"expectations\", version: 2, states: {},\n'states': {}}", "line 1, byte 36, and line 2, byte 48"),
        (
            #"{flint: "expectations", version: 2, states: {a: {}, "\u0061": {}}}"#,
            "line 1, byte 45, and line 1, byte 52"
        ),
    ])
    func `the error for a project file that repeats a name states both locations`(text: String, places: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(text, to: "rules.json5")
        let error = #expect(throws: CommandLineError.self) {
            try ExpectationsFile(path, of: App.self).read(isRequired: true)
        }
        #expect(error?.message.contains("occurs twice in one object (\(places)).") == true, "\(error?.message ?? "")")
    }

    @Test @MainActor func `a StoreKit file that the app does not use is noted`() throws {
        let file = #"{"products": [{"productID": "hat", "type": "NonConsumable", "referenceName": "Hat"}]}"#
        let configuration = try StoreKitConfiguration(Data(file.utf8), file: "Shop.storekit")
        func note(_ store: SimulatedStore?, _ products: [String] = []) -> String? {
            AppSession<App>.storeKitNote(on: configuration, at: "Shop.storekit", usedBy: store, products: products)
        }
        let unused = "Shop.storekit has no effect, because the app does not pass launch.storeKit to its store."
        #expect(note(nil) == unused && note(SimulatedStore()) == unused)
        let store = SimulatedStore(offers: configuration.offers)
        #expect(note(store, ["hat"]) == nil)
        #expect(
            note(store, ["hat", "shoe"])
                == "Shop.storekit does not contain 1 product of the app, which the simulated store sells anyway: shoe.")
    }

    @Test func `a bundled file is required content and is not replaced`() throws {
        #expect(try ExpectationsFile(Self.path, of: App.self).read(isRequired: true) != nil)
        #expect(try ExpectationsFile(Self.path, of: App.self).read(isRequired: false) == nil)
    }
}
