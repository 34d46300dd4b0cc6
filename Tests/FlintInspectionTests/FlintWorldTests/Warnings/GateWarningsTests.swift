import FeatureGating
import FlintInspectorTestSupport
import FlintTestSupport
import FlintWorld
import Foundation
import Testing

/// Raises each warning, stays below its threshold, and meets the threshold exactly.
struct GateWarningsTests {
    private static func line(_ warning: GateWarning?) -> String? {
        warning?.line { String($0.timeIntervalSince(WarnedApp.start)) }
    }

    // MARK: Flapping availability

    private static func flapping(
        at times: [Double], cause: Cause = .app, providers: [String] = []
    ) throws -> [GateWarning] {
        var app = WarnedApp()
        app.add("A", .all([]))
        if !providers.isEmpty { app.addProviders(providers) }
        for time in times { app.flip("A", at: time, cause: cause) }
        return try app.warnings(.flappingAvailability, at: 1_000, WarningThreshold(count: 3, seconds: 10))
    }

    @Test func `a feature whose availability changes often raises a warning`() throws {
        let found = try Self.flapping(at: [0, 50, 51, 52, 53, 90])
        #expect(
            found.map(Self.line) == [
                "A: The availability of A changed 4 times within 10 seconds, last at 53.0. (flapping-availability)"
            ])
        #expect(found.first?.event == 5)
        #expect(try Self.flapping(at: [0, 1, 2, 50, 51, 52]).first?.event == 6)
    }

    @Test func `a few changes or changes that are far apart raise no warning`() throws {
        #expect(try Self.flapping(at: [0, 1]).isEmpty)
        #expect(try Self.flapping(at: [0, 5, 10, 15, 20]).isEmpty)
    }

    @Test func `exactly as many changes as the threshold raise a warning within less than the period`() throws {
        #expect(try Self.flapping(at: [0, 5, 9.9]).count == 1)
        #expect(try Self.flapping(at: [0, 5, 10]).isEmpty)
    }

    @Test func `changes that a developer makes with a tool are not flapping`() throws {
        #expect(try Self.flapping(at: [0, 1, 2, 3], cause: "console").isEmpty)
        #expect(try Self.flapping(at: [0, 1, 2, 3], cause: .store).count == 1)
        #expect(try Self.flapping(at: [0, 1, 2, 3], cause: "console", providers: ["weather", "release"]).isEmpty)
    }

    @Test func `changes that the app's own flag provider announces are flapping, regardless of its name`() throws {
        #expect(try Self.flapping(at: [0, 1, 2, 3], cause: "weather", providers: ["release", "weather"]).count == 1)
        #expect(try Self.flapping(at: [0, 1], cause: "weather", providers: ["weather"]).isEmpty)
    }

    @Test(arguments: PropertyScale.seeds(1))
    func `a burst is the largest number of events in any period`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<200 {
            let period = Double(Int.random(in: 1...5, using: &random))
            let times = (0..<Int.random(in: 3...30, using: &random))
                .map { _ in Double(Int.random(in: 0...40, using: &random)) / 2 }.sorted()
            var app = WarnedApp()
            app.add("A", .all([]))
            for time in times { app.flip("A", at: time) }
            let most = times.map { start in times.count { $0 >= start && $0 - start < period } }.max() ?? 0
            func isRaised(from count: Int) throws -> Bool {
                let limit = WarningThreshold(count: count, seconds: Int(period))
                return try !app.warnings(.flappingAvailability, at: 100, limit).isEmpty
            }
            #expect(try isRaised(from: most))
            #expect(try !isRaised(from: most + 1))
        }
    }

    // MARK: Flags that change

    private static func flagged() -> WarnedApp {
        var app = WarnedApp()
        app.add("A", WarnedApp.requiresFlag)
        app.add("A/B", parent: "A", .all([]))
        app.add("C", .all([]))
        app.set(WarnedApp.flag, .truth(.true), since: -5)
        return app
    }

    @Test func `a flag that changes after a request depended on it raises a warning`() throws {
        var app = Self.flagged()
        app.deny("A/B", at: 1)
        app.change(WarnedApp.flag, to: .truth(.false), at: 2)
        app.change(WarnedApp.flag, to: .truth(.true), at: 3)
        #expect(
            try app.warnings(.flagChangedInSession, at: 4).map(Self.line) == [
                "flag beta: Flag beta changed 2 times after the first request of A/B, which requires it, last at 3.0. "
                    + "(flag-changed-in-session)"
            ])
    }

    @Test func `a flag that changes before the request or is not required raises no warning`() throws {
        var app = Self.flagged()
        app.change(WarnedApp.flag, to: .truth(.false), at: 1)
        app.deny("A", at: 2)
        #expect(try app.warnings(.flagChangedInSession, at: 4).isEmpty)
        var other = Self.flagged()
        other.perform("C", at: 1)
        other.change(WarnedApp.flag, to: .truth(.false), at: 2)
        #expect(try other.warnings(.flagChangedInSession, at: 4).isEmpty)
    }

    @Test func `the first value of a flag after a request raises no warning, and the next one does`() throws {
        var app = WarnedApp()
        app.add("A", WarnedApp.requiresFlag)
        app.set(WarnedApp.flag, .truth(.unknown), since: 0)
        app.deny("A", at: 1)
        app.change(WarnedApp.flag, to: .truth(.true), at: 2, isFirstValue: true)
        #expect(try app.warnings(.flagChangedInSession, at: 4).isEmpty)
        app.change(WarnedApp.flag, to: .truth(.false), at: 5)
        #expect(try app.warnings(.flagChangedInSession, at: 6).count == 1)
    }

    @Test func `an override of a flag, its removal, and a change that it hides raise no warning`() throws {
        var app = Self.flagged()
        app.deny("A", at: 1)
        app.override(WarnedApp.flag, .truth(.false), since: 2)
        app.record(WarnedApp.flag, at: 2, cause: "console")
        app.set(WarnedApp.flag, .truth(.true), since: -5)
        app.record(WarnedApp.flag, at: 3, cause: "console")
        #expect(try app.warnings(.flagChangedInSession, at: 4).isEmpty)
        app.set(WarnedApp.flag, .truth(.false), since: 4)
        app.override(WarnedApp.flag, .truth(.true), since: 3)
        app.record(WarnedApp.flag, at: 4)
        #expect(try app.warnings(.flagChangedInSession, at: 5).isEmpty)
    }

    @Test func `a change that waits for a session raises no warning`() throws {
        var app = Self.flagged()
        app.deny("A", at: 1)
        // The first report of a value is no event.
        app.set(WarnedApp.flag, .truth(.true), since: 2)
        app.wait(WarnedApp.flag, for: .truth(.false))
        app.record(WarnedApp.flag, at: 3)
        #expect(try app.warnings(.flagChangedInSession, at: 4).isEmpty)
        app.change(WarnedApp.flag, to: .truth(.false), at: 5)
        #expect(try app.warnings(.flagChangedInSession, at: 6).count == 1)
    }

    @Test func `exactly as many changes of a flag as the threshold raise a warning`() throws {
        var app = Self.flagged()
        app.perform("A", at: 1)
        app.change(WarnedApp.flag, to: .truth(.false), at: 1)
        #expect(try app.warnings(.flagChangedInSession, at: 4, WarningThreshold(count: 1)).count == 1)
        #expect(try app.warnings(.flagChangedInSession, at: 4, WarningThreshold(count: 2)).isEmpty)
    }

    // MARK: Purchases without an effect

    private static func bought(camera: PermissionStatus) -> WarnedApp {
        var app = WarnedApp()
        app.add("A", .all([WarnedApp.requiresPro, WarnedApp.requiresCamera]))
        app.set(WarnedApp.pro, .truth(.true), since: 10)
        app.set(WarnedApp.camera, .permission(camera), since: 0)
        app.sell(.purchased)
        app.record(WarnedApp.pro, at: 10, cause: .store)
        return app
    }

    @Test func `a purchase without an effect raises a warning with the reason`() throws {
        #expect(
            try Self.bought(camera: .denied).warnings(.purchaseWithoutEffect, at: 60).map(Self.line) == [
                "purchase pro: Pro is purchased, but A is not available. Blocked by: Camera is denied, since 10.0. "
                    + "(purchase-without-effect)"
            ])
    }

    @Test func `a status that arrives late is not a purchase`() throws {
        var app = Self.bought(camera: .denied)
        app.events = []
        app.record(WarnedApp.pro, at: 10, cause: .store, isFirstValue: true)
        #expect(try app.warnings(.purchaseWithoutEffect, at: 60).isEmpty)
    }

    @Test func `a purchase raises no warning if one of the features that require it is available`() throws {
        #expect(try Self.bought(camera: .authorized).warnings(.purchaseWithoutEffect, at: 60).isEmpty)
        var app = Self.bought(camera: .denied)
        app.add("B", WarnedApp.requiresPro)
        #expect(try app.warnings(.purchaseWithoutEffect, at: 60).isEmpty)
    }

    @Test func `a purchase raises a warning exactly from the threshold`() throws {
        let app = Self.bought(camera: .denied)
        #expect(try app.warnings(.purchaseWithoutEffect, at: 20, WarningThreshold(seconds: 10)).count == 1)
        #expect(try app.warnings(.purchaseWithoutEffect, at: 19.9, WarningThreshold(seconds: 10)).isEmpty)
    }

    @Test func `a product that was purchased before the first event raises no warning`() throws {
        var app = Self.bought(camera: .denied)
        app.events = []
        #expect(try app.warnings(.purchaseWithoutEffect, at: 60).isEmpty)
    }

    @Test func `a purchase without an effect on several features names one of them`() throws {
        var app = Self.bought(camera: .denied)
        app.add("B", .all([WarnedApp.requiresPro, WarnedApp.requiresCamera]))
        #expect(
            try app.warnings(.purchaseWithoutEffect, at: 60).map(\.message) == [
                "Pro is purchased, but A and 1 other feature are not available. Blocked by: Camera is denied"
            ])
    }

    @Test func `a purchase gets a new period after another change of a fact`() throws {
        var app = Self.bought(camera: .denied)
        app.set(WarnedApp.camera, .permission(.denied), since: 58)
        #expect(try app.warnings(.purchaseWithoutEffect, at: 60).isEmpty)
    }

    // MARK: Undetermined features

    private static func undetermined() -> WarnedApp {
        var app = WarnedApp()
        app.add("A", WarnedApp.requiresPro)
        app.add("A/B", parent: "A", .all([]))
        app.set(WarnedApp.pro, .truth(.unknown), since: 0)
        app.sell(.unknown)
        return app
    }

    @Test func `a feature that remains undetermined raises one warning, and its subfeatures raise none`() throws {
        #expect(
            try Self.undetermined().warnings(.undeterminedFeature, at: 40).map(Self.line) == [
                "A: A is undetermined, because Pro is undetermined, since 0.0. (undetermined-feature)"
            ])
    }

    @Test func `a permission that was not requested and a consumable product raise no warning`() throws {
        var app = WarnedApp()
        app.add("A", WarnedApp.requiresCamera)
        app.set(WarnedApp.camera, .permission(.notDetermined), since: 0)
        #expect(try app.warnings(.undeterminedFeature, at: 40).isEmpty)
        var consumable = Self.undetermined()
        consumable.sell(as: .consumable, .unknown)
        #expect(try consumable.warnings(.undeterminedFeature, at: 40).isEmpty)
    }

    @Test func `a value that is overridden as unknown raises no warning`() throws {
        var app = Self.undetermined()
        app.override(WarnedApp.pro, .truth(.unknown), since: 0)
        #expect(try app.warnings(.undeterminedFeature, at: 40).isEmpty)
    }

    @Test func `a feature raises a warning after exactly the threshold`() throws {
        let app = Self.undetermined()
        #expect(try app.warnings(.undeterminedFeature, at: 30, WarningThreshold(seconds: 30)).count == 1)
        #expect(try app.warnings(.undeterminedFeature, at: 29.9, WarningThreshold(seconds: 30)).isEmpty)
    }

    // MARK: Repeated prompts

    @Test func `a second prompt for a permission raises a warning`() throws {
        var app = WarnedApp()
        app.prompt(at: 0)
        app.change(WarnedApp.camera, to: .permission(.denied), at: 1)
        app.prompt(at: 5)
        #expect(
            try app.warnings(.repeatedPrompt, at: 9).map(Self.line) == [
                "permission camera: The user was prompted for Camera 2 times, last at 5.0. (repeated-prompt)"
            ])
    }

    @Test func `a prompt after a reset raises no warning`() throws {
        var app = WarnedApp()
        app.prompt(at: 0)
        app.change(WarnedApp.camera, to: .permission(.denied), at: 1)
        app.change(WarnedApp.camera, to: .permission(.notDetermined), at: 2)
        app.prompt(at: 5)
        #expect(try app.warnings(.repeatedPrompt, at: 9).isEmpty)
    }

    @Test func `exactly as many prompts as the threshold raise a warning`() throws {
        var app = WarnedApp()
        for time in 0..<3 { app.prompt(at: Double(time)) }
        #expect(try app.warnings(.repeatedPrompt, at: 9, WarningThreshold(count: 3)).count == 1)
        #expect(try app.warnings(.repeatedPrompt, at: 9, WarningThreshold(count: 4)).isEmpty)
    }

    // MARK: Requests

    @Test func `an action that is always denied raises a warning`() throws {
        var app = WarnedApp()
        app.add("A", .all([]))
        for time in 0..<12 { app.deny("A", at: Double(time)) }
        #expect(
            try app.warnings(.alwaysDenied, at: 20).map(Self.line) == [
                "A#Open: Open of A was denied 12 times and never performed, last at 11.0. (always-denied)"
            ])
    }

    @Test func `an action that was performed before or after its denials raises no warning`() throws {
        var app = WarnedApp()
        for time in 0..<12 { app.deny("A", at: Double(time)) }
        app.perform("A", "Close", at: 12)
        #expect(try app.warnings(.alwaysDenied, at: 20).count == 1)
        app.perform("A", at: 13)
        #expect(try app.warnings(.alwaysDenied, at: 20).isEmpty)
    }

    @Test func `exactly as many denials as the threshold raise a warning`() throws {
        var app = WarnedApp()
        for time in 0..<10 { app.deny("A", at: Double(time)) }
        #expect(try app.warnings(.alwaysDenied, at: 20, WarningThreshold(count: 10)).count == 1)
        #expect(try app.warnings(.alwaysDenied, at: 20, WarningThreshold(count: 11)).isEmpty)
    }

    @Test func `a high rate of requests raises a warning, whether or not they are granted`() throws {
        var app = WarnedApp()
        for time in 0..<120 {
            if time.isMultiple(of: 2) { app.deny("A", at: Double(time) / 128) }
            app.perform("A", at: Double(time) / 128)
        }
        #expect(
            try app.warnings(.frequentRequests, at: 20).map(Self.line) == [
                "A#Open: Open of A was requested 180 times within 1 second, last at 0.9296875. (frequent-requests)"
            ])
    }

    @Test func `requests of different actions or over a longer time raise no warning`() throws {
        var app = WarnedApp()
        for time in 0..<120 { app.perform("A", time.isMultiple(of: 2) ? "Open" : "Close", at: Double(time) / 200) }
        for time in 0..<120 { app.perform("B", at: Double(time)) }
        #expect(try app.warnings(.frequentRequests, at: 200).isEmpty)
    }

    @Test func `exactly as many requests as the threshold raise a warning`() throws {
        var app = WarnedApp()
        for time in 0..<5 { app.perform("A", at: Double(time) / 10) }
        #expect(try app.warnings(.frequentRequests, at: 20, WarningThreshold(count: 5, seconds: 1)).count == 1)
        #expect(try app.warnings(.frequentRequests, at: 20, WarningThreshold(count: 6, seconds: 1)).isEmpty)
    }

    // MARK: Overrides

    private static func overridden(expiry: OverrideExpiry? = nil) -> WarnedApp {
        var app = WarnedApp()
        app.add("A", WarnedApp.requiresFlag)
        app.perform("A", at: 0)
        app.override(WarnedApp.flag, .truth(.true), since: 10, expiry: expiry)
        app.record(WarnedApp.flag, at: 10, cause: "console")
        return app
    }

    @Test func `an override that remains in place raises a warning`() throws {
        #expect(
            try Self.overridden().warnings(.forgottenOverride, at: 4_000).map(Self.line) == [
                "flag beta: Flag beta is overridden as on by console, since 10.0. (forgotten-override)"
            ])
    }

    @Test func `a saved override counts from the date on which it was set`() throws {
        var app = WarnedApp()
        app.override(WarnedApp.flag, .truth(.true), since: 10)
        app.record(WarnedApp.flag, at: 4_000, cause: .saved)
        #expect(
            try app.warnings(.forgottenOverride, at: 4_000).map(Self.line) == [
                "flag beta: Flag beta is overridden as on by console, since 10.0. (forgotten-override)"
            ])
        #expect(try app.warnings(.forgottenOverride, at: 3_609).isEmpty)
    }

    @Test func `an override older than the retained events counts from the first of them`() throws {
        var app = Self.overridden()
        app.events.removeLast()
        #expect(try app.warnings(.forgottenOverride, at: 3_600).count == 1)
        #expect(try app.warnings(.forgottenOverride, at: 3_599).isEmpty)
    }

    @Test func `an override that expires raises no warning`() throws {
        #expect(try Self.overridden(expiry: .until(.distantFuture)).warnings(.forgottenOverride, at: 4_000).isEmpty)
        #expect(try Self.overridden(expiry: .uses(3)).warnings(.forgottenOverride, at: 4_000).isEmpty)
        #expect(try Self.overridden(expiry: .untilQuit).warnings(.forgottenOverride, at: 4_000).count == 1)
    }

    @Test func `an override raises a warning after exactly the threshold`() throws {
        let app = Self.overridden()
        #expect(try app.warnings(.forgottenOverride, at: 40, WarningThreshold(seconds: 30)).count == 1)
        #expect(try app.warnings(.forgottenOverride, at: 39.9, WarningThreshold(seconds: 30)).isEmpty)
    }

    // MARK: Flows

    @Test func `a flow that waits at a prompt raises a warning`() throws {
        var app = WarnedApp()
        app.add("A", WarnedApp.requiresCamera)
        app.beginFlow("A", at: 0)
        app.prompt("A", at: 10)
        #expect(
            try app.warnings(.waitingFlow, at: 100).map(Self.line) == [
                "A: The authorization flow of A waits for the answer to the prompt for Camera, since 10.0. "
                    + "(waiting-flow)"
            ])
    }

    @Test func `a flow that has ended or was answered recently raises no warning`() throws {
        var app = WarnedApp()
        app.beginFlow("A", at: 0)
        app.prompt("A", at: 10)
        app.answer("A", at: 50)
        #expect(try app.warnings(.waitingFlow, at: 100).isEmpty)
        #expect(try app.warnings(.waitingFlow, at: 110).count == 1)
        app.endFlow("A", at: 105)
        #expect(try app.warnings(.waitingFlow, at: 1_000).isEmpty)
    }

    @Test func `a flow raises a warning after exactly the threshold`() throws {
        var app = WarnedApp()
        app.beginFlow("A", at: 0)
        #expect(try app.warnings(.waitingFlow, at: 60, WarningThreshold(seconds: 60)).count == 1)
        #expect(try app.warnings(.waitingFlow, at: 59.9, WarningThreshold(seconds: 60)).isEmpty)
    }

    // MARK: All rules

    @Test func `allowed warnings are omitted by kind, feature, action, or fact`() throws {
        var app = Self.overridden()
        for time in 0..<12 { app.deny("A", at: Double(time)) }
        func kinds(_ allow: (inout WarningRules) -> Void) throws -> [GateWarning.Kind] {
            var rules = WarningRules()
            allow(&rules)
            return try app.moment(at: 4_000).warnings(rules).map(\.kind)
        }
        #expect(try kinds { $0.allow(.alwaysDenied, of: "A#Close") } == [.forgottenOverride])
        var closed = app
        closed.events.removeAll { $0.kind == .actionBegan }
        app = closed
        #expect(try kinds { _ in } == [.alwaysDenied, .forgottenOverride])
        #expect(try kinds { $0.allow(.alwaysDenied, of: "A") } == [.forgottenOverride])
        #expect(try kinds { $0.allow(.alwaysDenied, of: "A#Open") } == [.forgottenOverride])
        #expect(try kinds { $0.allow(.alwaysDenied, of: "B") } == [.alwaysDenied, .forgottenOverride])
        #expect(try kinds { $0.allow(.forgottenOverride, of: "beta") } == [.alwaysDenied])
        #expect(try kinds { $0.allow(.forgottenOverride) } == [.alwaysDenied])
    }

    @Test func `a review states when the next warning is due, if there can be one`() throws {
        func next(_ app: WarnedApp, at seconds: Double) throws -> Double? {
            let moment = app.moment(at: seconds)
            var warnings = GateWarnings()
            try warnings.add(moment.events(after: 0))
            return try moment.review(&warnings, at: WarnedApp.time(seconds)).next?
                .timeIntervalSince(WarnedApp.start)
        }
        var app = Self.overridden()
        #expect(try next(app, at: 20) == 3_610)
        app.beginFlow("A", at: 15)
        #expect(try next(app, at: 20) == 75)
        #expect(try next(app, at: 75) == 3_610)
        #expect(try next(app, at: 5_000) == nil)
        #expect(try next(WarnedApp(), at: 20) == nil)
    }

    @Test func `events that arrive in parts raise the same warnings as all events together`() throws {
        var app = Self.overridden()
        for time in 0..<12 { app.deny("A", at: Double(time)) }
        for time in 0..<8 { app.flip("A", at: Double(time)) }
        app.beginFlow("A", at: 30)
        let moment = app.moment(at: 4_000)
        var warnings = GateWarnings()
        for event in app.events {
            warnings.add([event])
            _ = try moment.review(&warnings, at: event.date)
        }
        let review = try moment.review(&warnings, at: WarnedApp.time(4_000))
        #expect(try review.warnings == moment.warnings())
        #expect(review.warnings.map(\.kind) == [.flappingAvailability, .forgottenOverride, .waitingFlow])
    }

    @Test func `frequent events of actions do not require another review`() throws {
        var app = WarnedApp()
        for time in 0..<20 { app.perform("A", at: Double(time)) }
        let moment = app.moment(at: 100)
        var warnings = GateWarnings()
        warnings.add(Array(app.events.prefix(1)))
        _ = try moment.review(&warnings, at: WarnedApp.time(1))
        warnings.add(Array(app.events.dropFirst()))
        #expect(!warnings.isStale)
        app.deny("B", at: 30)
        warnings.add(app.events.suffix(1))
        #expect(warnings.isStale)
    }

    @Test func `the JSON form round-trips and lists absent members`() throws {
        let warning = GateWarning(kind: .waitingFlow, featureID: "A", message: "text", date: WarnedApp.start)
        let data = try JSONEncoder().encode(warning)
        #expect(try JSONDecoder().decode(GateWarning.self, from: data) == warning)
        let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(
            Set(object.keys) == ["kind", "featureID", "actionID", "fact", "message", "date", "event"])
    }
}
