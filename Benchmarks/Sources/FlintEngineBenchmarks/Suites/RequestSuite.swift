// SPDX-License-Identifier: MIT

import FeatureGating
import FlintCore

/// Measures requests for an action of a feature: granting, denying, and explaining them.
enum RequestSuite {
    static func run(_ report: inout Report) {
        let product = NonConsumableProduct(name: "Premium", productID: "premium")
        let tracker = BenchTracker()
        var population = Population(count: 10_000) { $1.purchase(product) }
        population.hasActions = true
        population.hasNamedFeatures = true
        let flags = BenchFlags()
        // The process-wide runtime, as in apps.
        let runtime = population.register(in: .current) {
            $0.purchaseTracker = tracker
            $0.featureFlagProviders = [flags]
        }
        tracker.set(true, product)
        // The types that the floor looks up, in the same order.
        let spread = (0..<64).map { GeneratedTypes.feature($0 * (10_000 / 64)) }
        let timings = runtime.bind {
            report.measure(
                [Floor.typeLookUp, requests("request: one of 64 features", spread)]
                    + named.map { requests("request: \($0.name)", [$0.feature]) }
                    + announcements(runtime) + evaluations + explanations(runtime, of: spread[1]))
        }
        report.add(timings)
        for timing in timings.dropFirst() {
            report.addCost(timing.name, of: timing, lookUp: timings[0])
            report.add("\(timing.name)/allocations", timing.allocations, .count)
        }
        let wrong = runtime.bind {
            spread.count { !$0.ask() } + named.count { $0.feature.ask() != $0.isGranted }
        }
        report.add("request/wrong answers", Double(wrong), .count)
    }

    /// The handwritten features, each with a description of its case and whether its requests are granted.
    private static var named: [(name: String, feature: any GeneratedFeature.Type, isGranted: Bool)] {
        [
            ("1 ancestor", NamedFeatures.ShallowFeature.self, true),
            ("5 ancestors", NamedFeatures.DeepFeature.self, true),
            ("a runtime switch", NamedFeatures.SwitchedFeature.self, true),
            ("denied", NamedFeatures.DeniedFeature.self, false),
        ]
    }

    private static func requests(_ name: String, _ features: [any GeneratedFeature.Type]) -> Case {
        // A power of two, so that taking turns is almost free.
        let last = features.count - 1
        return Case(name: name) { times in
            var granted = 0
            for number in 0..<times where features[number & last].ask() { granted += 1 }
            consume(granted)
        }
    }

    /// Returns cases for a switch's announcements, without and with a changed value.
    private static func announcements(_ runtime: FlintRuntime) -> [Case] {
        [
            Case(name: "switch: announced as it was") { times in
                for _ in 0..<times { runtime.runtimeSwitchChanged(NamedFeatures.SwitchedFeature.self) }
            },
            Case(name: "switch: changed and announced") { times in
                for _ in 0..<times {
                    NamedFeatures.ChangingFeature.isOn.toggle()
                    runtime.runtimeSwitchChanged(NamedFeatures.ChangingFeature.self)
                }
            },
        ]
    }

    /// The evaluation of a requirement whose verdict is not cached.
    private static var evaluations: [Case] {
        // A user setting, two permissions, and any of three purchases. Only the last product is owned.
        let requirement = Requirement<Int>.all([
            .fact(0), .fact(1), .fact(2), .any([.fact(3), .fact(4), .fact(5)]),
        ])
        var table = FactTable<Int>()
        var programs = ProgramArena()
        programs.append(requirement.map { table.intern($0) })
        let (arena, node) = (programs, NodeID(rawValue: 0))
        for fact in [0, 1, 2, 5] { table[table.intern(fact)] = .true }
        let truths = table.truths
        return [
            Case(name: "evaluation: compiled, 6 facts") { times in
                truths.withUnsafeBufferPointer { truths in
                    for _ in 0..<times { consume(arena.evaluate(node, truths)) }
                }
            }
        ]
    }

    private static func explanations(_ runtime: FlintRuntime, of feature: any GeneratedFeature.Type) -> [Case] {
        let denied = NamedFeatures.DeniedFeature.self
        return [("explanation: available", feature), ("explanation: denied", denied)].map { name, feature in
            Case(name: name) { times in
                for _ in 0..<times { consume(runtime.explanation(of: feature).verdict) }
            }
        } + [
            Case(name: "explanation: denied, in a sentence without plans") { times in
                for _ in 0..<times { consume(denied.descriptionOfUnsatisfiedConstraints) }
            }
        ]
    }
}
