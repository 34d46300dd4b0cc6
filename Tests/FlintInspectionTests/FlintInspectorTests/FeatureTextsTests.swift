import FlintInspector
import FlintInspectorTestSupport
import FlintWorld
import Testing

struct FeatureTextsTests {
    @Test func `the texts of every feature match those of its explanation`() throws {
        let bench = Bench()
        let texts = bench.inspector.featureTexts()
        let features = bench.inspector.readModel().features
        #expect(!features.isEmpty)
        var count = 0
        for feature in features {
            let detail = try #require(bench.inspector.detail(of: feature.id))
            let rows = detail.requirements.filter { row in
                row.inheritedFrom == nil && !row.kind.isHeading
                    && ![.parent, .registration, .platform].contains(row.kind)
            }
            let known = texts.requirements[Int(texts.requirementsIndex(of: feature.number))]
                .filter { $0.kind != .platform }
            #expect(Set(known.map(\.kind)) == Set(rows.map(\.kind)), "\(feature.id)")
            for row in rows {
                #expect(known.contains { row.title.hasSuffix($0.title) && ($0.key == nil || $0.key == row.key) })
            }
            #expect(texts.descriptions[Int(texts.descriptionIndex(of: feature.number))] == detail.description)
            count += rows.count
        }
        #expect(count > 5)
        bench.send(.override(.purchase, "premium", to: "purchased"))
        #expect(bench.inspector.featureTexts() == texts)
    }

    @Test func `texts and lists that features share are stored once`() {
        var texts = FeatureTexts()
        for number in 0..<100 {
            texts.add(
                number: number, description: "Description \(number % 2)",
                requirements: [.init(kind: .purchase, title: "Premium", key: "premium")])
        }
        texts.add(number: -1, description: "left out", requirements: [])
        #expect(texts.descriptions == ["", "Description 0", "Description 1"])
        #expect(texts.requirements.count == 2)
        #expect(texts.descriptionIndex(of: 7) == 2)
        #expect(texts.descriptionIndex(of: 1_000) == 0)
        #expect(texts.requirementsIndex(of: -1) == 0)
    }
}
