import FlintCore

enum FocusSnippets {
    static func focus(print: Output) async {
        let area = FocusArea(feature: DomeFeature.self)
        await FocusFeature.focus.request()?.perform(withInput: area)

        await TelescopeFeature.expose.perform(withInput: 20)
        await DomeFeature.open.perform(withInput: 45)
        for entry in Timeline.instance.entries where entry.action.feature == DomeFeature.identifier {
            print(entry)
        }
    }

    static func ask(print: Output) {
        let selection = FocusFeature.dependencies.focusSelection
        print(selection?.selected.map(\.description) ?? [])
        print(selection?.shouldSuppress(TelescopeFeature.self) ?? false)
    }

    static func reset() async {
        await FocusFeature.defocus.request()?.perform(withInput: FocusArea(feature: DomeFeature.self))
        await FocusFeature.resetFocus.request()?.perform()
    }
}
