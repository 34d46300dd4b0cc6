import FlintCore
import Foundation
import Testing

@MainActor
struct MigratedAppTests {
    private let finches = NoteRef(title: "Finches")

    // MARK: Notes

    @Test func `a note is created, opened, edited, closed and deleted`() async {
        let app = NotebookApp()
        await app.run {
            var outcomes: [ActionOutcome] = []
            NoteManagementFeature.create.perform(withPresenter: app.list) { outcomes.append($0) }
            NoteManagementFeature.open.perform(withInput: app.list.notes[0], presenter: app.screen)
            let edit = NoteEdit(note: app.list.notes[0], text: "Two finches")
            NoteManagementFeature.edit.perform(withInput: edit, presenter: app.screen)
            #expect(app.screen.text == "Two finches" && app.screen.note?.title == "Untitled")
            NoteManagementFeature.close.perform(withInput: .animated(true), presenter: app.screen)
            #expect(app.screen.note == nil)
            NoteManagementFeature.delete.perform(withInput: app.list.notes[0], presenter: app.list) {
                outcomes.append($0)
            }
            #expect(app.list.notes.isEmpty)
            #expect(outcomes == [.success, .success])
        }
    }

    @Test func `deleting a missing note fails with its error`() async {
        let app = NotebookApp()
        await app.run {
            let outcome = await NoteManagementFeature.delete.perform(withInput: finches, presenter: app.list)
            #expect(outcome == .failure(error: Shelf.Missing()))
        }
    }

    @Test func `a note is saved on a separate queue and completes later`() async {
        let app = NotebookApp()
        await app.run {
            #expect(await NoteManagementFeature.save.perform(withInput: finches) == .success)
            #expect(Timeline.instance.entries.isEmpty, "Saving is hidden.")
        }
    }

    @Test func `a session names its actions and keeps their initiator`() async {
        let app = NotebookApp()
        await app.run {
            let window = ActionSession(named: "window", userInitiatedActions: true)
            window.perform(NoteManagementFeature.open, input: finches, presenter: app.screen)
            let begun = Timeline.instance.entries.first?.action
            #expect(begun?.sessionName == "window" && begun?.userInitiated == true)
            #expect(begun?.actionName == "Open Note" && begun?.inputDescription == "“Finches”")
        }
    }

    // MARK: Gates

    @Test func `sharing is available until the user turns it off`() async {
        let app = NotebookApp()
        await app.run {
            NoteSharingFeature.share.request()?.perform(withInput: finches, presenter: app.screen)
            #expect(app.screen.offers == ["https://notebook.example/note/Finches"])
            app.toggles.setEnabled(NoteSharingFeature.self, enabled: false)
            #expect(NoteSharingFeature.share.request() == nil)
            #expect(NoteSharingFeature.requiresUserToggle)
        }
    }

    @Test func `pictures require a purchase, and each source its permission`() async {
        let app = NotebookApp(camera: .denied)
        await app.run {
            #expect(PhotoLibraryFeature.choose.request() == nil)
            #expect(PicturesFeatures.purchases.requiredToUnlock.count == 1)
            app.buy()
            let picture = Picture(name: "nest", note: finches)
            PhotoLibraryFeature.choose.request()?.perform(withInput: picture, presenter: app.screen)
            #expect(app.screen.pictures == ["nest"])
            #expect(CameraFeature.take.request() == nil)
            #expect(CameraFeature.permissions.denied == [.camera, .location(usage: .whenInUse)])
        }
    }

