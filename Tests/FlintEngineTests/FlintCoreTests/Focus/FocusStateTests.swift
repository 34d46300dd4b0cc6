import FeatureGating
import FlintLocks
import Testing

@testable import FlintCore

struct FocusStateTests {
    private let fixture = Fixture(Studio.self)
    private var focus: any FocusSelection { fixture.runtime.focus }

    @Test func `an empty selection does not suppress any topic`() {
        #expect(!focus.isActive && focus.selected == [])
        #expect(!focus.shouldSuppress(["App"]) && !focus.isFocused(["App"]))
        #expect(!fixture.runtime.isSuppressedByFocus(["App"]))
    }

    @Test func `a selected topic is in focus together with its subtopics`() {
        focus.focus(["App", "Player"])
        #expect(focus.isActive)
        for topic: TopicPath in [["App", "Player"], ["App", "Player", "#PlayAction"], ["App", "Player", "Speed"]] {
            #expect(focus.isFocused(topic) && !focus.shouldSuppress(topic))
            #expect(!fixture.runtime.isSuppressedByFocus(topic))
        }
        for topic: TopicPath in [["App"], ["App", "PlayerTwo"], ["Player"], []] {
            #expect(!focus.isFocused(topic) && focus.shouldSuppress(topic))
            #expect(fixture.runtime.isSuppressedByFocus(topic))
        }
    }

    @Test func `focus observers are notified of every change until cancellation`() {
        let seen = Protected<[[TopicPath]]>([])
        let runtime = fixture.runtime
        let token = runtime.observeFocus { seen.withLock { $0.append(runtime.focus.selected) } }
        focus.focus(["A"])
        focus.defocus(["A"])
        #expect(seen.withLock { $0 } == [[["A"]], []], "An observer can read the selection.")
        focus.reset()
        token.cancel()
        focus.focus(["B"])
        #expect(seen.withLock { $0.count } == 3)
    }

    @Test func `deselecting the last topic restores all topics`() {
        focus.focus(["A"])
        focus.focus(["B"])
        #expect(focus.selected == [["A"], ["B"]])
        focus.defocus(["A"])
        #expect(focus.shouldSuppress(["A"]) && focus.isFocused(["B"]))
        focus.defocus(["B"])
        #expect(!focus.isActive && !focus.shouldSuppress(["A"]))
        focus.focus(["A"])
        focus.focus(["B"])
        focus.reset()
        #expect(!focus.isActive && focus.selected == [])
    }

    @Test func `deselecting an unselected topic changes nothing`() {
        focus.focus(["A"])
        focus.defocus(["A", "B"])
        #expect(focus.selected == [["A"]])
    }

    @Test func `a feature is selected by its path`() {
        fixture.run {
            focus.focus(Studio.self)
            #expect(focus.selected == [["Studio"]])
            #expect(focus.isFocused(Studio.self) && focus.shouldSuppress(EmptyApp.self))
            focus.defocus(Studio.self)
            #expect(!focus.isActive)
        }
    }

    @Test func `disabling the focus feature takes effect immediately and keeps the selection`() {
        fixture.run {
            focus.focus(Studio.self)
            FocusFeature.isEnabled = false
            #expect(!focus.isActive && !focus.shouldSuppress(EmptyApp.self) && !focus.isFocused(Studio.self))
            #expect(FocusFeature.isAvailable == false)
            #expect(focus.selected == [["Studio"]])
            FocusFeature.isEnabled = true
            #expect(focus.isActive)
        }
    }

    @Test func `an override of the focus switch takes effect immediately`() {
        let key = FactKey.runtimeSwitch(feature: fixture.runtime.path(of: FocusFeature.self))
        fixture.run { focus.focus(Studio.self) }
        fixture.facts.setOverride(.truth(.false), for: key, cause: "console")
        #expect(!focus.isActive)
        fixture.facts.setOverride(nil, for: key, cause: "console")
        #expect(focus.isActive)
    }

    @Test func `the focus belongs to one runtime and ends with a reset`() {
        let other = Fixture(Studio.self)
        fixture.run { focus.focus(Studio.self) }
        #expect(!other.runtime.focus.isActive)
        fixture.run {
            FocusFeature.isEnabled = false
            Flint.resetForTesting()
            #expect(FocusFeature.isEnabled == true && focus.selected == [])
        }
    }
}

private final class Studio: Feature {
    static let description = "Records"
    static func prepare(actions: FeatureActionsBuilder) {}
}
