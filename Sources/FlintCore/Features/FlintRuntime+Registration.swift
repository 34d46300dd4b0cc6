// SPDX-License-Identifier: MIT

import FeatureGating

extension FlintRuntime {
    /// Registers a group at the top level, with everything below it.
    ///
    /// Calling this method before setup stops the process.
    public func register(group: FeatureGroup.Type) {
        register(group as FeatureDefinition.Type)
    }

    /// Registers a feature at the top level.
    ///
    /// Calling this method before setup stops the process. If the feature is a group, everything below it is registered
    /// as well.
    public func register(_ feature: FeatureDefinition.Type) {
        requireSetUp(for: feature)
        bind {
            let sources = sources
            let facts = DeclarationProbe.probing { probe in
                let registration = Registration(
                    probe: probe, sources: sources, hasPurchaseTracker: dependencies.purchaseTracker != nil)
                register(feature, parent: nil, in: registration)
                return registration.unreadFacts
            }
            sources?.readFirst(facts)
        }
    }

    private enum Step {
        case register(FeatureDefinition.Type, parent: FeatureMetadata?)
        case finish(FeatureDefinition.Type)
    }

    private func register(
        _ feature: FeatureDefinition.Type, parent: FeatureMetadata?, in registration: Registration
    ) {
        // A list of steps replaces recursion, which could overflow the stack in a deep hierarchy.
        var steps: [Step] = [.register(feature, parent: parent)]
        while let step = steps.popLast() {
            switch step {
            case .finish(let feature):
                feature.postPrepare()
            case .register(let feature, let parent):
                guard let metadata = add(feature, parent: parent, in: registration) else { continue }
                // The last step is taken first, so the feature is finished after everything below it.
                steps.append(.finish(feature))
                for child in (FeatureKinds.group(feature)?.subfeatures ?? []).reversed() {
                    steps.append(.register(child, parent: metadata))
                }
            }
        }
    }

    private func add(
        _ feature: FeatureDefinition.Type, parent: FeatureMetadata?, in registration: Registration
    ) -> FeatureMetadata? {
        let identifier = registration.identifier(fixedBy: feature)
        guard let addition = catalog.add(feature, identifier: identifier, parent: parent) else {
            if let known = catalog.metadata(for: feature) { registerAgain(known, parent: parent, in: registration) }
            return nil
        }
        let metadata = addition.metadata
        if addition.isIdentifierTaken, let identifier {
            advise(
                of: .ambiguousIdentifier,
                "\(metadata.typeName) fixes the identifier \(identifier), which another feature already has.",
                in: metadata)
        }
        if !addition.changes.isEmpty { updateReferences(addition.changes, in: registration) }
        adviseOfNamesake(metadata)
        declareConstraints(of: metadata, in: registration)
        declareActions(of: metadata)
        declareURLs(of: metadata)
        journal.recordLateArrival(.feature(metadata))
        signal(.featureRegistered(metadata))
        return metadata
    }

    /// Handles a feature that is already registered.
    ///
    /// A feature without a group moves into the new group. Any other repetition is reported as a mistake.
    private func registerAgain(
        _ known: FeatureMetadata, parent: FeatureMetadata?, in registration: Registration
    ) {
        let name = known.typeName
        guard let parent else {
            return advise(
                of: .repeatedFeature, "\(name) is registered twice; the first registration is used.", in: known)
        }
        if known == parent || parent.ancestors.contains(known) {
            return advise(
                of: .cyclicGroup, "\(name) contains itself through \(parent.typeName); the inner one is ignored.",
                in: known, and: parent)
        }
        if known.parent == parent {
            return advise(
                of: .repeatedFeature, "\(name) is in \(parent.typeName) twice; the first one is used.", in: known)
        }
        if let first = known.parent {
            return advise(
                of: .featureInTwoGroups,
                "\(name) is in two groups, \(first.typeName) and \(parent.typeName); the first is used.", in: known,
                and: parent)
        }
        updateReferences(catalog.move(known, under: parent), in: registration)
        adviseOfNamesake(known)
    }

    private func updateReferences(_ changes: [FeatureCatalog.PathChange], in registration: Registration) {
        // Log levels are set by path, so the levels cached for the old paths may be wrong.
        logging.site.forgetDecisions()
        for change in changes {
            let metadata = change.metadata
            if change.old != change.new {
                journal.append(
                    .identifierChanged(typeName: metadata.typeName, old: change.old, new: change.new),
                    cause: Cause.current ?? .app)
                focus.rename(change.old, to: change.new)
                facts.renameFacts(ofFeature: change.old, to: change.new)
            }
            let constraints = metadata.constraints
            readFacts(of: constraints, products: constraints.products, for: metadata, in: registration)
            if let node = metadata.node {
                facts.moveNode(node, parent: metadata.parent?.node, path: change.new) {
                    constraints.requirement(for: change.new, $0)
                }
            }
        }
        signal(.featuresMoved)
    }

