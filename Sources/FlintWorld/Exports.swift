// SPDX-License-Identifier: MIT

// Front ends that import this module also need the types that it shares with the engine.
@_exported public import FlintModel
