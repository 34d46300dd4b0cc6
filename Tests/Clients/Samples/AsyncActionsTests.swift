import FlintCore
import Testing

/// Actions that are implemented as `async` functions, and `await` for any action.
///
/// | Declared or used | Shown by |
/// | --- | --- |
/// | `AsyncAction` that returns and throws | ``ForecastAction`` |
/// | an action that works on the main actor | ``ShowForecastAction`` |
/// | `await binding.perform(…)` in every form | the tests |
/// | `await Flint.withRuntime` on an actor of the app | ``Barometer`` |
@MainActor
struct AsyncActionsTests {
    @Test func `the result or error of an async action is its outcome`() async {
        await Flint.withRuntime(FlintRuntime()) {
            Flint.setup(WeatherFeature.self)
            let outcome = await WeatherFeature.forecast.perform(withInput: 3)
            #expect(outcome == .success)
            let failure = await WeatherFeature.forecast.perform(withInput: 30)
            #expect(failure == .failure(error: TooFarAhead()))
        }
    }

    @Test func `an async action can run on the main actor`() async {
        await Flint.withRuntime(FlintRuntime()) {
            Flint.setup(WeatherFeature.self)
            let board = WeatherBoard()
            await WeatherFeature.show.perform(withPresenter: board)
            #expect(board.lines == ["rain"])
        }
    }

    @Test func `every kind of action can be awaited`() async {
        await Flint.withRuntime(FlintRuntime()) {
            Flint.setup(GardenFeatures.self) { $0.platform = CurrentPlatform("iOS 17.2") }
            let chime = await PlantGuideFeature.chime.perform()
            let water = await WateringFeature.water.perform(withInput: PlantRef(name: "Fern"))
            let mist = await OrchidFeature.mist.request()?.perform()
            #expect([chime, water, mist] == [.success, .success, .success])
        }
    }

    @Test func `a runtime is bound on any actor without suspending`() async {
        let barometer = Barometer()
        #expect(await barometer.read() == 1)
        #expect(await barometer.readings == 1)
        var order: [String] = []
        let other = Task { @MainActor in order.append("other") }
        await Flint.withRuntime(FlintRuntime()) { () async in order.append("bound") }
        order.append("after")
        await other.value
        #expect(order == ["bound", "after", "other"], "Binding a runtime does not suspend.")
    }
}

final class WeatherFeature: FeatureGroup, Feature {
    static let description = "What the sky is up to"
    static var subfeatures: [FeatureDefinition.Type] { [] }
    static let forecast = action(ForecastAction.self)
    static let show = action(ShowForecastAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(forecast)
        actions.declare(show)
    }
}

/// The error of a forecast too many days ahead.
struct TooFarAhead: Error {}

final class ForecastAction: AsyncAction {
    typealias InputType = Int

    static let description = "Looks some days ahead"

    static func perform(context: ActionContext<Int>, presenter: NoPresenter) async throws -> ActionPerformOutcome {
        await Task.yield()
        guard context.input < 10 else { throw TooFarAhead() }
        return .success
    }
}

/// A presenter of the weather.
@MainActor
final class WeatherBoard {
    var lines: [String] = []
}

final class ShowForecastAction: AsyncAction {
    typealias PresenterType = WeatherBoard

    static let description = "Shows today's weather"

    @MainActor
    static func perform(
        context: ActionContext<NoInput>, presenter: WeatherBoard
    ) async throws -> ActionPerformOutcome {
        await Task.yield()
        presenter.lines.append("rain")
        return .success
    }
}
