import FlintWorld
import Foundation

extension PodcastWorld {
    /// A fixed date at 12:03:41.
    static let start = Date(
        timeIntervalSince1970: 1_700_000_000 - 1_700_000_000.truncatingRemainder(dividingBy: 86_400)
    )
    .addingTimeInterval(12 * 3_600 + 3 * 60 + 41)

    /// Adds an event one second after the previous event.
    mutating func log(
        _ kind: EventRecord.Kind, _ title: String, cause: String = "console", feature: String? = nil,
        action: String? = nil,
        session: String? = nil, request: UInt? = nil, outcome: EventRecord.Outcome? = nil, duration: Double? = nil,
        details: [EventRecord.Detail] = [], features: [FeatureChange]? = nil
    ) {
        let id = UInt64(events.count + 1)
        var event = EventRecord(
            id: id, date: Self.start.addingTimeInterval(Double(id - 1)), kind: kind, session: session, cause: cause,
            featureID: feature, actionID: action, title: title, outcome: outcome, duration: duration,
            details: details, features: features)
        event.request = request
        events.append(event)
    }

    /// Executes a command and records its undo.
    mutating func execute(_ command: Command) -> CommandResult {
        switch command {
        case .undo:
            guard let last = done.popLast() else {
                return CommandResult(status: .failed, message: "There is nothing to undo.")
            }
            let result = apply(last)
            if let inverse = result.inverse { undone.append(inverse) }
            return CommandResult(status: .done, message: "Undone: \(result.message)")
        case .redo:
            guard let last = undone.popLast() else {
                return CommandResult(status: .failed, message: "There is nothing to redo.")
            }
            let result = apply(last)
            if let inverse = result.inverse { done.append(inverse) }
            return CommandResult(status: .done, message: "Redone: \(result.message)")
        default:
            let result = apply(command)
            guard result.status == .done, let inverse = result.inverse else { return result }
            undone = []
            done.append(inverse)
            return result
        }
    }

    /// Executes a command without recording it in the history.
    private mutating func apply(_ command: Command) -> CommandResult {
        switch command {
        case .setOverride(let fact, let override): return self.override(fact, override)
        case .removeOverridesOfKind(let kind):
            let old = overrides
            overrides.removeAll { $0.kind == kind }
            return changed("Removed the overrides of \(kind.rawValue)", .restoreOverrides(old))
        case .setFlag(let key, let isOn): return setFlag(key, isOn)
        case .store(let command): return performAtStore(command)
        case .restartApp:
            for name in allowedOnce { system[name] = .notDetermined }
            allowedOnce = []
            return CommandResult(status: .done, message: "The app was started again")
        case .removeAllOverrides:
            let old = overrides
            overrides = []
            log(.factChanged, "All overrides removed")
            return CommandResult(status: .done, message: "All overrides removed", inverse: .restoreOverrides(old))
        case .restoreOverrides(let records):
            overrides = records
            return CommandResult(status: .done, message: "Overrides restored", inverse: .removeAllOverrides)
        case .setUserSetting(let id, let isOn):
            let old = toggles[id]
            toggles[id] = isOn
            return changed(
                "\(name(id)) turned \(isOn == true ? "on" : "off")", .setUserSetting(feature: id, isOn: old))
        case .setPermission(let name, let status):
            let old = system[name] ?? .unsupported
            system[name] = status
            let title = permissionTitles.first { $0.name == name }?.title ?? name
            return changed("\(title): \(status.description)", .setPermission(permission: name, status: old))
        case .setPurchase(let id, let status):
            let old = store[id] ?? .notPurchased
            store[id] = status
            return changed(
                "Store: \(products.first { $0.id == id }?.name ?? id) \(status.description)",
                .setPurchase(productID: id, status: old))
        case .focus(let id, let isOn):
            let old = focus.contains(id)
            focus.removeAll { $0 == id }
            if isOn { focus.append(id) }
            return CommandResult(
                status: .done, message: "\(name(id)) is \(isOn ? "in" : "out of") focus",
                inverse: .focus(feature: id, isOn: old))
        case .perform(let invocation): return perform(invocation)
        case .openURL(let url): return CommandResult(status: .failed, message: "No feature handles \(url)")
        case .beginFlow(let feature, let invocation): return begin(feature, invocation)
        case .answerFlow(let answer): return self.answer(answer)
        case .setBackgroundWork(let isRunning):
            self.isRunning = isRunning
            return CommandResult(
                status: .done, message: isRunning ? "Background work resumed" : "Background work paused",
                inverse: .setBackgroundWork(isRunning: !isRunning))
        case .sequence(let commands):
            let results = commands.map { apply($0) }
            return CommandResult(
                status: .done, message: results.map(\.message).joined(separator: ". "),
                inverse: .sequence(results.reversed().compactMap(\.inverse)))
        case .savePersona(let name, let description):
            return setPersona(name, Persona(name: name, description: description))
        case .setPersona(let name, let persona): return setPersona(name, persona)
        case .beginSession: return CommandResult(status: .done, message: "A session has begun")
        case .restoreDevice, .undo, .redo:
            return CommandResult(status: .failed, message: "This app cannot do that")
        }
    }

