#if Metrics
    import FlintCore
    import FlintMetrics
    import InMemoryTracing
    import MetricsTestKit
    import Testing
    import Tracing

    /// Tests of the metrics and spans of actions.
    @MainActor struct MetricsDispatchObserverTests {
        private let metrics = TestMetrics()
        private let tracer = InMemoryTracer()
        private let runtime = FlintRuntime()

        init() {
            runtime.bind {
                Flint.setup(Station.self)
                Flint.dispatcher.add(observer: MetricsDispatchObserver(factory: metrics, tracer: tracer))
            }
        }

        private func dimensions(_ outcome: String) -> [(String, String)] {
            [("feature", "Station"), ("action", "SendAction"), ("outcome", outcome)]
        }

        @Test func `actions are counted by outcome`() throws {
            runtime.bind {
                for fails in [false, true, false] { Station.send.perform(withInput: fails) }
            }
            #expect(try metrics.expectCounter("flint.actions", dimensions("success")).totalValue == 2)
            #expect(try metrics.expectCounter("flint.actions", dimensions("failure")).totalValue == 1)
        }

        @Test func `the duration of an action is recorded`() throws {
            runtime.bind { Station.send.perform(withInput: false) }
            let values = try metrics.expectTimer("flint.action.duration", dimensions("success")).values
            #expect(values.count == 1 && values.allSatisfy { $0 >= 0 })
        }

        @Test func `every action is a span`() throws {
            runtime.bind {
                ActionSession(named: "night", userInitiatedActions: false).perform(Station.send, input: false)
            }
            let span = try #require(tracer.finishedSpans.first)
            #expect(tracer.finishedSpans.count == 1 && tracer.activeSpans.isEmpty)
            #expect(span.operationName == "Station#SendAction")
            #expect(span.attributes.get("flint.feature") == .string("Station"))
            #expect(span.attributes.get("flint.action") == .string("SendAction"))
            #expect(span.attributes.get("flint.session") == .string("night"))
            #expect(span.attributes.get("flint.user_initiated") == .bool(false))
            #expect(span.attributes.get("flint.source") == .string("application"))
            #expect(span.attributes.get("flint.outcome") == .string("success"))
            #expect(span.status == nil && span.errors.isEmpty)
        }

        @Test func `a failure is recorded as an error of the span`() throws {
            runtime.bind { Station.send.perform(withInput: true) }
            let span = try #require(tracer.finishedSpans.first)
            #expect(span.status?.code == .error)
            #expect(span.errors.count == 1)
            #expect(span.attributes.get("flint.outcome") == .string("failure"))
        }

        @Test func `a span ends when the action completes`() throws {
            let answers = Answers()
            runtime.bind { Station.wait.perform(withPresenter: answers) }
            #expect(tracer.activeSpans.map(\.operationName) == ["Station#WaitAction"])
            #expect(metrics.counters.isEmpty)
            answers.give?(.success)
            #expect(tracer.activeSpans.isEmpty && tracer.finishedSpans.count == 1)
            #expect(metrics.counters.count == 1)
        }
    }

    private struct Jammed: Error {}

    @MainActor private final class Answers {
        nonisolated(unsafe) var give: ((ActionPerformOutcome) -> Void)?
    }

    private final class SendAction: Action {
        typealias InputType = Bool

        static func perform(
            context: ActionContext<Bool>, presenter: Void, completion: Completion
        ) -> Completion.Status {
            completion.completedSync(context.input ? .failure(error: Jammed()) : .success)
        }
    }

    private final class WaitAction: Action {
        typealias PresenterType = Answers

        static func perform(
            context: ActionContext<NoInput>, presenter: Answers, completion: Completion
        ) -> Completion.Status {
            let deferred = completion.willCompleteAsync()
            presenter.give = { deferred.completed($0) }
            return deferred
        }
    }

    private final class Station: FeatureGroup, Feature {
        static let description = "Sends"
        static var subfeatures: [FeatureDefinition.Type] { [] }
        static let send = action(SendAction.self)
        static let wait = action(WaitAction.self)

        static func prepare(actions: FeatureActionsBuilder) {
            actions.declare(send)
            actions.declare(wait)
        }
    }
#endif
