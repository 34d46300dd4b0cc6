import FlintCLI
import FlintCore
import FlintInspector
import FlintSimulation

/// The products that the app sells.
enum Products {
    static let plus = NonConsumableProduct(name: "Bookshelf Plus", productID: "bookshelf.plus")
}

/// The root group of the app's features.
final class BookshelfFeatures: FeatureGroup {
    static let description = "Everything the bookshelf offers"
    static var subfeatures: [FeatureDefinition.Type] {
        [ShelfFeature.self, ExportFeature.self, ScanFeature.self, StatisticsFeature.self]
    }
}

/// A book that links and the command line identify by its title.
struct Book: FlintLoggable, RouteParametersDecodable {
    let title: String

    var loggingDescription: String { title }

    init(title: String) {
        self.title = title
    }

    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard let title = parameters?["title"] else { return nil }
        self.title = title
    }
}

/// The books that the user owns.
final class ShelfFeature: Feature {
    static let description = "Keeps the books you own"

    static let add = action(AddBookAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(add)
    }
}

extension ShelfFeature: URLMapped {
    static func urlMappings(routes: URLMappingsBuilder) {
        routes.send("add/$(title)", to: add)
    }
}

final class AddBookAction: Action {
    typealias InputType = Book

    static let description = "Adds a book by its title"

    static func perform(
        context: ActionContext<Book>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        context.logs.development?.info("added \(context.input.title)")
        return completion.completedSync(.success)
    }
}

/// A feature that exports the list of books.
final class ExportFeature: ConditionalFeature {
    static let description = "Writes the list of your books"

    static let export = action(ExportAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Products.plus)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(export)
    }
}

final class ExportAction: TerminatingAction {
    static let description = "Writes the list"
}

/// A feature that adds books by barcode.
final class ScanFeature: ConditionalFeature {
    static let description = "Adds a book by its barcode"

    static let scan = action(ScanAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.permission(.camera)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(scan)
    }
}

final class ScanAction: TerminatingAction {
    static let description = "Scans a barcode"
}

/// Reading statistics, which the user turns on.
final class StatisticsFeature: ConditionalFeature {
    static let description = "Counts the pages you read"

    static let show = action(ShowStatisticsAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.userToggled(defaultValue: false)
        requirements.purchase(Products.plus)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(show)
    }
}

final class ShowStatisticsAction: TerminatingAction {
    static let description = "Shows the statistics"
}

/// The app on a simulated phone, for the console and the commands.
final class Bookshelf: FlintApplication {
    nonisolated static let commandName = "bookshelf"
    nonisolated static let abstract = "Look at the features of the bookshelf."
    nonisolated static let appName = "Bookshelf"

    let router: (any PresentationRouter & Sendable)? = nil
    let backgroundWork: (any BackgroundWork)? = nil
    let activity: String? = nil
    let device: SimulatedDevice?
    private let settings: FileKeyValueStore

    init(options: EmptyOptions, launch: LaunchOptions) {
        let permissions = SimulatedPermissionCenter(
            usageDescriptions: [.camera: "The camera reads the barcodes of your books."])
        device = SimulatedDevice(
            file: launch.stateFile(named: "device"), platform: launch.platform ?? CurrentPlatform("iOS 18.0") ?? .real,
            permissions: permissions, store: SimulatedStore(offers: [StoreOffer(Products.plus, price: "$9.99")]))
        settings = FileKeyValueStore(path: launch.stateFile(named: "toggles"))
    }

    func setUp() {
        Flint.setup(BookshelfFeatures.self) { [device, settings] config in
            device?.configure(config)
            config.userFeatureToggles = StoredFeatureToggles(store: settings)
        }
    }

    func observeActivity(_ handler: @escaping @Sendable () -> Void) {}
}

/// The entry point of the program.
@main
struct Main {
    @MainActor
    static func main() {
        FlintCommandLine<Bookshelf>.main()
    }
}
