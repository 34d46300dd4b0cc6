// SPDX-License-Identifier: MIT

import FeatureGating
import FlintCore
import FlintLocks

/// Measures the saving of each part of the fast path: the same result without a lock and under a lock.
///
/// The simple form is the code that would replace the fast path. A part whose ratio is not well below 1 is not worth
/// its code.
enum FastPathSuite {
    private static let size = 10_000

    private struct Key: Hashable {
        let feature: ObjectIdentifier
        let action: ObjectIdentifier
    }

    static func run(_ report: inout Report) {
        GeneratedTypes.prepare(size)
        let runtime = FlintRuntime()
        runtime.setUp(Stage.self)
        guard let action = runtime.metadata(for: StageFeature.self)?.actions.first else { return }
        let pairs = [actionTable(action), verdicts, switchReading]
        let timings = report.measure(pairs.flatMap { [$0.simple, $0.fast] })
        report.add(timings)
        for (simple, fast) in zip(timings, timings.dropFirst()).enumerated().filter({ $0.offset.isMultiple(of: 2) })
            .map(\.element)
        {
            report.add("\(fast.name)/times as long as under a lock", fast.minimum / simple.minimum, .ratio)
            report.add("\(fast.name)/instructions", fast.instructions, .instructions)
            report.add("\(fast.name)/allocations", fast.allocations, .count)
        }
    }

    /// Finds the action of 64 features in turn, among the actions of 10,000 features.
    private static func actionTable(_ metadata: ActionMetadata) -> (simple: Case, fast: Case) {
        let table = ActionTable()
        let dictionary = Protected<[Key: Int32]>([:])
        for number in 0..<size {
            let feature = GeneratedTypes.feature(number)
            table.add(metadata, feature: feature, action: NoAction.self)
            let key = Key(feature: ObjectIdentifier(feature), action: ObjectIdentifier(NoAction.self))
            dictionary.withLock { $0[key] = Int32(number) }
        }
        let asked: [Any.Type] = (0..<64).map { GeneratedTypes.feature($0 * (size / 64)) }
        return (
            Case(name: "fast path: a dictionary of actions under a lock") { times in
                var sum: Int32 = 0
                for number in 0..<times {
                    let key = Key(
                        feature: ObjectIdentifier(asked[number & 63]), action: ObjectIdentifier(NoAction.self))
                    sum &+= dictionary.withLock { $0[key] } ?? -1
                }
                consume(sum)
            },
            Case(name: "fast path: the table of actions") { times in
                var sum: Int32 = 0
                for number in 0..<times {
                    sum &+= table.decidingNode(feature: asked[number & 63], action: NoAction.self)
                }
                consume(sum)
            }
        )
    }

    /// Reads the verdict of 64 features in turn, among 10,000 features.
    private static var verdicts: (simple: Case, fast: Case) {
        let published = PublishedVerdicts()
        for number in 0..<size { published.publish(.true, of: NodeID(rawValue: Int32(number))) }
        let list = Protected([Truth](repeating: .true, count: size))
        return (
            Case(name: "fast path: a list of verdicts under a lock") { times in
                var sum = 0
                for number in 0..<times {
                    sum &+= list.withLock { $0[number & 63 * (size / 64)] } == .true ? 1 : 0
                }
                consume(sum)
            },
            Case(name: "fast path: published verdicts") { times in
                var sum = 0
                for number in 0..<times {
                    sum &+= published.isTrue(Int32(truncatingIfNeeded: number & 63 * (size / 64))) ? 1 : 0
                }
                consume(sum)
            }
        )
    }

    /// Confirms that a switch has not changed.
    private static var switchReading: (simple: Case, fast: Case) {
        let known = Protected<(number: UInt64, isOn: Truth)>((0, .true))
        let reading = Reading()
        let next = Atomic<UInt64>(1)
        return (
            Case(name: "fast path: a switch compared under a lock") { times in
                var sum = 0
                for _ in 0..<times {
                    let number = next.add(1, ordering: .relaxed).newValue
                    let isConfirmed = known.withLock { known in
                        guard known.isOn == .true else { return false }
                        known.number = max(known.number, number)
                        return true
                    }
                    sum &+= isConfirmed ? 1 : 0
                }
                consume(sum)
            },
            Case(name: "fast path: a switch confirmed") { times in
                var sum = 0
                for _ in 0..<times {
                    let number = next.add(1, ordering: .relaxed).newValue
                    sum &+= reading.reading.confirm(.true, number: number) ? 1 : 0
                }
                consume(sum)
            }
        )
    }

    /// A cached reading of a switch that was on.
    private final class Reading: Sendable {
        let reading = SwitchReading()

        init() {
            _ = reading.begin(number: 1)
            reading.finish(.true, number: 1)
        }
    }
}
