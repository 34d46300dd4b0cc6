// SPDX-License-Identifier: MIT

enum LaunchEnvironment {
    static var pausesBackgroundWork: Bool { CommandRun.current.environment["FLINT_PAUSED"] == "1" }
}
