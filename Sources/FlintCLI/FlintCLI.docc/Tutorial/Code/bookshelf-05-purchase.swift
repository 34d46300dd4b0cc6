import FlintCore

/// The products that the app sells.
enum Products {
    static let plus = NonConsumableProduct(name: "Bookshelf Plus", productID: "bookshelf.plus")
}

/// The root group of the app's features.
final class BookshelfFeatures: FeatureGroup {
    static let description = "Everything the bookshelf offers"
    static var subfeatures: [FeatureDefinition.Type] { [ShelfFeature.self, ExportFeature.self] }
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

/// The entry point of the program.
@main
struct Main {
    static func main() async {
        let purchases = DebugPurchaseTracker()
        purchases.overridePurchase(product: Products.plus, with: .notPurchased)
        Flint.setup(BookshelfFeatures.self) { config in
            config.purchaseTracker = purchases
        }
        print(await ShelfFeature.add.perform(withInput: Book(title: "Emma")))

        if let request = ExportFeature.export.request() {
            print(await request.perform())
        } else {
            print(ExportFeature.descriptionOfUnsatisfiedConstraints ?? "available now")
        }
    }
}
