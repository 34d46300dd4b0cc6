import FlintCore
import Testing

struct AnalyticsTests {
    private let output = Output()

    private func inOffice(_ body: () async -> Void) async {
        await inObservatory {
            Flint.register(TicketOfficeFeature.self)
            await body()
        }
    }

    @Test func `the provider of the feature receives the event with its attributes`() async {
        await inOffice {
            await AnalyticsSnippets.report(print: output)
            #expect(output.lines == shown("Analytics", 0))
        }
    }

    @Test func `nothing is reported while analytics are off`() async {
        await inOffice {
            await AnalyticsSnippets.report(print: output)
            await AnalyticsSnippets.turnOff()
            #expect(output.lines.count == 1)
        }
    }

    @Test func `a further service receives the same events until its observation is canceled`() async {
        await inOffice {
            await AnalyticsSnippets.report(print: Output())
            await AnalyticsSnippets.reportTwice(print: output)
            await TicketOfficeFeature.buy.perform(withInput: 5)
            #expect(output.lines == ["also tickets-bought, 4 visitors: success"])
        }
    }

    @Test func `an action without an identifier is not reported`() async {
        await inOffice {
            AnalyticsFeature.provider = Census { output($0) }
            await DomeFeature.close.perform()
            #expect(output.lines.isEmpty)
        }
    }
}
