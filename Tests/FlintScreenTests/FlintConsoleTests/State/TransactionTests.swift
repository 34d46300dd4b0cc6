import FlintWorld
import Testing

@testable import FlintConsole

struct TransactionTests {
    @Test func `a transaction is chosen and deleted, and the default choice deletes none`() {
        var driver = ConsoleDriver(.subscribed)
        driver.select(.premium)
        driver.press(.deleteTransaction)
        #expect(driver.dialogTitle == "Delete a transaction: Premium subscription")
        let sent = driver.app.sent.count
        driver.type("<enter>")
        #expect(driver.app.sent.count == sent, "The default choice changes nothing.")
        driver.press(.deleteTransaction)
        driver.choose("#2")
        #expect(driver.app.sent.last == .store(.deleteTransaction(productID: "premium", id: 3)))
        #expect(driver.state.selectedProduct?.transactions.map(\.id) == [4, 2])
    }

    @Test func `transactions are numbered per product, beginning with the oldest`() throws {
        var driver = ConsoleDriver(.subscribed)
        let product = try #require(driver.state.product("premium"))
        let lines = TransactionList(product, in: driver.state, columns: 76).lines.map(\.text)
        #expect(lines.filter { $0.hasPrefix("   #") }.map { String($0.prefix(6)) } == ["   #3 ", "   #2 ", "   #1 "])
        driver.select(.premium)
        driver.press(.deleteTransaction)
        guard case .choices(let choices) = driver.state.dialog else {
            Issue.record("No transaction can be chosen.")
            return
        }
        #expect(choices.options.dropFirst().map { String($0.title.prefix(3)) } == ["#3 ", "#2 ", "#1 "])
    }

    @Test func `a product without purchases has no transactions to delete`() {
        var driver = ConsoleDriver(.full)
        driver.select(.premium)
        driver.press(.deleteTransaction)
        #expect(driver.announcement == "Premium subscription has no transactions")
    }

    @Test func `the life of a subscription shows its payments, periods, refunds and the current time`() throws {
        let driver = ConsoleDriver(.subscribed)
        let product = try #require(driver.state.product("premium"))
        for columns in 30...140 {
            let lines = TransactionList(product, in: driver.state, columns: columns).lines.map(\.text)
            for line in lines.drop(while: { $0 != "Subscription periods" }) {
                #expect(line.count <= columns, "\(columns): \(line)")
            }
        }
        let lines = TransactionList(product, in: driver.state, columns: 76).lines.map(\.text)
        let life = try #require(lines.firstIndex(of: "Subscription periods"))
        let bar = lines[life + 1].dropFirst(14).prefix(50)
        #expect(bar.count { $0 == "●" } == 3)
        #expect(bar.count { $0 == "x" } == 1)
        #expect(bar.contains("·") && bar.contains("─"))
        let present = try #require(lines[life + 2].firstIndex(of: "▲"))
        let refund = try #require(lines[life + 1].firstIndex(of: "x"))
        #expect(
            lines[life + 2].distance(from: lines[life + 2].startIndex, to: present)
                > lines[life + 1].distance(from: lines[life + 1].startIndex, to: refund))
    }

    @Test func `a transaction is described by its origin and its outcome`() {
        let transactions = SampleApp.subscribed.readModel().products["premium"]?.transactions ?? []
        let words = transactions.map { TransactionList.summary(of: $0, glyphs: .ascii, in: .utc) }
        #expect(words[0].hasPrefix("renewed ") && words[0].contains(" refunded "))
        #expect(words[1].hasPrefix("renewed ") && words[1].contains(", until "))
        #expect(words[2].hasPrefix("bought ") && words[2].contains(", until "))
    }
}
