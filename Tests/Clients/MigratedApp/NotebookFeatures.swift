import FlintCore

final class NotebookFeatures: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] {
        [NoteManagementFeature.self, NoteSharingFeature.self, PicturesFeatures.self, SupportFeature.self]
    }
}

enum NotebookProducts {
    static let premium = NonConsumableProduct(
        name: "Naturalist", description: "Pictures in notes", productID: "notebook.naturalist")
    static let membership = AutoRenewingSubscriptionProduct(
        name: "Membership", description: "Everything, by the year", productID: "notebook.membership")
    static let credits = ConsumableProduct(
        name: "Identification credits", description: "Each names one species", productID: "notebook.credits")
}

// MARK: - Notes

/// Writing, editing, and deleting notes.
final class NoteManagementFeature: Feature {
    static let description = "Create, open, edit, save, close and delete notes"

    static let create = action(CreateNoteAction.self)
    static let open = action(OpenNoteAction.self)
    static let edit = action(EditNoteAction.self)
    static let save = action(SaveNoteAction.self)
    static let close = action(CloseNoteAction.self)
    static let delete = action(DeleteNoteAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(create)
        actions.declare(open)
        actions.declare(edit)
        actions.declare(save)
        actions.declare(close)
        actions.publish(delete)
    }
}

extension NoteManagementFeature: URLMapped {
    static func urlMappings(routes: URLMappingsBuilder) {
        routes.send("note/new", to: create)
        routes.send("note/$(title)", to: open)
        routes.send("shared/*/$(title)", to: open, in: [.universal(domain: "notebook.example")], name: "shared")
    }
}

/// Sharing notes with other people, if the user has enabled it.
final class NoteSharingFeature: ConditionalFeature {
    static let description = "Share a note"

    static let share = action(ShareNoteAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.iOS = 9
        requirements.macOS = "10.12.1"
        requirements.watchOS = .unsupported
        requirements.userToggled(defaultValue: true)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(share)
    }
}

// MARK: - Pictures

/// Pictures in notes, for users who have purchased them.
final class PicturesFeatures: ConditionalFeature, FeatureGroup {
    static let description = "Pictures in notes"

    static var subfeatures: [FeatureDefinition.Type] {
        [CameraFeature.self, PhotoLibraryFeature.self, IdentificationFeature.self]
    }

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(anyOf: NotebookProducts.premium, NotebookProducts.membership)
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

/// Taking pictures with their location.
final class CameraFeature: ConditionalFeature {
    static let description = "Take a picture for a note"

    static let take = action(AttachPictureAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.permissions(.camera, .location(usage: .whenInUse))
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(take)
    }
}

/// Choosing existing pictures.
final class PhotoLibraryFeature: ConditionalFeature {
    static let description = "Choose a picture for a note"

    static let choose = action(AttachPictureAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.permission(.photos)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(choose)
    }
}

/// Identifying the species in a picture, for one credit each.
final class IdentificationFeature: ConditionalFeature {
    static let description = "Name the species in a picture"

    static let identify = action(IdentifyAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(NotebookProducts.credits, quantity: 1)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(identify)
    }
}

// MARK: - Support

/// Showing recorded actions to developers.
final class SupportFeature: ConditionalFeature {
    static let description = "Show what the notebook did"

    static let show = action(ShowHistoryAction.self)
    static let done = action(CloseHistoryAction.self)
    static let hide = action(HideHistoryAction.self)

    static var isEnabled: Bool? { FlintAppInfo.urlSchemes.contains("notebook-beta") }

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.iOSOnly = .any
        requirements.runtimeEnabled()
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(show)
        actions.declare(done)
        actions.declare(hide)
    }
}
