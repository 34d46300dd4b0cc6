// SPDX-License-Identifier: MIT

import FlintWorld

extension ConsoleState {
    mutating func openDeclaration() {
        guard let selected = selectedDeclaration else { return }
        guard let location = selected.declaration?.location else {
            reject("The app does not record where \(selected.name) is declared")
            return
        }
        outbox.append(.edit(location))
    }

    private var selectedDeclaration: (name: String, declaration: Declaration?)? {
        if let fact = screen.behavior.selectedFact(in: self) {
            return (fact.title, declaration(of: fact.reference))
        }
        return selectedFeature.map { ($0.name, $0.declaration) }
    }

    func declaration(of fact: FactReference) -> Declaration? {
        // A user setting and a runtime switch are declared with their feature.
        fact.kind.belongsToFeature ? app.world.feature(fact.key)?.declaration : model.listedFact(for: fact)?.declaration
    }

    mutating func announceEditor(_ outcome: EditorOutcome, at location: CodeLocation) {
        switch outcome {
        case .shown(let path): announce("Opened \(path):\(location.line)", .done)
        case .failed(let reason): announce(reason, .problem)
        }
    }

    func lines(about declaration: Declaration?, in context: KeyContext, columns: Int) -> [StyledLine] {
        guard let declaration else { return [] }
        var lines = [StyledLine(), StyledLine("Declared", .heading)]
        if !declaration.summary.isEmpty {
            lines += StyledLine("   ").adding(declaration.summary).wrapped(to: columns, indent: 3)
        }
        if let location = declaration.location {
            let key = keymap.keyText(for: .editDeclaration, in: [context]) ?? " "
            lines += StyledLine(" \(key) ", .key).adding(
                location.description, link: LinkAddress.source(location)
            ).wrapped(to: columns, indent: 3).leading(to: .openDeclaration)
        }
        if let link = declaration.link {
            lines += StyledLine("   ").adding(link, link: link).wrapped(to: columns, indent: 3)
        }
        return lines
    }
}
