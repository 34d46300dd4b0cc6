// SPDX-License-Identifier: MIT

internal import FeatureGating

/// A user-facing reason that a feature is not available, with the steps that make it available.
///
/// The steps meet the requirements of the feature and of the groups above it. A screen that shows all steps therefore
/// does not sell a product that leaves the feature unavailable.
///
/// ```swift
/// if let refusal = SmartPlaylistsFeature.refusal {
///     print(refusal.title)      // Smart playlists is not available
///     print(refusal.sentence)   // Smart playlists needs Premium subscription and Location when in use.
///     for step in refusal.steps { print(step.instruction) }
///     // Buy Premium subscription
///     // Allow Location when in use
/// }
/// ```
///
/// The texts come from a ``RefusalCatalog`` and contain neither control characters nor characters that reorder text.
/// The value is a snapshot: later changes do not affect it.
public struct Refusal: Error, Codable, Sendable, Hashable {
    /// A stable code of the requirement that blocks the feature, such as `purchase:premium` or `platform`.
    ///
    /// The code consists of the kind and the key of the fact, as in JSON answers. It does not depend on the language.
    public let code: String
    /// Whether the feature's availability is still unknown.
    ///
    /// If `false`, the feature is known to be unavailable.
    public let isUndetermined: Bool
    /// A heading, such as "Smart playlists is not available".
    public let title: String
    /// A sentence that states everything that is needed, or the reason that nobody can change it.
    public let sentence: String
    /// The steps that make the feature available, or an empty array if nobody can make it available here.
    ///
    /// Sets of steps that the user alone can carry out are preferred, followed by sets that need the operator of a
    /// service, and sets that need the developer. Among equally preferred sets, the smallest is chosen.
    public let steps: [Step]
    /// The language of the texts, such as `en`.
    public let language: String

    /// One of the steps that make a feature available.
    public struct Step: Codable, Sendable, Hashable {
        /// A stable code of the requirement that the step meets, such as `purchase:premium`.
        public let code: String
        /// The control to show for the step.
        public let kind: Kind
        /// The person who can take the step.
        public let actor: Remedy.Actor
        /// An imperative clause, such as "Buy Premium subscription".
        public let instruction: String

        /// The kind of control that offers a step.
        public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
            /// A button that leads to the purchase of a product.
            case buy
            /// A button that asks the system for a permission.
            case allow
            /// A button that opens the system settings, where a denied permission can be granted.
            case openSettings = "open-settings"
            /// A button that leads to an update of the system or of a service.
            case update
            /// A switch in the app's settings.
            case turnOn = "turn-on"
            /// The address of the person who can take the step.
            case contact
            /// An indication of progress, because a source has not answered yet.
            case wait
            /// A step without a standard control, such as one that the remedy of a fact describes.
            case custom
        }
    }
}

extension Refusal {
    package static func declined(by feature: String, in language: String, from catalog: RefusalCatalog) -> Refusal {
        let text = RefusalText(language, catalog)
        return Refusal(
            code: "declined", isUndetermined: false, title: text(.title, feature), sentence: text(.declined, feature),
            steps: [], language: text.language)
    }
}

extension ExplanationBuilder {
    /// Builds the refusal of the feature in a language such as `de-AT`, or returns `nil` if the feature is available.
    package func refusal(in language: String, from catalog: RefusalCatalog) -> Refusal? {
        let explanation = build(includesPlans: false)
        guard explanation.verdict != .true else { return nil }
        let text = RefusalText(language, catalog)
        let feature = owners[0].name
        let isUndetermined = explanation.verdict == .unknown
        let plan = simplestPlan(text)
        let obstacles = plan.filter { $0.step.actor == .nobody }
        let sentence: String
        if plan.isEmpty {
            // Without a plan, only the summary of the explanation states the reasons.
            sentence = text(.nobody, text.name(explanation.summary))
        } else if !obstacles.isEmpty {
            sentence = text(.nobody, text.joined(obstacles.map(\.step.instruction)))
        } else {
            sentence = text(isUndetermined ? .undeterminedSentence : .sentence, feature, text.joined(plan.map(\.need)))
        }
        return Refusal(
            code: explanation.firstBlocking.map { explanation.requirements[$0].refusalCode } ?? "registration",
            isUndetermined: isUndetermined, title: text(isUndetermined ? .undeterminedTitle : .title, feature),
            sentence: sentence, steps: obstacles.isEmpty ? plan.map(\.step) : [], language: text.language)
    }

