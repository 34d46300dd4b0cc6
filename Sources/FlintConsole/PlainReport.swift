// SPDX-License-Identifier: MIT

import FeatureGating
import FlintFoundation
import FlintTerminal
import FlintWorld

/// The console's content as plain lines of text, for pipes, screen readers, and terminals without cursor control.
///
/// The command line prints these lines, and a report that is saved as text consists of them. The lines spell out the
/// information that the screens convey by color. Complete reports are sanitized; the lines of the other functions can
/// contain control characters from the app's names and must be sanitized before they are printed. All functions are
/// pure: they read a world or a record and return lines.
package enum PlainReport {
    /// Returns the app's state and its latest events, line by line.
    ///
    /// Features that are hidden from users are only counted.
    ///
    /// - Parameters:
    ///   - world: The app's complete world.
    ///   - stacks: The open action stacks.
    ///   - moment: The position of the world in a recording, or `nil` for a running app.
    ///   - events: The events, oldest first.
    ///   - logLines: The lines of the app's log, oldest first.
    ///   - timeZone: The time zone in which dates are shown.
    ///   - eventLimit: The maximum number of events and of log lines. Older ones are omitted.
    ///   - warnings: The warnings to list.
    /// - Returns: The sanitized lines, without line breaks.
    package static func lines(
        of world: World, stacks: [StackSnapshot] = [], moment: RecordedMoment? = nil, events: [EventRecord],
        logLines: [LogLine] = [], timeZone: DisplayTimeZone = .utc, eventLimit: Int = 20, warnings: [GateWarning] = []
    ) -> [String] {
        var lines: [String] = []
        if let moment {
            let time = TimestampFormatter.second(of: moment.date, in: timeZone)
            lines.append("Recording \(moment.name), as of \(time), event \(moment.event)")
        }
        lines += heading(world, in: timeZone)
        if !warnings.isEmpty {
            lines += ["", "Warnings"]
            lines += warnings.map { "  " + line(for: $0, timeZone: timeZone) }
        }
        lines += ["", "Features"] + visibleFeatures(world.explanations).map { "  " + $0 }
        let purchases = purchases(world, timeZone: timeZone)
        if !purchases.isEmpty { lines += ["", "Purchases"] + purchases.map { "  " + $0 } }
        let permissions = permissions(world)
        if !permissions.isEmpty { lines += ["", "Permissions"] + permissions.map { "  " + $0 } }
        let flags = flags(world)
        if !flags.isEmpty { lines += ["", "Flags"] + flags.map { "  " + $0 } }
        let facts = facts(world)
        if !facts.isEmpty { lines += ["", "Other facts"] + facts.map { "  " + $0 } }
        lines += timeline(events.suffix(max(0, eventLimit)), in: timeZone)
        lines += self.stacks(stacks, in: timeZone)
        lines += logs(logLines.suffix(max(0, eventLimit)), in: timeZone)
        return lines.map(TextSanitizer.sanitized)
    }

    /// Returns a report's content, line by line, with all of its events and log lines.
    package static func lines(of report: AppReport, timeZone: DisplayTimeZone) -> [String] {
        let date = TimestampFormatter.dayAndMinute(of: report.date, in: timeZone)
        let missing = report.missing.map { TextSanitizer.sanitized("Incomplete: \($0.sentence)") }
        return [TextSanitizer.sanitized("Made by \(report.program) on \(report.system), \(date)")] + missing + [""]
            + lines(
                of: report.world, stacks: report.stacks, events: report.events, logLines: report.log,
                timeZone: timeZone, eventLimit: .max, warnings: report.warnings)
    }

    package static func time(of date: Date, timeZone: DisplayTimeZone) -> String {
        TimestampFormatter.second(of: date, in: timeZone)
    }

    /// Returns a warning on one line.
    ///
    /// An override can be forgotten for days, so its date includes the day.
    package static func line(for warning: GateWarning, timeZone: DisplayTimeZone) -> String {
        warning.line { date in
            warning.kind == .forgottenOverride
                ? TimestampFormatter.dayAndMinute(of: date, in: timeZone) : time(of: date, timeZone: timeZone)
        }
    }

    private static func heading(_ world: World, in timeZone: DisplayTimeZone) -> [String] {
        let (model, status) = (world.model, world.model.status)
        var lines = [
            "\(status.appName) on \(status.platform): \(model.visibleAvailableCount) of \(model.visibleCount) "
                + "features available"
        ]
        if let activity = status.activity { lines.append(activity) }
        switch status.backgroundWorkIsRunning {
        case true?: lines.append("Background work is running.")
        case false?: lines.append("Background work is paused.")
        case nil: break
        }
        lines += status.focus.map { id in "In focus: \(model.feature(id)?.name ?? id)" }
        lines += status.problems.map { "Problem: \($0)" }
        lines += overrides(Array(model.overrides), in: timeZone)
        if let flow = status.flow {
            lines.append("A permission flow for \(flow.featureName) is waiting at the \(flow.stage.rawValue).")
        }
        return lines
    }

    /// Returns lines for features, with the requirements and unlock plans of each feature that is not available.
    ///
    /// Requirements that are met are omitted.
    package static func features(_ features: [FeatureSnapshot]) -> [String] {
        var lines: [String] = []
        for feature in features {
            // Indentation stops at 20 levels, so that a very deep hierarchy remains readable.
            let indent = String(repeating: "  ", count: min(feature.depth, 20))
            lines.append("\(indent)\(feature.name): \(feature.available.availabilityText)")
            guard feature.available != true else { continue }
            if let first = feature.blockingRequirement { lines.append("\(indent)  Blocked by: \(first.statement)") }
            lines += feature.openRequirements.map { "\(indent)  \(line(for: $0))" }
            for plan in feature.unlockPlans ?? [] {
                lines.append("\(indent)  to unlock: \(plan.map(\.title).joined(separator: ", "))")
            }
            if feature.unlockPlansAreComplete == false { lines.append("\(indent)  \(morePlans).") }
        }
        return lines
    }

    /// Returns the feature hierarchy without the features that are hidden from users, followed by their number.
    ///
    /// A hidden group is listed if it contains a visible feature.
    package static func visibleFeatures(_ features: [FeatureSnapshot]) -> [String] {
        let shown = features.withoutHidden
        let hidden = features.count - shown.count
        return self.features(shown) + (hidden == 0 ? [] : ["and \(hidden.counted("hidden feature"))"])
    }

    private static func line(for requirement: RequirementState) -> String {
        let indent = requirement.depth == 0 ? "needs " : String(repeating: "  ", count: requirement.depth)
        guard !requirement.kind.isHeading else { return "\(indent)\(requirement.title):" }
        let kind = requirement.kind.fact?.titlesNameKind == true ? "" : requirement.kind.shortTitle + " "
        let source = ["", requirement.value].contains(requirement.source) ? "" : " (\(requirement.sourceText))"
        return "\(indent)\(kind)\(requirement.title): \(requirement.value)\(source)"
    }

    package static func permissions(_ world: World) -> [String] {
        world.permissions.map { line(for: $0, in: world.model) }
    }

    package static func line(for permission: PermissionSnapshot, in model: AppModel) -> String {
        var line = "\(permission.title) (\(permission.permission)): \(permission.effectiveText)"
        if permission.override != nil {
            line += " (overridden; the system's value is \(permission.statusText))"
        }
        return line + featureSuffix(permission.features, in: model)
    }

    /// Returns the names of features as a suffix, such as `, for Smart playlists`, or an empty string for no features.
    package static func featureSuffix(_ ids: [String]?, in model: AppModel) -> String {
        let places = (ids ?? []).compactMap(model.tree.sortIndex).sorted()
        return places.isEmpty ? "" : ", for " + places.map { model.features[$0].name }.joined(separator: ", ")
    }

    private static func timeline(_ events: ArraySlice<EventRecord>, in timeZone: DisplayTimeZone) -> [String] {
        guard !events.isEmpty else { return [] }
        return ["", "Timeline"]
            + events.map { "  " + line($0, timeZone: timeZone) }
    }

    private static let namedFeatures = 5

    /// Returns an event on one line, such as `12:03:41 user: Podcast playback: Play (success)`.
    ///
    /// The line ends with the features whose availability changed, such as `; now available: Dynamic speed`.
    package static func line(_ event: EventRecord, timeZone: DisplayTimeZone) -> String {
        let outcome = event.outcome.map { " (\($0.rawValue))" } ?? ""
        let time = TimestampFormatter.second(of: event.date, in: timeZone)
        return "\(time) \(event.cause): \(event.title)\(outcome)\(changes(event))"
    }

    private static func changes(_ event: EventRecord) -> String {
        guard let change = event.change else { return "" }
        let features = change.features
        var named = 0
        var text = ""
        for availability in [true, false, nil] {
            let names = features.lazy.filter { $0.after == availability }.map(\.featureName).prefix(namedFeatures)
            guard !names.isEmpty else { continue }
            text += "; now \(availability.availabilityText): \(names.joined(separator: ", "))"
            named += names.count
        }
        // The record of a large change lists only its first features, so the count comes from `featureCount`.
        let more = change.featureCount - named
        return more > 0 && named > 0 ? "\(text); and \(more) more" : text
    }

    /// Returns a changed feature on one line, such as `12:03:41 Smart playlists: available (overridden)`.
    package static func line(_ feature: FeatureSummary, at date: Date, timeZone: DisplayTimeZone) -> String {
        "\(TimestampFormatter.second(of: date, in: timeZone)) \(summary(of: feature))"
    }

    /// Returns the feature hierarchy with each feature's availability, but without requirements.
    package static func features(_ model: AppModel) -> [String] {
        model.features.map { String(repeating: "  ", count: min(Int($0.depth), 20)) + summary(of: $0) }
    }

    private static func summary(of feature: FeatureSummary) -> String {
        "\(feature.name): \(feature.isAvailable.availabilityText)" + (feature.isOverridden ? " (overridden)" : "")
    }
}

