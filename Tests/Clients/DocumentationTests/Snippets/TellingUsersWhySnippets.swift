import FlintCore

final class PanoramaFeature: ConditionalFeature {
    static let name = "Panorama"
    static let description = "Takes a picture of the whole sky"

    static let take = action(TakePanoramaAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Products.supporter)
        requirements.userToggled(defaultValue: false)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(take)
    }
}

enum TellingUsersWhySnippets {
    static func refuse(print: Output) {
        do throws(Refusal) {
            try PanoramaFeature.take.requestOrRefusal(in: "en").perform()
        } catch {
            print(error.title)
            print(error.sentence)
            for step in error.steps { print("\(step.kind.rawValue): \(step.instruction)") }
        }
    }
}

enum ChartFlag: String, CaseIterable {
    case clouds = "cloud_chart"
}

func adoptChartFlags() {
    Flint.adopt(ChartFlag.self, declaration: { _ in Declaration(title: "Cloud charts") }, value: { _ in false })
    Flint.setup()
    Flint.register(CloudFeature.self)
}

final class CloudFeature: ConditionalFeature {
    static let name = "Clouds"
    static let description = "Draws the clouds of the next hours"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.featureFlag(FeatureKey(ChartFlag.clouds))
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

extension TellingUsersWhySnippets {
    static func title(print: Output) {
        print(CloudFeature.refusal(in: "en")?.sentence ?? "available")
    }

    static func translate(_ config: Flint.DependenciesConfig) throws {
        let strings = """
            { "sourceLanguage": "en", "version": "1.0", "strings": {
                "Panorama": { "localizations": {
                    "fr": { "stringUnit": { "state": "translated", "value": "Panorama" } } } },
                "refusal.title": { "localizations": {
                    "fr": { "stringUnit": { "state": "translated", "value": "%1$@ n’est pas disponible" } } } }
            } }
            """
        config.refusalCatalog = try RefusalCatalog(stringCatalog: strings)
    }
}

final class TakePanoramaAction: TerminatingAction {}
