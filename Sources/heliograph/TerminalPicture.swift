internal import Foundation
internal import Imaging
internal import Renditions
internal import TerminalGraphics

/// A picture on the terminal that standard output is.
struct TerminalPicture {
    private let terminal: TerminalGraphics.Terminal

    /// Asks the terminal what it can show; nil when there is none, or it can show nothing.
    init?() {
        guard Terminal.isOutput,
            let terminal = TerminalGraphics.Terminal.ask(
                kind: ProcessInfo.processInfo.environment["TERM"]
            )
        else { return nil }
        self.terminal = terminal
    }

    /// Whether it shows pixels, and not only characters.
    var showsPixels: Bool { terminal.graphics != .characters }

    /// Makes a request one for pixels that are no more than the terminal shows.
    ///
    /// - Parameters:
    ///   - request: What is asked for.
    ///   - rows: How many lines the picture may take; nil for all there are.
    /// - Returns: The request to make instead.
    func request(_ request: RenditionRequest, rows: Int? = nil) -> RenditionRequest {
        var request = request
        var (width, height) = terminal.mostPixels
        if let rows { height = min(height, height * rows / max(terminal.rows - 1, 1)) }
        let isFree = request.width == 0 && request.height == 0
        request.width = isFree || request.width > width ? width : request.width
        request.height = isFree || request.height > height ? height : request.height
        if isFree { request.resize = .fast }
        (request.wantsPixels, request.encoding) = (true, nil)
        return request
    }

    func draw(_ picture: Picture) throws {
        guard let pixels = picture.pixels,
            let image = RasterImage(width: picture.width, height: picture.height, pixels: pixels)
        else { return }
        try FileHandle.standardOutput.write(contentsOf: Data(terminal.drawing(of: image)))
    }
}
