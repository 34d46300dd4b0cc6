import FlintCore

enum FlintCoreSnippets {
    static func setUp() {
        Flint.quickSetup(ObservatoryFeatures.self)
    }

    static func perform() async {
        await DomeFeature.open.perform(withInput: 30)

        if let request = TourFeature.book.request() {
            await request.perform(withInput: 2)
        }
    }
}
