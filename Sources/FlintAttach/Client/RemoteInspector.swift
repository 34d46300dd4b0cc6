// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLocks
import FlintWorld

/// The inspector of an app in another process.
///
/// The inspector keeps a connection and a copy of the app's declarations and facts, and answers from the copy where
/// possible. It requests everything else, and all changes, from the app, and limits the time it waits for each
/// response. Without a connection, questions fail and a thread tries to reconnect. After a reconnection,
/// ``sync(_:)`` returns no changes since earlier revisions, so readers must list everything again.
package final class RemoteInspector: Inspector {
    /// The time between attempts to reconnect, in seconds.
    package static let retryInterval = 0.5
    /// The maximum number of requests for one world, whose features can change between the requests.
    private static let roundLimit = 8

    private struct State {
        var link: AttachLink?
        var app: ServedApp
        /// The number of reconnections.
        ///
        /// A revision is valid only for the connection it came from.
        var generation: UInt64 = 0
        var status: AppStatus
        var events = RunNumbering()
        var lines = RunNumbering()
        var screenHandler: (@Sendable (Int?) -> Void)?
        /// The overrides to restore in the next run of the app, or `nil` if they are not kept.
        var keptOverrides: [FactReference: OverrideRecord]?
        var isClosed = false
        var connectionProblem: String?
        /// The reason that the kept overrides were not restored in the app's current run.
        var restoreFailure: String?
        /// Whether the app refused the token, so that further attempts are useless.
        var isRefused = false
        /// Whether the last complete list came from a production app, or `nil` before the first list.
        var wasListedAsProduction: Bool?
        var shownProblems: [String] = []

        var problems: [String] {
            restoreFailure.map { ["The overrides were not restored after \(app.app) restarted: \($0)"] } ?? []
        }

        init(_ link: AttachLink) {
            self.link = link
            app = link.app
            status = AppStatus(appName: link.app.app)
            events.begin(link.app.instance)
            lines.begin(link.app.instance)
        }
    }

    /// The app's description, which can change when the app restarts.
    package var app: ServedApp { state.withLock { $0.app } }
    private let target: AttachTarget
    private let client: String
    private let isReadOnly: Bool
    private let changesProduction: Bool
    private let state: Protected<State>
    private let signal = ChangeSignal()
    private let worldCache = WorldCache()
    private let stop: WakePipe

    /// The number of low-order bits of a revision that contain the app's own revision.
    ///
    /// The higher bits count the reconnections.
    private static let revisionBits: UInt64 = 52

    /// Connects to an app and stays connected until the inspector is closed or deallocated.
    ///
    /// The client's name, such as "console", is recorded as the cause of changes. A read-only inspector refuses
    /// commands even if the app allows them.
    package init(
        _ target: AttachTarget, client: String, isReadOnly: Bool = false, changesProduction: Bool = true
    ) throws {
        self.target = target
        self.client = client
        self.isReadOnly = isReadOnly
        self.changesProduction = changesProduction
        stop = try WakePipe()
        let link = try Self.connected(to: target, client)
        state = Protected(State(link))
        let (target, client, stop) = (target, client, stop)
        // The thread does not retain the inspector, so that the deinitializer can end the thread.
        let isStarted = ServiceThread.start { [weak self] in
            Self.follow(link, stop: stop, of: { [weak self] in self }, target: target, client: client)
        }
        if !isStarted { throw AttachError.disconnected("The system cannot start another thread.") }
    }

    deinit {
        close()
    }

    private static func connected(to target: AttachTarget, _ client: String) throws -> AttachLink {
        try AttachLink(try target.address(), client: client, token: target.token)
    }

    package func close() {
        let link = state.withLock { state in
            defer { state.link = nil }
            state.isClosed = true
            return state.link
        }
        link?.close()
        stop.wake()
    }

    // MARK: The connection

    /// Reads from successive connections until the inspector is closed.
    private static func follow(
        _ first: AttachLink, stop: WakePipe, of inspector: @escaping @Sendable () -> RemoteInspector?,
        target: AttachTarget, client: String
    ) {
        var link: AttachLink? = first
        while true {
            link?.read(onChange: { inspector()?.signal.send() }, onShow: { inspector()?.show($0) })
            guard inspector()?.disconnect() == true else { return }
            link = nil
            // The pipe is not drained, so that later waits end immediately too.
            if Readiness.wait(for: [(stop.descriptor, Readiness.readable)], milliseconds: Int32(retryInterval * 1_000))[
                0]
            {
                return
            }
            let next: AttachLink
            do {
                next = try connected(to: target, client)
            } catch AttachError.refused(let error) where error.code == WireError.token.code {
                // Another run of the app has another token. A wrong token is sent only once.
                inspector()?.stopReconnecting()
                return
            } catch AttachError.refused(let error) {
                inspector()?.setConnectionProblem(error.message)
                continue
            } catch {
                continue
            }
            guard let inspector = inspector(), inspector.connect(next) else { return next.close() }
            link = next
        }
    }

    /// Records that the connection was lost, and returns whether to reconnect.
    private func disconnect() -> Bool {
        let (isClosed, wasConnected) = state.withLock { state in
            defer { state.link = nil }
            return (state.isClosed, state.link != nil)
        }
        if wasConnected { signal.send() }
        return !isClosed
    }

    private func setConnectionProblem(_ problem: String) {
        let isNew = state.withLock { state in
            defer { state.connectionProblem = problem }
            return state.connectionProblem != problem
        }
        if isNew { signal.send() }
    }

    private func setRestoreFailure(_ reason: String?) {
        state.withLock { $0.restoreFailure = reason }
        if reason != nil { signal.send() }
    }

    /// The reason that the last attempt to reconnect was refused, or `nil` while connected.
    package var connectionProblem: String? { state.withLock(\.connectionProblem) }

    private func stopReconnecting() {
        state.withLock { $0.isRefused = true }
        signal.send()
    }

    /// Starts using a new connection, and returns `false` if the inspector was closed.
    private func connect(_ link: AttachLink) -> Bool {
        let (isWanted, overrides) = state.withLock { state -> (Bool, [OverrideRecord]) in
            guard !state.isClosed else { return (false, []) }
            let isOtherRun = state.events.instance != link.app.instance
            (state.link, state.app, state.connectionProblem) = (link, link.app, nil)
            state.generation += 1
            // Another run of the app numbers its events and log lines from 1 again.
            state.events.begin(link.app.instance)
            state.lines.begin(link.app.instance)
            // A production app is changed only when the user asks for it.
            guard isOtherRun, !link.app.isProduction else { return (true, []) }
            return (true, state.keptOverrides.map { Array($0.values) } ?? [])
        }
        guard isWanted else { return false }
        if !overrides.isEmpty {
            link.send(WireRequests.Send(command: .restoreOverrides(overrides))) { [weak self] answer in
                let reason: String? =
                    switch answer {
                    case .success(let result): result.status == .done ? nil : result.message
                    case .failure(let error): error.description
                    }
                self?.setRestoreFailure(reason)
            }
        }
        signal.send()
        return true
    }

    /// Keeps the app's overrides from now on, and restores them whenever the app restarts.
    ///
    /// A read-only inspector keeps no overrides, and the overrides of a production app are not restored.
    package func keepOverrides() {
        guard !isReadOnly else { return }
        state.withLock { $0.keptOverrides = [:] }
        // The list contains the overrides that are set already.
        _ = try? readModel()
    }

    private func keep(_ overrides: some Sequence<OverrideRecord>, removing removed: [FactReference], fromNone: Bool) {
        state.withLock { state in
            guard var kept = state.keptOverrides else { return }
            if fromNone { kept = [:] }
            for fact in removed { kept[fact] = nil }
            for override in overrides { kept[override.identity] = override }
            state.keptOverrides = kept
        }
    }

    /// Sets the handler for requests to show a screen, replacing any earlier handler.
    ///
    /// The app sends such a request when one of its actions opens a console screen. The handler takes the number of the
    /// screen, or `nil` to go back, and is called on the reading thread.
    package func onShow(_ handler: @escaping @Sendable (Int?) -> Void) {
        state.withLock { $0.screenHandler = handler }
    }

    private func show(_ screen: Int?) {
        state.withLock { $0.screenHandler }?(screen)
    }

    private var connection: (link: AttachLink, generation: UInt64)? {
        state.withLock { state in state.link.map { ($0, state.generation) } }
    }

    private func ask<Request: WireRequest>(
        _ request: Request, within seconds: Double = AttachLink.answerTimeout
    ) throws(MissingAnswer) -> Request.Answer {
        do throws(AttachError) {
            guard let link = connection?.link else { throw lost }
            return try link.answer(to: request, within: seconds)
        } catch {
            throw MissingAnswer(error.description)
        }
    }

    private var lost: AttachError {
        state.withLock(\.isRefused) ? .refused(.token) : .disconnected("The connection to \(app.app) was lost.")
    }

    package var isConnected: Bool { connection != nil }

    /// Stores the status and returns it with the problems of the connection.
    private func addingProblems(to status: AppStatus) -> AppStatus {
        state.withLock { state in
            state.status = status
            state.shownProblems = state.problems
            var completed = status
            completed.problems += state.shownProblems
            return completed
        }
    }

    /// Returns the app's own revision combined with its connection, for readers of this inspector.
    private static func revision(_ revision: Revision, of generation: UInt64) -> Revision {
        Revision(rawValue: generation << revisionBits | revision.rawValue & (1 << revisionBits - 1))
    }

    /// Returns the app's own revision, or `nil` if the revision belongs to another connection.
    private static func ownRevision(_ revision: Revision, in generation: UInt64) -> Revision? {
        guard revision.rawValue >> revisionBits == generation & (1 << (64 - revisionBits) - 1) else { return nil }
        return Revision(rawValue: revision.rawValue & (1 << revisionBits - 1))
    }

    // MARK: Requests

    package var answersAtOnce: Bool { false }

    package func readModel() throws(MissingAnswer) -> AppModel {
        do throws(AttachError) {
            guard let (link, generation) = connection else { throw lost }
            let model = try readModel(over: link, generation)
            state.withLock { $0.wasListedAsProduction = model.status.environment == .production }
            keep(model.overrides, removing: [], fromNone: true)
            worldCache.store(model)
            return model
        } catch {
            throw MissingAnswer(error.description)
        }
    }

    private func readModel(over link: AttachLink, _ generation: UInt64) throws(AttachError) -> AppModel {
        let first = try link.answer(to: WireRequests.List(from: 0))
        guard let rest = first.rest else { throw .malformed("the first page of the list contains only the features") }
        var features = first.features
        var next = first.next
        while let from = next {
            let page = try link.answer(to: WireRequests.List(from: from))
            features += page.features
            try Self.checkCount(features.count)
            // A page that does not continue the list is the last one, so that the loop always ends.
            next = page.next.flatMap { $0 > from ? $0 : nil }
        }
        return AppModel(
            revision: Self.revision(first.revision, of: generation),
            status: addingProblems(to: addingConnection(to: rest.status)),
            features: features, products: rest.products, permissions: rest.permissions, flags: rest.flags,
            overrides: rest.overrides, ownFacts: rest.ownFacts)
    }

    /// Throws an error if a list exceeds the limit, so that an app cannot send pages without end.
    private static func checkCount(_ count: Int) throws(AttachError) {
        guard count > WireProtocol.elementLimit else { return }
        throw .malformed("a list has more than \(WireProtocol.elementLimit) elements")
    }

    /// Returns a status with the properties of the connection.
    ///
    /// The app's own status does not include them.
    private func addingConnection(to status: AppStatus) -> AppStatus {
        var (status, app) = (status, app)
        status.environment = app.isProduction ? .production : nil
        status.isReadOnly = refusal != nil || app.isReadOnly ? true : nil
        return status
    }

    private var disconnectedStatus: AppStatus {
        let (last, isRefused, problem) = state.withLock { ($0.status, $0.isRefused, $0.connectionProblem) }
        var status = addingConnection(to: last)
        status.disconnection =
            problem.map { "Disconnected from \(app.app). \($0) Reconnecting" }
            ?? "Disconnected from \(app.app); \(isRefused ? "its token has changed" : "reconnecting")"
        return status
    }

    /// Returns the app's news.
    ///
    /// The changes are `nil` if the app does not know them or the request fails, or if the revision belongs to another
    /// connection. Without a connection, the only change is the status. The numbers of events and log lines continue
    /// across runs of the app.
    package func sync(_ request: Sync) -> News {
        var news = News()
        guard let (link, generation) = connection else {
            news.changes = disconnection(at: request.since ?? .zero)
            Self.addMissingParts(lost, missing: request, in: &news)
            return news
        }
        let (events, lines) = state.withLock { ($0.events, $0.lines) }
        var wanted = request.want
        // A page has no texts. They come from the copy of the app's world below.
        wanted.texts = false
        wanted.features = Array(request.want.features.prefix(NewsPage.declarationLimit))
        var next: Sync? = Sync(
            since: request.since.flatMap { Self.ownRevision($0, in: generation) }, event: request.event.map(events.own),
            line: request.line.map(lines.own), reading: request.reading, want: wanted)
        var (undeclared, declared) = (request.want.features, Set<String>())
        do throws(AttachError) {
            while let own = next {
                // The app's sources may take long to answer.
                let seconds = own.reading == nil ? AttachLink.answerTimeout : AttachLink.longAnswerTimeout
                let page = try link.answer(to: own, within: seconds)
                if let since = request.since, own.since != nil {
                    news.changes = page.changes.map { storeChanges($0, since: since, of: generation) }
                }
                if own.want.stacks {
                    guard let stacks = page.stacks else { throw .malformed("sync: the stacks are missing") }
                    news.stacks = stacks
                }
                if own.want.hasDeclarations {
                    try Self.add(page, for: own.want, to: &news)
                    declared.formUnion(page.declared?.features.map(\.id) ?? [])
                    // A page can declare fewer features than it was asked for, and its dependents need declarations
                    // too.
                    let asked = own.want.features.filter { !declared.contains($0) }
                    let dependents = page.dependents?.flatMap(\.features).filter { !declared.contains($0) } ?? []
                    undeclared = asked + undeclared.dropFirst(own.want.features.count) + dependents
                }
                let event = own.event.flatMap { events.append(page.events, after: $0, \.id, to: &news.events) }
                let line = own.line.flatMap { lines.append(page.lines, after: $0, \.id, to: &news.lines) }
                try Self.checkCount(max(news.events.count, news.lines.count))
                // Further requests only continue the events, the log lines, and the declarations.
                let want = Sync.Want(features: Array(undeclared.prefix(NewsPage.declarationLimit)))
                next = event == nil && line == nil && want.isEmpty ? nil : Sync(event: event, line: line, want: want)
            }
        } catch {
            Self.addMissingParts(error, missing: request, in: &news)
            if news.changes == nil, connection == nil { news.changes = disconnection(at: request.since ?? .zero) }
        }
        if request.want.texts, news.missing.isEmpty {
            do throws(MissingAnswer) {
                news.texts = try world(of: nil, reading: false).featureTexts
            } catch {
                Self.addMissingParts(error, missing: request, in: &news)
            }
        }
        state.withLock { state in
            if let newest = news.events.last { state.events.recordUse(of: newest.id) }
            if let newest = news.lines.last { state.lines.recordUse(of: newest.id) }
        }
        return news
    }

    private static func add(_ page: NewsPage, for want: Sync.Want, to news: inout News) throws(AttachError) {
        guard let catalog = page.declared, let facts = page.facts else {
            throw .malformed("sync: the declarations are missing")
        }
        // Without this check, requests for the missing feature would never end.
        if let first = want.features.first, !catalog.features.contains(where: { want.features.contains($0.id) }) {
            throw .malformed("sync: the app did not declare the feature \(first.excerpt)")
        }
        let dependents = page.dependents ?? []
        guard want.dependents.allSatisfy({ fact in dependents.contains { $0.fact == fact } }) else {
            throw .malformed("sync: the features that depend on a fact are missing")
        }
        guard catalog.features.count <= NewsPage.declarationLimit else {
            throw .malformed("sync: a page has more than \(NewsPage.declarationLimit) declarations")
        }
        let known = news.declared.features
        if want.rest { news.declared = catalog }
        news.declared.features = known + catalog.features
        news.facts += facts
        news.dependents += dependents
    }

    private static func addMissingParts(
        _ problem: some CustomStringConvertible, missing request: Sync, in news: inout News
    ) {
        news.missing = request.parts.map { MissingPart($0, reason: problem.description) }
    }

    private func storeChanges(_ changes: ModelChanges, since revision: Revision, of generation: UInt64) -> ModelChanges
    {
        var changes = changes
        changes.revision = Self.revision(changes.revision, of: generation)
        let known = state.withLock { $0.problems == $0.shownProblems ? nil : $0.status }
        if let new = changes.status.map(addingConnection) ?? known { changes.status = addingProblems(to: new) }
        keep(changes.overrides, removing: changes.removedOverrides, fromNone: false)
        worldCache.apply(changes, since: revision)
        return changes
    }

    private func disconnection(at revision: Revision) -> ModelChanges {
        var changes = ModelChanges(revision: revision)
        changes.status = disconnectedStatus
        return changes
    }

    package func world(of features: [String]?, reading: Bool) throws(MissingAnswer) -> World {
        var rounds = 0
        return try worldCache.world(of: features, reading: reading, list: readModel) { request throws(MissingAnswer) in
            rounds += 1
            guard rounds <= Self.roundLimit else { throw MissingAnswer("The features of \(app.app) keep changing.") }
            return try sync(request).complete()
        }
    }

    package func plans(_ alternatives: [[Command]]) throws(MissingAnswer) -> [CommandPlan] {
        guard alternatives.contains(where: { !$0.isEmpty }) else { return alternatives.map { _ in CommandPlan() } }
        let plans = try ask(WireRequests.Plans(alternatives: alternatives), within: AttachLink.longAnswerTimeout)
        guard plans.count == alternatives.count else {
            let error = AttachError.malformed("plans: the number of plans differs from the number of lists")
            throw MissingAnswer(error.description)
        }
        return plans
    }

    package func send(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void) {
        if let refusal { return completion(refusal) }
        guard let link = connection?.link else { return completion(.notSent) }
        link.send(WireRequests.Send(command: command)) { answer in
            switch answer {
            case .success(let result): completion(result)
            case .failure(.refused(let error)): completion(CommandResult(status: .failed, message: error.message))
            case .failure(.disconnected): completion(.disconnected)
            case .failure(.malformed(let reason)):
                let error = AttachError.malformed(reason)
                completion(
                    CommandResult(status: .failed, message: "\(error) The command may have been carried out."))
            }
        }
    }

    /// The result of every command, if this inspector refuses commands that the app itself would accept.
    private var refusal: CommandResult? {
        if isReadOnly { return .readOnly }
        let app = app
        guard app.isProduction, !app.isReadOnly else { return nil }
        guard changesProduction else { return .production(app.app) }
        // Until the app is listed again, front ends do not show that it has restarted in production.
        return state.withLock(\.wasListedAsProduction) == false ? .restartedInProduction(app.app) : nil
    }

    package func history() throws(MissingAnswer) -> [HistoryEntry] { try ask(WireRequests.History()) }

    package func personas() throws(MissingAnswer) -> PersonaList { try ask(WireRequests.Personas()) }

    package func moment(at event: UInt64) throws -> any Inspector {
        let offset = state.withLock { $0.events.offset }
        guard event > offset else { throw MomentError.noLongerKept(oldest: offset + 1) }
        // The world is read before the request, so that a change in between is undone too.
        let world = try world(of: nil, reading: true)
        var past: MomentFacts
        do throws(AttachError) {
            guard let link = connection?.link else { throw lost }
            past = try link.answer(to: WireRequests.Past(at: event - offset))
        } catch .refused(let error) where error.code == WireError.moment("").code {
            throw MomentError.refused(error.message)
        } catch {
            throw MissingAnswer(error.description)
        }
        // The app numbers only the events of its current run.
        past.moment.event = event
        return MomentInspector(past, in: world, of: self)
    }

    package func factHistory() throws(MissingAnswer) -> FactHistory? {
        let numbering = state.withLock { $0.events }
        guard var history = try ask(WireRequests.Moments()) else { return nil }
        // The app numbers only the events of its current run.
        history.oldest = numbering.continued(history.oldest)
        for index in history.changes.indices {
            history.changes[index].since = numbering.continued(history.changes[index].since)
        }
        return history
    }

    /// Adds a handler for changes to the app or the connection.
    ///
    /// The handler is called on the reading thread.
    package func observe(_ handler: @escaping @Sendable () -> Void) -> ObservationToken {
        signal.add(handler)
    }
}

extension CommandResult {
    static let disconnected = CommandResult(
        status: .failed, message: "The app is disconnected. The command may have been carried out before that.")
    static let notSent = CommandResult(status: .failed, message: "The app is disconnected; nothing was changed.")
    package static let readOnly = CommandResult(
        status: .failed, message: "The connection to the app is read-only; nothing was changed.")
    static func production(_ app: String) -> CommandResult {
        CommandResult(
            status: .failed,
            message: "\(app) is a production app; nothing was changed. To change it, add --production.")
    }

    static func restartedInProduction(_ app: String) -> CommandResult {
        CommandResult(
            status: .failed,
            message: "\(app) has restarted as a production app; nothing was changed. To change it, repeat the command.")
    }
}
