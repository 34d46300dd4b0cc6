import FlintCore
import FlintSimulation
import FlintTestSupport
import Foundation
import Testing

@testable import FlintPodcasts

struct PodcastDeviceTests {
    @Test func `the demo's configuration file lists the app's offers`() throws {
        let file = Repository.root.appending(path: "Resources/Store/Podcasts.storekit").path()
        let configuration = try StoreKitConfiguration(contentsOf: file)
        #expect(
            configuration.offers.sorted { $0.id < $1.id } == PodcastDevice.offers.sorted { $0.id < $1.id })
        #expect(Set(configuration.offers.map(\.id)) == Set(PodcastProducts.all.map(\.productID)))
        #expect(configuration.settings == StoreSettings())
        #expect(configuration.rate == 1)
    }

    @Test func `a configuration file replaces the app's offers`() throws {
        let json =
            #"{"products": [{"productID": "other", "type": "NonConsumable"}], "settings": {"_askToBuyEnabled": true}}"#
        let configuration = try StoreKitConfiguration(Data(json.utf8), file: "Shop.storekit")
        let device = PodcastDevice.make(configuration: configuration)
        #expect(device.store.offers.map(\.productID) == ["other"])
        #expect(device.store.simulation.settings.asksToBuy)
        #expect(device.store.creditBalance(of: PodcastProducts.credits) == 3)
    }
}
