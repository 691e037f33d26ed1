internal import Foundation
internal import Imaging
internal import Renditions
internal import TerminalGraphics

/// A picture on the terminal at standard output.
struct TerminalPicture {
    private let terminal: TerminalGraphics.Terminal

    /// Asks the terminal what it can show; nil without a terminal, or if it cannot show pictures.
    init?() {
        guard Terminal.isOutput,
            let terminal = TerminalGraphics.Terminal.ask(
                kind: ProcessInfo.processInfo.environment["TERM"]
            )
        else { return nil }
        self.terminal = terminal
    }

    /// Whether the terminal shows pixels, not only characters.
    var showsPixels: Bool { terminal.graphics != .characters }

    /// Turns a request into one for raw pixels, at most as many as the terminal can show.
    ///
    /// - Parameters:
    ///   - request: The original request.
    ///   - rows: The most lines that the picture may take; nil for all.
    /// - Returns: The new request.
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
        try OutputFile.write(Data(terminal.drawing(of: image)), to: "-")
    }
}
