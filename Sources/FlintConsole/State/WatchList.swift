// SPDX-License-Identifier: MIT

import FlintWorld

/// The features and facts of the app that the user watches.
///
/// Items are compared with their last known values when the app reports changes. The cost of a change therefore depends
/// on the number of watched items, not on the app's size. A change is reported after the events of the same batch have
/// arrived, because they contain its reason.
struct WatchList: Sendable, Hashable {
    enum Item: Sendable, Hashable {
        case feature(String)
        case fact(FactReference)
    }

    private(set) var items: [Item] = []
    /// The last known values, as text.
    ///
    /// An item that is missing from the app has no value.
    private var values: [Item: String] = [:]
    private var members: Set<Item> = []
    /// The items that changed since the last report, in the order of their changes.
    private var changed: [Item] = []
    /// The facts that changed in the latest batch of changes.
    private var facts: [FactRecord] = []

    var isEmpty: Bool { items.isEmpty }

    func contains(_ item: Item) -> Bool { members.contains(item) }

    /// Adds an item.
    ///
    /// The item is compared only after its value has been stored.
    mutating func add(_ item: Item) {
        if members.insert(item).inserted { items.append(item) }
    }

    mutating func remove(_ item: Item) {
        guard members.remove(item) != nil else { return }
        items.removeAll { $0 == item }
        changed.removeAll { $0 == item }
        values[item] = nil
    }

    // MARK: Changes

    /// Stores an item's current value, and records whether it changed.
    ///
    /// An item that is missing from the app keeps its last known value. The records provide values that may not be in
    /// the model.
    mutating func store(_ item: Item, in model: AppModel, facts records: [FactRecord] = []) {
        guard let value = item.value(in: model, facts: records), members.contains(item) else { return }
        if let old = values[item], old != value, !changed.contains(item) { changed.append(item) }
        values[item] = value
    }

    mutating func compare(in model: AppModel, facts new: [FactRecord]) {
        guard !items.isEmpty else { return }
        for item in items { store(item, in: model, facts: new) }
        facts = new
    }

    /// Whether the value of a watched user setting or runtime switch has to be requested.
    var needsFacts: Bool { items.contains { $0.belongsToFeature && values[$0] == nil } }

    mutating func storeMissing(from entries: [FactEntry], in model: AppModel) {
        let missing = items.filter { $0.belongsToFeature && values[$0] == nil }
        guard !missing.isEmpty else { return }
        let records = entries.map(\.record)
        for item in missing {
            store(item, in: model, facts: records)
            // A fact that the app does not have gets an empty value, so that it is not requested after each change.
            if values[item] == nil { values[item] = "" }
        }
    }

    func value(of item: Item, in model: AppModel) -> String? {
        guard item.belongsToFeature else { return item.value(in: model, facts: []) }
        return values[item].flatMap { $0.isEmpty ? nil : $0 }
    }

    mutating func takeReports(_ events: [EventRecord], in model: AppModel) -> [String] {
        defer { (changed, facts) = ([], []) }
        return changed.map { sentence(of: $0, events, in: model) }
    }

    /// Returns a sentence such as "Smart playlists is available now: Premium subscription is purchased".
    private func sentence(of item: Item, _ events: [EventRecord], in model: AppModel) -> String {
        let (name, value) = (item.name(in: model), values[item] ?? "")
        let reason: String?
        switch item {
        case .feature(let id): reason = self.reason(forChangeOf: id, events, in: model)
        case .fact(let fact):
            reason = facts.last { $0.reference == fact }.map { record in
                record.fact.override.map { "overridden by \($0.cause.rawValue)" }
                    ?? "reported by \(record.fact.source.rawValue)"
            }
        }
        return "\(name) is \(value) now" + (reason.map { ": \($0)" } ?? "")
    }

    /// Returns the current value of the fact that changed a feature's availability, as a sentence.
    private func reason(forChangeOf id: String, _ events: [EventRecord], in model: AppModel) -> String? {
        func statement(of record: FactRecord) -> String? {
            record.reference.map { "\(model.title(of: $0)) is \(record.fact.effective.displayText(for: record.key))" }
        }
        // Events of features outside the focus are not recorded, and an event lists only some of many features. If
        // no event names the feature, the reason is therefore the only fact that changed, or the latest event that
        // changed more features than it lists.
        let event =
            events.last { $0.features.contains { $0.featureID == id } }
            ?? events.last { $0.change.map { $0.featureCount > $0.features.count } == true }
        guard let event else { return facts.count == 1 ? statement(of: facts[0]) : nil }
        return (event.change?.fact).flatMap(statement) ?? event.title
    }
}

