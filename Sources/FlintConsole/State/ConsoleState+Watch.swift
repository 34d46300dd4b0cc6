// SPDX-License-Identifier: MIT

import FlintWorld

extension ConsoleState {
    /// Whether the shown app can change at any time, rather than being a recording, a past moment, or a what-if session.
    private var isLive: Bool {
        whatIf == nil && !isInThePast && model.status.recording == nil
    }

    // MARK: Marking

    /// Watches the selected item, or stops watching it.
    mutating func flipWatch() {
        let selected = selectedFeature.map { WatchList.Item.feature($0.id) }
        guard let item = screen.behavior.selectedFact(in: self).map({ .fact($0.reference) }) ?? selected else { return }
        guard !watches.contains(item) else { return stopWatching(item) }
        watches.add(item)
        watches.note(value(of: item), of: item)
        let key = keymap.keyText(for: .showWatched, in: [.console]) ?? ""
        announce("\(name(of: item)) is watched: \(key) lists everything that is", .done)
    }

    /// Adds or removes the break point of the selected feature.
    mutating func flipBreak() {
        guard let feature = selectedFeature else { return }
        let isBreak = !watches.breaks.contains(feature.id)
        watches.setBreak(isBreak, at: feature.id)
        watches.note(value(of: .feature(feature.id)), of: .feature(feature.id))
        guard isBreak else {
            announce("A denial of \(feature.name) no longer pauses background work", .done)
            return
        }
        let isRecorded = model.status.focus.isEmpty || model.status.isInFocus(feature.id)
        let limit = isRecorded ? "" : ", once the focus ends: denials outside the focus are not recorded"
        announce("A denial of \(feature.name) pauses background work\(limit)", .done)
    }

    mutating func stopWatching(_ item: WatchList.Item) {
        watches.remove(item)
        announce("\(name(of: item)) is no longer watched", .done)
    }

    /// Opens the list of watched items with their values.
    mutating func listWatched() {
        let options = watches.items.map { item in
            guard let value = value(of: item) else {
                return ChoiceDialog.Option(
                    title: name(of: item), note: "not in this app; enter stops watching it", intent: .stopWatching(item)
                )
            }
            switch item {
            case .feature(let id):
                let pauses = watches.breaks.contains(id) ? ", a denial pauses background work" : ""
                return ChoiceDialog.Option(title: name(of: item), note: value + pauses, intent: .goToFeature(id))
            case .fact(let fact):
                let target = OverridableFact(kind: fact.kind, key: fact.key, title: name(of: item))
                return ChoiceDialog.Option(
                    title: target.title, note: "\(fact.kind.title), \(value)", intent: .goTo(target))
            }
        }
        dialog = .choices(ChoiceDialog(title: "Watched \(signs.dash) enter goes to the marked one", options: options))
    }

    /// Returns the sign of an item in lists, or `nil` if the item is neither marked nor watched.
    func sign(of item: WatchList.Item) -> String? {
        if case .fact(let fact) = item, marks.contains(fact) { return signs.marked }
        guard watches.contains(item) else { return nil }
        if case .feature(let id) = item, watches.breaks.contains(id) { return signs.breakPoint }
        return signs.watched
    }

    private func name(of item: WatchList.Item) -> String {
        switch item {
        case .feature(let id): feature(id)?.name ?? id
        case .fact(let fact): model.title(of: fact)
        }
    }

    /// Returns an item's value in words, or `nil` if the app does not have the item.
    private func value(of item: WatchList.Item) -> String? {
        switch item {
        case .feature(let id):
            return feature(id).map { AvailabilityFormatter.text($0.isAvailable) }
        case .fact(let fact):
            guard let value = model.listed(fact)?.value, let key = FactKey(fact) else { return nil }
            return value.balance.map { "at a balance of \($0)" } ?? value.displayText(for: key)
        }
    }

    // MARK: Changes

