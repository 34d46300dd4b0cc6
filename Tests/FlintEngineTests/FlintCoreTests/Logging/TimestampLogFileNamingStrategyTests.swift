import Foundation
import Testing

@testable import FlintCore

struct TimestampLogFileNamingStrategyTests {
    private let strategy = TimestampLogFileNamingStrategy(namePrefix: "app") {
        Date(timeIntervalSince1970: 1_234_500_000)
    }

    @Test func `every day has a file`() {
        #expect(strategy.next() == "app-2009-02-13.log")
        #expect(
            TimestampLogFileNamingStrategy(namePrefix: "app").recognizes(
                TimestampLogFileNamingStrategy(namePrefix: "app").next()))
    }

    @Test(arguments: ["app-2009-02-13.log", "app-2026-12-31.2.log", "app-2026-12-31.0173.log"])
    func `file names of the strategy are recognized`(_ name: String) {
        #expect(strategy.recognizes(name))
    }

    @Test(arguments: [
        "app-2009-02-13.txt", "app-2009-02-13..log", "app-2009-02-13.x.log", "app-2009-2-13.log", "app-.log",
        "app-2009-02-13.1.2.log", "application-2009-02-13.log", "ap-2009-02-13.log", "app-2009-02-13.log.old", "",
        "app-２009-02-13.log",
    ])
    func `other file names are not recognized`(_ name: String) {
        #expect(!strategy.recognizes(name))
    }
}
