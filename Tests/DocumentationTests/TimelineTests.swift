import FlintCore
import Foundation
import Testing

struct TimelineTests {
    @Test func actionsAreRecordedAsShown() async {
        await inObservatory {
            let output = Output()
            await TimelineSnippets.record(print: output)
            #expect(output.lines == shown("Timeline", 0))
        }
    }

    @Test func denialsAreRecordedAsShown() async {
        await inObservatory {
            let output = Output()
            TimelineSnippets.denials(print: output)
            #expect(output.lines == shown("Timeline", 1))
        }
    }

    @Test func observersAreToldUntilTheTokenIsCancelled() async {
        await inObservatory {
            let output = Output()
            let token = TimelineSnippets.observe(print: output)
            await DomeFeature.open.perform(withInput: 1)
            #expect(output.lines == ["Open Dome: success"])
            token.cancel()
            await DomeFeature.open.perform(withInput: 1)
            #expect(output.lines.count == 1)
        }
    }

    @Test func theJournalIsStreamed() async throws {
        try await withFolder { folder in
            try await inObservatory {
                let kinds = try await TimelineSnippets.stream(to: folder.appending(path: "journal.jsonl").path)
                #expect(kinds == ["action-began", "action-completed"])
            }
        }
    }

    @Test func theTimelineCanBeTurnedOff() async {
        await inObservatory {
            let output = Output()
            await TimelineSnippets.off(print: output)
            #expect(output.lines == ["0"])
        }
    }

    @Test func aSecretIsNotForTheLog() {
        #expect(TimelineSnippets.Passphrase.isSensitiveForLogging)
    }
}
