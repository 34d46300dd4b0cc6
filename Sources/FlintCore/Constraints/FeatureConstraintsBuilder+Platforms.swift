extension FeatureConstraintsBuilder {
    /// Supports one platform and no other; later assignments can still add another.
    private func support(only platform: Platform, _ version: PlatformVersionConstraint) {
        for other in Platform.all where other != platform {
            self.platform(PlatformConstraint(platform: other, version: .unsupported))
        }
        self.platform(PlatformConstraint(platform: platform, version: version))
    }

    /// The version of iOS that is required; reading gives what was assigned last.
    public var iOS: PlatformVersionConstraint {
        get { version(of: .iOS) }
        set { platform(PlatformConstraint(platform: .iOS, version: newValue)) }
    }

    /// The version of watchOS that is required; reading gives what was assigned last.
    public var watchOS: PlatformVersionConstraint {
        get { version(of: .watchOS) }
        set { platform(PlatformConstraint(platform: .watchOS, version: newValue)) }
    }

    /// The version of tvOS that is required; reading gives what was assigned last.
    public var tvOS: PlatformVersionConstraint {
        get { version(of: .tvOS) }
        set { platform(PlatformConstraint(platform: .tvOS, version: newValue)) }
    }

    /// The version of macOS that is required; reading gives what was assigned last.
    public var macOS: PlatformVersionConstraint {
        get { version(of: .macOS) }
        set { platform(PlatformConstraint(platform: .macOS, version: newValue)) }
    }

    /// The version of visionOS that is required; reading gives what was assigned last.
    public var visionOS: PlatformVersionConstraint {
        get { version(of: .visionOS) }
        set { platform(PlatformConstraint(platform: .visionOS, version: newValue)) }
    }

    /// The version of linux that is required; reading gives what was assigned last.
    public var linux: PlatformVersionConstraint {
        get { version(of: .linux) }
        set { platform(PlatformConstraint(platform: .linux, version: newValue)) }
    }

    /// The version of windows that is required; reading gives what was assigned last.
    public var windows: PlatformVersionConstraint {
        get { version(of: .windows) }
        set { platform(PlatformConstraint(platform: .windows, version: newValue)) }
    }

    /// The version of android that is required; reading gives what was assigned last.
    public var android: PlatformVersionConstraint {
        get { version(of: .android) }
        set { platform(PlatformConstraint(platform: .android, version: newValue)) }
    }

    /// The version of iOS that is required, every other platform being unsupported.
    public var iOSOnly: PlatformVersionConstraint {
        get { version(of: .iOS) }
        set { support(only: .iOS, newValue) }
    }

    /// The version of watchOS that is required, every other platform being unsupported.
    public var watchOSOnly: PlatformVersionConstraint {
        get { version(of: .watchOS) }
        set { support(only: .watchOS, newValue) }
    }

    /// The version of tvOS that is required, every other platform being unsupported.
    public var tvOSOnly: PlatformVersionConstraint {
        get { version(of: .tvOS) }
        set { support(only: .tvOS, newValue) }
    }

    /// The version of macOS that is required, every other platform being unsupported.
    public var macOSOnly: PlatformVersionConstraint {
        get { version(of: .macOS) }
        set { support(only: .macOS, newValue) }
    }

    /// The version of visionOS that is required, every other platform being unsupported.
    public var visionOSOnly: PlatformVersionConstraint {
        get { version(of: .visionOS) }
        set { support(only: .visionOS, newValue) }
    }

    /// The version of linux that is required, every other platform being unsupported.
    public var linuxOnly: PlatformVersionConstraint {
        get { version(of: .linux) }
        set { support(only: .linux, newValue) }
    }

    /// The version of windows that is required, every other platform being unsupported.
    public var windowsOnly: PlatformVersionConstraint {
        get { version(of: .windows) }
        set { support(only: .windows, newValue) }
    }

    /// The version of android that is required, every other platform being unsupported.
    public var androidOnly: PlatformVersionConstraint {
        get { version(of: .android) }
        set { support(only: .android, newValue) }
    }
}
