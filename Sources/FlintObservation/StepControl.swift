// SPDX-License-Identifier: MIT

package import FlintCore

extension Refusal.Step {
    /// The control that a view shows for a step.
    package enum Control: Hashable {
        /// An indication of progress with the instruction.
        case progress
        /// A button with the instruction and a symbol of the system.
        case button(symbol: String)
        case text
    }

    /// Returns the control for the step.
    ///
    /// Without an action for steps, the control is text, except for the progress of a wait.
    package func control(hasAction: Bool) -> Control {
        let symbol: String
        switch kind {
        case .buy: symbol = "cart"
        case .allow: symbol = "hand.raised"
        case .openSettings: symbol = "gear"
        case .update: symbol = "arrow.down.circle"
        case .turnOn: symbol = "switch.2"
        case .contact: symbol = "envelope"
        case .custom: symbol = "arrow.right.circle"
        case .wait: return .progress
        }
        return hasAction ? .button(symbol: symbol) : .text
    }
}
