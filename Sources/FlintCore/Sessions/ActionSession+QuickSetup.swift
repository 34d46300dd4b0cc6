extension ActionSession {
    /// Has what is done in the current runtime written to its log, once however often it is called.
    public static func quickSetupMainSession() {
        let runtime = FlintRuntime.current
        guard runtime.logging.startLoggingActions() else { return }
        runtime.dispatcher.add(observer: ActionLoggingDispatchObserver.instance)
    }
}
