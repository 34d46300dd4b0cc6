import Testing

@testable import FlintAttach

struct RunNumberingTests {
    @Test func `the numbers of a later run follow those of the earlier run`() {
        var numbering = RunNumbering()
        numbering.begin("a")
        #expect(numbering.continued(7) == 7)
        numbering.recordUse(of: 7)
        numbering.begin("a")
        #expect(numbering.continued(8) == 8)
        numbering.begin("b")
        #expect(numbering.continued(1) == 8)
    }

    @Test func `numbers beyond those of any app do not overflow`() {
        var numbering = RunNumbering()
        numbering.begin("a")
        numbering.recordUse(of: .max)
        numbering.begin("b")
        #expect(numbering.continued(.max) == 2 * RunNumbering.limit)
    }
}
