/// The flags of an app that shows the night sky, as the app had them before.
enum SkyFlag: String, CaseIterable {
    case nightMode = "night-mode"
    case satellites

    var isOn: Bool { self == .nightMode }
}
