import FlintCore
import Foundation
import Testing

struct FeaturesAndActionsTests {
    @Test func `outcomes match the article`() async {
        await inObservatory {
            let output = Output()
            await FeaturesAndActionsSnippets.perform(print: output)
            #expect(output.lines == shown("FeaturesAndActions", 0))
        }
    }

    @Test func `declared actions match the article`() async {
        await inObservatory {
            let output = Output()
            FeaturesAndActionsSnippets.list(print: output)
            #expect(output.lines == shown("FeaturesAndActions", 1))
        }
    }

    @MainActor
    @Test func `an action on the main queue is performed immediately`() async {
        await inObservatory {
            let notebook = Notebook()
            FeaturesAndActionsSnippets.point(eyepiece: notebook)
            #expect(notebook.stars == [Star(name: "Vega")])
        }
    }

    @Test func `an action in a background session is performed away from the main queue`() async {
        await inObservatory {
            Flint.register(DarkroomFeature.self)
            let isOnMain: Bool = await withCheckedContinuation { continuation in
                FeaturesAndActionsSnippets.background(exposures: Exposures(pixels: [])) { _ in
                    continuation.resume(returning: Thread.isMainThread)
                }
            }
            #expect(!isOnMain)
            #expect(Timeline.instance.entries.map(\.action.inputDescription) == ["Exposures", "Exposures"])
        }
    }

    @Test func `an undeclared action is not performed`() async {
        await inObservatory {
            let outcome = await DomeFeature.action(ExposeAction.self).perform(withInput: 1)
            let error = ActionPerformError.actionNotDeclared(action: ExposeAction.name, feature: DomeFeature.self)
            #expect(outcome == .failure(error: error))
            #expect(advisories() == [error.description])
        }
    }

    @Test func `an action of an unregistered feature is not performed`() async {
        await Flint.withRuntime(FlintRuntime()) {
            Flint.setup(ArchiveFeatures.self)
            let outcome = await DomeFeature.open.perform(withInput: 1)
            #expect(outcome == .failure(error: ActionPerformError.featureNotRegistered(feature: DomeFeature.self)))
        }
    }
}
