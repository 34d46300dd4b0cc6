import FlintCore

enum ActionStacksSnippets {
    static func trail(print: Output) async {
        await DomeFeature.open.perform(withInput: 45)
        await TelescopeFeature.expose.perform(withInput: 20)
        await TelescopeFeature.expose.perform(withInput: 40)
        print(ActionStackTracker.instance.dumpActionStacks())
    }

    static func close(print: Output) async {
        let stack = ActionStackTracker.instance.actionStack(for: DomeFeature.self)
        await DomeFeature.close.perform()
        print(stack?.isOpen ?? true)
        print(ActionStackTracker.instance.allActionStacks().count)
    }

    static func background(print: Output) async {
        let night = ActionSession(named: "night watch", userInitiatedActions: false)
        await withCheckedContinuation { continuation in
            night.perform(DomeFeature.open, input: 10) { _ in continuation.resume() }
        }
        for stack in ActionStackTracker.instance.allActionStacks(in: night) { print(stack.debugDescription) }
    }
}
