internal import Glibc
internal import ImagingService
internal import PictureDecoding
internal import SandboxService

// Makes renditions of still pictures by libvips, which loads a hundred libraries and all but one of them at its start.

/// What libheif takes for 200 megapixels, with the stacks of its threads: 1,150 MB with both models of colour
/// (measured); 48 megapixels, and a progressive JPEG of 200, take 600 MB.
let mostMemory: UInt64 = 1_400 << 20

var sandbox = Sandbox(
    memory: mostMemory,
    processor: HelperStart.processorSeconds(60),
    files: 32
)
sandbox.allowsThreads = true

// That of what reads the pictures of phones is asked for first when one cannot be shown, and it is in a module.
if CommandLine.arguments.contains("--version") { _ = Library.load() }

exit(
    serveRenditions(
        "heliograph-imager",
        libraries: "libvips libheif libjpeg libpng libwebp libtiff libjxl liblcms2",
        sandbox: sandbox
    ) {
        let fault = Library.load()
        let decoder = StillDecoder()
        return { job, lane throws(RenditionFailure) in
            if let fault { throw RenditionFailure(fault) }
            return try decoder.make(job, in: lane)
        }
    }
)