    /// Compares the watched items with their last known values, after the model has changed.
    ///
    /// Tried changes and changes at a past moment are not changes of the app.
    mutating func compareWatched(facts: [FactRecord]) {
        guard !watches.isEmpty, isLive else { return }
        for item in watches.items { watches.note(value(of: item), of: item) }
        watches.note(facts: facts)
    }

    /// Reports the changes of watched items, and pauses background work after the denial of a feature with a break
    /// point.
    ///
    /// - Parameter events: The new events, which contain the reasons for the changes.
    mutating func reportWatched(_ events: [EventRecord]) {
        let hadPast = watches.hasPast
        watches.hasPast = true
        let (items, facts) = watches.takeChanges()
        let sentences = items.map { sentence(of: $0, events, facts) }
        sentences.forEach { keep(message: $0) }
        if let first = sentences.first {
            let more = sentences.count - 1
            let key = keymap.keyText(for: .showMessages, in: [.console]) ?? ""
            let report = more == 0 ? first : "\(first) (\(more) more: \(key))"
            watches.report = report
            announce(report, .notice)
            alert(report)
        }
        if hadPast { breakAtDenial(in: events) }
    }

    private mutating func alert(_ text: String) {
        switch options.alert {
        case .message: break
        case .bell: outbox.append(.ring)
        case .notification: outbox.append(.notify(text))
        }
    }

    /// Returns a sentence such as "Smart playlists is available now: Premium subscription is purchased".
    private func sentence(of item: WatchList.Item, _ events: [EventRecord], _ facts: [FactRecord]) -> String {
        let (name, value) = (name(of: item), watches.value(of: item) ?? "")
        let reason: String?
        let change: String
        switch item {
        case .feature(let id):
            change = feature(id)?.isAvailable == false ? "is no longer available" : "is \(value) now"
            reason = self.reason(forChangeOf: id, events, facts)
        case .fact(let fact):
            change = "is \(value) now"
            reason = facts.last { $0.reference == fact }.map { record in
                record.fact.override.map { "overridden by \($0.cause.rawValue)" }
                    ?? "reported by \(record.fact.source.rawValue)"
            }
        }
        return "\(name) \(change)" + (reason.map { ": \($0)" } ?? "")
    }

    /// Returns the present value of the fact that changed a feature's availability, as a sentence.
    ///
    /// Events of features outside the focus are not recorded, and an event lists only some of many features. If no event
    /// names the feature, the reason is therefore the only fact that changed, or the latest event that changed more
    /// features than it lists.
    private func reason(forChangeOf id: String, _ events: [EventRecord], _ facts: [FactRecord]) -> String? {
        let event =
            events.last { $0.features?.contains { $0.featureID == id } == true }
            ?? events.last { ($0.featureCount ?? 0) > ($0.features?.count ?? 0) }
        guard let event else { return facts.count == 1 ? statement(of: facts[0]) : nil }
        return event.fact.flatMap(statement) ?? event.title
    }

    private func statement(of record: FactRecord) -> String? {
        record.reference.map { "\(model.title(of: $0)) is \(record.fact.effective.displayText(for: record.key))" }
    }

    // MARK: Break points

    /// Pauses background work after the denial of a feature with a break point, and shows the denial on the timeline.
    ///
    /// While a dialog is open or text is being typed, the screen stays, so that the next keys do not act on another one.
    private mutating func breakAtDenial(in events: [EventRecord]) {
        guard !watches.breaks.isEmpty, !watches.isPausing, isLive, !asksBeforeChanges,
            model.status.backgroundWorkIsRunning == true
        else { return }
        let denial = events.first { $0.kind == .requestDenied && watches.breaks.contains($0.featureID ?? "") }
        guard let denial else { return }
        watches.isPausing = true
        send(.setBackgroundWork(isRunning: false), .breakPoint)
        let key = keymap.keyText(for: .toggleBackground, in: [.console]) ?? ""
        let text = "Paused: \(denial.title); \(key) continues"
        if dialog == nil, case .screen = inputMode { showOnTimeline(event: denial.id) }
        keep(message: text)
        announce(text, .notice)
        alert(text)
    }
}
