// SPDX-License-Identifier: MIT

import FlintEngineBenchmarks

/// Measures a front end that follows an app with few and with many features: lists, changes, events, explanations, and
/// frames.
enum InspectorSuite {
    static func run(_ report: inout Report) {
        let apps = [1_000, 10_000, 100_000].map { InspectedApp(count: $0, dependents: 10) }
        let all = InspectedApp(count: 10_000, dependents: 10_000)
        let timings = report.measure([Floor.lookUp] + apps.flatMap(\.cases) + all.cases, rounds: 20)
        report.add(timings)
        let lookUp = timings[0]
        func timing(_ app: Int, _ item: InspectedApp.Item) -> Timing {
            timings[1 + app * InspectedApp.Item.allCases.count + item.rawValue]
        }
        for (app, count) in [(1, 10_000.0), (2, 100_000)] {
            for item in [InspectedApp.Item.list, .firstPaint, .filterKeystroke, .session, .moment] {
                report.addCost(
                    "inspector/\(item.name)", of: timing(app, item), lookUp: lookUp, sharedBy: count,
                    " a feature of \(Int(count))")
            }
        }
        report.addCost(
            "inspector/\(InspectedApp.Item.matrix.name)", of: timing(1, .matrix), lookUp: lookUp, sharedBy: 10_000,
            " a feature of 10000")
        for item in [InspectedApp.Item.changes, .event, .logLine, .detail, .overrideToFrame, .whatIf] {
            report.addCost("inspector/\(item.name)/10 of 10000", of: timing(1, item), lookUp: lookUp)
            report.add("inspector/\(item.name)/10 of 10000/allocations", timing(1, item).allocations, .count)
            let ratio = timing(2, item).minimum / timing(0, item).minimum
            report.add("inspector/\(item.name)/10 of 100000/times 10 of 1000", ratio, .ratio)
            report.add(
                "inspector/\(item.name)/10 of 100000/instructions", timing(2, item).instructions, .instructions)
        }
        report.addCost(
            "inspector/\(InspectedApp.Item.overrideToFrame.name)/10000 of 10000", of: timing(3, .overrideToFrame),
            lookUp: lookUp, sharedBy: 10_000, " each")
        report.add("inspector/model and console/bytes a feature of 100000", apps[2].bytesPerFeature, .bytes)
    }
}
