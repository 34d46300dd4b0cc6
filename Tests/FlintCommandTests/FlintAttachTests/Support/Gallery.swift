import FlintCore

/// A small app with a feature for every kind of requirement.
final class Gallery: FeatureGroup {
    static let description = "A gallery"
    static var subfeatures: [FeatureDefinition.Type] {
        [Pictures.self, Guide.self, Tickets.self, Camera.self, Night.self]
    }

    static let pass = NonConsumableProduct(name: "Pass", description: "Everything", productID: "pass")
}

final class Pictures: Feature {
    static let description = "Shows pictures"
    static let isVisible = true
    static let show = action(ShowAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(show) }
}

extension Pictures: URLMapped {
    static func urlMappings(routes: URLMappingsBuilder) { routes.send("pictures", to: show) }
}

final class Guide: ConditionalFeature {
    static let description = "Leads through the rooms"
    static let start = action(ShowAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Gallery.pass)
        requirements.permission(.location(usage: .whenInUse))
    }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(start) }
}

final class Tickets: ConditionalFeature {
    static let description = "Sells tickets"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.featureFlag("tickets") }
    static func prepare(actions: FeatureActionsBuilder) {}
}

final class Camera: ConditionalFeature {
    static let description = "Takes pictures"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.userToggled(defaultValue: true)
        requirements.permissions(.camera, .photos)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

final class Night: ConditionalFeature {
    static let description = "Opens at night"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.watchOSOnly = 9 }
    static func prepare(actions: FeatureActionsBuilder) {}
}

/// A feature that tests register later.
final class Annex: ConditionalFeature {
    static let description = "Next door"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Gallery.pass) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

final class ShowAction: UIAction {
    static func perform(context: ActionContext<NoInput>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.success)
    }
}
