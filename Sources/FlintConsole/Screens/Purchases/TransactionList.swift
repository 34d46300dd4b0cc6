// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintTerminal
import FlintWorld

/// The section of a product's details that lists its transactions.
///
/// For a subscription, a time axis below the list shows the paid periods, the start of each period, refunds, and the
/// current time.
struct TransactionList {
    private(set) var lines: [StyledLine] = []

    private let glyphs: GlyphSet
    private let timeZone: DisplayTimeZone

    init(_ product: ProductSnapshot, in state: ConsoleState, columns: Int) {
        glyphs = state.glyphs
        timeZone = state.environment.timeZone
        guard !product.transactions.isEmpty else { return }
        lines.append(StyledLine("Transactions", .heading))
        for (number, transaction) in product.numberedTransactions {
            let text = Self.summary(of: transaction, glyphs: glyphs, in: timeZone)
            lines += StyledLine("   #\(number)  ", .dim)
                .adding(text, transaction.revocationDate == nil ? .plain : .dim).wrapped(to: columns, indent: 6)
        }
        if product.type == .autoRenewingSubscription || product.type == .nonRenewingSubscription {
            addLife(of: product, now: state.model.status.store?.now, columns: columns)
        }
    }

    /// Returns a transaction on one line, such as `renewed 2026-02-01 09:00 · until 2026-03-01 09:00`.
    static func summary(of transaction: TransactionSnapshot, glyphs: GlyphSet, in timeZone: DisplayTimeZone) -> String {
        func moment(_ date: Date) -> String { TimestampFormatter.dayAndMinute(of: date, in: timeZone) }
        let verb = transaction.isRenewal ? "renewed" : transaction.isShared ? "shared by the family" : "bought"
        var parts = ["\(verb) \(moment(transaction.date))"]
        if transaction.quantity > 1 { parts.append("\(transaction.quantity) units") }
        if let date = transaction.expirationDate { parts.append("until \(moment(date))") }
        if let date = transaction.revocationDate {
            parts.append("\(transaction.isShared ? "revoked" : "refunded") \(moment(date))")
        }
        return parts.joined(separator: glyphs.separator)
    }

    private mutating func addLife(of product: ProductSnapshot, now: Date?, columns: Int) {
        let transactions = product.transactions
        let ends = transactions.compactMap(\.expirationDate) + [now].compactMap(\.self)
        guard let start = transactions.map(\.date).min(), let end = ends.max(), end > start else { return }
        let label = 10
        let width = columns - 2 * label - 6
        guard width >= 10 else { return }
        func cell(_ date: Date) -> Int {
            let share = date.timeIntervalSince(start) / end.timeIntervalSince(start)
            return min(width - 1, max(0, Int((share * Double(width - 1)).rounded())))
        }
        var cells = Array(repeating: glyphs.dot, count: width)
        for transaction in transactions {
            // A refund ends the period early.
            let paidUntil = min(transaction.expirationDate ?? end, transaction.revocationDate ?? end)
            guard paidUntil >= transaction.date else { continue }
            for index in cell(transaction.date)...cell(paidUntil) { cells[index] = glyphs.borders.horizontal }
        }
        // The starts and the refunds are drawn over the periods.
        for transaction in transactions { cells[cell(transaction.date)] = glyphs.overridden }
        for date in transactions.compactMap(\.revocationDate) { cells[cell(date)] = "x" }
        lines.append(StyledLine())
        lines.append(StyledLine("Subscription periods", .heading))
        lines.append(
            StyledLine("   \(TimestampFormatter.day(of: start, in: timeZone)) ", .dim).adding(cells.joined(), .good)
                .adding(" \(TimestampFormatter.day(of: end, in: timeZone))", .dim))
        if let now, now >= start {
            let blanks = String(repeating: " ", count: 4 + label + cell(now))
            lines.append(StyledLine(blanks + glyphs.up, .strong).adding(" now", .dim))
        }
    }
}

extension ProductSnapshot {
    /// The transactions, newest first, numbered from 1 for the oldest listed one.
    ///
    /// The ids number the transactions of all products, so a product's ids have gaps.
    fileprivate var numberedTransactions: [(number: Int, transaction: TransactionSnapshot)] {
        zip(transactions.indices.reversed(), transactions).map { ($0 + 1, $1) }
    }
}

extension ConsoleState {
    mutating func chooseTransaction(of product: ProductSnapshot) {
        let options = product.numberedTransactions.map { number, transaction in
            let words = TransactionList.summary(of: transaction, glyphs: glyphs, in: environment.timeZone)
            return ChoiceDialog.Option(
                title: "#\(number)  \(words)",
                intent: .change(.store(.deleteTransaction(productID: product.productID, id: transaction.id))),
                hasPreview: true)
        }
        let body = [StyledLine("Deletes it as if it had never been made; a refund would leave a record.", .dim)]
        offer("Delete a transaction: \(product.name)", body: body, [ChoiceDialog.Option.cancel] + options)
    }
}
