// SPDX-License-Identifier: MIT

import FlintWorld

extension ConsoleState {
    func pendingPurchase(of id: String) -> StoreSnapshot.PendingPurchase? {
        model.status.store?.pending.first { $0.productID == id }
    }

    mutating func openClock() {
        guard let store = model.status.store else { return }
        dialog = .choices(clockDialog(store))
    }

    /// Updates the open dialog about a product or the store's clock after a change.
    ///
    /// The marked option stays marked. The dialog closes if its subject no longer exists.
    mutating func refreshStoreDialogs() {
        guard case .choices(let old) = dialog, let subject = old.subject else { return }
        var new: ChoiceDialog?
        switch subject {
        case .product(let id):
            // A dialog with overrides stays open. The override is refused later, with the name of the removed product.
            if product(id) == nil, old.offersOverrides { return }
            new = product(id).flatMap { changeDialog(of: [$0.overridable], showing: old.place) }
        case .clock: new = model.status.store.map(clockDialog)
        }
        // If the number of places has changed, the marked option could have another meaning, so the dialog closes.
        if new?.places.count != old.places.count { new = nil }
        dialog = new.map { .choices($0.replacing(old)) }
    }

    func storePlace(of fact: OverridableFact) -> ChoiceDialog.Place? {
        guard fact.kind == .purchase, let product = product(fact.key) else { return nil }
        if model.status.store != nil { return eventPlace(of: product) }
        guard product.type != .consumable else { return nil }
        return place(
            "in the store", "Changes the store's own value, as a purchase or a refund would.", of: fact,
            PurchaseStatus.allCases.map { ($0.description, .truth($0.truth)) }, current: .truth(product.status.truth))
    }

    private func eventPlace(of product: ProductSnapshot) -> ChoiceDialog.Place {
        let id = product.productID
        let pending = pendingPurchase(of: id)
        let reasons = UnavailableStoreEvents(product, pending: pending)
        func option(
            _ key: Character, _ title: String, _ command: StoreAction, _ reason: String?, hasPreview: Bool = true
        ) -> ChoiceDialog.Option {
            ChoiceDialog.Option(
                key: key, title: title, intent: .change(.store(command)), reason: reason, hasPreview: hasPreview)
        }
        let renews = product.subscription?.willAutoRenew == true
        let options = [
            ChoiceDialog.Option.cancel,
            option("b", "buy it", .buy(productID: id, ending: .succeed), reasons.buy),
            option("f", "buy it, payment fails", .buy(productID: id, ending: .fail), reasons.buy),
            option("w", "buy it, ask to buy", .buy(productID: id, ending: .askToBuy), reasons.buy),
            option("i", "buy it, interrupted", .buy(productID: id, ending: .interrupt), reasons.buy),
            option("a", "approve the purchase", .approve(productID: id), reasons.answer),
            option("d", "decline the purchase", .decline(productID: id), reasons.answer),
            option("c", "complete the purchase", .resume(productID: id), reasons.resume),
            option("r", "refund it", .refund(productID: id), reasons.refund),
            option("s", "share it with the family", .share(productID: id), reasons.share),
            option("o", "revoke family sharing", .revoke(productID: id), reasons.revoke),
            option("n", "renew now", .renew(productID: id), reasons.renew),
            option("e", "end now", .expire(productID: id), reasons.expire),
            option(
                "t", renews ? "turn renewal off" : "turn renewal on",
                .setAutoRenew(productID: id, isOn: !renews), reasons.autoRenew),
            option("u", "consume one", .consume(productID: id, quantity: 1), reasons.consume),
        ]
        var line = StyledLine("The store's value: ", .dim).adding(product.storeStatus(pending: pending))
        if let pending { line.append(", waiting \(pending.waitingFor.displayText)", .doubtful) }
        if product.override != nil { line.append(" (overridden)", .overridden) }
        return ChoiceDialog.Place(name: "in the store", body: [line], options: options, subject: .product(id))
    }

    private func clockDialog(_ store: StoreSnapshot) -> ChoiceDialog {
        func change(_ command: StoreAction) -> Intent { .change(.store(command)) }
        func advance(_ key: Character, _ seconds: Double) -> ChoiceDialog.Option {
            ChoiceDialog.Option(
                key: key, title: "advance by \(DurationFormatter.exact(seconds: seconds))",
                intent: change(.advance(seconds: seconds)), hasPreview: true)
        }
        func rate(_ key: Character, _ rate: Double) -> ChoiceDialog.Option {
            ChoiceDialog.Option(
                key: key, title: "rate: \(DurationFormatter.clockRate(rate))",
                isCurrent: store.rate == rate, intent: change(.setRate(rate)))
        }
        let hasNext = store.nextEvent != nil
        let options = [
            ChoiceDialog.Option(
                key: "n", title: "advance to the next event", intent: change(.advanceToNextEvent),
                reason: hasNext ? nil : "no scheduled events", hasPreview: hasNext),
            advance("h", 3_600), advance("d", 86_400), advance("w", 7 * 86_400),
            ChoiceDialog.Option(key: "t", title: "advance by a duration", intent: .typeAdvance),
            rate("s", 0), rate("r", 1), rate("o", 3_600), rate("f", 86_400),
            ChoiceDialog.Option(
                key: "a", title: store.asksToBuy ? "ask to buy: turn off" : "ask to buy: turn on",
                note: store.asksToBuy ? "every purchase waits" : "", intent: change(.setAskToBuy(!store.asksToBuy))),
            ChoiceDialog.Option(
                key: "p", title: store.failsRenewals ? "renewals: let payments succeed" : "renewals: let payments fail",
                note: store.failsRenewals ? "renewals fail" : "",
                intent: change(.setFailsRenewals(!store.failsRenewals))),
            ChoiceDialog.Option(key: "x", title: "reset the store", note: "asks first", intent: .askToResetStore),
        ]
        // A rate that was set by a command may not be among the options.
        let selected = options.firstIndex(where: \.isCurrent) ?? options.firstIndex { $0.intent == .typeAdvance }
        return ChoiceDialog(
            title: "The store's clock", body: storeLines(store, columns: 72), options: options, selected: selected,
            subject: .clock)
    }

