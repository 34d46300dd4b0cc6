import InspectorKit

@testable import FlintConsole

extension ScreenTests {
    /// Every screen at three sizes: in color, without color, and in ASCII.
    static let everyScreen: [Scene] = ConsoleScreen.allCases.flatMap { screen in
        let sizes = [(80, 24), (120, 40), (200, 60)]
        let (name, key) = (screen.behavior.keyContext.rawValue, "\(screen.rawValue)")
        return [
            Scene(name: "screen-\(name)", keys: key, sizes: sizes, world: { .lively }),
            Scene(name: "screen-\(name)-mono", keys: key, sizes: sizes, colors: 0, world: { .lively }),
            Scene(name: "screen-\(name)-ascii", keys: key, sizes: sizes, usesUTF8: false, world: { .lively }),
        ]
    }
}

extension PodcastWorld {
    /// An app in which every screen has something to show.
    static var lively: PodcastWorld {
        var world = subscribed
        let active = PodcastWorld.active
        world.logLines = active.logLines
        world.stacks = active.stacks
        let last = world.events.last?.id ?? 0
        world.events += active.events.map { event in
            var event = event
            event.id += last
            return event
        }
        world.personas = PodcastWorld.populated.personas
        return world
    }
}
