import FlintCore

/// Features are registered: what it costs for each, and that this does not grow with their number.
enum SetUpSuite {
    /// Measures registrations of few and of many features of several kinds.
    static func run(_ report: inout Report) {
        report.add([Stopwatch.measure([Floor.lookUp])[0]])
        let lookUp = report.timings[report.timings.count - 1].minimum
        for kind in kinds {
            let few = timing(of: kind, count: 1_000, rounds: 4)
            let many = timing(of: kind, count: 10_000, rounds: 2)
            report.add([few, many])
            report.add("set-up/\(kind.name)/10000 to 1000", many.minimum / few.minimum, .ratio)
            report.add("set-up/\(kind.name)/look-ups each", few.minimum / lookUp, .ratio)
            report.add("set-up/\(kind.name)/allocations each", many.allocations, .count)
            if kind.scalesFar {
                let most = timing(of: kind, count: 100_000, rounds: 1)
                report.add([most])
                report.add("set-up/\(kind.name)/100000 to 10000", most.minimum / many.minimum, .ratio)
            }
        }
    }

    /// What features require that are registered.
    private struct Kind {
        let name: String
        var scalesFar = false
        let declare: @Sendable (_ index: Int, _ requirements: any FeatureConstraintsBuilder) -> Void
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

    /// The time and the allocations of one registration, of many at once.
    private static func timing(of kind: Kind, count: Int, rounds: Int) -> Timing {
        let item = Case(name: "set-up of 1 of \(count): \(kind.name)", operations: count) { times in
            for _ in 0..<times {
                consume(
                    Population(count: count, declare: kind.declare).register {
                        $0.purchaseTracker = BenchTracker()
                        $0.featureFlagProviders = [BenchFlags()]
                    })
            }
        }
        return Stopwatch.measure([item], rounds: rounds)[0]
    }
}
