import InspectorKit

extension ConsoleState {
    /// Why a command cannot be run now, in words for the user; `nil` if it can.
    func reason(against command: ConsoleCommand) -> String? {
        switch command {
        case .undo: history.done.isEmpty ? "There is nothing to undo" : nil
        case .redo: history.undone.isEmpty ? "There is nothing to redo" : nil
        case .clearOverrides, .showOverrides: model.overrides.isEmpty ? "Nothing is overridden" : nil
        case .dropKind: dropKindReason
        case .showProblems: model.status.problems.isEmpty ? "Nothing is wrong with the app's files" : nil
        case .showFlags where screen != .flags: model.flags.isEmpty ? FlagsState.emptyWords : nil
        case .storeClock: model.status.store == nil ? "The app does not run on a simulated store" : nil
        case .toggleBackground:
            model.status.backgroundWorkIsRunning == nil ? "The app has no background work that can be paused" : nil
        case .visit where screen == .logs, .focus where screen == .logs, .restrictTopic: logReason(against: command)
        case .visit where screen == .stacks: stackReason
        case .toggleNode, .focus, .act, .why, .flipToggle, .forgetToggle, .startFlow, .visit:
            featureReason(against: command)
        case .override where screen == .features: featureReason(against: command)
        case .setFlag, .overrideOn, .overrideOff: flagReason(against: command)
        case .override, .simulate, .dropOverride, .reset, .overridePurchased, .overrideNotPurchased,
            .overrideUnknown:
            switch screen {
            case .permissions: permissionReason(against: command)
            case .flags: flagReason(against: command)
            case .features, .purchases, .timeline, .stacks, .logs: productReason(against: command)
            }
        default: nil
        }
    }

    /// Why a command of the Features screen cannot be run now.
    private func featureReason(against command: ConsoleCommand) -> String? {
        guard let feature = selectedFeature else {
            return missing("feature", isChosen: features.browser.list.selection != nil)
        }
        if features.browser.hidesSelection { return hidden(feature.name) }
        let permissions = feature.requirements.filter { $0.kind == .permission }
        switch command {
        case .forgetToggle where feature.userToggle == nil: return "\(feature.name) has no switch for the user"
        case .act:
            return feature.actions.isEmpty ? "\(feature.name) has no actions" : nil
        case .flipToggle:
            let hasToggle =
                feature.userToggle != nil
                || feature.requirements.contains { $0.kind == .toggle && $0.inheritedFrom == nil }
            return hasToggle ? nil : "\(feature.name) has no switch for the user"
        case .focus: return focusReason(feature.id, name: feature.name)
        case .visit:
            return Self.visitableRows(of: feature).isEmpty
                ? "\(feature.name) needs no product, permission or flag" : nil
        case .override:
            return Self.overridableRows(of: feature).isEmpty
                ? "Nothing that can be overridden decides \(feature.name)" : nil
        case .startFlow:
            if model.status.flow != nil { return "A permission flow is waiting already" }
            if permissions.isEmpty { return "\(feature.name) needs no permission" }
            return permissions.contains { $0.value == PermissionStatus.notDetermined.description }
                ? nil : "\(feature.name) needs no permission that can still be asked for"
        default: return nil
        }
    }

    /// Why a feature cannot be put into focus or taken out of it.
    private func focusReason(_ id: String, name: String) -> String? {
        guard let root = model.status.focusRoot(of: id), root != id else { return nil }
        let group = feature(root)?.name ?? root
        return "\(name) is in focus with \(group): take that out of focus"
    }

    /// Why a command of the Logs screen cannot be run now.
    private func logReason(against command: ConsoleCommand) -> String? {
        if command == .restrictTopic, logs.topic != nil { return nil }
        let list = logs.tail.browser.list
        guard let line = selectedLine else { return missing("line", isChosen: list.selection != nil) }
        if !list.isPresent { return "Line \(line.id) is hidden by \(ActiveFilter.words(logNarrowings))" }
        if command == .restrictTopic { return line.topic == nil ? "The line has no topic" : nil }
        guard let id = line.featureID else { return "The line is about no feature" }
        guard let feature = feature(id) else { return "There is no feature \(id)" }
        return command == .focus ? focusReason(id, name: feature.name) : nil
    }

    /// Why the selected stack's feature cannot be visited now.
    private var stackReason: String? {
        guard let stack = selectedStack else {
            return missing("stack", isChosen: stacks.browser.list.selection != nil)
        }
        if stacks.browser.hidesSelection { return hidden(stack.featureName) }
        return feature(stack.featureID) == nil ? "There is no feature \(stack.featureID)" : nil
    }

    /// Why a command of the Purchases screen cannot be run now.
    private func productReason(against command: ConsoleCommand) -> String? {
        guard let product = selectedProduct else {
            return missing("product", isChosen: purchases.browser.list.selection != nil)
        }
        if purchases.browser.hidesSelection { return hidden(product.name) }
        switch command {
        case .dropOverride where product.override == nil: return "\(product.name) is not overridden"
        case .simulate where product.type == .consumable && model.status.store == nil:
            return "The store keeps no status of \(product.name), which is used up: override it"
        default: return nil
        }
    }

    /// Why a command of the Permissions screen cannot be run now.
    private func permissionReason(against command: ConsoleCommand) -> String? {
        guard let permission = selectedPermission else {
            return missing("permission", isChosen: permissions.browser.list.selection != nil)
        }
        if permissions.browser.hidesSelection { return hidden(permission.title) }
        switch command {
        case .dropOverride where permission.override == nil: return "\(permission.title) is not overridden"
        case .reset where permission.status == .notDetermined:
            return "The system has not been asked for \(permission.title) yet"
        default: return nil
        }
    }

    /// Why a command of the Flags screen cannot be run now.
    private func flagReason(against command: ConsoleCommand) -> String? {
        guard let flag = selectedFlag else {
            return missing("flag", isChosen: flags.browser.list.selection != nil)
        }
        if flags.browser.hidesSelection { return hidden(flag.key) }
        switch command {
        case .dropOverride where flag.override == nil: return "\(flag.key) is not overridden"
        case .setFlag: return flag.reasonAgainstSetting
        default: return nil
        }
    }

    /// Why the overrides of the sort the present screen is about cannot be dropped now.
    private var dropKindReason: String? {
        guard let kind = kindOfScreen else { return "Nothing is overridden here" }
        return model.overrides.contains { $0.kind == kind } ? nil : "None of the \(kind.plural) is overridden"
    }

    /// What to say when the filter hides what is selected.
    private func hidden(_ name: String) -> String {
        "\(name) is hidden by the filter: esc shows everything"
    }

    /// What to say when nothing is selected.
    private func missing(_ sort: String, isChosen: Bool) -> String {
        isChosen ? "The selected \(sort) is gone: choose another" : "There is no \(sort) to choose"
    }
}
