// SPDX-License-Identifier: MIT

import Dispatch
import FlintFoundation
import FlintWorld

/// Reviews the warnings of the shown app for the console.
///
/// The monitor counts each event once, and reviews the app's state only after a change that can matter, or at the date
/// on which a state has lasted long enough. A timer is set to that date, so the console is idle until then.
@MainActor
final class WarningMonitor {
    private var warnings: GateWarnings
    private let now: @MainActor () -> Date
    private let wakeUp: @MainActor () -> Void
    private var modelHasChanged = true
    /// The parts of the app that the due review has requested, and whether they have yet to arrive.
    private var requested: (want: Sync.Want, isPending: Bool)?
    /// The date of the next review without a change, or `nil` if time alone raises no warning.
    private(set) var nextReview: Date?
    private var timer: (any DispatchSourceTimer)?

    /// Creates a monitor, which calls `wakeUp` when a review is due without a change.
    init(_ rules: WarningRules, now: @escaping @MainActor () -> Date, wakeUp: @escaping @MainActor () -> Void) {
        warnings = GateWarnings(rules)
        (self.now, self.wakeUp) = (now, wakeUp)
    }

    /// Discards all warnings, and counts the events that the console has already received.
    func restart(with events: [EventRecord]) {
        warnings = GateWarnings(warnings.rules)
        warnings.add(events)
        modelDidChange()
    }

    func count(_ news: [ConsoleEvent]) {
        for event in news {
            if case .events(let events) = event { warnings.add(events) }
            if case .listed = event { modelDidChange() }
            if case .changed(let changes) = event, !changes.withoutStatusAndStacks.isEmpty { modelDidChange() }
            if case .answered = event { requested?.isPending = false }
        }
    }

    private func modelDidChange() {
        (modelHasChanged, requested) = (true, nil)
    }

    /// Returns the parts of the app that must be requested before a review, or `nil` if no review is due.
    func needs(in world: World) -> Sync.Want? {
        guard modelHasChanged || warnings.isStale, requested?.isPending != true else { return nil }
        let want = world.lacking(warnings.needs(in: world.model))
        guard !want.isEmpty else { return want }
        // The app did not send these parts, so they are requested again only after a change.
        guard requested?.want != want else { return nil }
        requested = (want, isPending: true)
        return want
    }

    func review(of world: World) -> [GateWarning] {
        (modelHasChanged, requested) = (false, nil)
        let recording = world.model.status.recording
        let date = recording?.date ?? now()
        let review = warnings.review(of: world, at: date)
        // Time does not pass in a recording, so time alone raises no warning.
        schedule(recording == nil ? review.next : nil, from: date)
        return review.warnings
    }

    private func schedule(_ next: Date?, from date: Date) {
        guard next != nextReview else { return }
        cancel()
        nextReview = next
        timer = next.map { next in
            let timer = DispatchSource.makeTimerSource(queue: .main)
            // The extra millisecond ensures that the clock is past the date.
            timer.schedule(wallDeadline: .now() + max(0, next.timeIntervalSince(date)) + 0.001)
            timer.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.reviewIsDue() } }
            timer.activate()
            return timer
        }
    }

    func reviewIsDue() {
        cancel()
        modelDidChange()
        wakeUp()
    }

    func cancel() {
        timer?.cancel()
        (timer, nextReview) = (nil, nil)
    }
}
