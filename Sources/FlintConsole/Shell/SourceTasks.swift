// SPDX-License-Identifier: MIT

import FlintLocks
import FlintWorld

/// Finds, opens, and reads other apps and recordings for the console.
///
/// Each task runs on a separate thread, so that an app that does not respond does not block the console. The result is
/// added to the inbox of the source that was shown when the task began. If a thread cannot be started, the task returns
/// an event that announces the reason.
@MainActor
final class SourceTasks {
    private let provider: SourceProvider
    /// The first source, which stays open in the background, or `nil` if it closes when another source is shown.
    private let first: OpenedSource?
    /// The source that was opened but is not shown yet.
    private let opened = Protected<OpenedSource?>(nil)
    private var count = 0

    init(_ provider: SourceProvider, inspector: any Inspector, findMoment: MomentFinder?) {
        self.provider = provider
        first =
            provider.closeInitialSource == nil
            ? OpenedSource(source: provider.initialSource, inspector: inspector, findMoment: findMoment) : nil
    }

    var initialSource: AppSource { provider.initialSource }

    var haveEnded: Bool { count == 0 }

    func countEndedTasks(in events: [ConsoleEvent]) {
        count -= events.count(where: \.endsSourceTask)
    }

    func findSources(into inbox: ShellInbox?) -> [ConsoleEvent] {
        start(inbox) { [provider] inbox in
            inbox()?.add(.sources(provider.findSources()))
        }
    }

    /// Starts opening a source, which ``takeOpened()`` returns when it is open.
    func open(_ source: AppSource, into inbox: ShellInbox?) -> [ConsoleEvent] {
        if let first, source.id == first.source.id {
            opened.withLock { $0 = first }
            return [.sourceOpened(first.source, canTravel: first.findMoment != nil, note: nil)]
        }
        return start(inbox) { [weak self, provider] inbox in
            do throws(SourceProvider.Failure) {
                let new = try provider.openSource(source)
                // The console may have closed while the source was opened.
                guard let self, let inbox = inbox() else {
                    new.close?()
                    return
                }
                self.opened.withLock { $0 = new }
                inbox.add(.sourceOpened(new.source, canTravel: new.findMoment != nil, note: new.note))
            } catch {
                inbox()?.add(.sourceNotOpened(source, reason: error.reason))
            }
        }
    }

    func compare(
        _ shown: any Inspector, after whatIf: WhatIf?, with source: AppSource, into inbox: ShellInbox?
    ) -> [ConsoleEvent] {
        start(inbox) { [provider, first] inbox in
            do throws(SourceProvider.Failure) {
                // Both worlds are read on this thread, because the shown app may respond slowly, too.
                let before = try SourceProvider.world(of: shown, after: whatIf)
                // The app of this process cannot be opened a second time.
                let other =
                    if let first, first.source.id == source.id {
                        (world: try SourceProvider.world(of: first.inspector), note: String?.none)
                    } else {
                        try provider.readWorld(source)
                    }
                let comparison = WorldComparison(from: before, to: other.world)
                inbox()?.add(.sourceCompared(source, comparison, note: other.note))
            } catch {
                inbox()?.add(.sourceNotCompared(source, reason: error.reason))
            }
        }
    }

    func takeOpened() -> OpenedSource? {
        let new = opened.withLock { opened in
            defer { opened = nil }
            return opened
        }
        // The remaining tasks report to the inbox of the previous source, so the console is not told when they end.
        if new != nil { count = 0 }
        return new
    }

    private func start(
        _ inbox: ShellInbox?, _ run: @escaping @Sendable (_ inbox: () -> ShellInbox?) -> Void
    ) -> [ConsoleEvent] {
        // The task looks up the inbox when it ends, because the connection may have ended by then.
        guard ServiceThread.start({ [weak inbox] in run { inbox } }) else {
            return [.announce("The system cannot start another thread")]
        }
        count += 1
        return []
    }
}