    private func adviseOfNamesake(_ metadata: FeatureMetadata) {
        let others = catalog.siblingsSharingName(of: metadata)
        guard let first = others.first else { return }
        advise(
            of: .ambiguousIdentifier,
            "\(metadata.typeName) and \(first.typeName) have the same name and the same parent, so they are identified "
                + "as \(metadata.path) and \(first.path). User settings stored under "
                + "\(TypeNames.short(metadata.feature)) alone apply to neither. "
                + (metadata.typeName == first.typeName
                    ? "Their qualified names are the same too, so the order of registration distinguishes them. " : "")
                + "Write `static var identifier: FeaturePath` to fix an identifier.",
            in: metadata)
    }

    private func declareActions(of metadata: FeatureMetadata) {
        let feature = metadata.feature
        let builder = DefaultFeatureActionsBuilder(metadata)
        feature.prepare(actions: builder)
        if !builder.actions.isEmpty { metadata.declare(builder.actions) }
        for action in builder.actions { catalog.actions.add(action, feature: feature, action: action.action) }
        for advisory in builder.advisories { advise(of: .misplacedAction, advisory, in: metadata) }
        addActivities(builder.activityHandlers, of: metadata)
        if builder.reportsToAnalytics, analytics.startReporting() { dispatcher.add(observer: AnalyticsReporting()) }
    }

    private func adviseOfUnseenConstraints(of metadata: FeatureMetadata) {
        #if DEBUG
            // The cast is slow, so only debug builds check this.
            guard metadata.feature is ConditionalFeatureDefinition.Type else { return }
            advise(
                of: .unseenConstraints,
                "\(metadata.typeName) conforms to ConditionalFeature in another module or conditionally, so its "
                    + "constraints are not found. Declare the conformance together with the type.", in: metadata)
        #endif
    }

    private func adviseOfMissingConstraints(of metadata: FeatureMetadata) {
        advise(
            of: .missingConstraints,
            "\(metadata.typeName) is a conditional feature without conditions, so it is available whenever its groups "
                + "are. Write `static func constraints(requirements: FeatureConstraintsBuilder)` with exactly this "
                + "label, and with an empty body if it has none.", in: metadata)
    }

    private func readSwitch(
        of metadata: FeatureMetadata, _ constraints: DeclaredFeatureConstraints, from sources: FactSources,
        _ registration: Registration
    ) {
        let missing = registration.probe.membersLeftToDefaults(.isEnabled, of: metadata.feature) {
            sources.readSwitch(.runtimeSwitch(metadata), .registration, in: self)
        }
        // A feature that has moved was reported when it was registered.
        guard !missing.isEmpty, !constraints.usesIsAvailableAsSwitch, metadata.node == nil else { return }
        advise(
            of: .unreadSwitch,
            "\(metadata.typeName) declares runtimeEnabled() but keeps the default isEnabled, which is always true. "
                + "Write `static var isEnabled: Bool`.",
            in: metadata)
    }

    private func declareConstraints(of metadata: FeatureMetadata, in registration: Registration) {
        var constraints = DeclaredFeatureConstraints.empty
        if let conditional = metadata.conditional {
            let builder = DefaultFeatureConstraintsBuilder()
            let missing = registration.probe.membersLeftToDefaults([.constraints, .availability], of: conditional) {
                constraints = builder.build { conditional.constraints(requirements: $0) }
            }
            if registration.probe.readsPlatform(conditional) {
                advise(
                    of: .platformInConstraints,
                    "The constraints of \(metadata.typeName) read the current platform. They are declared once, so "
                        + "answers about other platforms are wrong. Require platforms instead, such as "
                        + "`requirements.iOS = .any`.", in: metadata)
            }
            if registration.definesAvailability(conditional) {
                constraints.isRuntimeEnabledRequired = true
                constraints.usesIsAvailableAsSwitch = true
            } else if missing == [.constraints, .availability] {
                adviseOfMissingConstraints(of: metadata)
            }
            catalog.add(builder.flagDeclarations)
            if !constraints.isEmpty { storeConstraints(&constraints, of: metadata, in: registration) }
        } else {
            adviseOfUnseenConstraints(of: metadata)
        }
        let path = metadata.path
        let node = facts.addNode(parent: metadata.parent?.node, path: path) { constraints.requirement(for: path, $0) }
        metadata.place(at: node)
    }