    private mutating func setPersona(_ name: String, _ persona: Persona?) -> CommandResult {
        let old = personas.personas.first { $0.name == name }
        personas.personas.removeAll { $0.name == name }
        if let persona { personas.personas.append(persona) }
        personas.personas.sort { $0.name < $1.name }
        return CommandResult(
            status: .done, message: "\(persona == nil ? "Deleted" : "Saved") the persona \(name)",
            inverse: .setPersona(name: name, persona: old))
    }

    private func name(_ id: String) -> String { declarations.first { $0.id == id }?.name ?? id }

    mutating func changed(_ title: String, _ inverse: Command) -> CommandResult {
        log(.factChanged, title, cause: "console")
        return CommandResult(status: .done, message: title, inverse: inverse)
    }

    private mutating func override(_ fact: FactReference, _ override: Override?) -> CommandResult {
        let title: String
        do throws(CommandError) {
            let world = world()
            // The expiry is omitted, because it is in the past by the machine's clock.
            if let override {
                _ = try world.checked(Override(value: override.value, reason: override.reason), of: fact)
            }
            title = world.title(of: try world.key(of: fact))
        } catch {
            return CommandResult(status: .failed, message: error.message)
        }
        let old = overrides.first { $0.identity == fact }
        overrides.removeAll { $0.identity == fact }
        if var override {
            override.expiry = override.expiry?.resolved(at: Self.start)
            overrides.append(OverrideRecord(fact, override))
        }
        let value = override?.value.replacingOccurrences(of: "-", with: " ")
        return changed(
            value.map { "\(title) overridden as \($0)" } ?? "\(title) no longer overridden",
            .setOverride(fact, old.map { Override(value: $0.value) }))
    }

    private mutating func perform(_ invocation: ActionInvocation) -> CommandResult {
        guard let feature = world().detail(of: invocation.feature),
            let action = feature.actions.first(where: { $0.id == invocation.action })
        else { return CommandResult(status: .failed, message: "There is no such action") }
        let title = "\(feature.name): \(action.name)"
        guard feature.available == true else {
            let why = feature.requirements.filter { $0.status != .satisfied && !$0.kind.isHeading }
                .map { "\($0.title) \($0.value)" }.joined(separator: ", ")
            log(
                .requestDenied, "\(feature.name): “\(action.name)” denied: \(why)", feature: feature.id,
                action: action.id, session: "main",
                outcome: .denied,
                details: [
                    EventRecord.Detail(label: "source", value: "console"),
                    EventRecord.Detail(label: "explanation", value: why),
                ])
            return CommandResult(status: .unavailable, message: "\(feature.name) is not available")
        }
        let input = invocation.input.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        let request = UInt(events.count + 1)
        log(
            .actionBegan, "\(title) began", feature: feature.id, action: action.id, session: "main", request: request)
        log(
            .actionCompleted, "\(title) completed", feature: feature.id, action: action.id, session: "main",
            request: request, outcome: .success, duration: 0.0123,
            details: [EventRecord.Detail(label: "input", value: input)])
        irreversible.append("\(title): success.")
        return CommandResult(status: .done, message: "\(title): success")
    }

