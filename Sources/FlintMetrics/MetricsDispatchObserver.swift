#if Metrics
    public import CoreMetrics
    public import FlintCore
    public import Tracing

    /// Counts actions, times them, and makes a span of each.
    ///
    /// ```swift
    /// Flint.dispatcher.add(observer: MetricsDispatchObserver())
    /// ```
    ///
    /// | what | name | dimensions or attributes |
    /// |---|---|---|
    /// | counter | `flint.actions` | `feature`, `action`, `outcome` |
    /// | timer | `flint.action.duration` | `feature`, `action`, `outcome` |
    /// | span | `<feature>#<action>` | `flint.feature`, `flint.action`, `flint.session`, `flint.user_initiated`, `flint.source`, `flint.outcome` |
    ///
    /// The outcome is `success` or `failure`. Sessions are no dimension, because an app may have any number of them;
    /// inputs are recorded nowhere. A span's parent is the one that is current where the action is requested; it ends
    /// when the action answers, as an error if that is a failure. It may be used from any thread.
    public final class MetricsDispatchObserver: ActionDispatchObserver, @unchecked Sendable {
        /// What the end of an action needs of its beginning.
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
        private let begun = OpenRequests<Begun>()
        private let meters = Protected<[Key: Meters]>([:])

        /// Creates an observer.
        ///
        /// - Parameters:
        ///   - factory: Makes the metrics; by default, the process's.
        ///   - tracer: Makes the spans; by default, the process's.
        public init(factory: (any MetricsFactory)? = nil, tracer: (any Tracer)? = nil) {
            self.factory = factory ?? MetricsSystem.factory
            self.tracer = tracer
        }

        /// Starts a span and a clock.
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

        /// Counts the action and ends its span.
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

        /// The metrics of one action with one outcome, made when they are first needed.
        private func meters(_ record: ActionRecord, isSuccess: Bool) -> Meters {
            let key = Key(feature: record.feature, action: record.actionID, isSuccess: isSuccess)
            if let known = meters.withLock({ $0[key] }) { return known }
            let dimensions = [
                ("feature", key.feature.description), ("action", key.action),
                ("outcome", isSuccess ? "success" : "failure"),
            ]
            // A metrics backend is an app's code, so the lock is not held; of two that are made, the first counts.
            let made = Meters(
                counter: Counter(label: "flint.actions", dimensions: dimensions, factory: factory),
                timer: CoreMetrics.Timer(label: "flint.action.duration", dimensions: dimensions, factory: factory))
            return meters.withLock { meters in
                let kept = meters[key] ?? made
                meters[key] = kept
                return kept
            }
        }
    }
#endif
