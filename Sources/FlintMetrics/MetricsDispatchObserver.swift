// SPDX-License-Identifier: MIT

#if Metrics
    import FlintLocks
    public import CoreMetrics
    public import FlintCore
    public import Tracing

    /// An observer that records metrics and a tracing span for each action.
    ///
    /// ```swift
    /// Flint.dispatcher.add(observer: MetricsDispatchObserver())
    /// ```
    ///
    /// | Kind | Name | Dimensions or attributes |
    /// |---|---|---|
    /// | counter | `flint.actions` | `feature`, `action`, `outcome` |
    /// | timer | `flint.action.duration` | `feature`, `action`, `outcome` |
    /// | span | `<feature>#<action>` | `flint.feature`, `flint.action`, `flint.session`, `flint.user_initiated`, `flint.source`, `flint.outcome` |
    ///
    /// The outcome is `success` or `failure`. The session is not a dimension, because an app can have any number of
    /// sessions. Inputs are not recorded. The span starts when the action begins, as a child of the span that is
    /// current at that point. It ends when the action completes, with an error status if the action failed. All members
    /// may be called from any thread.
    public final class MetricsDispatchObserver: ActionDispatchObserver, @unchecked Sendable {
        private struct Begun {
            let start: ContinuousClock.Instant
            let span: any Span
        }

        private struct Meters {
            let counter: Counter
            let timer: CoreMetrics.Timer
        }

        private struct Key: Hashable {
            let feature: FeaturePath
            let action: String
            let isSuccess: Bool
        }

        private let factory: any MetricsFactory
        private let tracer: (any Tracer)?
        private let begun = PendingRequestValues<Begun>()
        private let meters = Protected<[Key: Meters]>([:])

        /// Creates an observer.
        ///
        /// - Parameters:
        ///   - factory: The metrics factory. By default, the one with which the process bootstrapped its metrics.
        ///   - tracer: The tracer. By default, the one with which the process bootstrapped its instrumentation.
        public init(factory: (any MetricsFactory)? = nil, tracer: (any Tracer)? = nil) {
            self.factory = factory ?? MetricsSystem.factory
            self.tracer = tracer
        }

        /// Starts a span and begins to measure an action's duration.
        public func actionWillBegin<FeatureType: FeatureDefinition, ActionType: Action>(
            _ request: ActionRequest<FeatureType, ActionType>
        ) {
            let feature = request.record.feature.description
            let action = request.record.actionID
            let tracer: any Tracer = tracer ?? InstrumentationSystem.tracer
            let span: any Span = tracer.startAnySpan("\(feature)#\(action)", ofKind: .internal)
            span.attributes["flint.feature"] = feature
            span.attributes["flint.action"] = action
            span.attributes["flint.session"] = request.sessionName
            span.attributes["flint.user_initiated"] = request.userInitiated
            span.attributes["flint.source"] = request.source.rawValue
            begun.insert(Begun(start: .now, span: span), for: request)
        }

        /// Records an action's metrics and ends its span.
        public func actionDidComplete<FeatureType: FeatureDefinition, ActionType: Action>(
            _ request: ActionRequest<FeatureType, ActionType>, outcome: ActionPerformOutcome
        ) {
            guard let begun = begun.remove(request) else { return }
            let duration = ContinuousClock.now - begun.start
            begun.span.attributes["flint.outcome"] = outcome.isSuccess ? "success" : "failure"
            if case .failure(let error) = outcome.simplifiedOutcome {
                begun.span.recordError(error)
                begun.span.setStatus(SpanStatus(code: .error, message: "\(error)"))
            }
            begun.span.end()
            let meters = meters(request.record, isSuccess: outcome.isSuccess)
            meters.counter.increment()
            let (seconds, attoseconds) = duration.components
            meters.timer.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        }

        private func meters(_ record: ActionRecord, isSuccess: Bool) -> Meters {
            let key = Key(feature: record.feature, action: record.actionID, isSuccess: isSuccess)
            if let known = meters.withLock({ $0[key] }) { return known }
            let dimensions = [
                ("feature", key.feature.description), ("action", key.action),
                ("outcome", isSuccess ? "success" : "failure"),
            ]
            // The lock is not held while a metrics backend runs. If two threads create the same metrics, the first
            // thread's are used.
            let newMeters = Meters(
                counter: Counter(label: "flint.actions", dimensions: dimensions, factory: factory),
                timer: CoreMetrics.Timer(label: "flint.action.duration", dimensions: dimensions, factory: factory))
            return meters.withLock { meters in
                let shared = meters[key] ?? newMeters
                meters[key] = shared
                return shared
            }
        }
    }
#endif
