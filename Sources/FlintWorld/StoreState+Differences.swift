// SPDX-License-Identifier: MIT

import FlintFoundation

extension StoreState {
    /// The largest difference in seconds at which two times of a period count as equal.
    private static let periodTolerance = 86_400

    /// Returns the differences between the store's states in two worlds, or an empty array if a state is unknown.
    ///
    /// Periods that end within a day of each other count as equal, because time passes between two readings.
    static func differences(from first: World, to second: World) -> [WorldComparison.FactChange] {
        guard let (old, new) = Self.states(first, second) else { return [] }
        let products = Set(old.productIDs).union(new.productIDs).sorted().compactMap { id in
            change(
                FactReference(kind: .purchase, key: id), "\(first.name(ofProduct: id)) in the store", old.text(of: id),
                new.text(of: id),
                isSame: old.isSame(new, for: id))
        }
        let store = [
            change(nil, "Store clock", old.clock.text, new.clock.text, isSame: old.clock.isSame(as: new.clock)),
            change(
                nil, "Store settings", old.settingsText, new.settingsText,
                isSame: Set(old.settings) == Set(new.settings)),
        ]
        return products + store.compactMap(\.self)
    }

    private static func states(_ first: World, _ second: World) -> (StoreState, StoreState)? {
        guard let old = first.model.status.store?.state, let new = second.model.status.store?.state else { return nil }
        return (old, new)
    }

    private static func change(
        _ fact: FactReference?, _ title: String, _ before: String, _ after: String, isSame: Bool
    ) -> WorldComparison.FactChange? {
        isSame ? nil : WorldComparison.FactChange(fact: fact, title: title, before: before, after: after)
    }

    private var productIDs: [String] {
        Array(balances.keys) + Array(purchases.keys) + unknown + pending.map(\.productID)
    }

    private func isSame(_ other: StoreState, for id: String) -> Bool {
        func waiting(_ state: StoreState) -> [Pending] {
            state.pending.filter { $0.productID == id }.map { pending in
                var pending = pending
                pending.since = RelativeTime(seconds: 0)
                return pending
            }
        }
        guard balances[id] == other.balances[id], unknown.contains(id) == other.unknown.contains(id),
            waiting(self) == waiting(other)
        else { return false }
        guard let old = purchases[id], let new = other.purchases[id] else {
            return (purchases[id] == nil) == (other.purchases[id] == nil)
        }
        guard old.standing == new.standing, old.renewal == new.renewal, old.isShared == new.isShared,
            old.times.keys == new.times.keys
        else { return false }
        return old.times.allSatisfy { moment, time in
            new.times[moment]?.isClose(to: time, within: Self.periodTolerance) == true
        }
    }

    private func text(of id: String) -> String {
        var parts: [String] = []
        if unknown.contains(id) { parts.append("unknown") }
        if let balance = balances[id] { parts.append("balance \(balance)") }
        if let purchase = purchases[id] { parts.append(purchase.text) }
        parts += pending.filter { $0.productID == id }.map { "waits for \($0.waitingFor.rawValue)" }
        return parts.isEmpty ? "not purchased" : parts.joined(separator: ", ")
    }

    private var settingsText: String {
        settings.isEmpty
            ? "every payment succeeds" : settings.map { $0.rawValue.replacing("-", with: " ") }.joined(separator: ", ")
    }
}

extension StoreState.Clock {
    /// The largest difference, in real seconds, that can result from reading one clock after the other.
    private static let tolerance = 60

    fileprivate func isSame(as other: StoreState.Clock) -> Bool {
        guard case .running(let ahead, let rate) = self, case .running(let otherAhead, let otherRate) = other else {
            return self == other
        }
        return rate == otherRate && ahead.isClose(to: otherAhead, within: Int(Double(Self.tolerance) * max(1, rate)))
    }

    fileprivate var text: String {
        switch self {
        case .stopped(let moment): return "stopped at \(moment.date.formatted(.iso8601))"
        case .running(let ahead, let rate):
            let length = DurationFormatter.rounded(seconds: Double(abs(ahead.seconds)))
            let place =
                ahead.seconds == 0 ? "at the real time" : "\(length) \(ahead.seconds > 0 ? "ahead" : "behind")"
            return rate == 1 ? place : "\(place), \(DurationFormatter.clockRate(rate))"
        }
    }
}

extension StoreState.Purchase {
    fileprivate var text: String {
        var parts = [standing.rawValue.replacing("-", with: " ")]
        if isShared { parts.append("shared") }
        for moment in StoreState.Moment.allCases {
            guard let time = times[moment] else { continue }
            parts.append("\(moment.words) \(time.words)")
        }
        if let renewal { parts.append("renewal \(renewal.text)") }
        return parts.joined(separator: ", ")
    }
}

extension StoreState.Moment {
    fileprivate var words: String {
        switch self {
        case .bought: "bought"
        case .paidUntil: "paid until"
        case .graceUntil: "grace period until"
        case .retryUntil: "payment retried until"
        case .revoked: "revoked"
        }
    }
}
