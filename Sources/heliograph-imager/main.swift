internal import Glibc
internal import ImagingService
internal import PictureDecoding
internal import SandboxService

// Makes renditions of still pictures by libvips, which loads a hundred libraries and all but one of them at its start.

/// A rendition of 200 megapixels, or what libheif takes for 48 (measured); with the threads of its decoders.
let mostMemory: UInt64 = 700 << 20

var sandbox = Sandbox(
    memory: mostMemory,
    processor: HelperStart.processorSeconds(60),
    files: 32
)
sandbox.allowsThreads = true

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
