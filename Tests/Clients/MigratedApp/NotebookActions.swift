import Dispatch
import FlintCore

/// A presenter that lists notes and deletes them.
protocol NoteList: AnyObject {
    func add(_ note: NoteRef)
    func remove(_ note: NoteRef) throws
}

/// A presenter that shows one open note.
protocol NoteScreen: AnyObject, DismissiblePresenter {
    func show(_ note: NoteRef)
    func replaceText(with text: String)
    func attach(_ picture: String)
    func offer(_ text: String)
}

final class CreateNoteAction: UIAction {
    typealias InputType = NoInput
    typealias PresenterType = NoteList

    static let description = "Creates an empty note"
    static let analyticsID: String? = "note-create"

    static func perform(
        context: ActionContext<NoInput>, presenter: NoteList, completion: Completion
    ) -> Completion.Status {
        presenter.add(NoteRef(title: "Untitled"))
        return completion.completedSync(.success)
    }
}

final class OpenNoteAction: UIAction {
    typealias InputType = NoteRef
    typealias PresenterType = NoteScreen

    static let description = "Opens a note"
    static let analyticsID: String? = "note-open"
    static let activityEligibility: Set<ActivityEligibility> = [.handoff, .search, .perform]
    static let suggestedInvocationPhrase: String? = "Show my note"

    static func analyticsAttributes<FeatureType: FeatureDefinition>(
        forRequest request: ActionRequest<FeatureType, OpenNoteAction>
    ) -> [String: Any?]? {
        ["length": request.context.input.title.count, "session": request.sessionName]
    }

    static func prepareActivity(_ activity: ActivityBuilder<OpenNoteAction>) throws {
        if activity.input.title == "Untitled" { return activity.cancel() }
        activity.subtitle = "A field note"
    }

    static func perform(
        context: ActionContext<NoteRef>, presenter: NoteScreen, completion: Completion
    ) -> Completion.Status {
        context.logs.development?.debug("Opening")
        presenter.show(context.input)
        return completion.completedSync(.success)
    }
}

final class EditNoteAction: UIAction {
    typealias InputType = NoteEdit
    typealias PresenterType = NoteScreen

    static let description = "Replaces the text of the open note"

    static func perform(
        context: ActionContext<NoteEdit>, presenter: NoteScreen, completion: Completion
    ) -> Completion.Status {
        presenter.replaceText(with: context.input.text)
        return completion.completedSync(.success)
    }
}

/// Writes a note on a separate queue and completes on that queue.
final class SaveNoteAction: Action {
    typealias InputType = NoteRef
    typealias PresenterType = NoPresenter

    static let queue = DispatchQueue(label: "notebook.files")
    static let defaultSession: ActionSession? = .main
    static let description = "Writes a note"
    static let hideFromTimeline = true

    static func perform(
        context: ActionContext<NoteRef>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        let status = completion.willCompleteAsync()
        queue.async { status.completed(.success) }
        return status
    }
}

/// Ends the use of notes.
final class CloseNoteAction: DismissingUIAction {}

final class DeleteNoteAction: UIAction {
    typealias InputType = NoteRef
    typealias PresenterType = NoteList

    static let description = "Deletes a note"

    static func perform(
        context: ActionContext<NoteRef>, presenter: NoteList, completion: Completion
    ) -> Completion.Status {
        do {
            try presenter.remove(context.input)
            return completion.completedSync(.successWithFeatureTermination)
        } catch {
            return completion.completedSync(.failureWithFeatureTermination(error: error))
        }
    }
}

final class ShareNoteAction: UIAction {
    typealias InputType = NoteRef
    typealias PresenterType = NoteScreen

    static let description = "Offers a link to a note"

    static func perform(
        context: ActionContext<NoteRef>, presenter: NoteScreen, completion: Completion
    ) -> Completion.Status {
        let link = Flint.linkCreator.universalLink(to: NoteManagementFeature.open, with: context.input)
        presenter.offer(link?.absoluteString ?? context.input.title)
        return completion.completedSync(.success)
    }
}

final class AttachPictureAction: UIAction {
    typealias InputType = Picture
    typealias PresenterType = NoteScreen

    static let description = "Attaches a picture to a note"

    static func perform(
        context: ActionContext<Picture>, presenter: NoteScreen, completion: Completion
    ) -> Completion.Status {
        presenter.attach(context.input.name)
        context.perform(
            NoteManagementFeature.save, input: context.input.note, presenter: (), userInitiated: false)
        return completion.completedSync(.success)
    }
}

final class IdentifyAction: UIAction {
    typealias InputType = Picture
    typealias PresenterType = NoteScreen

    static let description = "Names the species in a picture"

    static func perform(
        context: ActionContext<Picture>, presenter: NoteScreen, completion: Completion
    ) -> Completion.Status {
        presenter.replaceText(with: "Turdus merula")
        return completion.completedSync(.success)
    }
}

/// Shows the recorded actions, oldest first.
final class ShowHistoryAction: UIAction {
    typealias InputType = NoInput
    typealias PresenterType = NoteScreen

    static let hideFromTimeline = true

    static func perform(
        context: ActionContext<NoInput>, presenter: NoteScreen, completion: Completion
    ) -> Completion.Status {
        presenter.offer(Timeline.instance.entries.map(\.description).joined(separator: "\n"))
        return completion.completedSync(.success)
    }
}

final class CloseHistoryAction: TerminatingAction {}

final class HideHistoryAction: DismissingUIAction {}
