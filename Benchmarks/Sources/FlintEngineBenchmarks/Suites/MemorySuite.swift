// SPDX-License-Identifier: MIT

import CFlintAllocations
import FlintCore

/// Measures the memory that each registered feature takes.
///
/// The figure is the growth of the heap, in bytes in use including the allocator's overhead, by a registration of
/// 10,000 features. The same types are registered in another runtime first. The data that the language's runtime keeps
/// for each type (metadata, names, conformances) therefore already exists and is not counted.
enum MemorySuite {
    /// Measures features without requirements and features like those of a typical app.
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

    /// Returns the bytes that a population takes, divided by the number of its features.
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