    typealias PlannedStep = (step: Refusal.Step, need: String)

    /// Returns the plan that is easiest to carry out.
    ///
    /// Plans for the user alone come first, then plans that need an operator, then plans that need a developer. Among
    /// these, the smallest plan is returned. If no plan is possible, the result names the obstacles.
    private func simplestPlan(_ text: RefusalText) -> [PlannedStep] {
        func plans(_ scope: UnlockScope) -> [[PlannedStep]] {
            let unlocks = unlocks(within: scope, limit: 8)
            return unlocks.plans.map { plan in plan.map { plannedStep($0, on: unlocks.platform, text) } }
        }
        let possible = plans(.thisDevice)
        // A plan that is impossible on this device still names the obstacle.
        return (possible.isEmpty ? plans(.anywhere) : possible).enumerated().min {
            (Self.effort(of: $0.element), $0.offset) < (Self.effort(of: $1.element), $1.offset)
        }?.element ?? []
    }

    private static func effort(of plan: [PlannedStep]) -> Int {
        let actors: [Remedy.Actor] = [.user, .operator, .developer, .nobody]
        let hardest = plan.compactMap { actors.firstIndex(of: $0.step.actor) }.max() ?? 0
        // The hardest actor counts before the number of steps.
        return hardest * 1_000 + plan.count
    }

    func plannedStep(_ row: RequirementState, on platform: CurrentPlatform?, _ text: RefusalText) -> PlannedStep {
        let name = text.name(row.title)
        func step(_ kind: Refusal.Step.Kind, _ actor: Remedy.Actor, _ instruction: String, _ need: String? = nil)
            -> PlannedStep
        {
            let step = Refusal.Step(code: row.refusalCode, kind: kind, actor: actor, instruction: instruction)
            return (step, need ?? name)
        }
        // The name of the feature that a setting or a switch belongs to.
        let owner = text.name(owners.first { $0.path.description == row.key }?.name ?? name)
        guard case .fact(let kind) = row.kind else { return step(.custom, .nobody, text.name(row.statement)) }
        if row.state == .absent(.pending) || kind == .purchase && row.status == .notDetermined {
            return step(.wait, .user, text(.wait, name))
        }
        if row.remedy == .notSold { return step(.custom, .nobody, text(.notSold, name)) }
        if let remedy = row.remedy {
            let instruction = text.name(remedy.sentence)
            switch remedy.actor {
            case .user: return step(row.isVersion ? .update : .custom, .user, instruction)
            case .operator: return step(.contact, .operator, text(.askOperator, instruction))
            case .developer: return step(.contact, .developer, instruction)
            case .nobody: return step(.custom, .nobody, instruction)
            }
        }
        switch kind {
        case .purchase: return step(.buy, .user, text(.buy, name))
        case .permission:
            switch row.state?.permissionStatus {
            case .denied?: return step(.openSettings, .user, text(.openSettings, name))
            case .restricted?: return step(.custom, .nobody, text(.restricted, name))
            case .unsupported?: return step(.custom, .nobody, text(.unsupported, name))
            case .notDetermined?, .authorized?, nil: return step(.allow, .user, text(.allow, name))
            }
        case .platform:
            let current = fact(.platform)?.effective.currentPlatform
            if let platform, platform.platform == current?.platform {
                return step(.update, .user, text(.update, platform.label), platform.label)
            }
            return step(.custom, .nobody, text(.otherPlatform, name, row.value))
        case .userSetting:
            return step(.turnOn, .user, text(.turnOn, owner), text(.setting, owner))
        case .runtimeSwitch:
            return step(.contact, .developer, text(.askDeveloper, owner), text(.runtimeSwitch, owner))
        default: return step(.contact, .developer, text(.askDeveloper, name))
        }
    }
}

extension RequirementState {
    fileprivate var refusalCode: String {
        guard let key, kind != .platform, kind != .parent else { return kind.rawValue }
        return "\(kind.rawValue):\(key)"
    }

    fileprivate var isVersion: Bool {
        if case .version? = state { true } else { false }
    }
}
