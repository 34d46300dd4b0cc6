import Dispatch
import FeatureGating
import Testing

@testable import FlintCore

struct PublishedVerdictsTests {
    @Test func `a node is available if its last published verdict is true`() {
        let verdicts = PublishedVerdicts()
        for node in Int32(0)..<200 {
            verdicts.publish(node.isMultiple(of: 3) ? .true : .unknown, of: NodeID(rawValue: node))
        }
        #expect((Int32(-1)..<400).filter(verdicts.isTrue) == (0..<200).filter { $0.isMultiple(of: 3) })
        verdicts.publish(.false, of: NodeID(rawValue: 99))
        #expect(!verdicts.isTrue(99))
    }

    @Test func `clearing removes every verdict and reservation`() {
        let verdicts = PublishedVerdicts()
        for node in Int32(0)..<1_000 { verdicts.publish(.true, of: NodeID(rawValue: node)) }
        verdicts.slowPathReasons = .overridesExpire
        verdicts.clear()
        #expect((Int32(0)..<1_000).filter(verdicts.isTrue).isEmpty)
        #expect(verdicts.slowPathReasons.isEmpty)
    }

    @Test func `a reader that no longer asks the fact store sees no earlier verdict`() async {
        let verdicts = PublishedVerdicts()
        let nodes = Int32(0)...50_000
        for _ in 0..<10 {
            for node in nodes { verdicts.publish(.true, of: NodeID(rawValue: node)) }
            verdicts.slowPathReasons = .overridesExpire
            let (answers, answer) = AsyncStream.makeStream(of: Bool.self)
            DispatchQueue.global().async {
                while !verdicts.slowPathReasons.isEmpty {}
                answer.yield(verdicts.isTrue(nodes.upperBound))
                answer.finish()
            }
            verdicts.clear()
            #expect(await answers.first { _ in true } == false)
        }
    }
}