extension WatchList.Item {
    func name(in model: AppModel) -> String {
        switch self {
        case .feature(let id): model.feature(id)?.name ?? id
        case .fact(let fact): model.title(of: fact)
        }
    }

    /// Whether the item is a user setting or a runtime switch.
    ///
    /// Models do not contain the values of these facts.
    fileprivate var belongsToFeature: Bool {
        if case .fact(let fact) = self { fact.kind.belongsToFeature } else { false }
    }

    fileprivate func value(in model: AppModel, facts records: [FactRecord]) -> String? {
        switch self {
        case .feature(let id): return model.feature(id).map(\.isAvailable.availabilityText)
        case .fact(let fact) where fact.kind.belongsToFeature:
            return records.last { $0.reference == fact }.map { $0.fact.effective.displayText(for: $0.key) }
        case .fact(let fact):
            guard let value = model.listedFact(for: fact)?.value, let key = model.key(of: fact) else { return nil }
            return value.balance.map { "at a balance of \($0)" } ?? value.displayText(for: key)
        }
    }
}

/// The way the console draws attention to a change of a watched item.
///
/// The console always shows a message as well.
package enum WatchAlert: String, Sendable, Hashable, CaseIterable {
    case message
    case bell
    /// A desktop notification, if the terminal supports it and is not in focus.
    case notification
}

extension ConsoleState {
    /// Whether the console shows the running app, not a recording, a past moment, or a what-if session.
    ///
    /// Tried changes and changes at a past moment are not changes of the app.
    var isLive: Bool {
        app.whatIf == nil && !isInThePast && model.status.recording == nil
    }

    // MARK: Marking

    mutating func flipWatch() {
        let selected = selectedFeature.map { WatchList.Item.feature($0.id) }
        guard let item = screen.behavior.selectedFact(in: self).map({ .fact($0.reference) }) ?? selected else { return }
        guard !watches.contains(item) else { return stopWatching(item) }
        watches.add(item)
        watches.store(item, in: model, facts: screens.flags.entries.map(\.record))
        let key = keymap.keyText(for: .showWatched, in: [.console]) ?? ""
        announce("\(item.name(in: model)) is watched: \(key) lists everything that is", .done)
    }

    mutating func stopWatching(_ item: WatchList.Item) {
        watches.remove(item)
        announce("\(item.name(in: model)) is no longer watched", .done)
    }

    mutating func listWatched() {
        let options = watches.items.map { item in
            guard let value = watches.value(of: item, in: model) else {
                return ChoiceDialog.Option(
                    title: item.name(in: model), note: "not in this app; enter stops watching it",
                    intent: .stopWatching(item)
                )
            }
            switch item {
            case .feature(let id):
                return ChoiceDialog.Option(title: item.name(in: model), note: value, intent: .goToFeature(id))
            case .fact(let fact):
                let target = OverridableFact(fact, title: item.name(in: model))
                return ChoiceDialog.Option(
                    title: target.title, note: "\(fact.kind.title), \(value)", intent: .goTo(target))
            }
        }
        offer("Watched \(glyphs.dash) enter goes to the marked one", options)
    }

    func glyph(of item: WatchList.Item) -> String? {
        let id =
            switch item {
            case .feature(let id): id
            case .fact(let fact): screen.behavior.id(of: fact)
            }
        if view.marks.contains(id) { return glyphs.marked }
        return watches.contains(item) ? glyphs.watched : nil
    }

    // MARK: Changes

    mutating func reportWatched(_ events: [EventRecord]) {
        let sentences = watches.takeReports(events, in: model)
        sentences.forEach { messages.keep($0) }
        if let first = sentences.first {
            let more = sentences.count - 1
            let key = keymap.keyText(for: .showMessages, in: [.console]) ?? ""
            let report = more == 0 ? first : "\(first) (\(more) more: \(key))"
            announce(report, .watched)
            messages.report = report
            alert(report)
        }
    }

    private mutating func alert(_ text: String) {
        switch options.alert {
        case .message: break
        case .bell: outbox.append(.ring)
        case .notification: outbox.append(.notify(text))
        }
    }
}
