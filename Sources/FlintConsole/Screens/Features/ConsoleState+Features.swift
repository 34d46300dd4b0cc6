// SPDX-License-Identifier: MIT

import FlintWorld

extension ConsoleState {
    mutating func flipHidden() {
        screens.features.showsHidden.toggle()
        screens.matrix.isStale = true
        FeaturesScreen().rebuildRows(in: &self)
        // Keys must not act on a feature that is no longer listed.
        if !screens.features.browser.list.isPresent { FeaturesScreen().move(.by(0), in: &self) }
        announce("Hidden features are \(screens.features.showsHidden ? "" : "no longer ")listed", .notice)
    }

    func titleWithHidden(_ title: String) -> String {
        guard !screens.features.showsHidden, model.hiddenCount > 0 else { return title }
        let key = keymap.keyText(for: .showHidden, in: [screen.behavior.keyContext]).map { " (\($0))" } ?? ""
        return "\(title) \(glyphs.dash) \(model.hiddenCount) hidden\(key)"
    }

    var reasonHiddenNotAllowed: String? {
        if screen == .features, screens.features.browser.filter.isActive {
            return "The filter also searches hidden features"
        }
        if model.hiddenCount == 0 { return "No feature is hidden from users" }
        return screens.features.showsHidden && model.visibleCount == 0 ? "Every feature is hidden from users" : nil
    }

    mutating func showWhy(_ feature: FeatureSnapshot) {
        details = DetailPosition(top: FeatureDetail(feature, in: self).verdictLine)
        enter(.detail)
        let reasons = feature.blockingSummary
        announce(reasons.isEmpty ? feature.verdict : "Blocked by: \(reasons)", .notice)
    }

    mutating func chooseAction(marking action: String?) {
        guard let feature = selectedFeature, let first = feature.actions.first else { return }
        // An action cannot be undone, so even a feature's only action requires a dialog or a form first.
        if feature.actions.count == 1, first.input?.isDecodable == true {
            return startAction(feature: feature.id, action: first.id)
        }
        let options = feature.actions.map { action in
            var option = ChoiceDialog.Option(
                title: action.name, note: Self.annotation(on: action),
                intent: .perform(feature: feature.id, action: action.id))
            if action.input?.isDecodable == false { option.reason = Self.untypable(action) }
            return option
        }
        let selected = feature.actions.firstIndex { $0.id == action }
        offer("Perform: \(feature.name)", body: Self.verdict(of: feature), options, selected: selected)
    }

    private static func verdict(of feature: FeatureSnapshot) -> [StyledLine] {
        guard feature.available != true else { return [] }
        let verdict = AvailabilityFormatter.mark(feature.available)
            .adding(AvailabilityFormatter.verdict(feature), .strong)
        return [verdict.adding(feature.blockingRequirement.map { ": \($0.statement)" } ?? "")]
    }

    private static func annotation(on action: ActionSnapshot) -> String {
        var words: [String] = []
        if action.published { words.append("published") }
        if let input = action.input { words.append("needs \(input.type)") }
        return words.joined(separator: ", ")
    }

    private static func untypable(_ action: ActionSnapshot) -> String {
        "\(action.name) needs \(action.input?.type ?? "a value"), which cannot be entered as text"
    }

