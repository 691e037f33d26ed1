import Foundation
import Photos

/// Changes the assets of its share of a library, again and again.
final class Editor: @unchecked Sendable {
    // `@unchecked Sendable` is true because what was made is touched by the editing thread, and by others after
    // its end only.

    private let share: Int
    private let shares: Int
    private let report: Report
    private var made: [String: Bool] = [:]
    private let isEnding = NSCondition()
    private var mustEnd = false
    private var hasEnded = false

    init(_ share: Int, _ shares: Int, _ report: Report) {
        (self.share, self.shares, self.report) = (share, shares, report)
    }

    func start() {
        let thread = Thread { [self] in
            // However late this thread gets to run, it edits something.
            while made.isEmpty || !isEnding.withLock({ mustEnd }) { edit() }
            isEnding.withLock { hasEnded = true }
            isEnding.broadcast()
        }
        thread.start()
    }

    func finish() {
        isEnding.withLock {
            mustEnd = true
            while !hasEnded { isEnding.wait() }
        }
    }

    private func isOwn(_ asset: PHAsset) -> Bool {
        asset.localIdentifier.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % shares == share
    }

    private func edit() {
        let all = PHAsset.fetchAssets(with: nil)
        let chosen = (0..<4).compactMap { _ in
            all.count == 0 ? nil : all[.random(in: 0..<all.count)]
        }
        .filter(isOwn)
        guard !chosen.isEmpty else { return }
        let flag = Bool.random()
        do {
            try PHPhotoLibrary.shared().performChangesAndWait {
                for asset in chosen { PHAssetChangeRequest(for: asset).isFavorite = flag }
            }
            for asset in chosen { made[asset.localIdentifier] = flag }
            report.count("edits", chosen.count)
        } catch {
            report.fault("an edit failed: \(error.localizedDescription)")
        }
    }

    /// Whether every asset is as it was made last.
    func check() {
        let found = PHAsset.fetchAssets(withLocalIdentifiers: Array(made.keys), options: nil)
        if found.count != made.count { report.fault("\(made.count - found.count) assets are gone") }
        for index in 0..<found.count
        where found[index].isFavorite != made[found[index].localIdentifier] {
            report.fault("the edit of \(found[index].localIdentifier) is lost")
        }
    }
}
