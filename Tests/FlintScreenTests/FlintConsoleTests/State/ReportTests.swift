import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct ReportTests {
    @Test func `a report is saved with the typed name`() {
        var driver = ConsoleDriver()
        driver.press(.saveReport)
        #expect(driver.text().contains("podcasts-report.json"))
        driver.submit("bug.txt")
        #expect(driver.effects.last == .write(.report, path: "bug.txt"))
        #expect(driver.state.dialog == nil)
        driver.feed(.written(.report, path: "~/bugs/bug.txt", .complete()))
        #expect(driver.announcement == "The report was saved in ~/bugs/bug.txt")
    }

    @Test func `the missing parts of a saved report are announced`() {
        var driver = ConsoleDriver()
        driver.feed(.written(.report, path: "bug.txt", .incomplete("The log is missing or incomplete: It is broken.")))
        let announcement = driver.announcement
        #expect(announcement.hasPrefix("The report was saved in bug.txt, but is incomplete: The log is missing"))
    }

    @Test func `an invalid name is explained in the form`() {
        var driver = ConsoleDriver()
        driver.press(.saveReport)
        driver.submit()
        driver.feed(
            .written(.report, path: "podcasts-report.json", .failed("There is a file podcasts-report.json already")))
        #expect(driver.text().contains("There is a file podcasts-report.json already"))
        driver.type("<ctrl-u><enter>")
        #expect(driver.text().contains("file is required"))
        driver.type("<esc>")
        #expect(driver.effects.count { if case .write = $0 { true } else { false } } == 1)
    }

    @Test func `a problem is announced if another dialog has been opened`() {
        var driver = ConsoleDriver()
        driver.press(.saveReport)
        driver.submit()
        driver.press(.palette)
        driver.feed(.written(.report, path: "x", .failed("No room")))
        #expect(driver.announcement == "No room")
    }

    @Test func `the offered name of a report contains the app's name`() {
        var driver = ConsoleDriver()
        var changes = ModelChanges(revision: driver.state.model.revision)
        changes.status = driver.state.model.status
        changes.status?.appName = "../Evil App\u{1B}"
        driver.feed(.changed(changes))
        driver.press(.saveReport)
        guard case .form(let form) = driver.state.dialog else {
            Issue.record("No form is open.")
            return
        }
        #expect(form.fields[0].field.text == "---evil-app--report.json")
    }

    @Test func `the report dialog is not offered if reports cannot be saved`() {
        var driver = ConsoleDriver()
        driver.state.environment.savesReports = false
        driver.press(.saveReport)
        #expect(driver.announcement == "Reports cannot be saved from here")
    }
}
