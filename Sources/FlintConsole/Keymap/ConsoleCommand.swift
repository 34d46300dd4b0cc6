/// Something a key does in the console.
///
/// The raw values name the commands in keymaps.
public enum ConsoleCommand: String, Sendable, Hashable, CaseIterable {
    // Moving about.
    case up, down, left, right, first, last
    case pageUp = "page-up"
    case pageDown = "page-down"
    case nextPane = "next-pane"
    case back
    // Lists and dialogs.
    case open, choose, close, filter
    case keepFilter = "keep-filter"
    case endFilter = "end-filter"
    case nextField = "next-field"
    case previousField = "previous-field"
    // Every screen.
    case showFeatures = "features"
    case showPurchases = "purchases"
    case showPermissions = "permissions"
    case showFlags = "flags"
    case showTimeline = "timeline"
    case showStacks = "stacks"
    case showLogs = "logs"
    case undo, redo
    case showOverrides = "overrides"
    case clearOverrides = "clear-overrides"
    case showProblems = "problems"
    case toggleBackground = "toggle-background"
    case help, suspend, quit
    // Features.
    case toggleNode = "toggle-node"
    case act
    case override
    case flipToggle = "flip-toggle"
    case forgetToggle = "forget-toggle"
    case startFlow = "start-flow"
    case visit
    case why
    case focus
    // Purchases.
    case overridePurchased = "override-purchased"
    case overrideNotPurchased = "override-not-purchased"
    case overrideUnknown = "override-unknown"
    case dropOverride = "drop-override"
    case dropKind = "drop-kind"
    case simulate
    case storeClock = "store-clock"
    // Permissions and their flow.
    case reset
    case restartApp = "restart-app"
    case flowContinue = "flow-continue"
    case flowAskLater = "flow-ask-later"
    case flowCancelAll = "flow-cancel-all"
    case flowAllow = "flow-allow"
    case flowAllowOnce = "flow-allow-once"
    case flowDeny = "flow-deny"
    case flowNext = "flow-next"
    case flowStop = "flow-stop"
    case flowDismiss = "flow-dismiss"
    // Flags.
    case overrideOn = "override-on"
    case overrideOff = "override-off"
    case setFlag = "set-flag"
    // Logs.
    case nextLevel = "next-level"
    case restrictTopic = "restrict-topic"
    // Overrides that are being made.
    case nextLimit = "next-limit"
    case previousLimit = "previous-limit"
    case giveReason = "give-reason"
}