    private func storeConstraints(
        _ constraints: inout DeclaredFeatureConstraints, of metadata: FeatureMetadata, in registration: Registration
    ) {
        let products = constraints.products
        var isAmbiguous = false
        for product in products {
            if let known = catalog.add(product) {
                isAmbiguous = true
                advise(
                    of: .ambiguousProduct,
                    "Two products have the identifier \(product.productID): \(known.name) and \(product.name). "
                        + "Change one of them.", in: metadata)
            }
        }
        if !products.isEmpty, !registration.hasPurchaseTracker, shouldAdviseOfMissingTracker() {
            advise(
                of: .missingPurchaseTracker,
                "\(metadata.feature.name) requires a purchase, but no purchase tracker is configured. "
                    + "Pass one to Flint.setup; until then, every purchase is undetermined.", in: metadata)
        }
        // Equal requirements are stored once. They would not be interchangeable if different products shared an
        // identifier by mistake, because products with the same identifier are equal.
        if !isAmbiguous { constraints.replacePurchases(catalog.shared) }
        facts.delay(
            constraints.mentionedFlags.map(FactKey.featureFlag)
                + (constraints.mentionedSettingDefault == nil ? [] : [.userSetting(feature: metadata.path)]),
            until: constraints.effectTime)
        metadata.declare(
            constraints,
            unannouncedFacts: registration.sources?.unannouncedFacts(
                of: constraints, products: products, declaredBy: metadata) ?? [])
        catalog.addDeclarations(constraints, products: products, of: metadata)
        readFacts(of: constraints, products: products, for: metadata, in: registration)
    }

    /// Reads the facts that constraints mention, if their sources answer from memory, and collects the others.
    ///
    /// The collected facts are read at the end of the registration, so that all sources are awaited together. A
    /// feature's `isEnabled` is always read immediately.
    private func readFacts(
        of constraints: DeclaredFeatureConstraints, products: [Product], for metadata: FeatureMetadata,
        in registration: Registration
    ) {
        guard let sources = registration.sources else { return }
        if constraints.mentionsRuntimeSwitch { readSwitch(of: metadata, constraints, from: sources, registration) }
        if constraints.mentionedSettingDefault != nil { registration.add(.userSetting(metadata)) }
        for key in constraints.mentionedFlags { registration.add(.featureFlag(key)) }
        for description in constraints.mentionedFacts {
            if let known = catalog.add(description) {
                advise(
                    of: .ambiguousFact,
                    "Two facts with different values have the name \(description.key): \(known.title) and "
                        + "\(description.title). Change one of them.", in: metadata)
            }
            registration.add(.own(description))
        }
        for product in products { registration.add(.purchase(catalog.product(product.productID) ?? product)) }
        if products.hasConsumable { registration.add(.pastPurchases(metadata)) }
        for permission in constraints.mentionedPermissions {
            for needed in PermissionRules.permissionsDeciding(permission) { registration.add(.permission(needed)) }
        }
    }
}

/// The state of one call to `register`, shared by the features that the call registers.
///
/// The runtime creates one object per call, and uses it only on the thread of that call.
final class Registration {
    let probe: DeclarationProbe
    let sources: FactSources?
    let hasPurchaseTracker: Bool
    private(set) var unreadFacts: [SourcedFact] = []
    private var sharedFacts: Set<FactKey> = []

    init(probe: DeclarationProbe, sources: FactSources?, hasPurchaseTracker: Bool) {
        self.probe = probe
        self.sources = sources
        self.hasPurchaseTracker = hasPurchaseTracker
    }

    /// Returns the path that a feature declares for itself, or `nil` if the engine assigns the path.
    func identifier(fixedBy feature: FeatureDefinition.Type) -> FeaturePath? {
        var identifier: FeaturePath?
        let missing = probe.membersLeftToDefaults(.identifier, of: feature) { identifier = feature.identifier }
        return missing.isEmpty ? identifier : nil
    }

    func definesAvailability(_ feature: ConditionalFeatureDefinition.Type) -> Bool {
        probe.membersLeftToDefaults(.isAvailable, of: feature) { _ = feature.isAvailable }.isEmpty
    }

    func add(_ fact: SourcedFact) {
        guard fact.belongsToSingleFeature || sharedFacts.insert(fact.key).inserted else { return }
        if sources?.readImmediately(fact) != true { unreadFacts.append(fact) }
    }
}
