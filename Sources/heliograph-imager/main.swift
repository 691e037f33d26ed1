internal import Glibc
internal import ImagingService
internal import PictureDecoding
internal import SandboxService

// Makes renditions of still pictures with libvips, which loads about a hundred libraries, all but one at its start.

/// The memory limit in bytes.
///
/// libheif needs 1,150 MB for 200 megapixels, with the stacks of its threads and both colour models (measured); 48
/// megapixels, and a progressive JPEG of 200, need 600 MB.
let mostMemory: UInt64 = 1_400 << 20

var sandbox = Sandbox(
    memory: mostMemory,
    processor: HelperStart.processorSeconds(60),
    files: 32
)
sandbox.allowsThreads = true

// Users need the version of libheif first when a phone's picture is not shown, and libheif is loaded as a module.
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
