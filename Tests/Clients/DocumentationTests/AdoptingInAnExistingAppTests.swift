import FlintCore
import FlintTesting
import Foundation
import Testing

struct AdoptingInAnExistingAppTests {
    @Test func `one plan is enough`() {
        let app = GatingTest(PlanFeatures.self)
        #expect(!app.isAvailable(ObjectListFeature.self))
        app.purchase(Plan.yearly.product)
        #expect(app.isAvailable(ObjectListFeature.self))
    }

    @Test func `a daemon's thread performs actions on the queue of its session`() async {
        await inObservatory {
            let runtime = FlintRuntime.current
            let daemon = Daemon()
            let refused = await onThread { done in
                Flint.withRuntime(runtime) { done(daemon.answer { _ in Issue.record("The action was performed.") }) }
            }
            #expect(refused == ArchiveFeature.refusal?.sentence)
            runtime.facts.overridePurchase("archive", with: .true)
            let label = await onThread { done in
                Flint.withRuntime(runtime) {
                    _ = daemon.answer { outcome in
                        #expect(outcome == .success)
                        dispatchPrecondition(condition: .onQueue(daemon.session.callerQueue))
                        done("performed")
                    }
                }
            }
            #expect(label == "performed")
        }
    }

    @Test func `a build that refuses overrides ignores one`() {
        Flint.withRuntime(FlintRuntime()) {
            let output = Output()
            AdoptingInAnExistingAppSnippets.release(print: output)
            #expect(output.lines == shown("AdoptingInAnExistingApp", 4))
        }
    }

    private func onThread(_ body: @escaping @Sendable (@escaping @Sendable (String) -> Void) -> Void) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { body { continuation.resume(returning: $0) } }
        }
    }
}

private final class PlanFeatures: FeatureGroup {
    static let description = "What plans unlock"
    static var subfeatures: [FeatureDefinition.Type] { [ObjectListFeature.self] }
}
