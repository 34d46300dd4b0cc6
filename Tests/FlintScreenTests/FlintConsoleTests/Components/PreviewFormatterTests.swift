import FlintWorld
import Testing

@testable import FlintConsole

struct PreviewFormatterTests {
    @Test func `a change's signs stay on the line of the first feature's name, and names are not broken`() {
        let names = ["Turbo downloads", "Smart playlists", "Dynamic speed"]
        let preview = Preview(
            names.map { FeatureChange(featureID: $0, featureName: $0, before: false, after: true) }, limit: .max)
        let line = PreviewFormatter.line(preview, glyphs: .unicode)
        #expect(line.text == "no→ok Turbo downloads, Smart playlists, Dynamic speed")
        var effect = StyledLine("Effect of the override: ")
        effect.append(line)
        #expect(
            effect.wrapped(to: 34, indent: 2).map(\.text.trimmingTrailingSpaces) == [
                "Effect of the override:", "  no→ok Turbo downloads,", "  Smart playlists, Dynamic speed",
            ])
    }

    @Test(arguments: [
        (Bool?.some(false), Bool?.some(true), "+1"), (nil, true, "+1"), (true, false, "-1"), (true, nil, "-1"),
        (nil, false, "-1"), (false, nil, "?1"),
    ])
    func `each change of availability is counted`(before: Bool?, after: Bool?, text: String) {
        let change = FeatureChange(featureID: "a", featureName: "a", before: before, after: after)
        #expect(PreviewFormatter.summary(Preview([change], limit: .max)).text == text)
    }

    @Test func `features that are lost come first, and an omitted end has an ellipsis`() {
        let changes = [("Gained", false, true), ("Lost", true, false)].map { name, before, after in
            FeatureChange(featureID: name, featureName: name, before: before, after: after)
        }
        let line = PreviewFormatter.line(Preview(changes, limit: .max), glyphs: .unicode)
        #expect(line.text == "ok→no Lost; no→ok Gained")
        #expect(line.wrapped(to: 12, limit: 1, ellipsis: "…").map(\.text) == ["ok→no Lost …"])
        #expect(line.wrapped(to: 12, limit: 2, ellipsis: "…").count == 2)
        #expect(line.clipped(to: 9, ellipsis: "…").text == "ok→no Lo…")
        #expect(line.clipped(to: 40, ellipsis: "…") == line)
    }
}
