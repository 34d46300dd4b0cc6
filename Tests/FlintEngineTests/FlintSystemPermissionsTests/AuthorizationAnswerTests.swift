import FlintCore
import FlintTestSupport
import Foundation
import Testing

@testable import FlintSystemPermissions

struct AuthorizationAnswerTests {
    private func statuses(
        _ question: AuthorizationQuestion, hasAskedForMore: Bool = false
    ) -> [SystemPermissionStatus] {
        question.answers.map { $0.status(hasAskedForMore: hasAskedForMore) }
    }

    @Test(arguments: AuthorizationQuestion.allCases)
    func `the table has a row for each raw value and a next step for each missing access`(
        question: AuthorizationQuestion
    ) {
        #expect(question.answers.map(\.code) == Array(question.answers.indices))
        #expect(Set(question.answers.map(\.name)).count == question.answers.count)
        for answer in question.answers where !answer.isGranted {
            #expect((answer.nextStep == .nothing) == (answer.name == "restricted"))
        }
        #expect(question.answer(0).status(hasAskedForMore: false) == .notDetermined)
    }

    @Test func `most frameworks number restricted before denied`() {
        let expected: [SystemPermissionStatus] = [.notDetermined, .restricted, .denied, .authorized]
        for question in [AuthorizationQuestion.captureDevice, .motion, .bluetooth] {
            #expect(statuses(question) == expected)
        }
    }

    @Test func `speech and the media library number denied before restricted`() {
        let expected: [SystemPermissionStatus] = [.notDetermined, .denied, .restricted, .authorized]
        #expect(statuses(.speechRecognition) == expected)
        #expect(statuses(.mediaLibrary) == expected)
    }

    @Test func `an app with limited access is authorized and gets more access only in the settings`() {
        for question in [AuthorizationQuestion.photoLibrary, .contacts] {
            #expect(statuses(question) == [.notDetermined, .restricted, .denied, .authorized, .authorized])
            #expect(question.answer(4).nextStep == .settings)
        }
    }

    @Test func `an app that may only add events can ask once to read them`() {
        #expect(
            statuses(.calendarEvents) == [.notDetermined, .restricted, .denied, .authorized, .notDetermined])
        #expect(
            statuses(.calendarEvents, hasAskedForMore: true) == [
                .notDetermined, .restricted, .denied, .authorized, .denied,
            ])
    }

    @Test func `quietly delivered notifications are authorized, and the app can ask for more`() {
        #expect(statuses(.notifications) == [.notDetermined, .denied, .authorized, .authorized, .authorized])
        #expect([2, 3, 4].map { AuthorizationQuestion.notifications.answer($0).nextStep } == [.nothing, .ask, .ask])
    }

    @Test func `location when in use is included in location always`() {
        #expect(statuses(.locationWhenInUse) == [.notDetermined, .restricted, .denied, .authorized, .authorized])
    }

    @Test func `location always can be requested once after location when in use is granted`() {
        let answer = AuthorizationQuestion.locationAlways.answer(4)
        #expect(answer.status(hasAskedForMore: false) == .notDetermined)
        #expect(answer.status(hasAskedForMore: true) == .denied)
        #expect(AuthorizationQuestion.locationAlways.answer(3).status(hasAskedForMore: true) == .authorized)
    }

    @Test(arguments: [-1, 5, 99, Int.max, Int.min])
    func `an unknown number of a later system grants no access`(code: Int) {
        for question in AuthorizationQuestion.allCases {
            #expect(question.answer(code).status(hasAskedForMore: false) == .denied)
        }
    }

    @Test func `the article shows the table`() throws {
        let path = "Sources/FlintSystemPermissions/FlintSystemPermissions.docc/FlintSystemPermissions.md"
        let article = try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
        let rows = article.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
        #expect(
            rows
                == AuthorizationQuestion.allCases.flatMap { question in
                    question.answers.map { answer in
                        let status = answer.status(hasAskedForMore: false)
                        return "| `\(question.rawValue)` | `\(answer.name)` | \(status) | \(answer.nextStep.rawValue) |"
                    }
                })
    }
}
