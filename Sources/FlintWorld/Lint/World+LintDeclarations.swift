// SPDX-License-Identifier: MIT

internal import FeatureGating
package import FlintModel

extension World {
    /// Reviews the owners and review dates of features, products, and flags, in this order.
    ///
    /// Without a day, review dates that have passed are not reported.
    package func declarationFindings(on day: CalendarDay?) -> [LintFinding] {
        let features = catalog.features.filter { $0.conditional && !$0.belongsToFramework }.map {
            Declared(name: $0.summary.name, featureID: $0.id, declaration: $0.declaration)
        }
        let products = model.products.sorted { $0.productID < $1.productID }.map {
            Declared(
                name: $0.name, fact: FactReference(kind: .purchase, key: $0.productID), declaration: $0.declaration)
        }
        let flags = model.flags.filter(\.isUsed).map {
            Declared(
                name: "The flag \($0.key)", fact: FactReference(kind: .flag, key: $0.key), declaration: $0.declaration)
        }
        return (features + products + flags).flatMap { $0.findings(on: day) }
    }

    /// Returns the line of the app's source code to which a finding applies, or `nil` if the app does not record it.
    ///
    /// For a fact that is not declared, such as a permission, the result is the line of the first feature that requires
    /// it.
    package func location(of finding: LintFinding) -> CodeLocation? {
        guard let fact = finding.fact else {
            return (finding.featureID ?? finding.group).flatMap { feature($0)?.declaration?.location }
        }
        return model.listedFact(for: fact)?.declaration?.location
            ?? usage(of: fact).lazy.compactMap { feature($0)?.declaration?.location }.first
    }

    /// Returns findings about the facts that have the same value in all personas.
    ///
    /// The result is empty for fewer than two personas. A fact that a persona does not list has its current value
    /// there. The platform is omitted, and so are facts that only the framework's features require.
    ///
    /// - Throws: ``PersonaProblem`` if a persona contains an item that the app does not have.
    package func personaFindings(_ personas: [Persona]) throws(PersonaProblem) -> [LintFinding] {
        guard personas.count > 1 else { return [] }
        var values: [[FactKey: String]] = []
        for persona in personas {
            var listed: [FactKey: String] = [:]
            for case .setOverride(let fact, let override?) in try persona.overrides(in: model) {
                if let key = FactKey(fact) { listed[key] = override.value }
            }
            values.append(listed)
        }
        let required = Set(
            catalog.features.filter { !$0.belongsToFramework }.lazy.flatMap(\.requirement.facts).map(\.mainKey)
        ).union(model.adoptedFlags)
        return required.sorted { $0.sortKey < $1.sortKey }.compactMap { key in
            guard key != .platform, let fact = FactReference(key) else { return nil }
            let value = facts[key]?.effective ?? key.unreportedValue
            let present = value.knownText(of: key) ?? value.exactText(of: key.kind)
            let distinct = Set(values.map { $0[key] ?? present })
            guard distinct.count == 1, let value = distinct.first else { return nil }
            return LintFinding(
                kind: .samePersonaValue, fact: fact,
                message: "\(title(of: key)) is \(value) in all \(personas.count) personas.")
        }
    }
}

private struct Declared {
    let name: String
    var featureID: String?
    var fact: FactReference?
    let declaration: Declaration?

    func findings(on day: CalendarDay?) -> [LintFinding] {
        var findings: [LintFinding] = []
        func add(_ kind: LintFinding.Kind, _ message: String) {
            findings.append(LintFinding(kind: kind, featureID: featureID, fact: fact, message: message))
        }
        if declaration?.owner?.contains(where: { !$0.isWhitespace }) != true {
            add(.missingOwner, "\(name) has no owner.")
        }
        guard let text = declaration?.reviewDate else { return findings }
        guard let reviewDate = CalendarDay(text) else {
            add(
                .malformedReviewDate,
                "The review date of \(name) is \"\(text.prefix(60))\" rather than a day such as 2027-03-01.")
            return findings
        }
        if let day, reviewDate < day { add(.pastReview, "The review date of \(name), \(reviewDate), has passed.") }
        return findings
    }
}
