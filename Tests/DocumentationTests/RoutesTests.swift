import FlintCore
import Foundation
import Testing

@MainActor
struct RoutesTests {
    let notebook = Notebook()

    /// Runs a body in the observatory at its addresses, which are this runtime's own.
    private func atItsAddresses(_ body: (EyepieceRouter) async throws -> Void) async rethrows {
        try await Flint.withRuntime(FlintRuntime()) {
            RoutesSnippets.addresses()
            Flint.setup(ObservatoryFeatures.self) { $0.purchaseTracker = DebugPurchaseTracker() }
            try await body(EyepieceRouter(eyepiece: notebook))
        }
    }

    @Test func linksAreAsShownAndLeadBack() async throws {
        try await atItsAddresses { router in
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

    @Test func onlyOwnURLsAreTaken() async throws {
        try await atItsAddresses { router in
            let output = Output()
            try await RoutesSnippets.open(router, print: output)
            #expect(output.lines == shown("Routes", 1))
            #expect(notebook.stars == [Star(name: "Vega")])
        }
    }

    @Test func activitiesAreContinued() async throws {
        try await atItsAddresses { router in
            await CatalogueFeature.show.perform(withInput: Star(name: "Deneb"), presenter: notebook)
            let output = Output()
            try await RoutesSnippets.resume(router, print: output)
            #expect(output.lines == shown("Routes", 2))
            #expect(notebook.stars == [Star(name: "Deneb"), Star(name: "Deneb")])
        }
    }

    @Test func parametersThatMakeNoInputAreRefused() async {
        await atItsAddresses { router in
            let output = Output()
            await RoutesSnippets.parameters(router, print: output)
            #expect(output.lines == shown("Routes", 3))
            #expect(notebook.stars.isEmpty)
        }
    }

    @Test func whatOpensURLsCanBeTurnedOff() async throws {
        try await atItsAddresses { router in
            RoutesFeature.isEnabled = false
            let url = try #require(URL(string: "observatory://star/Vega"))
            #expect(await Flint.outcome(ofOpening: url, with: router) == .featureDisabled)
        }
    }
}
