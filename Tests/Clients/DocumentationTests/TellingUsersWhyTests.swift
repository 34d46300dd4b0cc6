import FlintCore
import Testing

struct TellingUsersWhyTests {
    @Test func `a refused request states the whole plan`() async {
        await inObservatory {
            Flint.register(PanoramaFeature.self)
            FlintRuntime.current.facts.overridePurchase("supporter", with: .false)
            let output = Output()
            TellingUsersWhySnippets.refuse(print: output)
            #expect(output.lines == shown("TellingUsersWhy", 0))
        }
    }

    @Test func `a flag is named by its title`() {
        Flint.withRuntime(FlintRuntime()) {
            adoptChartFlags()
            let output = Output()
            TellingUsersWhySnippets.title(print: output)
            #expect(output.lines == shown("TellingUsersWhy", 1))
        }
        Flint.withRuntime(FlintRuntime()) {
            Flint.adopt(ChartFlag.self) { _ in false }
            Flint.setup()
            Flint.register(CloudFeature.self)
            #expect(CloudFeature.refusal(in: "en")?.sentence == "Clouds needs Flag cloud_chart.")
        }
    }

    @Test func `an app adds a language`() async {
        await inObservatory({
            #expect(throws: Never.self) { [config = $0] in try TellingUsersWhySnippets.translate(config) }
        }) {
            Flint.register(PanoramaFeature.self)
            #expect(PanoramaFeature.refusal(in: "fr-CA").map { [$0.title] } == shown("TellingUsersWhy", 2))
        }
    }
}
