import Foundation
import Testing

@testable import FlintCore

struct TopicPathTests {
    @Test func `a path has several equivalent initializers`() {
        #expect(TopicPath(["A", "B"]) == ["A", "B"])
        #expect(TopicPath(["A", "B"]) == "A/B")
        #expect(("A/B" as TopicPath).description == "A/B")
        #expect(("A" as TopicPath).appending("B") == "A/B")
    }

    @Test func `equal paths have equal hashes regardless of how they were created`() {
        let ways: [TopicPath] = [
            "A/B/C", ["A", "B", "C"], TopicPath(["A", "B"]).appending("C"),
            TopicPath([]).appending("A").appending("B")
                .appending("C"), ("A/B/C/D" as TopicPath).parentPath() ?? [],
        ]
        #expect(Set(ways).count == 1)
        #expect(Set<TopicPath>(["A/B", ["A/B"], ["B", "A"], ["A", "B", ""], []]).count == 5)
    }

    @Test func `a path matches itself and its ancestors`() {
        let path: TopicPath = "A/B/C"
        #expect(path.matches("A") && path.matches("A/B") && path.matches(path) && path.matches([]))
        #expect(!path.matches("B") && !path.matches("A/B/C/D"))
    }

    @Test func `the parent of a path with one name is nil`() {
        #expect(("A/B" as TopicPath).parentPath() == "A")
        #expect(("A" as TopicPath).parentPath() == nil)
        #expect(TopicPath([]).parentPath() == nil)
    }

    @Test func `a path round-trips through JSON`() throws {
        let path: TopicPath = ["A/odd", "B"]
        #expect(try JSONDecoder().decode(TopicPath.self, from: JSONEncoder().encode(path)) == path)
        let text = try String(decoding: JSONEncoder().encode(TopicPath(["A"])), as: UTF8.self)
        #expect(text == #"{"path":["A"]}"#)
    }

    @Test func `appending a feature to a path adds the name of its type`() {
        #expect(TopicPath(["Root"]).appending(feature: TimelineFeature.self) == "Root/TimelineFeature")
    }
}
