// Shows the photos of a library as a grid of thumbnails that is scrolled: cells ask for pictures of their size and cancel
// when they go, and what lies around the part that is seen is made ready before it comes.
//
//     gallery [COLUMNS ROWS [SIDE]]    then a command a line on standard input; its end ends the program
//
//     scroll N       moves down by N rows, or up
//     settle         waits until each cell has its picture
//
// Prints a line a command: which cells are seen, how many pictures were made for them and how many were at hand, how
// many requests were cancelled, and how many pictures were asked to be made ready:
//
//     0..<12 of 100000: 12 made, 0 at hand, 0 cancelled, 18 ahead
//
// Build it with `swift build` here. Pictures are made by the helper programs of the package; those of a build of your own are
// found by HELIOGRAPH_LIBEXEC:
//
//     heliograph index ~/Pictures
//     printf 'settle\nscroll 5\nsettle\n' | HELIOGRAPH_LIBEXEC=../../../.build/debug .build/debug/gallery
//
// Photos whose picture cannot be made are told on standard error. The library is that of $HELIOGRAPH_CATALOGUE, or the user's own.

import Photos

/// A place in the grid with the picture of an asset.
final class Cell {
    let asset: PHAsset
    var request = PHInvalidImageRequestID
    var image: UIImage?
    var isDone = false

    init(_ asset: PHAsset) {
        self.asset = asset
    }
}

/// The grid, measured in cells.
final class Gallery: @unchecked Sendable {
    // `@unchecked Sendable` is true because everything is touched on the main queue only.

    private let assets = PHAsset.fetchAssets(with: nil)
    private let manager = PHCachingImageManager()
    private let columns: Int
    private let rows: Int
    private let thumbnailSize: CGSize
    /// The first row that is seen.
    private var top = 0
    private var cells: [Int: Cell] = [:]
    /// What is made ready.
    private var preheated = CGRect.zero
    private var (made, atHand, failed, cancelled, ahead) = (0, 0, 0, 0, 0)
    private var whenSettled: (() -> Void)?

    init(columns: Int, rows: Int, side: Int) {
        (self.columns, self.rows) = (columns, rows)
        thumbnailSize = CGSize(width: side, height: side)
        manager.stopCachingImagesForAllAssets()
        update()
    }

    /// Carries out a command, and calls the closure when that is over.
    func perform(_ command: String, _ done: @escaping () -> Void) {
        let words = command.split(separator: " ")
        switch (words.first, words.count == 2 ? Int(words[1]) : nil) {
        case ("scroll", let by?):
            let last = max((assets.count + columns - 1) / columns - rows, 0)
            top = min(max(top + by, 0), last)
            update()
        case ("settle", _):
            whenSettled = done
            return tellIfSettled()
        default: say("scroll N, or settle")
        }
        done()
    }

    /// The cells that are seen, as a part of all of them.
    private var visible: CGRect { CGRect(x: 0, y: top, width: columns, height: rows) }

    private func update() {
        let seen = indexes(in: visible)
        for (index, cell) in cells where !seen.contains(index) {
            if !cell.isDone {
                manager.cancelImageRequest(cell.request)
                cancelled += 1
            }
            cells[index] = nil
        }
        for index in seen where cells[index] == nil { show(Cell(assets[index]), at: index) }
        updatePreheated()
    }

    private func show(_ cell: Cell, at index: Int) {
        cells[index] = cell
        var hasReturned = false
        cell.request = manager.requestImage(
            for: cell.asset,
            targetSize: thumbnailSize,
            contentMode: .aspectFill,
            options: nil
        ) { [self] image, info in
            // The cell may be another by now.
            guard cells[index] === cell, info?[PHImageCancelledKey] == nil else { return }
            cell.image = image ?? cell.image
            guard info?[PHImageResultIsDegradedKey] as? Bool != true else { return }
            cell.isDone = true
            if let error = info?[PHImageErrorKey] as? any Error {
                failed += 1
                complain("\(error.localizedDescription)")
            } else if hasReturned {
                made += 1
            } else {
                atHand += 1
            }
            tellIfSettled()
        }
        hasReturned = true
    }

    /// Makes ready what is half a screen around; nothing new until a third of a screen was scrolled.
    private func updatePreheated() {
        let around = visible.insetBy(dx: 0, dy: -visible.height / 2)
        guard preheated == .zero || abs(around.midY - preheated.midY) > visible.height / 3 else {
            return
        }
        let (added, removed) = differences(preheated, around)
        let new = added.flatMap(indexes).map { assets[$0] }
        let old = removed.flatMap(indexes).map { assets[$0] }
        manager.startCachingImages(
            for: new,
            targetSize: thumbnailSize,
            contentMode: .aspectFill,
            options: nil
        )
        manager.stopCachingImages(
            for: old,
            targetSize: thumbnailSize,
            contentMode: .aspectFill,
            options: nil
        )
        ahead += new.count
        preheated = around
    }

    /// What one of two parts of the grid has above and below that the other has not.
    private func differences(_ old: CGRect, _ new: CGRect) -> (added: [CGRect], removed: [CGRect]) {
        guard old.intersects(new) else { return ([new], [old]) }
        func part(_ from: CGFloat, _ to: CGFloat) -> [CGRect] {
            from < to ? [CGRect(x: new.minX, y: from, width: new.width, height: to - from)] : []
        }
        return (
            part(new.minY, old.minY) + part(old.maxY, new.maxY),
            part(old.minY, new.minY) + part(new.maxY, old.maxY)
        )
    }

    private func indexes(in part: CGRect) -> Range<Int> {
        let first = Int(part.minY.rounded(.down)) * columns
        let end = Int(part.maxY.rounded(.up)) * columns
        return min(max(first, 0), assets.count)..<min(max(end, 0), assets.count)
    }

    private func tellIfSettled() {
        guard let done = whenSettled, cells.values.allSatisfy({ $0.isDone }) else { return }
        whenSettled = nil
        done()
    }

    /// One line about all that has happened.
    var summary: String {
        "\(indexes(in: visible)) of \(assets.count): \(made) made, \(atHand) at hand, "
            + "\(cancelled) cancelled, \(ahead) ahead" + (failed > 0 ? ", \(failed) failed" : "")
    }
}

/// Prints a line at once, also into a pipe.
func say(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
}

func complain(_ text: String) {
    FileHandle.standardError.write(Data("gallery: \(text)\n".utf8))
}

let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }.filter { $0 > 0 }
let (columns, rows) = numbers.count > 1 ? (numbers[0], numbers[1]) : (4, 5)
let side = numbers.count > 2 ? numbers[2] : 256

// Commands are read beside the main queue, which handlers are called on.
Thread.detachNewThread { [columns, rows, side] in
    let gallery = DispatchQueue.main.sync {
        Gallery(columns: columns, rows: rows, side: side)
    }
    while let line = readLine() {
        let isOver = DispatchSemaphore(value: 0)
        DispatchQueue.main.async {
            gallery.perform(line) {
                say(gallery.summary)
                isOver.signal()
            }
        }
        isOver.wait()
    }
    exit(0)
}
dispatchMain()