    @Test func `a request that was granted fails once the purchase is gone`() async throws {
        let app = NotebookApp()
        try await app.run {
            app.buy()
            let request = try #require(PhotoLibraryFeature.choose.request())
            app.buy(.notPurchased)
            let outcome = await request.perform(
                withInput: Picture(name: "egg", note: finches), presenter: app.screen)
            #expect(
                outcome
                    == .failure(
                        error: ActionPerformError.requiredFeatureNotAvailable(feature: PhotoLibraryFeature.self)))
            #expect(app.screen.pictures.isEmpty)
        }
    }

    @Test func `a credit that the app has spent unlocks the identification`() async {
        let app = NotebookApp()
        await app.run {
            app.buy()
            #expect(IdentificationFeature.identify.request() == nil)
            app.tracker.hasCredit = true
            let picture = Picture(name: "nest", note: finches)
            IdentificationFeature.identify.request()?.perform(withInput: picture, presenter: app.screen)
            #expect(app.screen.text == "Turdus merula")
        }
    }

    @Test func `support requires a build that enables it`() async {
        let app = NotebookApp()
        await app.run {
            #expect(SupportFeature.isAvailable == false && SupportFeature.requiresRuntimeEnabled)
            FlintAppInfo.urlSchemes = ["notebook-beta"]
            NoteManagementFeature.open.perform(withInput: finches, presenter: app.screen)
            SupportFeature.show.request()?.perform(withPresenter: app.screen)
            #expect(app.screen.offers.first?.contains("began Open Note of Note Management") == true)
            #expect(ActionStackTracker.instance.actionStack(for: SupportFeature.self) != nil)
            SupportFeature.done.request()?.perform()
            #expect(ActionStackTracker.instance.actionStack(for: SupportFeature.self) == nil)
            SupportFeature.hide.request()?.perform(withInput: .animated(false), presenter: app.screen)
            #expect(app.screen.note == nil)
        }
    }

    // MARK: Permissions

    @Test func `permissions are requested in the coordinator's order, and the action can be retried`() async {
        let app = NotebookApp(camera: .notDetermined)
        await app.run {
            app.buy()
            let guide = Guide()
            let controller = CameraFeature.permissionAuthorisationController(using: guide)
            await withCheckedContinuation { continuation in
                controller?.begin(retryHandler: { continuation.resume() })
            }
            #expect(
                guide.lines == [
                    "before Camera", "Camera authorized", "before Location when in use",
                    "Location when in use authorized", "done, missing []",
                ])
            #expect(CameraFeature.take.request() != nil)
        }
    }

    @Test func `a canceled flow requests no further permission`() async {
        let app = NotebookApp(camera: .notDetermined)
        await app.run {
            let guide = Guide()
            guide.answer = .cancelAll
            CameraFeature.permissionAuthorisationController(using: guide)?.begin(retryHandler: {
                Issue.record("A canceled flow was retried.")
            })
            #expect(guide.lines == ["before Camera", "cancelled, missing [Camera, Location when in use]"])
            #expect(CameraFeature.permissions.notDetermined.count == 2)
        }
    }

    // MARK: URLs

    @Test(arguments: [
        ("notebook://note/Finches", "Finches"), ("https://notebook.example/note/Wrens", "Wrens"),
        ("https://notebook.example/shared/42/Owls", "Owls (shared)"),
    ])
    func `a URL opens its note`(address: String, title: String) async throws {
        let url = try #require(URL(string: address))
        let app = NotebookApp()
        await app.run {
            #expect(Flint.open(url: url, with: app.router) == .success)
            #expect(app.screen.note?.title == title)
            #expect(Timeline.instance.entries.last?.action.source == .openURL)
        }
    }

    @Test func `a URL that names an action creates a note`() async throws {
        let url = try #require(URL(string: "notebook://note/new"))
        let app = NotebookApp()
        await app.run {
            #expect(Flint.open(url: url, with: app.router) == .success)
            #expect(app.list.notes.count == 1, "The fixed text is more specific than the title.")
        }
    }

    @Test func `an unmapped URL and a canceled URL open no screen`() async throws {
        let url = try #require(URL(string: "notebook://note/Finches"))
        let other = try #require(URL(string: "notebook://atlas"))
        let app = NotebookApp()
        await app.run {
            var router = app.router
            router.leavesScreen = false
            #expect(Flint.open(url: other, with: app.router) == .noMappingFound)
            #expect(
                Flint.open(url: url, with: router)
                    == .failure(error: PerformIncomingURLAction.URLActionError.presenterUserCancelled))
            #expect(app.screen.note == nil)
        }
    }

    @Test func `a link leads back to its note`() async throws {
        let app = NotebookApp()
        try await app.run {
            let link = try #require(
                Flint.linkCreator.appLink(to: NoteManagementFeature.open, with: NoteRef(title: "Barn owl")))
            #expect(link.absoluteString == "notebook://note/Barn%20owl")
            #expect(Flint.open(url: link, with: app.router) == .success)
            #expect(app.screen.note?.title == "Barn owl")
        }
    }

    // MARK: Activities and analytics

    @Test func `an opened note can be continued`() async throws {
        let app = NotebookApp()
        try await app.run {
            NoteManagementFeature.open.perform(withInput: finches, presenter: app.screen)
            let published = try #require(
                try NoteManagementFeature.open.activity(withInput: finches, withURL: nil))
            #expect(published.title == "Finches" && published.subtitle == "A field note")
            #expect(published.eligibility == [.handoff, .search, .perform])
            #expect(app.runtime.activities.recent.first?.activityType == published.activityType)
            app.screen.dismiss(animated: false)
            #expect(Flint.continueActivity(activity: published, with: app.router) == .success)
            #expect(app.screen.note == finches)
            let source = Timeline.instance.entries.last?.action.source
            #expect(source == .continueActivity(type: .other))
        }
    }

    @Test func `an untitled note has no activity`() async throws {
        let app = NotebookApp()
        try await app.run {
            let untitled = NoteRef(title: "Untitled")
            let activity = try NoteManagementFeature.open.activity(withInput: untitled, withURL: nil)
            #expect(activity == nil)
        }
    }

    @Test func `only actions with an identifier are reported to analytics`() async {
        let app = NotebookApp()
        await app.run {
            NoteManagementFeature.open.perform(withInput: finches, presenter: app.screen)
            NoteManagementFeature.edit.perform(
                withInput: NoteEdit(note: finches, text: "Seen"), presenter: app.screen)
            #expect(app.counter.lines == ["begin note-open length=7 session=main", "end note-open success"])
        }
    }

    // MARK: What happened

    @Test func `the timeline has a beginning and an end for each action`() async {
        let app = NotebookApp()
        await app.run {
            NoteManagementFeature.open.perform(withInput: finches, presenter: app.screen)
            NoteManagementFeature.close.perform(withInput: .animated(false), presenter: app.screen)
            #expect(
                Timeline.instance.entries.map(\.description) == [
                    "main: began Open Note of Note Management",
                    "main: completed Open Note of Note Management, success",
                    "main: began Close Note of Note Management",
                    "main: completed Close Note of Note Management, success, feature ended",
                ])
        }
    }

    @Test func `a terminating action belongs to the stack that it closes`() async throws {
        let app = NotebookApp()
        try await app.run {
            NoteManagementFeature.open.perform(withInput: finches, presenter: app.screen)
            let stack = try #require(ActionStackTracker.instance.actionStack(for: NoteManagementFeature.self))
            #expect(stack.sessionName == "main" && stack.withEntries { $0.count } == 1)
            NoteManagementFeature.close.perform(withInput: .animated(false), presenter: app.screen)
            #expect(ActionStackTracker.instance.actionStack(for: NoteManagementFeature.self) == nil)
        }
    }

    @Test func `an observer receives the beginning and the end of an action`() async {
        let app = NotebookApp()
        await app.run {
            let observer = EndObserver()
            Flint.dispatcher.add(observer: observer)
            NoteManagementFeature.open.perform(withInput: finches, presenter: app.screen)
            #expect(observer.lines == ["Open Note by user", "Open Note success"])
        }
    }

    @Test func `a report has the timeline`() async throws {
        let app = NotebookApp()
        try await app.run {
            NoteManagementFeature.open.perform(withInput: finches, presenter: app.screen)
            let report = try DebugReporting.gatherReportZip(options: [.userInitiatedOnly])
            defer { try? FileManager.default.removeItem(at: report) }
            #expect(try Data(contentsOf: report).starts(with: Array("PK".utf8)))
        }
    }
}

private final class EndObserver: ActionDispatchObserver, @unchecked Sendable {
    var lines: [String] = []

    func actionWillBegin<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>
    ) {
        lines.append("\(ActionType.name)\(request.userInitiated ? " by user" : "")")
    }

    func actionDidComplete<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, outcome: ActionPerformOutcome
    ) {
        lines.append("\(ActionType.name) \(outcome)")
    }
}
