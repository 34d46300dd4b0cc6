// SPDX-License-Identifier: MIT

import FlintWorld

/// The functions that find and open the apps and recordings that a console can show.
package struct SourceProvider: Sendable {
    package struct Failure: Error, Sendable {
        package var reason: String

        package init(_ reason: String) {
            self.reason = reason
        }
    }

    package var initialSource: AppSource
    /// A function that closes the first source, or `nil` to keep it open while another source is shown.
    package var closeInitialSource: (@Sendable () -> Void)?
    /// A function that finds the sources and the scenarios, and explains which apps are missing.
    ///
    /// It is called on a separate thread, because apps may respond slowly.
    package var findSources: @Sendable () -> FoundSources
    /// A function that opens a source, called on a separate thread.
    package var openSource: @Sendable (AppSource) throws(Failure) -> OpenedSource
    /// A function that returns a source's world, with an optional note for the user, without changing the source.
    ///
    /// It is called on a separate thread. The source is closed again when the function returns.
    package var readWorld: @Sendable (AppSource) throws(Failure) -> (world: World, note: String?)

    package init(
        initialSource: AppSource, closeInitialSource: (@Sendable () -> Void)?,
        findSources: @escaping @Sendable () -> FoundSources,
        openSource: @escaping @Sendable (AppSource) throws(Failure) -> OpenedSource,
        readWorld: @escaping @Sendable (AppSource) throws(Failure) -> (world: World, note: String?)
    ) {
        (self.initialSource, self.closeInitialSource, self.findSources, self.openSource, self.readWorld) = (
            initialSource, closeInitialSource, findSources, openSource, readWorld
        )
    }

    /// Returns an inspector's complete world, after the commands of a what-if session.
    package static func world(
        of inspector: any Inspector, after whatIf: WhatIf? = nil
    ) throws(Failure) -> World {
        do throws(MissingAnswer) {
            guard var whatIf else { return try inspector.world(of: nil) }
            return try whatIf.world(of: inspector)
        } catch {
            throw Failure(error.description)
        }
    }
}

package struct OpenedSource: Sendable {
    package var source: AppSource
    package var inspector: any Inspector
    package var findMoment: MomentFinder?
    package var note: String?
    package var present: @MainActor @Sendable (any ScreenPresenter) -> Void
    /// A function that closes the source, or `nil` if it stays open.
    package var close: (@Sendable () -> Void)?

    package init(
        source: AppSource, inspector: any Inspector, findMoment: MomentFinder?, note: String? = nil,
        present: @escaping @MainActor @Sendable (any ScreenPresenter) -> Void = { _ in },
        close: (@Sendable () -> Void)? = nil
    ) {
        (self.source, self.inspector, self.findMoment, self.note) = (source, inspector, findMoment, note)
        (self.present, self.close) = (present, close)
    }
}

extension ConsoleEvent {
    var opensSource: Bool {
        if case .sourceOpened = self { true } else { false }
    }
}
