import FlintCore
import Foundation
import Testing

struct TimelineAndJournalTests {
    @Test func `recorded actions match the article`() async {
        await inObservatory {
            let output = Output()
            await TimelineAndJournalSnippets.record(print: output)
            #expect(output.lines == shown("TimelineAndJournal", 0))
        }
    }

    @Test func `recorded denials match the article`() async {
        await inObservatory {
            let output = Output()
            TimelineAndJournalSnippets.denials(print: output)
            #expect(output.lines == shown("TimelineAndJournal", 1))
        }
    }

    @Test func `observers are notified until the token is canceled`() async {
        await inObservatory {
            let output = Output()
            let token = TimelineAndJournalSnippets.observe(print: output)
            await DomeFeature.open.perform(withInput: 1)
            #expect(output.lines == ["Open Dome: success"])
            token.cancel()
            await DomeFeature.open.perform(withInput: 1)
            #expect(output.lines.count == 1)
        }
    }

    @Test func `the journal is streamed to a file`() async throws {
        try await withFolder { folder in
            try await inObservatory {
                let file = folder.appending(path: "journal.jsonl")
                let lines = try await TimelineAndJournalSnippets.stream(to: file.path)
                #expect(lines.count == 3 && lines[0] == #"{"flint":"events","version":1}"#)
                #expect(lines[1].contains("action-began") && lines[2].contains("action-completed"))
            }
        }
    }

    @Test func `an observer of the dispatcher sees actions until it is canceled`() async {
        await inObservatory {
            let output = Output()
            await TimelineAndJournalSnippets.counter(print: output)
            #expect(output.lines == shown("TimelineAndJournal", 2))
        }
    }

    @Test func `the timeline can be disabled`() async {
        await inObservatory {
            let output = Output()
            await TimelineAndJournalSnippets.off(print: output)
            #expect(output.lines == ["0"])
        }
    }

    @Test func `a sensitive input is marked as such`() {
        #expect(TimelineAndJournalSnippets.Passphrase.isSensitiveForLogging)
    }

    @Test func `a capacity below one is treated as one`() async {
        await inObservatory {
            let journal = FlintRuntime.current.journal
            journal.capacity = 0
            await DomeFeature.open.perform(withInput: 1)
            #expect(journal.capacity == 1)
            #expect(journal.events.count == 1)
        }
    }

    @Test func `streaming to a folder throws an error`() async throws {
        try await withFolder { folder in
            await inObservatory {
                #expect(throws: LogFileError.self) {
                    _ = try FlintRuntime.current.journal.stream(to: folder.path)
                }
            }
        }
    }
}
