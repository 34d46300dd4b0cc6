import FeatureGating

extension FlintRuntime {
    /// Registers a group and everything under it.
    public func register(group: FeatureGroup.Type) {
        requireSetUp()
        OwnAvailability.survey { register(group, parent: nil) }
    }

    /// Registers a single feature, at a root of its own.
    public func register(_ feature: FeatureDefinition.Type) {
        requireSetUp()
        OwnAvailability.survey { register(feature, parent: nil) }
    }

    private func register(_ feature: FeatureDefinition.Type, parent: FeatureMetadata?) {
        guard let metadata = catalog.add(feature, parent: parent) else {
            if let known = catalog.metadata(for: feature) { registerAgain(known, parent: parent) }
            return
        }
        bind {
            adoptFixedPath(of: metadata)
            declareConstraints(of: metadata)
            let builder = DefaultFeatureActionsBuilder(metadata)
            feature.prepare(actions: builder)
            metadata.declare(builder.actions)
            for action in builder.actions { catalog.actions.add(action, feature: feature, action: action.action) }
            for advisory in builder.advisories { advise(advisory) }
            addActivities(builder.activityHandlers)
            if builder.isAnalysed, analytics.startReporting() { dispatcher.add(observer: AnalyticsReporting()) }
            declareURLs(of: feature)
            if let group = feature as? FeatureGroup.Type {
                for child in group.subfeatures { register(child, parent: metadata) }
            }
            feature.postPrepare()
        }
    }

    /// Takes in a feature that is registered already: one from a root may still find its place in a group.
    private func registerAgain(_ known: FeatureMetadata, parent: FeatureMetadata?) {
        let name = known.typeName
        guard let parent else {
            return advise("\(name) is registered twice; the first registration counts.")
        }
        if known == parent || parent.ancestors.contains(known) {
            return advise("\(name) contains itself, through \(parent.typeName); the inner mention is left out.")
        }
        if known.parent == parent {
            return advise("\(name) is in \(parent.typeName) twice; the first mention counts.")
        }
        if let first = known.parent {
            return advise("\(name) is in two groups, \(first.typeName) and \(parent.typeName); the first counts.")
        }
        move(known, under: parent)
    }

    /// Gives a feature the path it fixes for itself, if it does.
    private func adoptFixedPath(of metadata: FeatureMetadata) {
        // Features that fix none answer with the path they are registered under.
        let fixed = bind { metadata.feature.identifier }
        guard fixed != metadata.path, !catalog.fix(path: fixed, of: metadata) else { return }
        advise("\(metadata.typeName) fixes the identifier \(fixed), which another feature has already.")
    }

    /// Puts a feature, and with it everything under it, below a group.
    private func move(_ metadata: FeatureMetadata, under parent: FeatureMetadata) {
        let old = metadata.path
        catalog.move(metadata, under: parent)
        adoptFixedPath(of: metadata)
        logging.site.forgetDecisions()
        let path = metadata.path
        facts.renameFact(.userToggle(feature: old), to: .userToggle(feature: path))
        facts.renameFact(.runtimeSwitch(feature: old), to: .runtimeSwitch(feature: path))
        facts.renameFact(.pastPurchases(feature: old), to: .pastPurchases(feature: path))
        let requirement = metadata.requirement
        for condition in requirement.facts { loadFacts(of: condition, for: metadata) }
        if let node = metadata.node {
            facts.moveNode(node, requirement: requirement, parent: parent.node, path: path)
        }
        for child in catalog.children(of: metadata) { move(child, under: metadata) }
    }

    /// Asks a feature for its constraints and makes it a dependant of the facts they are about.
    private func declareConstraints(of metadata: FeatureMetadata) {
        var constraints = DeclaredFeatureConstraints.empty
        if let conditional = metadata.conditional {
            constraints = DefaultFeatureConstraintsBuilder().build { conditional.constraints(requirements: $0) }
            if OwnAvailability.isDefined(by: conditional) {
                constraints.isRuntimeEnabledRequired = true
                constraints.isSwitchedByOwnAvailability = true
            }
        }
        var isAmbiguous = false
        for product in constraints.products {
            if let known = catalog.add(product) {
                isAmbiguous = true
                advise(
                    "Two products have the identifier \(product.productID): \(known.name) and \(product.name). "
                        + "Give one of them another.")
            }
        }
        if !constraints.purchases.isEmpty, dependencies.purchaseTracker == nil, shouldAdviseOfMissingTracker() {
            advise(
                "\(metadata.feature.name) requires a purchase, and nothing knows what has been purchased. "
                    + "Give a purchase tracker to Flint.setup; until then every purchase is unknown.")
        }
        // Equal requirements are about equal products, but for products that share an identifier by mistake.
        if !isAmbiguous { constraints.purchases = constraints.purchases.map(catalog.shared) }
        metadata.declare(constraints)
        catalog.note(constraints, of: metadata)
        let requirement = metadata.requirement
        for condition in requirement.facts { loadFacts(of: condition, for: metadata) }
        metadata.place(at: facts.addNode(requirement, parent: metadata.parent?.node, path: metadata.path))
    }

    /// Reads the facts a condition is about from their sources, where that has not been done.
    private func loadFacts(of condition: Condition, for metadata: FeatureMetadata) {
        guard let sources else { return }
        for key in condition.factKeys { sources.load(key, for: metadata) }
    }
}
