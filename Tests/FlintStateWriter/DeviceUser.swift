import FlintCore
import FlintSimulation

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct DeviceUser: StateUser {
    let values = 1...9
    /// The time of every clock, so that equal changes save equal files.
    private static let start = Date(timeIntervalSince1970: 1_767_225_600)
    private let path: String
    private let device: SimulatedDevice

    init(path: String) {
        self.path = path
        device = SimulatedDevice(
            file: path, platform: .real,
            store: SimulatedStore(
                clock: SimulatedClock(
                    now: Self.start, rate: 0, realTime: { Self.start }, timer: MainQueueTimer())))
        _ = device.store.simulation
    }

    var problem: String? { device.problem }

    func value(for key: String) -> Int {
        device.store.creditBalance(of: ConsumableProduct(name: key, productID: key)) ?? 0
    }

    func put(_ value: Int, for key: String) throws {
        device.store.setBalance(value, of: key)
        // The device has the value in memory even if it was not saved.
        guard DeviceUser(path: path).value(for: key) == value else {
            throw StateRefusal(message: device.problem ?? "no error is reported")
        }
    }
}
