// SPDX-License-Identifier: MIT

import FlintCore

/// Measures the registration cost of each feature, which must not grow with the number of features.
enum SetUpSuite {
    /// Measures registrations of few and of many features of several kinds.
    static func run(_ report: inout Report) {
        for kind in kinds {
            let timings = report.measure(
                [Floor.lookUp, kind.registration(of: 1_000), kind.registration(of: 10_000)], rounds: 4)
            let (lookUp, few, many) = (timings[0], timings[1], timings[2])
            report.add([few, many])
            report.add("set-up/\(kind.name)/10000 to 1000", many.minimum / few.minimum, .ratio)
            report.addCost("set-up/\(kind.name)", of: many, lookUp: lookUp, " each")
            report.add("set-up/\(kind.name)/allocations each", many.allocations, .count)
            if kind.scalesFar {
                let most = report.measure([kind.registration(of: 100_000)], rounds: 2)[0]
                report.add([most])
                report.add("set-up/\(kind.name)/100000 to 10000", most.minimum / many.minimum, .ratio)
                report.add("set-up/\(kind.name)/instructions each of 100000", most.instructions, .instructions)
                report.add("set-up/\(kind.name)/allocations each of 100000", most.allocations, .count)
            }
        }
    }

    private struct Kind {
        let name: String
        var scalesFar = false
        let declare: @Sendable (_ index: Int, _ requirements: any FeatureConstraintsBuilder) -> Void

        func registration(of count: Int) -> Case {
            Case(name: "set-up of 1 of \(count): \(name)", operations: count, countedRuns: 1) { times in
                for _ in 0..<times {
                    consume(
                        Population(count: count, declare: declare).register {
                            $0.purchaseTracker = BenchTracker()
                            $0.featureFlagProviders = [BenchFlags()]
                        })
                }
            }
        }
    }

    private static let kinds: [Kind] = {
        let products = (0..<10_000).map { NonConsumableProduct(name: "Product", productID: "product-\($0)") }
        return [
            Kind(name: "nothing required", scalesFar: true) { _, _ in },
            Kind(name: "a product for every 10", scalesFar: true) { $1.purchase(products[$0 / 10]) },
            Kind(name: "one product for all") { $1.purchase(products[0]) },
            Kind(name: "one permission for all") { $1.permission(.camera) },
            Kind(name: "one flag for all") { $1.featureFlag(NamedFeatures.Keys.on) },
            Kind(name: "one platform rule for all") { $1.iOS = 15 },
            Kind(name: "a platform rule for every 10") { $1.iOS = .atLeast(version: PlatformVersion(major: $0 / 10)) },
            Kind(name: "a toggle each") { $1.userToggled(defaultValue: true) },
            Kind(name: "a switch each") { $1.runtimeEnabled() },
        ]
    }()
}
