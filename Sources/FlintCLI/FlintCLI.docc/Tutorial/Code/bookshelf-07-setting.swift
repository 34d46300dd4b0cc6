import FlintCore
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

/// The entry point of the program.
@main
struct Main {
    static func main() async {
        let permissions = SimulatedPermissionCenter(
            usageDescriptions: [.camera: "The camera reads the barcodes of your books."])
        let phone = SimulatedDevice(platform: CurrentPlatform("iOS 18.0") ?? .real, permissions: permissions)
        Flint.setup(BookshelfFeatures.self) { config in
            phone.configure(config)
            config.userFeatureToggles = StoredFeatureToggles()
        }
        print(await ShelfFeature.add.perform(withInput: Book(title: "Emma")))

        if let request = ExportFeature.export.request() {
            print(await request.perform())
        } else {
            print(ExportFeature.descriptionOfUnsatisfiedConstraints ?? "available now")
        }

        if ScanFeature.scan.request() == nil {
            print("Still to ask for: \(ScanFeature.permissions.notDetermined)")
        }

        if StatisticsFeature.show.request() == nil {
            print(StatisticsFeature.descriptionOfUnsatisfiedConstraints ?? "available now")
        }
    }
}
