import FlintCore
import Foundation
import Testing

@MainActor
struct RoutesTests {
    let notebook = Notebook()

    private func withAddresses(_ body: (EyepieceRouter) async throws -> Void) async rethrows {
        try await Flint.withRuntime(FlintRuntime()) {
            RoutesSnippets.addresses()
            Flint.setup(ObservatoryFeatures.self) { $0.purchaseTracker = DebugPurchaseTracker() }
            try await body(EyepieceRouter(eyepiece: notebook))
        }
    }

    @Test func `created links match the article and open their action`() async throws {
        try await withAddresses { router in
            let output = Output()
            RoutesSnippets.links(print: output)
            #expect(output.lines == shown("Routes", 0))
            for link in output.lines {
                let url = try #require(URL(string: link))
                #expect(await Flint.outcome(ofOpening: url, with: router) == .success)
            }
            #expect(notebook.stars == [Star(name: "α Centauri"), Star(name: "α Centauri")])
        }
    }

    @Test func `only URLs of the app are opened`() async throws {
        try await withAddresses { router in
            let output = Output()
            try await RoutesSnippets.open(router, print: output)
            #expect(output.lines == shown("Routes", 1))
            #expect(notebook.stars == [Star(name: "Vega")])
        }
    }

    @Test func `activities are continued`() async throws {
        try await withAddresses { router in
            await CatalogueFeature.show.perform(withInput: Star(name: "Deneb"), presenter: notebook)
            let output = Output()
            try await RoutesSnippets.resume(router, print: output)
            #expect(output.lines == shown("Routes", 2))
            #expect(notebook.stars == [Star(name: "Deneb"), Star(name: "Deneb")])
        }
    }

    @Test func `an input lists its fields`() async {
        await withAddresses { _ in
            Flint.register(PlateFeature.self)
            let output = Output()
            RoutesSnippets.fields(print: output)
            #expect(output.lines == shown("Routes", 3))
        }
    }

    @Test func `parameters without a valid input are refused`() async {
        await withAddresses { router in
            let output = Output()
            await RoutesSnippets.parameters(router, print: output)
            #expect(output.lines == shown("Routes", 4))
            #expect(notebook.stars.isEmpty)
        }
    }

    @Test func `routes can be disabled`() async throws {
        try await withAddresses { router in
            RoutesFeature.isEnabled = false
            let url = try #require(URL(string: "observatory://star/Vega"))
            #expect(await Flint.outcome(ofOpening: url, with: router) == .featureDisabled)
        }
    }
}