extension PlainReport {
    /// Returns the features that would change, each on a line such as `  Smart playlists: not available -> available`.
    package static func changes(_ changes: [FeatureChange]) -> [String] {
        changes.map { change in
            "  \(change.featureName): \(change.before.availabilityText) -> \(change.after.availabilityText)"
        }
    }

    /// Returns a history entry on one line, such as `12 2026-01-31 12:03 console: Premium: overridden, purchased.`.
    package static func line(_ entry: HistoryEntry, timeZone: DisplayTimeZone) -> String {
        let mark =
            entry.isUndone
            ? " (undone)"
            : entry.canBeUndone ? "" : entry.belongsToAnotherProcess ? " (only in that program)" : " (permanent)"
        let date = TimestampFormatter.dayAndMinute(of: entry.date, in: timeZone)
        return "\(entry.id) \(date) \(entry.source): \(entry.message)\(mark)"
    }
}

extension PlainReport {
    /// Returns a feature's availability, the plans that would unlock it, and its requirements.
    ///
    /// ```
    /// Smart playlists is not available: 2 of 4 requirements are not met
    /// to unlock: buy Premium subscription ($4.99 for a month), allow Location when in use
    /// blocked by: Premium subscription is not purchased
    ///     ok  platform    iOS, any version      iOS 17.2        simulated
    ///  -> no  purchase    Premium subscription  not purchased   store
    ///     ?   permission  Location when in use  not determined  system
    ///     ok  parent      Podcast favourites    available
    /// needs: Premium subscription and (Location when in use or Location always)
    /// path: PodcastFeatures/FavouritesFeature/SmartPlaylistsFeature
    /// about: Playlists that adapt to your location
    /// actions: show, create (name), refresh
    /// ```
    package static func explanation(of feature: FeatureSnapshot) -> [String] {
        var lines = [AvailabilityFormatter.sentence(feature)]
        lines += plans(of: feature)
        if let first = feature.blockingRequirement { lines.append("blocked by: \(first.statement)") }
        lines += requirementTable(feature)
        if feature.available == false { lines += unknownFacts(of: feature) }
        if let condition = feature.condition { lines.append("needs: \(condition)") }
        lines += ["path: \(feature.id)", "about: \(feature.description)"]
        if !feature.actions.isEmpty {
            lines.append("actions: \(feature.actions.map(Self.line(for:)).joined(separator: ", "))")
        }
        if let declaration = feature.declaration { lines += declarationLines(declaration) }
        return lines
    }

