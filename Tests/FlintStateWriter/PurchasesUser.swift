import FlintCore
import Foundation

struct PurchasesUser: StateUser {
    let values = 1...9
    private let tracker: FilePurchaseTracker

    init(path: String) {
        tracker = FilePurchaseTracker(path: path, timer: MainQueueTimer()) { Date(timeIntervalSince1970: 0) }
        _ = tracker.ledger
    }

    var problem: String? { tracker.problem }

    func value(for key: String) -> Int {
        guard let transaction = tracker.ledger?.transaction(withID: Self.number(key)) else { return 0 }
        return transaction == Self.transaction(transaction.quantity, for: key) ? transaction.quantity : -1
    }

    func put(_ value: Int, for key: String) throws {
        do throws(StateFileError) {
            try tracker.record([Self.transaction(value, for: key)])
        } catch {
            throw StateRefusal(message: error.description)
        }
    }

    private static func transaction(_ value: Int, for key: String) -> PurchaseLedger.Transaction {
        PurchaseLedger.Transaction(
            id: number(key), productID: String(repeating: key, count: value * 3), productType: .consumable,
            purchaseDate: Date(timeIntervalSince1970: Double(value)), quantity: value)
    }

    /// Returns a hash of a key that is equal in every process (FNV-1a).
    private static func number(_ key: String) -> UInt64 {
        key.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0100_0000_01b3 }
    }
}
