// SPDX-License-Identifier: MIT

/// The user's setting for an app's access to the location.
///
/// Two permissions share one setting, so their statuses change together. The settings offer these choices:
///
/// | Setting                      | when in use    | always                                               |
/// | ---------------------------- | -------------- | ---------------------------------------------------- |
/// | Never                        | denied         | denied                                               |
/// | Ask next time                | not determined | not determined                                       |
/// | While using the app          | authorized     | not determined, or denied once the user has declined |
/// | Always                       | authorized     | authorized                                           |
///
/// A setting that is restricted or unsupported applies to both. Some systems support only access while the app is in
/// use.
package struct LocationAuthorization: Sendable, Hashable {
    package private(set) var whenInUse = PermissionStatus.notDetermined
    package private(set) var always = PermissionStatus.notDetermined
    /// Whether the access ends when the app restarts.
    package private(set) var isAllowedOnce = false
    /// Whether access at any time is provisional.
    ///
    /// Access is provisional if the app requested access at any time and the user allowed it while using the app. The
    /// system asks the user to confirm the access when the app uses the location in the background. Until then, the app
    /// has access at any time.
    package private(set) var isProvisional = false
    /// Whether the user has been asked to extend access while using the app, which the system does at most once.
    package private(set) var hasAskedForAlways = false

    /// Creates a setting from the statuses of its permissions.
    ///
    /// If no setting has both statuses, access at any time takes precedence, followed by a status that rules out access
    /// while the app is in use.
    package init(
        whenInUse: PermissionStatus, always: PermissionStatus, isAllowedOnce: Bool = false, isProvisional: Bool = false,
        hasAskedForAlways: Bool = false
    ) {
        if always == .unsupported { self.always = .unsupported }
        self.hasAskedForAlways = hasAskedForAlways
        switch (whenInUse, always) {
        case (_, .authorized): set(.authorized, for: .always)
        case (.authorized, .denied):
            set(.authorized, for: .whenInUse)
            self.always = .denied
        case (.authorized, .restricted), (.notDetermined, .restricted), (.notDetermined, .denied):
            set(always, for: .always)
        default: set(whenInUse, for: .whenInUse)
        }
        self.isAllowedOnce = isAllowedOnce && whenInUse == .authorized && always != .authorized
        self.isProvisional = isProvisional && self.always == .authorized
        self.hasAskedForAlways = hasAskedForAlways
    }

    package func status(for usage: LocationUsage) -> PermissionStatus {
        switch usage {
        case .whenInUse: whenInUse
        case .always: always
        }
    }

    /// Returns whether the prompt for a permission offers to extend access, rather than to grant it.
    ///
    /// Such a prompt does not offer to allow access once.
    package func extendsAccess(for usage: LocationUsage) -> Bool {
        usage == .always && whenInUse == .authorized
    }

    // MARK: Settings

    package mutating func set(_ status: PermissionStatus, for usage: LocationUsage) {
        let hadAlways = always == .authorized
        if usage == .always && always == .unsupported { always = .notDetermined }
        switch (status, usage) {
        case (.authorized, .whenInUse):
            // The system does not offer access at any time again after it has asked once or the user has reduced the
            // access.
            change(whenInUse: .authorized, always: hasAskedForAlways || hadAlways ? .denied : .notDetermined)
        case (.denied, .always) where whenInUse == .authorized:
            change(whenInUse: .authorized, always: .denied)
        case (.notDetermined, .always) where whenInUse == .authorized && !hadAlways:
            change(whenInUse: .authorized, always: .notDetermined)
            hasAskedForAlways = false
        case (.unsupported, .always):
            always = .unsupported
        case (_, _):
            change(whenInUse: status, always: status)
            if status == .notDetermined { hasAskedForAlways = false }
        }
    }

    // MARK: Prompts

    package mutating func allow(_ usage: LocationUsage) {
        let isConfirmed = extendsAccess(for: usage)
        switch usage {
        case .whenInUse:
            change(whenInUse: .authorized, always: hasAskedForAlways ? .denied : .notDetermined)
        case .always:
            change(whenInUse: .authorized, always: .authorized)
            isProvisional = !isConfirmed
            if isConfirmed { hasAskedForAlways = true }
        }
    }

    /// Allows access while the app is in use, until it restarts.
    ///
    /// Until then, the system ignores requests for access at any time.
    package mutating func allowOnce() {
        change(whenInUse: .authorized, always: .denied)
        isAllowedOnce = true
    }

    package mutating func deny(_ usage: LocationUsage) {
        if extendsAccess(for: usage) {
            change(whenInUse: .authorized, always: .denied)
            hasAskedForAlways = true
        } else {
            change(whenInUse: .denied, always: .denied)
        }
    }

    private mutating func change(whenInUse: PermissionStatus, always: PermissionStatus) {
        self.whenInUse = whenInUse
        if self.always != .unsupported { self.always = always }
        isAllowedOnce = false
        isProvisional = false
    }
}
