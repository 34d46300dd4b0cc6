// SPDX-License-Identifier: MIT

package import FlintCore

extension Refusal.Step {
    package enum Control: Hashable {
        /// A progress indicator with the instruction.
        case progress
        /// A button with the instruction and a system symbol.
        case button(symbol: String)
        case text
    }

    /// Returns the control that a view shows for the step.
    ///
    /// Waiting is shown as a progress indicator. Every other step is shown as a button if the view has an action, and
    /// as text otherwise.
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