    mutating func startAction(feature id: String, action actionID: String) {
        // The explanation can be older than the change that made the feature available.
        _ = app.explanations.find([id], in: app.world)
        guard let feature = app.explanations.features[id],
            let action = feature.actions.first(where: { $0.id == actionID })
        else {
            return
        }
        guard let input = action.input else {
            perform(ActionInvocation(feature: id, action: actionID))
            return
        }
        guard input.isDecodable else {
            reject(Self.untypable(action), .problem)
            return
        }
        let invocation = ActionInvocation(feature: id, action: actionID)
        // If the action was refused before, the form contains the previous input.
        let typed = commands.input(of: invocation)
        var fields = input.fields.map { field in
            FormDialog.Field(
                name: field.name, description: field.description, isRequired: field.isRequired,
                isSensitive: field.isSensitive, field: TextField(typed[field.name] ?? ""))
        }
        var purpose = FormDialog.Purpose.perform(feature: id, action: actionID)
        if fields.isEmpty {
            fields = [
                FormDialog.Field(
                    name: "input", description: "\(input.type) as name=value, separated by spaces", isRequired: false,
                    field: TextField(
                        typed.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")))
            ]
            purpose = .performWithPairs(feature: id, action: actionID)
        }
        let description = action.description.isEmpty ? [] : [StyledLine(action.description, .dim)]
        // If the fields are already filled in, the focus is on the last one, so that Enter submits the form.
        let focus = typed.isEmpty ? 0 : fields.count - 1
        dialog = .form(
            FormDialog(
                title: "\(feature.name): \(action.name)", body: Self.verdict(of: feature) + description, fields: fields,
                purpose: purpose, focus: focus))
    }

    /// Carries out an intent on the fact that the rows depend on, or offers a choice if they depend on several facts.
    mutating func chooseFact(
        _ title: String, of rows: [RequirementState], showsOverrides: Bool = false,
        intent: (OverridableFact) -> Intent
    ) {
        // If the selected line of the details is about one of the facts, only that fact is offered.
        let chosen = detailFact.map { fact in rows.filter { $0.factReference == fact } } ?? []
        let options = (chosen.isEmpty ? rows : chosen).compactMap { row -> ChoiceDialog.Option? in
            guard let fact = OverridableFact(row) else { return nil }
            let limit = fact.record(in: model).flatMap(expiryText).map { " \($0)" } ?? ""
            let overridden =
                row.override == nil || !showsOverrides ? "" : " \(overrideSign(of: fact.reference))\(limit)"
            return ChoiceDialog.Option(
                title: row.title, note: "\(row.kind.shortTitle), \(row.value)\(overridden)", intent: intent(fact))
        }
        if options.count == 1 { return take(options[0].intent, terms: OverrideTerms()) }
        offer(title, options)
    }

    mutating func visit(_ fact: OverridableFact) {
        guard let target = ConsoleScreen(listing: fact.kind) else { return }
        go(to: target)
        prepareVisit()
        let id = target.behavior.id(of: fact.reference)
        // If the list does not have the row yet, the row is selected later.
        view.restoredSelection = id
        target.behavior.select(id, in: &self)
    }

    mutating func goToFeature(requiring fact: OverridableFact) {
        guard let ids = app.explanations.usages[fact.reference], let first = ids.first else { return }
        if ids.count == 1 { return visitFeature(first) }
        let options = ids.map { id in
            let feature = feature(id)
            return ChoiceDialog.Option(
                title: feature?.name ?? id, note: (feature?.isAvailable).availabilityText,
                intent: .goToFeature(id))
        }
        offer("Features that need \(fact.title)", options)
    }

    mutating func visitFeature(_ id: String) {
        go(to: .features)
        reveal(id)
        prepareVisit()
        screen.behavior.select(id, in: &self)
    }

    mutating func visitAction(_ action: String, of id: String) {
        visitFeature(id)
        enter(.detail)
        // The details may not be known yet; the line is found once they are.
        details.selection = DetailPosition.Selection(line: 0, target: .offerAction(feature: id, action: action))
    }

    mutating func reveal(_ id: String) {
        if feature(id)?.isVisible == false { screens.features.showsHidden = true }
        var group = feature(id)?.parent
        while let above = group {
            screens.features.collapsed.remove(above)
            group = feature(above)?.parent
        }
    }

    mutating func flipNarrowing(_ id: String) {
        let name = feature(id)?.name ?? id
        if let index = screens.narrowing.ids.firstIndex(of: id) {
            screens.narrowing.ids.remove(at: index)
            announce(
                screens.narrowing.isEmpty ? "The view is no longer narrowed" : "\(name) is no longer shown", .done)
        } else {
            screens.narrowing.ids.append(id)
            let key = keymap.keyText(for: .leaveFocus, in: [.console]).map { " (\($0) shows it)" } ?? ""
            // Actions outside the app's focus are not recorded, so the message makes no promise about them.
            let rest = model.status.focus.isEmpty ? "; the rest stays recorded\(key)" : ""
            announce("Timeline, Activity and Logs show only \(name)\(rest)", .done)
        }
        scopeChanged()
    }

    mutating func offerFocus(_ id: String) {
        let name = feature(id)?.name ?? id
        if model.status.focus.contains(id) {
            send(.focus(feature: id, isOn: false), .change)
            return
        }
        confirm(
            "Focus the app on \(name)?",
            body: [
                StyledLine(
                    "While a feature is in focus, actions of other features are not recorded, and only their errors are "
                        + "logged. To hide them and keep them recorded, narrow the view instead.")
            ], cancel: "Record everything", "f", "Focus on \(name)", .focus(feature: id, isOn: true))
    }

    mutating func leaveFocus() {
        guard screens.narrowing.isEmpty else {
            screens.narrowing = []
            announce("The view is no longer narrowed", .done)
            return scopeChanged()
        }
        if let reason = reasonChangesNotAllowed { return reject(reason) }
        let commands = model.status.focus.map { Command.focus(feature: $0, isOn: false) }
        // A single command ends every focus, so that one undo restores them all.
        if !commands.isEmpty { send(.all(commands), .change) }
    }

    private mutating func prepareVisit() {
        clearFilter(keepsSelection: false)
        pane = .list
        details = DetailPosition()
    }

    static func visitableRows(of feature: FeatureSnapshot) -> [RequirementState] {
        overridableRows(of: feature).filter { $0.factReference.flatMap { ConsoleScreen(listing: $0.kind) } != nil }
    }

    /// Returns the requirements that depend on overridable facts, one per fact.
    ///
    /// The blocking requirement comes first, and satisfied requirements come last.
    static func overridableRows(of feature: FeatureSnapshot) -> [RequirementState] {
        var seen: Set<FactReference> = []
        return (feature.openFacts + feature.requirements).filter { row in
            row.factReference.map { seen.insert($0).inserted } ?? false
        }
    }
}
