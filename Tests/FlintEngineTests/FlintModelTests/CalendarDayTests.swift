import FlintModel
import Testing

struct CalendarDayTests {
    @Test(arguments: ["2026-12-01", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])
    func `a day round-trips through its text`(text: String) {
        #expect(CalendarDay(text)?.description == text)
    }

    @Test(arguments: [
        "", "2026", "2026-12", "2026-12-1", "26-12-01", "2026-12-01 ", "2026-12-01T00:00:00Z", "2026/12/01",
        "2026-13-01", "2026-00-01", "2026-01-00", "2026-02-29", "1900-02-29", "2026-04-31", "0000-01-01", "+026-01-01",
        "2026--1-01", "２026-01-01", "2026-12-01-",
    ])
    func `a malformed or impossible day is refused`(text: String) {
        #expect(CalendarDay(text) == nil)
    }

    @Test func `days are ordered like their texts`() {
        let days = ["2025-12-31", "2026-01-01", "2026-01-02", "2026-02-01", "2027-01-01"].compactMap { CalendarDay($0) }
        #expect(days.count == 5 && days.shuffled().sorted() == days)
        #expect(!zip(days, days).contains { $0 < $1 })
    }
}
