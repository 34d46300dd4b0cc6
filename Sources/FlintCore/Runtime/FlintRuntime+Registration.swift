import FeatureGating

extension FlintRuntime {
    /// Registers a group and everything under it.
    public func register(group: FeatureGroup.Type) {
        register(group as FeatureDefinition.Type)
    }

    /// Registers a single feature, at a root of its own.
    public func register(_ feature: FeatureDefinition.Type) {
        requireSetUp(for: feature)
        bind {
            OwnAvailability.survey { survey in
                let registration = Registration(
                    survey: survey, sources: sources, hasPurchaseTracker: dependencies.purchaseTracker != nil)
                register(feature, parent: nil, in: registration)
            }
        }
    }

    private func register(
        _ feature: FeatureDefinition.Type, parent: FeatureMetadata?, in registration: Registration
    ) {
        guard let metadata = catalog.add(feature, parent: parent) else {
            if let known = catalog.metadata(for: feature) { registerAgain(known, parent: parent, in: registration) }
            return
        }
        adoptFixedPath(of: metadata)
        declareConstraints(of: metadata, in: registration)
        declareActions(of: metadata)
        declareURLs(of: feature)
        for child in FeatureKinds.group(feature)?.subfeatures ?? [] {
            register(child, parent: metadata, in: registration)
        }
        feature.postPrepare()
    }

    /// Takes in a feature that is registered already: one from a root may still find its place in a group.
    private func registerAgain(
        _ known: FeatureMetadata, parent: FeatureMetadata?, in registration: Registration
    ) {
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
        move(known, under: parent, in: registration)
    }

    /// Gives a feature the path it fixes for itself, if it does.
    private func adoptFixedPath(of metadata: FeatureMetadata) {
        // Features that fix none answer with the path they are registered under.
        let fixed = metadata.feature.identifier
        guard fixed != metadata.path, !catalog.fix(path: fixed, of: metadata) else { return }
        advise("\(metadata.typeName) fixes the identifier \(fixed), which another feature has already.")
    }

    /// Puts a feature, and with it everything under it, below a group.
    private func move(_ metadata: FeatureMetadata, under parent: FeatureMetadata, in registration: Registration) {
        let old = metadata.path
        catalog.move(metadata, under: parent)
        adoptFixedPath(of: metadata)
        logging.site.forgetDecisions()
        let path = metadata.path
        facts.renameFact(.userToggle(feature: old), to: .userToggle(feature: path))
        facts.renameFact(.runtimeSwitch(feature: old), to: .runtimeSwitch(feature: path))
        facts.renameFact(.pastPurchases(feature: old), to: .pastPurchases(feature: path))
        let constraints = metadata.constraints
        readFacts(of: constraints, products: constraints.products, for: metadata, in: registration)
        if let node = metadata.node {
            facts.moveNode(node, parent: parent.node, path: path) { constraints.requirement(for: path, $0) }
        }
        for child in catalog.children(of: metadata) { move(child, under: metadata, in: registration) }
    }

    /// Asks a feature for its actions.
    private func declareActions(of metadata: FeatureMetadata) {
        let feature = metadata.feature
        let builder = DefaultFeatureActionsBuilder(metadata)
        feature.prepare(actions: builder)
        if !builder.actions.isEmpty { metadata.declare(builder.actions) }
        for action in builder.actions { catalog.actions.add(action, feature: feature, action: action.action) }
        for advisory in builder.advisories { advise(advisory) }
        addActivities(builder.activityHandlers)
        if builder.isAnalysed, analytics.startReporting() { dispatcher.add(observer: AnalyticsReporting()) }
    }

    /// Says, in a debug build, if a feature has constraints that are not seen; to look for them takes too long elsewhere.
    private func adviseOfUnseenConstraints(of feature: FeatureDefinition.Type) {
        #if DEBUG
            guard feature is ConditionalFeatureDefinition.Type else { return }
            advise(
                "\(TypeNames.qualified(feature)) becomes a conditional feature in another module or under a condition, where "
                    + "its constraints are not seen. Conform where the type is declared.")
        #endif
    }

    /// Asks a feature for its constraints and makes it a dependant of the facts they are about.
    private func declareConstraints(of metadata: FeatureMetadata, in registration: Registration) {
        var constraints = DeclaredFeatureConstraints.empty
        if let conditional = metadata.conditional {
            constraints = DefaultFeatureConstraintsBuilder().build { conditional.constraints(requirements: $0) }
            if registration.survey.isDefined(by: conditional) {
                constraints.isRuntimeEnabledRequired = true
                constraints.isSwitchedByOwnAvailability = true
            }
            if !constraints.isEmpty { adopt(&constraints, of: metadata, in: registration) }
        } else {
            adviseOfUnseenConstraints(of: metadata.feature)
        }
        let path = metadata.path
        let node = facts.addNode(parent: metadata.parent?.node, path: path) { constraints.requirement(for: path, $0) }
        metadata.place(at: node)
    }

    /// Takes in the constraints of a feature that has some, and reads the facts they are about.
    private func adopt(
        _ constraints: inout DeclaredFeatureConstraints, of metadata: FeatureMetadata, in registration: Registration
    ) {
        let products = constraints.products
        var isAmbiguous = false
        for product in products {
            if let known = catalog.add(product) {
                isAmbiguous = true
                advise(
                    "Two products have the identifier \(product.productID): \(known.name) and \(product.name). "
                        + "Give one of them another.")
            }
        }
        if !constraints.purchases.isEmpty, !registration.hasPurchaseTracker, shouldAdviseOfMissingTracker() {
            advise(
                "\(metadata.feature.name) requires a purchase, and nothing knows what has been purchased. "
                    + "Give a purchase tracker to Flint.setup; until then every purchase is unknown.")
        }
        // Equal requirements are about equal products, but for products that share an identifier by mistake.
        if !isAmbiguous {
            for index in constraints.purchases.indices {
                constraints.purchases[index] = catalog.shared(constraints.purchases[index])
            }
        }
        metadata.declare(constraints)
        catalog.note(constraints, products: products, of: metadata)
        readFacts(of: constraints, products: products, for: metadata, in: registration)
    }

    /// Reads the facts that constraints are about from their sources, the shared ones where that has not been done.
    private func readFacts(
        of constraints: DeclaredFeatureConstraints, products: [Product], for metadata: FeatureMetadata,
        in registration: Registration
    ) {
        guard let sources = registration.sources else { return }
        if constraints.isRuntimeEnabledRequired { sources.loadSwitch(of: metadata) }
        if constraints.userToggleDefault != nil { sources.loadToggle(of: metadata) }
        for key in constraints.featureFlags where registration.isUnread(.featureFlag(key)) {
            sources.loadFlag(key, cause: .app)
        }
        for product in products where registration.isUnread(.purchase(productID: product.productID)) {
            sources.loadPurchase(product.productID)
        }
        if !products.isEmpty { sources.loadPastPurchases(of: [metadata]) }
        for permission in constraints.permissions {
            for needed in [permission, PermissionRules.wider(than: permission)] {
                if let needed, registration.isUnread(.permission(needed)) { sources.loadPermission(needed) }
            }
        }
    }
}
