import CAllocations
import FlintCore

/// Features are kept: how much memory each takes.
///
/// What counts is the heap, in bytes in use with what the allocator adds to each block, before and after a registration
/// of 10,000 features. The same types have been registered in another runtime before, so that what the language's
/// runtime keeps of each type (metadata, names, conformances) is there already and does not count.
enum MemorySuite {
    /// Measures the memory of features that require nothing, and of ones like those of an app.
    static func run(_ report: inout Report) {
        let products = (0..<1_000).map { NonConsumableProduct(name: "Product", productID: "product-\($0)") }
        let bare = Population(count: 10_000) { _, _ in }
        var usual = Population(count: 10_000) { index, requirements in
            requirements.purchase(products[index / 10])
            requirements.permission(.camera)
        }
        usual.hasActions = true
        var action = bare
        action.hasActions = true
        let populations: [(name: String, population: Population)] = [
            ("nothing required", bare),
            ("an action", action),
            ("a product", Population(count: 10_000) { $1.purchase(products[$0 / 10]) }),
            ("a toggle", Population(count: 10_000) { $1.userToggled(defaultValue: true) }),
            ("a product, a permission and an action", usual),
        ]
        for (name, population) in populations {
            report.add("memory/\(name)/bytes each", bytesPerFeature(of: population), .bytes)
        }
    }

    /// The bytes a population takes, divided by its number.
    private static func bytesPerFeature(of population: Population) -> Double {
        let tracker = BenchTracker()
        func register() -> FlintRuntime { population.register { $0.purchaseTracker = tracker } }
        consume(register())
        let before = heap_bytes_in_use()
        let runtime = register()
        let after = heap_bytes_in_use()
        return withExtendedLifetime(runtime) {
            (Double(after) - Double(before)) / Double(population.count)
        }
    }
}
