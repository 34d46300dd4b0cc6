import Testing

@testable import FlintCore

struct FeatureCatalogTests {
    private static func add(_ features: [FeatureDefinition.Type], to catalog: FeatureCatalog) -> [FeatureMetadata] {
        features.compactMap { catalog.add($0, parent: nil)?.metadata }
    }

    @Test func `moved features follow their group and leave no gaps`() {
        let catalog = FeatureCatalog()
        let single = Self.add([A.self, B.self, C.self], to: catalog)
        let group = catalog.add(Group.self, parent: nil)?.metadata
        #expect(single.count == 3)
        if let group {
            _ = catalog.move(single[2], under: group)
            _ = catalog.move(single[0], under: group)
        }
        #expect(catalog.features.map(\.path.description) == ["B", "Group", "Group/C", "Group/A"])
        #expect(group.map { catalog.children(of: $0).map(\.path.description) } == ["Group/C", "Group/A"])
        _ = catalog.add(D.self, parent: group)
        #expect(catalog.features.map(\.path.description) == ["B", "Group", "Group/C", "Group/A", "Group/D"])
    }

    @Test func `moving features one by one keeps the order`() {
        let catalog = FeatureCatalog()
        let single = Self.add([A.self, B.self, C.self, D.self], to: catalog)
        guard let group = catalog.add(Group.self, parent: nil)?.metadata, single.count == 4 else {
            Issue.record("A feature was not registered.")
            return
        }
        for metadata in single {
            _ = catalog.move(metadata, under: group)
            #expect(catalog.features.last == metadata)
            #expect(catalog.features.count == 5)
        }
        #expect(catalog.features.map(\.feature).map(TypeNames.short) == ["Group", "A", "B", "C", "D"])
    }

    @Test func `a feature that moves with its group appears in the group once`() {
        let catalog = FeatureCatalog()
        guard let group = catalog.add(Group.self, parent: nil)?.metadata,
            let child = catalog.add(A.self, parent: group)?.metadata,
            let whole = catalog.add(Whole.self, parent: nil)?.metadata
        else {
            Issue.record("A feature was not registered.")
            return
        }
        let changes = catalog.move(group, under: whole)
        #expect(changes.map(\.old) == ["Group", "Group/A"])
        #expect(changes.map(\.new) == ["Whole/Group", "Whole/Group/A"])
        #expect(catalog.children(of: group) == [child])
        #expect(catalog.children(of: whole) == [group])
        #expect(child.path == "Whole/Group/A")
    }
}

private final class A: Feature {
    static let description = "The first"
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class B: Feature {
    static let description = "The second"
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class C: Feature {
    static let description = "The third"
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class D: Feature {
    static let description = "The fourth"
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Group: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [] }
}

private final class Whole: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [] }
}
