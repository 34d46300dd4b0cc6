// SPDX-License-Identifier: MIT

import FlintWorld

extension ConsoleState {
    /// Records that an action was refused.
    ///
    /// The console takes the next step when the feature's explanation is found.
    mutating func refuse(_ invocation: ActionInvocation, message: String) {
        guard feature(invocation.feature) != nil else {
            announce(message, .problem)
            return
        }
        commands.refuse(invocation, message: message)
        // The known explanation can be older than the refusal.
        app.explanations.expire(invocation.feature)
    }

    /// Takes the next step toward performing an action of an unavailable feature.
    ///
    /// Depending on the blocking requirements, this method begins an authorization flow or opens a dialog that explains
    /// the requirements, offers a purchase, or points to the system settings. If another dialog is open or a filter is
    /// being typed, it only announces the reason, because a new dialog would receive keys that are meant for something
    /// else.
    mutating func followNextStep(for invocation: ActionInvocation, message: String) {
        guard let feature = app.explanations.features[invocation.feature] else {
            announce(message, .problem)
            return
        }
        guard dialog == nil, inputMode != .filter else {
            announce(message, .problem)
            return
        }
        let title = "\(feature.name) is not available"
        switch NextStep(for: feature) {
        case .none: announce("\(feature.name) is available now: perform the action again", .notice)
        case .explainRestricted(let rows): explainRestricted(rows, title: title)
        case .offerPurchase(let rows): offerPurchase(rows, title: title)
        case .instructDenied(let rows): instructDenied(rows, title: title)
        case .authorize(let rows):
            let owner = rows.first?.inheritedFrom ?? feature.id
            // The flow performs the action when it ends.
            commands.forget(invocation)
            beginFlow(of: owner, thenPerform: invocation)
        case .explain(let rows):
            if rows.isEmpty { announce(message, .problem) } else { explain(rows, title: title) }
        }
        offerToUnlock(feature)
    }

    private mutating func explainRestricted(_ rows: [RequirementState], title: String) {
        let body = rows.map { row in
            let words =
                row.state == .permission(.unsupported)
                ? " is not supported: \(PermissionStatus.unsupportedReason)."
                : " is restricted by something outside your control, such as parental controls."
            return StyledLine(row.title, .strong).adding(words)
        }
        let overrides = rows.compactMap(OverridableFact.init).map { fact in
            ChoiceDialog.Option(title: "Override \(fact.title)", intent: .chooseValue(fact))
        }
        show(title, body, [ChoiceDialog.Option.cancel] + overrides)
    }

    private mutating func offerPurchase(_ rows: [RequirementState], title: String) {
        let body = rows.map { row in
            let words =
                if row.key.flatMap(product)?.type == .consumable {
                    " is consumable: \(row.value). The app decides what its units unlock; an override takes precedence."
                } else if row.depth > 0 {
                    " is one of several alternatives: it is \(row.value)."
                } else {
                    " is required: it is \(row.value)."
                }
            return StyledLine(row.title, .strong).adding(words)
        }
        var options = [ChoiceDialog.Option.cancel]
        for fact in rows.compactMap(OverridableFact.init) {
            let isFirst = options.count == 1
            options.append(
                ChoiceDialog.Option(
                    key: isFirst ? "o" : nil, title: "Override \(fact.title) as purchased",
                    intent: .change(.override(.purchase, fact.key, to: "purchased")), hasPreview: true))
            guard product(fact.key)?.type != .consumable else { continue }
            options.append(
                ChoiceDialog.Option(
                    key: isFirst ? "b" : nil, title: "Buy \(fact.title) in the simulated store",
                    intent: .change(.setPurchase(productID: fact.key, status: .purchased)), hasPreview: true))
        }
        show(title, body, options)
    }

    private mutating func instructDenied(_ rows: [RequirementState], title: String) {
        let app = model.status.appName
        let body = rows.map { row in
            StyledLine(row.title, .strong)
                .adding(" was denied. Allow it in the system's settings: Settings, Privacy, \(app).")
        }
        var options = [ChoiceDialog.Option.cancel]
        for fact in rows.compactMap(OverridableFact.init) {
            let isFirst = options.count == 1
            options.append(
                ChoiceDialog.Option(
                    key: isFirst ? "s" : nil, title: "Allow \(fact.title) in the simulated settings",
                    intent: .change(.setPermission(permission: fact.key, status: .authorized)), hasPreview: true))
            options.append(
                ChoiceDialog.Option(
                    key: isFirst ? "o" : nil, title: "Override \(fact.title) as authorized",
                    intent: .change(.override(.permission, fact.key, to: "authorized")),
                    hasPreview: true))
        }
        show(title, body, options)
    }

    /// Shows the unmet requirements and offers to change them.
    ///
    /// This dialog opens if neither a purchase nor a permission would help.
    private mutating func explain(_ rows: [RequirementState], title: String) {
        let body = rows.map { row in
            StyledLine("\(row.kind.shortTitle)  ", .dim).adding(row.statement, .strong)
        }
        var options = [ChoiceDialog.Option.cancel]
        for row in rows {
            guard let fact = OverridableFact(row) else { continue }
            if row.kind == .userSetting {
                options.append(
                    ChoiceDialog.Option(
                        key: options.count == 1 ? "t" : nil, title: "Turn on \(name(ofUserSetting: fact))",
                        intent: .change(.setUserSetting(feature: fact.key, isOn: true)), hasPreview: true))
            }
            if row.kind == .flag, let flag = flag(fact.key), flag.settable != nil, flag.reasonSettingHasNoEffect == nil
            {
                options.append(
                    ChoiceDialog.Option(
                        key: options.count == 1 ? "s" : nil, title: "Set \(fact.key) on",
                        intent: .change(.setFlag(key: fact.key, isOn: true)), hasPreview: true))
            }
            options.append(
                ChoiceDialog.Option(title: "Override \(row.kind.shortTitle): \(row.title)", intent: .chooseValue(fact)))
        }
        show(title, body, options)
    }

    private func name(ofUserSetting fact: OverridableFact) -> String { feature(fact.key)?.name ?? fact.title }

    private mutating func show(_ title: String, _ body: [StyledLine], _ options: [ChoiceDialog.Option]) {
        var choices = ChoiceDialog(title: title, body: body, options: options)
        choices.followsRefusal = true
        dialog = .choices(choices)
    }

    /// Offers the last refused action again, once, after its feature has become available.
    mutating func offerRefusedAction() {
        guard let refused = commands.offer, dialog == nil, case .screen = inputMode,
            let feature = feature(refused.feature), feature.isAvailable == true,
            let action = app.explanations.features[feature.id]?.actions.first(where: { $0.id == refused.action })
        else { return }
        commands.offer = nil
        if action.input != nil {
            startAction(feature: feature.id, action: action.id)
            return
        }
        let options = [
            ChoiceDialog.Option(
                title: "Perform \(action.name)", intent: .perform(feature: feature.id, action: action.id)),
            ChoiceDialog.Option(title: "Not now", intent: .close),
        ]
        let body = [StyledLine("\(glyphs.quoted(action.name)) was denied before.", .dim)]
        offer("\(feature.name) is available now", body: body, options)
    }
}
