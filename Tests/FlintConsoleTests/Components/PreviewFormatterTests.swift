import InspectorKit
import Testing

@testable import FlintConsole

struct PreviewFormatterTests {
    @Test func `a change's signs stay on the line of the first feature's name, and names are not broken`() {
        let names = ["Turbo downloads", "Smart playlists", "Dynamic speed"]
        let preview = Preview(
            changes: names.map { FeatureChange(featureID: $0, featureName: $0, before: false, after: true) })
        let line = PreviewFormatter.line(preview, signs: .unicode)
        #expect(line.text == "no→ok Turbo downloads, Smart playlists, Dynamic speed")
        var effect = StyledLine("Effect of the override: ")
        effect.append(line)
        #expect(
            effect.wrapped(to: 34, indent: 2).map(\.text.trimmed) == [
                "Effect of the override:", "  no→ok Turbo downloads,", "  Smart playlists, Dynamic speed",
            ])
    }
}
