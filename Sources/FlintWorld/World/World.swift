// SPDX-License-Identifier: MIT

package import FeatureGating

/// An app as a value: its declarations and the states of its facts.
///
/// A world answers questions about availability without access to the app. The same code therefore serves a running
/// app, an app in another process, and a recording. ``Inspector/world(of:)`` returns an app's world.
///
/// ```swift
/// let world = try inspector.world(of: ["PodcastFeatures/PlaybackFeature"])
/// let verdict = world.verdict(of: "PodcastFeatures/PlaybackFeature")
/// ```
package struct World: Sendable, Hashable {
    package var model: AppModel
    package private(set) var facts: [FactKey: Fact] = [:]
    /// The catalog without the declarations of features.
    ///
    /// The declarations of features are in `features`.
    private var declarations = Catalog()
    private var features: [String: DeclaredFeature] = [:]
    /// For each fact, the ids of the features whose own requirements depend on it.
    private var dependents: [FactKey: [String]] = [:]
    /// For each fact whose dependents are known, the ids of the dependent features and the groups above them.
    private var knownDependents: [FactKey: [String]] = [:]

    package init(model: AppModel = .empty) {
        self.model = model
    }

    // MARK: Updates

    package mutating func add(_ catalog: Catalog) {
        if !catalog.mistakes.isEmpty { declarations.mistakes = catalog.mistakes }
        if let sold = catalog.soldProducts { declarations.soldProducts = sold }
        if let entryPoints = catalog.entryPoints { declarations.entryPoints = entryPoints }
        for feature in catalog.features {
            // The facts of a known feature are indexed already.
            guard features.updateValue(feature, forKey: feature.id) == nil else { continue }
            for key in Set(feature.requirement.facts.filter { !$0.isAlwaysMet }.flatMap(\.factKeys)) {
                dependents[key, default: []].append(feature.id)
                listOwnFact(key)
            }
        }
    }

    /// Adds to the model the app's own facts that features require.
    ///
    /// Call this method after replacing the model.
    package mutating func listOwnFacts() {
        for key in dependents.keys { listOwnFact(key) }
    }

    private mutating func listOwnFact(_ key: FactKey) {
        guard key.kind.isOwn, model.ownFacts[key] == nil else { return }
        model.insert([FactRecord(key: key, fact: facts[key] ?? .unreported(key))])
    }

    package mutating func add(_ news: News) {
        add(news.declared)
        set(news.facts)
        for known in news.dependents {
            if let key = FactKey(known.fact) { knownDependents[key] = known.features }
        }
    }

    package mutating func set(_ records: [FactRecord]) {
        for record in records { facts[record.key] = record.fact }
        model.insert(records)
    }

    /// Applies changes to the app's state, except for the declarations of new features.
    ///
    /// The result is `true` if features were added, which invalidates feature indices.
    @discardableResult
    package mutating func apply(_ changes: ModelChanges) -> Bool {
        set(changes.facts)
        // New features can depend on any fact.
        if !changes.registered.isEmpty { knownDependents = [:] }
        return model.apply(changes)
    }

    package mutating func forgetFacts() { facts = [:] }

    package var catalog: Catalog {
        var catalog = declarations
        catalog.features = features.values.sorted { $0.summary.number < $1.summary.number }
        return catalog
    }

    package func feature(_ id: String) -> DeclaredFeature? { features[id] }

    /// Returns whether the world contains the declarations of a feature and of the groups above it.
    package func declares(_ id: String) -> Bool {
        guard let top = lineage(of: id).last else { return false }
        return top.summary.parent == nil
    }

    /// Removes the declarations of all features except the given features and the dependents of facts.
    ///
    /// The facts that only the removed features depend on are removed, too. The ids must include the groups above the
    /// features.
    package mutating func keepDeclarations(of ids: [String], dependingOn keys: [FactKey]) {
        var catalog = Catalog()
        catalog.features = Set(ids + keys.flatMap { knownDependents[$0] ?? [] }).compactMap { features[$0] }
        (features, dependents) = ([:], [:])
        add(catalog)
        knownDependents = knownDependents.filter { $0.value.allSatisfy { features[$0] != nil } }
        let keys = Set(catalog.features.flatMap { $0.requirement.facts.flatMap(\.factKeys) })
        facts = facts.filter { keys.contains($0.key) }
    }

    package var declarationCount: Int { features.count }

    /// Returns whether the world contains every feature whose availability depends on a fact.
    ///
    /// Otherwise, ``changes(from:to:)`` and ``usage(of:)`` may omit features.
    package func declaresDependents(of key: FactKey) -> Bool {
        features.count == model.features.count || knownDependents[key]?.allSatisfy { features[$0] != nil } == true
    }

    package func lacking(_ want: Sync.Want) -> Sync.Want {
        var want = want
        want.features.removeAll { features[$0] != nil }
        want.dependents.removeAll { FactKey($0).map(declaresDependents(of:)) ?? true }
        return want
    }

    /// Returns the requested parts of the world, except for stacks, which a world does not contain.
    package func news(_ want: Sync.Want) -> News {
        var news = News()
        news.dependents = want.dependents.map { fact in
            let affected = affectedFeatures(by: FactKey(fact).map { [$0] } ?? []).map { model.features[$0].id }
            return Sync.Dependents(of: fact, features: Set(affected.flatMap(model.lineage)).sorted())
        }
        let ids = Set(want.features + news.dependents.flatMap(\.features)).sorted()
        news.declared = want.rest ? declarations : Catalog()
        news.declared.features = ids.compactMap(feature)
        news.facts = records(of: want.rest ? nil : ids)
        if want.texts { news.texts = featureTexts }
        return news
    }

    /// Returns the states of the facts that features depend on, or of all facts if `ids` is `nil`.
    package func records(of ids: [String]?) -> [FactRecord] {
        let keys = ids.map { Set($0.flatMap { lineage(of: $0).flatMap { $0.requirement.facts.flatMap(\.factKeys) } }) }
        return facts.filter { keys?.contains($0.key) ?? true }.map { FactRecord(key: $0.key, fact: $0.value) }
    }

    // MARK: Availability

    /// Returns a feature and the groups above it, nearest first.
    func lineage(of id: String) -> [DeclaredFeature] {
        var line: [DeclaredFeature] = []
        var next: String? = id
        // The limit ends the loop if groups contain each other.
        while let id = next, let feature = features[id], line.count < features.count {
            line.append(feature)
            next = feature.summary.parent
        }
        return line
    }

    /// Returns the availability of a feature, with other facts in place of the known ones.
    ///
    /// An unknown feature is unavailable.
    package func verdict(of id: String, with others: [FactKey: Fact] = [:]) -> Truth {
        let line = lineage(of: id)
        guard !line.isEmpty else { return .false }
        return line.reduce(.true) { verdict, feature in
            verdict && feature.requirement.evaluate { $0.truth { others[$0] ?? facts[$0] } }
        }
    }

    /// Returns the features whose availability differs between two sets of facts.
    ///
    /// The facts in a set replace the known facts. Each group precedes its children. The cost is proportional to the
    /// number of features that depend on the facts.
    package func changes(from before: [FactKey: Fact] = [:], to after: [FactKey: Fact]) -> [FeatureChange] {
        affectedFeatures(by: Set(before.keys).union(after.keys)).compactMap { index in
            let feature = model.features[index]
            let verdicts = (before: verdict(of: feature.id, with: before), after: verdict(of: feature.id, with: after))
            guard verdicts.before != verdicts.after else { return nil }
            return FeatureChange(
                featureID: feature.id, featureName: feature.name, before: verdicts.before.boolValue,
                after: verdicts.after.boolValue)
        }
    }

    /// Returns the availability of every feature, with other facts in place of the known ones.
    ///
    /// If `others` is `nil`, every feature is undetermined.
    package func availability(with others: [FactKey: Fact]?) -> AvailabilityColumn {
        // Numbers are dense. A much higher number indicates a damaged file and does not justify the memory.
        let limit = model.features.count * 4 + 1_024
        let highest = model.features.lazy.map { Int($0.number) }.filter { $0 < limit }.max() ?? -1
        var values = [Bool?](repeating: others == nil ? nil : false, count: highest + 1)
        guard let others else { return AvailabilityColumn(values) }
        for feature in model.features where values.indices.contains(Int(feature.number)) {
            values[Int(feature.number)] = feature.isAvailable
        }
        for change in changes(to: others) {
            guard let number = model.feature(change.featureID)?.number, values.indices.contains(Int(number))
            else { continue }
            values[Int(number)] = change.after
        }
        return AvailabilityColumn(values)
    }

    /// Returns the indices of the features that depend on facts, either directly or through a group above them.
    func affectedFeatures(by keys: some Sequence<FactKey>) -> [Int] {
        var affected: Set<Int> = []
        for id in Set(keys.flatMap { dependents[$0] ?? [] }) {
            guard let index = model.tree.sortIndex(of: id) else { continue }
            affected.formUnion(index..<model.tree.end(of: index))
        }
        return affected.sorted()
    }

    // MARK: Explanations

    private func basis(of id: String) -> ExplanationBasis? {
        let line = lineage(of: id)
        guard let feature = line.first else { return nil }
        let owners = conditionalLine(of: id)
        let parent = feature.conditional || owners.count > 1 ? line.dropFirst().first : nil
        return ExplanationBasis(
            owners.map { ($0.summary.name, $0.path, $0.requirement) },
            parent: parent.map { ($0.summary.name, $0.path) }, words: model.wording, listing: listing, moves: 0)
    }

    private func builder(of id: String, with others: [FactKey: Fact] = [:]) -> ExplanationBuilder? {
        basis(of: id).map { basis in ExplanationBuilder(basis, values: basis.factKeys.map { others[$0] ?? facts[$0] }) }
    }

    /// Explains a feature without plans to unlock it, or returns `nil` for an unknown id.
    ///
    /// Other facts replace the known ones.
    package func detail(of id: String, with others: [FactKey: Fact] = [:]) -> FeatureSnapshot? {
        guard let feature = features[id], let builder = builder(of: id, with: others) else { return nil }
        return FeatureSnapshot(
            feature, conditions: builder.basis.ownConditions, builder.build(includesPlans: false),
            fact: { others[$0] ?? facts[$0] }, balance: balance(of:),
            attributes: { others[.permission($0)] == nil ? attributes(of: $0) : [] })
    }

    private func attributes(of permission: SystemPermissionConstraint) -> [PermissionAttribute] {
        model.permissions.first { $0.permission == permission.name }?.attributes ?? []
    }

    package func explanation(of id: String) -> FeatureSnapshot? { detail(of: id)?.adding(plans(of: id)) }

    package func plans(of id: String) -> FeaturePlans? { features[id].map { _ in plans(of: [id]) } }

    package func plans(of ids: [String]) -> FeaturePlans {
        var owners: [DeclaredFeature] = []
        var known: Set<String> = []
        for id in ids {
            for feature in conditionalLine(of: id) where known.insert(feature.id).inserted { owners.append(feature) }
        }
        guard !owners.isEmpty else { return FeaturePlans(plans: [], areComplete: true) }
        let basis = ExplanationBasis(
            owners.map { ($0.summary.name, $0.path, $0.requirement) }, parent: nil,
            words: model.wording, listing: listing, moves: 0)
        let builder = ExplanationBuilder(basis, values: basis.factKeys.map { facts[$0] })
        return FeaturePlans(in: self) { reach, limit in builder.unlocks(within: reach, limit: limit) }
    }

    /// Returns a product's contribution to each feature that requires it, for a user who has bought nothing.
    package func effects(ofProduct productID: String) -> [(feature: String, effect: ProductEffect)] {
        return affectedFeatures(by: [.purchase(productID: productID)]).compactMap { index in
            let id = model.features[index].id
            guard let builder = builder(of: id) else { return nil }
            return (id, builder.effect(of: productID, in: "en", from: .standard).effect)
        }
    }

    private var listing: @Sendable (_ productID: String) -> ProductListing? {
        { [products = model.products] in products[$0]?.listing }
    }

    /// Returns a feature and the groups above it that declare constraints, nearest first.
    private func conditionalLine(of id: String) -> [DeclaredFeature] {
        let line = lineage(of: id)
        return line.prefix(1) + line.dropFirst().filter(\.conditional)
    }

    /// Counts the combinations of facts in which a feature is available.
    ///
    /// The closure is called about once per millisecond with the completed fraction, and returns `false` to cancel.
    /// The result is `nil` for an unknown id or a canceled count.
    package func states(of id: String, progress: @escaping (Double) -> Bool) -> AvailableStates? {
        basis(of: id)?.stateCounts(progress: progress)
    }

    /// Returns the ids of the features whose own requirements include a fact, in order of registration.
    package func usage(of fact: FactReference) -> [String] {
        FactKey(fact).map { features(needing: $0).map(\.id) } ?? []
    }

    /// Returns the values of a fact that features' requirements distinguish, such as the versions of each platform.
    package func boundaries(of key: FactKey) -> [FactValue] {
        FactRegions.boundaries(of: key, in: features(needing: key).flatMap(\.requirement.facts))
    }

    private func features(needing key: FactKey) -> [DeclaredFeature] {
        (dependents[key] ?? []).compactMap { features[$0] }
            .filter { $0.requirement.facts.contains { $0.mainKey == key } }
            .sorted { $0.summary.number < $1.summary.number }
    }

    package var featureTexts: FeatureTexts {
        var texts = FeatureTexts()
        // Numbers are dense. A much higher number indicates a damaged file and does not justify the memory.
        for feature in catalog.features where feature.summary.number < features.count * 4 + 1_024 {
            texts.add(
                number: Int(feature.summary.number), description: feature.description,
                requirements: feature.requirement.searchableTexts(wording: model.wording),
                actions: feature.actions.map { ($0.id, $0.name) })
        }
        return texts
    }

    // MARK: Review

    /// Reviews the requirements of all features and the declarations of the app and its store.
    ///
    /// Without a day, review dates that have passed are not reported. Personas are not compared.
    package func lint(on day: CalendarDay? = nil) -> LintReport {
        let platform = facts[.platform]?.effective.currentPlatform ?? .real
        var findings: [LintFinding] = []
        var unfinished: [String] = []
        for feature in model.features {
            let line = lineage(of: feature.id)
            guard line.contains(where: \.conditional), let review = basis(of: feature.id)?.review(on: platform)
            else { continue }
            findings += LintFinding.findings(review, of: feature, on: platform) { features[$0]?.summary.name ?? $0 }
            if !review.isComplete { unfinished.append(feature.id) }
        }
        let equivalent = EquivalentFeatures(in: self)
        findings += equivalent.groups.map(LintFinding.availableTogether)
        unfinished += equivalent.unfinished.map(\.id).filter { !unfinished.contains($0) }
        let factFindings = productFindings + flagFindings + permissionFindings
        return LintReport(
            findings: declarations.mistakes + findings + factFindings + declarationFindings(on: day),
            unfinished: unfinished, skippedRules: day == nil ? [.pastReview, .samePersonaValue] : [.samePersonaValue])
    }

    /// Reviews the app as ``lint(on:)`` does, and also compares personas with each other.
    ///
    /// - Throws: ``PersonaProblem`` if a persona contains an item that the app does not have.
    package func lint(on day: CalendarDay?, comparing personas: [Persona]) throws(PersonaProblem) -> LintReport {
        var report = lint(on: day)
        report.findings += try personaFindings(personas)
        report.skippedRules.removeAll { $0 == .samePersonaValue }
        return report
    }

    private var productFindings: [LintFinding] {
        let products = model.products.sorted { $0.productID < $1.productID }
        let undeclared = products.filter { $0.isSold == false }.compactMap { product in
            finding(
                .undeclaredProduct, FactReference(kind: .purchase, key: product.productID),
                "The store does not sell \(product.name)")
        }
        let unused = (declarations.soldProducts ?? []).compactMap { productID -> LintFinding? in
            let fact = FactReference(kind: .purchase, key: productID)
            guard usage(of: fact).isEmpty else { return nil }
            let name = model.products[productID]?.name ?? productID
            return LintFinding(
                kind: .unusedProduct, fact: fact, message: "The store sells \(name), but no feature requires it.")
        }
        return undeclared + unused
    }

    private var flagFindings: [LintFinding] {
        model.flags.compactMap { flag in
            let fact = FactReference(kind: .flag, key: flag.key)
            guard !usage(of: fact).isEmpty else {
                if flag.isAdopted { return nil }
                return LintFinding(kind: .unusedFlag, fact: fact, message: "No feature requires the flag \(fact.key).")
            }
            return flag.answers.contains(where: \.hasFlag)
                ? nil : finding(.undeclaredFlag, fact, "No provider has the flag \(fact.key)")
        }
    }

    private var permissionFindings: [LintFinding] {
        // Without a simulated system, usage descriptions are unknown.
        guard declarations.soldProducts != nil else { return [] }
        return model.permissions.filter { $0.isRequired && $0.usage.isEmpty }.compactMap { permission in
            finding(
                .missingUsage, FactReference(kind: .permission, key: permission.permission),
                "The app has no usage description for \(permission.title)")
        }
    }

    private func finding(_ kind: LintFinding.Kind, _ fact: FactReference, _ start: String) -> LintFinding? {
        let users = usage(of: fact)
        guard !users.isEmpty else { return nil }
        let limit = CommandEffect.namedFeatures
        let names = users.prefix(limit).compactMap { features[$0]?.summary.name }.joined(separator: ", ")
        let more = users.count > limit ? " and \(users.count - limit) more" : ""
        return LintFinding(kind: kind, fact: fact, message: "\(start), which is required by \(names)\(more).")
    }
}

extension Condition {
    var isAlwaysMet: Bool {
        platformRule?.versions.isEmpty == true
    }
}

extension World {
    func name(ofFeature id: String) -> String { features[id]?.summary.name ?? id }

    package func name(ofProduct id: String) -> String { model.products[id]?.name ?? id }

    func balance(of state: RequirementState) -> (needed: Int, left: Int)? {
        guard state.kind == .purchase, let needed = state.quantity, let productID = state.key,
            let left = facts[.purchase(productID: productID)]?.actual.balance
        else { return nil }
        return (needed, left)
    }
}
