// SPDX-License-Identifier: MIT

/// Measures a change of one fact until the last verdict has changed and an observer has received the change.
enum ChangeSuite {
    /// Measures changes with few and with many dependants, among few and among many features.
    static func run(_ report: inout Report) {
        let small = Scene(count: 10_000, dependents: 10)
        let large = Scene(count: 100_000, dependents: 10)
        let all = Scene(count: 10_000, dependents: 10_000)
        let timings = report.measure([Floor.lookUp] + small.cases + large.cases + all.cases)
        report.add(timings)
        let lookUp = timings[0]
        for (index, way) in Scene.ways.enumerated() {
            let (few, fewOfMany, many) = (timings[1 + index], timings[5 + index], timings[9 + index])
            report.addCost("change/\(way)/10 of 10000", of: few, lookUp: lookUp)
            report.add("change/\(way)/10 of 10000/allocations", few.allocations, .count)
            report.add("change/\(way)/10 of 100000/times 10 of 10000", fewOfMany.minimum / few.minimum, .ratio)
            report.add("change/\(way)/10 of 100000/instructions", fewOfMany.instructions, .instructions)
            report.add("change/\(way)/10 of 100000/allocations", fewOfMany.allocations, .count)
            report.addCost("change/\(way)/10000 of 10000", of: many, lookUp: lookUp, sharedBy: 10_000, " each")
            report.add("change/\(way)/10000 of 10000/allocations", many.allocations, .count)
        }
        let scenes = [small, large, all]
        report.add("change/unreported verdicts", Double(scenes.map { $0.missing() }.reduce(0, +)), .count)
        report.add("change/tracker/10 of 100000/questions", Double(large.questionsPerAnnouncement()), .count)
    }
}
