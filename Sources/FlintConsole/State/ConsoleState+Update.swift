import InspectorKit
import TerminalKit

extension ConsoleState {
    /// Takes the console past an event.
    ///
    /// - Parameter event: What happened.
    /// - Returns: What is to be done outside, in this order.
    public mutating func update(_ event: ConsoleEvent) -> [ConsoleEffect] {
        switch event {
        case .terminal(let event): receive(event)
        case .snapshot(let snapshot): receive(snapshot)
        case .events(let events): receive(events)
        case .logLines(let lines): receive(lines)
        case .commandFinished(let command, let purpose, let result): finish(command, purpose, result)
        case .preview(let command, let preview): previews.receive(preview, of: command)
        case .open(let screen): open(screen)
        case .hide: hide()
        case .announce(let text): announce(text, .notice)
        }
        settle()
        defer { outbox = [] }
        return outbox
    }

    /// Says something to the user until the next key.
    mutating func announce(_ text: String, _ tone: Announcement.Tone) {
        announcement = Announcement(text: text, tone: tone)
    }

    /// Sends a command; its result comes back as an event.
    mutating func send(_ command: Command, _ purpose: CommandPurpose) {
        inFlight += 1
        if case .beginFlow = command { flow.isExpected = true }
        outbox.append(.send(command, purpose))
    }

    /// Reacts to what the user did at the terminal.
    private mutating func receive(_ event: TerminalEvent) {
        switch event {
        case .key(let key): press(key)
        case .paste(let text): paste(text)
        case .pasteProblem(.tooLong): announce("Only the first 64 KB of the pasted text were taken", .notice)
        case .pasteProblem(.unfinished): announce("The paste had no end; the last key ended it", .notice)
        case .mouse(let mouse): receive(mouse)
        case .resize(let size): resize(to: size)
        case .resumed: break
        case .inputEnded: outbox.append(.quit)
        }
    }

    /// Adapts to a new size of the screen; what is selected stays in view.
    private mutating func resize(to size: TerminalSize) {
        environment.size = size
        rebuildRows()
    }

    /// Makes the rows of every list again.
    private mutating func rebuildRows() {
        rebuildFeatureRows()
        rebuildProductRows()
        rebuildPermissionRows()
        rebuildFlagRows()
        rebuildTimelineRows()
        rebuildStackRows()
        rebuildLogRows()
    }

    /// Adapts to a new state of the app.
    private mutating func receive(_ new: Snapshot) {
        let old = snapshot
        // Each part is compared once: with thousands of features the comparison is most of the work, and parts that
        // are the same storage as before cost nothing.
        let featuresChanged = old.features != new.features
        let productsChanged = old.products != new.products
        let permissionsChanged = old.permissions != new.permissions
        let flagsChanged = old.flags != new.flags
        let storeChanged = old.store != new.store
        let oldStoreLines = storeLineCount
        snapshot = new
        if featuresChanged, index.updateFeatures(from: old.features, to: new.features) {
            features.texts = []
            rebuildFeatureRows()
        }
        if old.stacks != new.stacks { rebuildStackRows() }
        if productsChanged { index.updateProducts(new.products) }
        if productsChanged || oldStoreLines != storeLineCount { rebuildProductRows() }
        if permissionsChanged {
            index.updatePermissions(new.permissions)
            rebuildPermissionRows()
        }
        if flagsChanged {
            index.updateFlags(new.flags)
            rebuildFlagRows()
        }
        if storeChanged || productsChanged { refreshStoreDialogs() }
        // A clock that merely goes on changes no effect: what falls due meanwhile changes the store in other ways.
        var oldStore = old.store
        if let now = new.store?.now { oldStore?.now = now }
        if featuresChanged || productsChanged || permissionsChanged || flagsChanged || oldStore != new.store
            || old.overrides != new.overrides
        {
            previewsAreStale = true
        }
        if old.flow != new.flow { flowChanged(from: old.flow) }
    }

    /// Shows a flow that the user asked for, tells of one that came by itself, and leaves one that has ended.
    private mutating func flowChanged(from old: FlowSnapshot?) {
        guard let new = snapshot.flow else {
            permissions.browser.pane = .list
            if let before = flow.returnTo, screen == .permissions { screen = before }
            flow = FlowState()
            return
        }
        if new.stage != old?.stage || new.current != old?.current {
            flow.choice = 0
            permissions.browser.detailTop = 0
        }
        guard old == nil || flow.isExpected else { return }
        if flow.isExpected {
            flow.isExpected = false
            flow.returnTo = screen == .permissions ? nil : screen
            screen = .permissions
            permissions.browser.pane = .detail
            permissions.browser.filter.isEditing = false
        } else if screen == .permissions {
            announce("The app asks for permissions: tab goes to its questions", .notice)
        } else {
            let key = keymap.keyText(for: .showPermissions, in: [.console]) ?? ""
            announce("The app asks for permissions: \(key) shows its questions", .notice)
        }
    }

    /// Opens a screen for somebody else and remembers where the user was.
    private mutating func open(_ target: ConsoleScreen) {
        let before = screen
        screen = target
        rememberReturn(to: before)
        pane = .list
    }

    /// Remembers the screen the user was on before the present one.
    mutating func rememberReturn(to before: ConsoleScreen) {
        returns.append(Return(shown: screen, before: before))
        // Nobody hides so many; a program that opens screens without end must not fill the memory.
        if returns.count > 20 { returns.removeFirst() }
    }

    /// Goes back to where the user was before the last `open`, unless the user has gone elsewhere.
    private mutating func hide() {
        guard let last = returns.popLast(), screen == last.shown else { return }
        screen = last.before
    }

    /// Brings everything that depends on other parts of the state up to date.
    private mutating func settle() {
        if detailTop > 0 {
            detailTop = max(0, min(detailTop, detailLines().count - layout.detailHeight(screen)))
        }
        for command in previews.want(wantedPreviews, isStale: previewsAreStale) {
            outbox.append(.preview(command))
        }
        previewsAreStale = false
    }

    /// The commands whose effect on features is on the screen.
    private var wantedPreviews: [Command] {
        var commands: [Command] = []
        if screen == .purchases, let product = selectedProduct {
            let fact = Fact(kind: .purchase, key: product.productID, title: product.name)
            commands = fact.values.map(\.command) + [fact.drop]
        }
        if screen == .flags, let flag = selectedFlag {
            let fact = Fact(kind: .flag, key: flag.key, title: flag.key)
            commands = fact.values.map(\.command) + [fact.drop]
        }
        guard case .choices(let dialog) = dialog else { return commands }
        return commands + dialog.options.compactMap(\.previewed).filter { !commands.contains($0) }
    }
}
