// SPDX-License-Identifier: MIT

import FlintCore

/// Measures the lookup of a URL's action among a thousand patterns.
enum RouteSuite {
    private static let count = 1_000

    /// Measures lookups after a URL has been parsed.
    static func run(_ report: inout Report) {
        let runtime = FlintRuntime()
        runtime.setUp(Stage.self)
        runtime.register(Signpost.self)
        let paths = [
            ("a literal", "section0/page-500"), ("a parameter", "section7/item/42/details"),
            ("none", "section7/nowhere"),
        ]
        let timings = report.measure(
            [Floor.typeLookUp]
                + paths.map { name, path in
                    Case(name: "route: \(name) among \(count)") { times in
                        var sum = 0
                        for _ in 0..<times {
                            sum &+= runtime.routeNumber(ofPath: path[...], scope: .app(scheme: "bench")) ?? 0
                        }
                        consume(sum)
                    }
                })
        report.add(timings)
        for timing in timings.dropFirst() {
            report.addCost(timing.name, of: timing, lookUp: timings[0])
            report.add("\(timing.name)/allocations", timing.allocations, .count)
        }
        let wrong = zip(paths, [true, true, false]).count { path, isFound in
            (runtime.routeNumber(ofPath: path.1[...], scope: .app(scheme: "bench")) != nil) != isFound
        }
        report.add("route/wrong answers", Double(wrong), .count)
    }

    /// A feature with a number of routes, half of them with a parameter.
    final class Signpost: Feature, URLMapped {
        static let description = "Leads everywhere"
        static let nothing = action(NoAction.self)

        static func prepare(actions: FeatureActionsBuilder) { actions.declare(nothing) }

        static func urlMappings(routes: URLMappingsBuilder) {
            for number in 0..<count {
                let pattern =
                    number.isMultiple(of: 2)
                    ? "section\(number % 10)/page-\(number)" : "section\(number % 10)/item/$(id)/\(number)"
                routes.send(pattern, to: nothing, in: [.appAny])
            }
            routes.send("section7/item/$(id)/details", to: nothing, in: [.appAny])
        }
    }
}