    private mutating func begin(_ id: String, _ invocation: ActionInvocation?) -> CommandResult {
        guard let feature = world().detail(of: id) else {
            return CommandResult(status: .failed, message: "There is no feature \(id)")
        }
        let open = feature.requirements.filter { $0.kind == .permission && $0.status == .notDetermined }
        guard !open.isEmpty else { return CommandResult(status: .failed, message: "No permission can be requested") }
        let items = open.map { row in
            FlowSnapshot.Item(
                permission: row.key ?? "", title: row.title, requestedAccess: "access your \(row.title.lowercased())",
                usage: permissionTitles.first { $0.name == row.key }?.usage ?? "", status: .notDetermined,
                progress: .waiting)
        }
        retry = invocation
        flow = FlowSnapshot(
            featureID: id, featureName: feature.name,
            actionName: invocation.flatMap { wanted in feature.actions.first { $0.id == wanted.action }?.name },
            stage: .card, current: items[0].permission, permissions: items, outstanding: items.map(\.permission),
            cancelled: false, retryMessage: nil)
        flow?.permissions[0].progress = .current
        log(.flowBegan, "Asking for \(items.map(\.title).joined(separator: ", "))", feature: id)
        return CommandResult(status: .done, message: "")
    }

    private mutating func answer(_ answer: FlowAnswer) -> CommandResult {
        guard var flow, answer.stage.map({ $0 == flow.stage }) ?? (flow.stage != .summary) else {
            return CommandResult(status: .failed, message: "The flow does not wait for that")
        }
        let place = flow.permissions.firstIndex { $0.permission == flow.current } ?? 0
        switch answer {
        case .proceed:
            flow.stage = .prompt
            log(.promptShown, "\(flow.permissions[place].title)?", cause: "system")
        case .allow, .allowOnce, .deny:
            let status: PermissionStatus = answer == .deny ? .denied : .authorized
            system[flow.permissions[place].permission] = status
            if answer == .allowOnce { allowedOnce.insert(flow.permissions[place].permission) }
            flow.permissions[place].status = status
            flow.permissions[place].progress = .answered
            flow.outstanding = flow.permissions.filter { $0.status != .authorized }.map(\.permission)
            flow.stage = .outcome
            log(
                .promptAnswered, "\(flow.permissions[place].title): \(answer.rawValue)", cause: "user",
                outcome: answer == .deny ? .denied : .success)
        case .askLater:
            flow.permissions[place].progress = .skipped
            advance(&flow, after: place)
        case .next: advance(&flow, after: place)
        case .cancelAll, .stop, .abandon:
            for later in flow.permissions.indices where flow.permissions[later].progress != .answered {
                flow.permissions[later].progress = .cancelled
            }
            flow.cancelled = true
            finish(&flow)
        case .dismiss:
            self.flow = nil
            return CommandResult(status: .done, message: "")
        }
        self.flow = flow
        return CommandResult(status: .done, message: "")
    }

    private mutating func advance(_ flow: inout FlowSnapshot, after place: Int) {
        guard place + 1 < flow.permissions.count else { return finish(&flow) }
        flow.stage = .card
        flow.current = flow.permissions[place + 1].permission
        flow.permissions[place + 1].progress = .current
    }

    private mutating func finish(_ flow: inout FlowSnapshot) {
        flow.stage = .summary
        flow.current = nil
        log(.flowEnded, "Asked for \(flow.featureName)", outcome: flow.outstanding.isEmpty ? .success : .denied)
        guard let retry, flow.outstanding.isEmpty else { return }
        let result = perform(retry)
        flow.retryMessage = result.message
        flow.retryStatus = result.status
    }
}
