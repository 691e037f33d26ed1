// Shows the photos whose file names hold a text, as a grid would that is never loaded anew: it removes, inserts, reloads
// and moves cells, both when another text is typed and when the library changes.
//
//     filter [TEXT]        then a text a line on standard input; its end ends the program
//
// Prints a line a step, and after each change how many photos are shown:
//
//     - IMG_0001.JPG       taken out
//     + IMG_0002.JPG 4     put in at position 4
//     * IMG_0003.JPG       shown anew
//     > IMG_0004.JPG 2 5   moved
//     = 17
//
// What a file's name holds is no question for a predicate, so the list is made in memory, and the steps are found by
// comparing two fetch results. The library is that of $HELIOGRAPH_CATALOGUE, or the user's own.

import Photos

/// The photos on show.
final class Grid: NSObject, PHPhotoLibraryChangeObserver, @unchecked Sendable {
    // `@unchecked Sendable` is true because everything is touched with the lock held only.

    private let lock = NSLock()
    private var text: String
    private var all = PHAsset.fetchAssets(with: nil)
    private var shown = PHFetchResult<PHAsset>()
    /// The cells, brought up to date step by step.
    private var cells: [PHAsset] = []

    init(_ text: String) {
        self.text = text
        super.init()
        lock.withLock { show(changed: []) }
    }

    /// Another text was typed.
    func filter(_ text: String) {
        lock.withLock {
            self.text = text
            show(changed: [])
        }
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        lock.withLock {
            guard let details = changeInstance.changeDetails(for: all) else { return }
            all = details.fetchResultAfterChanges
            // Comparing results finds what came, went and moved, but not what is another way now.
            show(changed: details.changedObjects)
        }
    }

    /// Goes from what is shown to what ought to be.
    private func show(changed: [PHAsset]) {
        let collection = PHAssetCollection.transientAssetCollection(
            with: (0..<all.count).map { all[$0] }.filter {
                text.isEmpty || name($0).contains(text)
            },
            title: nil
        )
        let next = PHAsset.fetchAssets(in: collection, options: nil)
        let details = PHFetchResultChangeDetails(from: shown, to: next, changedObjects: changed)
        take(details)
        shown = next
        say("= \(cells.count)")
    }

    /// The four steps, in the order that their indexes ask for.
    private func take(_ details: PHFetchResultChangeDetails<PHAsset>) {
        for index in (details.removedIndexes ?? []).reversed() {
            say("- \(name(cells.remove(at: index)))")
        }
        for (index, asset) in zip(details.insertedIndexes ?? [], details.insertedObjects) {
            cells.insert(asset, at: index)
            say("+ \(name(asset)) \(index)")
        }
        for (index, asset) in zip(details.changedIndexes ?? [], details.changedObjects) {
            cells[index] = asset
            say("* \(name(asset))")
        }
        var places = [PHAsset?](repeating: nil, count: cells.count)
        var moved = IndexSet()
        details.enumerateMoves { [cells] from, to in
            places[to] = cells[from]
            moved.insert(from)
            say("> \(name(cells[from])) \(from) \(to)")
        }
        var still = cells.indices.filter { !moved.contains($0) }.map { cells[$0] }.makeIterator()
        cells = places.compactMap { $0 ?? still.next() }
    }
}

/// Prints a line at once, also into a pipe.
func say(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
}

func name(_ asset: PHAsset) -> String {
    asset.value(forKey: "filename") as? String ?? asset.localIdentifier
}

let grid = Grid(CommandLine.arguments.dropFirst().first ?? "")
PHPhotoLibrary.shared().register(grid)
while let line = readLine() { grid.filter(line) }