    mutating func typeAdvance() {
        dialog = .form(
            FormDialog(
                title: "Advance the store's clock",
                fields: [
                    FormDialog.Field(
                        name: "by", description: "such as 90 min, 36 h, 3 days or 2 weeks", isRequired: true)
                ], purpose: .advanceStore))
    }

    mutating func submitAdvance(_ form: FormDialog) {
        let text = form.fieldText(at: 0)
        do {
            let command = Command.store(.advance(seconds: Double(try DurationFormatter.seconds(in: text))))
            submit(form, as: command)
            send(command, .change)
        } catch {
            var form = form
            form.problem = "\(glyphs.quoted(text)) \(error.message(examples: "3 days"))"
            dialog = .form(form)
        }
    }

    mutating func askToResetStore() {
        let body = [
            StyledLine("Every purchase is removed; the clock and the settings return to their initial state.", .dim)
        ]
        confirm(
            "Reset the simulated store?", body: body, cancel: "Keep everything", "r", "Reset", .store(.reset),
            isForecast: true)
    }

    var storeLineCount: Int {
        guard let store = model.status.store else { return 0 }
        return store.asksToBuy || store.failsRenewals || !store.pending.isEmpty ? 3 : 2
    }

    func storeLines(_ store: StoreSnapshot, columns: Int) -> [StyledLine] {
        let timeZone = environment.timeZone
        var clock = StyledLine("Store ", .heading)
        clock.append(TimestampFormatter.dayAndMinute(of: store.now, in: timeZone), .strong)
        let rate = DurationFormatter.clockRate(store.rate)
        clock.append("  " + TextLayout.clipped(rate, to: columns - clock.width - 2, ellipsis: glyphs.ellipsis), .dim)
        var next = StyledLine("next  ", .dim)
        if let date = store.nextEvent {
            next.append(TimestampFormatter.dayAndMinute(of: date, in: timeZone))
            let title = store.nextEventTitle ?? ""
            next.append("  " + TextLayout.clipped(title, to: columns - next.width - 2, ellipsis: glyphs.ellipsis), .dim)
        } else {
            next.append("no scheduled events", .dim)
        }
        var notes: [String] = []
        if !store.pending.isEmpty { notes.append("\(store.pending.count) waiting") }
        if store.asksToBuy { notes.append("ask to buy") }
        if store.failsRenewals { notes.append("renewals fail") }
        guard !notes.isEmpty else { return [clock, next] }
        let text = "      " + notes.joined(separator: glyphs.separator)
        return [clock, next, StyledLine(TextLayout.clipped(text, to: columns, ellipsis: glyphs.ellipsis), .doubtful)]
    }
}

/// The reasons that store events are impossible for a product, worded for the user.
///
/// Each property corresponds to an event of the simulated store, and is `nil` if the event is possible now.
struct UnavailableStoreEvents {
    let buy: String?
    /// The reason a purchase can be neither approved nor declined.
    let answer: String?
    /// The reason an interrupted purchase cannot be finished.
    let resume: String?
    let refund: String?
    let share: String?
    let revoke: String?
    let renew: String?
    let expire: String?
    let autoRenew: String?
    let consume: String?

    init(_ product: ProductSnapshot, pending: StoreSnapshot.PendingPurchase?) {
        let isConsumable = product.type == .consumable
        let isRenewing = product.type == .autoRenewingSubscription
        let isOwned = product.status == .purchased
        let isOpen = product.subscription?.state.isOpen ?? (isRenewing && isOwned)
        if pending != nil {
            buy = "a purchase is already pending"
        } else if product.subscription?.nextProductID != nil {
            // Buying the active subscription again cancels its change.
            buy = nil
        } else if isOwned && !isConsumable && product.type != .nonRenewingSubscription {
            buy = isRenewing ? "it already has an active subscription" : "it is already owned"
        } else {
            buy = nil
        }
        answer = pending?.waitingFor == .approval ? nil : "no purchase waits for approval"
        resume = pending?.waitingFor == .interruption ? nil : "no purchase was interrupted"
        let wasBought =
            isOwned || (product.balance ?? 0) > 0 || product.subscription.map { $0.state != .revoked } == true
        refund = wasBought ? nil : "there is no purchase to refund"
        share = isConsumable ? "consumables cannot be shared" : isOwned ? "it is already owned" : nil
        revoke = isConsumable ? "consumables cannot be shared" : isOwned ? nil : "it is not owned"
        let notSubscribed =
            !isRenewing ? "it does not renew" : isOpen ? nil : "there is no active subscription: buy it"
        renew = notSubscribed
        autoRenew = notSubscribed
        switch product.type {
        case .autoRenewingSubscription: expire = isOpen ? nil : "there is no active subscription"
        case .nonRenewingSubscription: expire = isOwned ? nil : "it is not owned"
        case .nonConsumable, .consumable: expire = "it is not a subscription"
        }
        consume = !isConsumable ? "it is not consumable" : (product.balance ?? 0) > 0 ? nil : "no units are left"
    }
}
