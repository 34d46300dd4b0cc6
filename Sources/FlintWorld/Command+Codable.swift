// SPDX-License-Identifier: MIT

internal import FeatureGating

// The format equals the format of a synthesized conformance: an object with the name of the case as its only key, and
// the values by label. The handwritten conformance takes a third of the machine code, because the compiler would add a
// key type for each case.
extension Command: Codable {
    // Saved histories contain commands, so the spelling of a case must never change.
    private enum Name: String, CodingKey {
        case setOverride, removeOverridesOfKind, removeAllOverrides, restoreOverrides
        // A `setValue` command for one of the following kinds is encoded under the name for the kind.
        case setUserSetting = "setUserToggle"
        case setPermission, setPurchase, setFlag
        case setValue, store, restartApp, focus, perform, openURL, beginFlow, answerFlow
        case setBackgroundWork, beginSession, restoreDevice, setStore, savePersona, setPersona, sequence, undo, redo
    }

    private enum Label: String, CodingKey {
        case first = "_0"
        case second = "_1"
        case feature, isOn, permission, status, productID, key, thenPerform, isRunning, name, description, persona, of
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        guard container.allKeys.count == 1, let name = container.allKeys.first else {
            throw DecodingError.typeMismatch(
                Command.self,
                .init(codingPath: container.codingPath, debugDescription: "A command is an object with one member."))
        }
        let values = try container.nestedContainer(keyedBy: Label.self, forKey: name)
        func value<Value: Decodable>(_ label: Label) throws -> Value { try values.decode(Value.self, forKey: label) }
        func optional<Value: Decodable>(_ label: Label) throws -> Value? {
            try values.decodeIfPresent(Value.self, forKey: label)
        }
        switch name {
        case .setOverride: self = .setOverride(try value(.first), try optional(.second))
        case .removeOverridesOfKind: self = .removeOverridesOfKind(try value(.first))
        case .removeAllOverrides: self = .removeAllOverrides
        case .restoreOverrides: self = .restoreOverrides(try value(.first))
        case .setValue:
            let fact: FactReference = try value(.first)
            let text: String? = try optional(.second)
            let new = text.flatMap(fact.kind.domain.value)
            // A missing value resets the fact, but a value that the kind does not know is an error.
            guard (text == nil) == (new == nil) else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: values.codingPath, debugDescription: "The fact cannot have this value."))
            }
            self = .setValue(fact, new)
        case .setUserSetting: self = .setUserSetting(feature: try value(.feature), isOn: try optional(.isOn))
        case .setPermission: self = .setPermission(permission: try value(.permission), status: try value(.status))
        case .setPurchase: self = .setPurchase(productID: try value(.productID), status: try value(.status))
        case .setFlag: self = .setFlag(key: try value(.key), isOn: try optional(.isOn))
        case .store: self = .store(try value(.first))
        case .restartApp: self = .restartApp
        case .beginSession: self = .beginSession
        case .focus: self = .focus(feature: try value(.feature), isOn: try value(.isOn))
        case .perform: self = .perform(try value(.first))
        case .openURL: self = .openURL(try value(.first))
        case .beginFlow: self = .beginFlow(feature: try value(.feature), thenPerform: try optional(.thenPerform))
        case .answerFlow: self = .answerFlow(try value(.first))
        case .setBackgroundWork: self = .setBackgroundWork(isRunning: try value(.isRunning))
        case .restoreDevice: self = .restoreDevice(try value(.first))
        case .setStore: self = .setStore(try value(.first))
        case .savePersona:
            self = .savePersona(
                name: try value(.name), description: try optional(.description), of: try optional(.of) ?? .state)
        case .setPersona: self = .setPersona(name: try value(.name), persona: try optional(.persona))
        case .sequence: self = .sequence(try value(.first))
        case .undo: self = .undo
        case .redo: self = .redo
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        func encode(_ name: Name, _ values: [(label: Label, value: (any Encodable)?)] = []) throws {
            var nested = container.nestedContainer(keyedBy: Label.self, forKey: name)
            for (label, value) in values {
                if let value { try nested.encode(value, forKey: label) }
            }
        }
        switch self {
        case .setOverride(let fact, let override): try encode(.setOverride, [(.first, fact), (.second, override)])
        case .removeOverridesOfKind(let kind): try encode(.removeOverridesOfKind, [(.first, kind)])
        case .removeAllOverrides: try encode(.removeAllOverrides)
        case .restoreOverrides(let records): try encode(.restoreOverrides, [(.first, records)])
        case .setValue(let fact, let value):
            let isOn = value?.truth.boolValue
            switch fact.kind {
            case .userSetting: try encode(.setUserSetting, [(.feature, fact.key), (.isOn, isOn)])
            case .flag: try encode(.setFlag, [(.key, fact.key), (.isOn, isOn)])
            case .permission:
                let status = value?.permissionStatus ?? .notDetermined
                try encode(.setPermission, [(.permission, fact.key), (.status, status)])
            case .purchase:
                let status = PurchaseStatus(value?.truth ?? .false)
                try encode(.setPurchase, [(.productID, fact.key), (.status, status)])
            default: try encode(.setValue, [(.first, fact), (.second, value.flatMap(fact.kind.domain.choice)?.id)])
            }
        case .store(let action): try encode(.store, [(.first, action)])
        case .restartApp: try encode(.restartApp)
        case .beginSession: try encode(.beginSession)
        case .focus(let feature, let isOn): try encode(.focus, [(.feature, feature), (.isOn, isOn)])
        case .perform(let invocation): try encode(.perform, [(.first, invocation)])
        case .openURL(let url): try encode(.openURL, [(.first, url)])
        case .beginFlow(let feature, let action):
            try encode(.beginFlow, [(.feature, feature), (.thenPerform, action)])
        case .answerFlow(let answer): try encode(.answerFlow, [(.first, answer)])
        case .setBackgroundWork(let isRunning): try encode(.setBackgroundWork, [(.isRunning, isRunning)])
        case .restoreDevice(let part): try encode(.restoreDevice, [(.first, part)])
        case .setStore(let state): try encode(.setStore, [(.first, state)])
        case .savePersona(let name, let description, let scope):
            // Earlier versions have no scope and always save the state.
            let other = scope == .state ? nil : scope
            try encode(.savePersona, [(.name, name), (.description, description), (.of, other)])
        case .setPersona(let name, let persona): try encode(.setPersona, [(.name, name), (.persona, persona)])
        case .sequence(let commands): try encode(.sequence, [(.first, commands)])
        case .undo: try encode(.undo)
        case .redo: try encode(.redo)
        }
    }
}