    private static func line(for action: ActionSnapshot) -> String {
        let names = (action.input?.fields ?? []).map { $0.isRequired ? $0.name : "[\($0.name)]" }
        return names.isEmpty ? action.name : "\(action.name) (\(names.joined(separator: " ")))"
    }

    /// Returns a line about the unknown facts of an unavailable feature.
    ///
    /// The feature is unavailable no matter which values these facts have.
    private static func unknownFacts(of feature: FeatureSnapshot) -> [String] {
        let unknown = feature.requirements.filter {
            $0.kind.fact != nil && $0.status == .notDetermined && $0.state?.isUnknown == true
        }.map(\.title)
        guard !unknown.isEmpty else { return [] }
        return ["not known, and without effect for now: \(unknown.joined(separator: ", "))"]
    }

    private static func plans(of feature: FeatureSnapshot) -> [String] {
        guard feature.available != true, let plans = feature.unlockPlans else { return [] }
        return lines(
            ofPlans: plans, impossible: feature.impossiblePlans ?? [],
            areComplete: feature.unlockPlansAreComplete != false)
    }

    /// Returns lines for the plans to unlock features.
    ///
    /// Without such plans, the lines list the plans that are impossible on this device.
    package static func lines(
        ofPlans plans: [[UnlockStep]], impossible: [[UnlockStep]], areComplete: Bool
    ) -> [String] {
        func numbered(_ plans: [[UnlockStep]]) -> [String] {
            plans.enumerated().map { line($1, number: plans.count == 1 ? nil : $0 + 1) }
        }
        guard !plans.isEmpty || !impossible.isEmpty else {
            return [areComplete ? noPlan : "No plan was found, but there may be one."]
        }
        return
            (plans.isEmpty
            ? [onlyOverridesUnlock] + numbered(impossible) : numbered(plans))
            + (areComplete ? [] : ["\(morePlans)."])
    }

