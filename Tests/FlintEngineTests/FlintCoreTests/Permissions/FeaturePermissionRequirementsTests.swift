import Testing

@testable import FlintCore

struct FeaturePermissionRequirementsTests {
    private let requirements = FeaturePermissionRequirements([.photos, .camera, .motion, .health, .siriKit]) {
        switch $0 {
        case .photos: .denied
        case .camera: .notDetermined
        case .motion: .restricted
        case .health: .unsupported
        default: .authorized
        }
    }

    @Test func `permissions are grouped by status`() {
        #expect(requirements.all == [.photos, .camera, .motion, .health, .siriKit])
        #expect(requirements.notDetermined == [.camera])
        #expect(requirements.denied == [.photos])
        #expect(requirements.restricted == [.motion])
    }

    @Test func `unsupported permissions are a separate group`() {
        #expect(requirements.unsupported == [.health])
        #expect(requirements.allNotAuthorized == [.photos, .camera, .motion, .health])
    }

    @Test func `permissions keep the order of declaration`() {
        #expect(requirements.ordered == [.photos, .camera, .motion, .health, .siriKit])
    }
}