    static let noPlan = "There is no plan, even with overrides."
    static let onlyOverridesUnlock = "A user of this device cannot unlock it, but overrides can."

    /// A note that plans are missing, because the search for them ended early.
    static let morePlans = "There may be more plans than these"

    private static func line(_ plan: [UnlockStep], number: Int?) -> String {
        let cost = UnlockCost(plan)
        let isSum = plan.count { $0.price != nil } > (cost.totals?.count ?? 0)
        let total = isSum ? cost.price.map { " (\($0) in total)" } ?? "" : ""
        return "to unlock\(number.map { ", plan \($0)" } ?? "")\(total): \(steps(plan))"
    }

    /// Returns the steps of a plan as text, each with its price and its reason, if any.
    ///
    /// A step that neither the user nor an operator can take has a note.
    package static func steps(_ steps: [UnlockStep]) -> String {
        steps.map { step in
            let means: String? =
                switch step.means {
                case .userMust, .operatorCan: nil
                case .developerCan, .impossibleHere: step.means.title
                }
            let notes = [step.priceText, means, step.reason].compactMap(\.self)
            return step.title + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))")
        }
        .joined(separator: ", ")
    }

    package static func declarationLines(_ declaration: Declaration) -> [String] {
        [
            declaration.title.map { "title: \($0)" }, declaration.remedy.map { "remedy: \($0.sentence)" },
            declaration.summary.isEmpty ? nil : "declared: \(declaration.summary)",
            declaration.location.map { "source: \($0)" }, declaration.link.map { "link: \($0)" },
        ].compactMap { $0 }
    }

    private static func requirementTable(_ feature: FeatureSnapshot) -> [String] {
        let rows = feature.requirements.map { row in
            let indent = String(repeating: "  ", count: row.depth)
            let source = [row.sourceText, row.inheritedFrom.map { "inherited from \($0)" } ?? ""]
                .filter { !$0.isEmpty }.joined(separator: ", ")
            let sign = AvailabilityFormatter.sign(row.status.truth.boolValue)
            // A heading's title already names its kind.
            return [sign, row.isHeading ? "" : row.kind.shortTitle, indent + row.title, row.value, source]
        }
        let widths = (0..<5).map { column in rows.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
        return rows.enumerated().map { index, row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - DisplayWidth.of($0)) }
            return (index == feature.firstBlocking ? " -> " : "    ")
                + cells.joined(separator: "  ").trimmingTrailingSpaces
        }
    }
}

extension PlainReport {
    /// Returns the open action stacks with their latest steps, grouped by session and nested under their parent stacks.
    ///
    /// Each stack lists at most five steps.
    ///
    /// ```
    /// Stacks
    ///   session main
    ///     Podcast playback, stack #1, 2 steps since 12:03:41
    ///       12:03:41 play (Fog signals)
    ///       12:03:55 pause
    /// ```
    static func stacks(_ stacks: [StackSnapshot], in timeZone: DisplayTimeZone) -> [String] {
        let rows = StackRows.rows(stacks) { _ in true }
        guard !rows.isEmpty else { return [] }
        return ["", "Stacks"]
            + rows.flatMap { row -> [String] in
                guard case .stack(_, let index, let depth, _) = row else {
                    if case .session(let name) = row { return ["  session \(name)"] }
                    return []
                }
                let stack = stacks[index]
                let indent = String(repeating: "  ", count: 2 + min(depth, 20))
                let since = TimestampFormatter.second(of: stack.started, in: timeZone)
                let title = "\(stack.featureName), stack #\(stack.id), \(stack.stepCount.counted("step"))"
                return ["\(indent)\(title) since \(since)"]
                    + stack.steps.suffix(5).compactMap { step in
                        guard case .action(let name, let input, _) = step.content else { return nil }
                        let words = input.map { $0.isEmpty ? name : "\(name) (\($0))" } ?? name
                        return "\(indent)  \(TimestampFormatter.second(of: step.date, in: timeZone)) \(words)"
                    }
            }
    }

    static func logs(_ lines: ArraySlice<LogLine>, in timeZone: DisplayTimeZone) -> [String] {
        guard !lines.isEmpty else { return [] }
        return ["", "Logs"]
            + lines.map { "  " + line($0, timeZone: timeZone) }
    }
}
