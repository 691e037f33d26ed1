internal import CFilmFrames
internal import Glibc
internal import ImagingService
internal import Renditions
internal import SandboxService

// Makes pictures of films with libavformat, libavcodec and libswscale, in the sandbox of all imagers and in one thread.
// It only returns pixels. Encoding is left to the imager of pictures, which takes a millisecond more and saves a second
// set of encoders here.

exit(
    serveRenditions(
        "heliograph-film-imager",
        libraries: "libavformat libavcodec libswscale libavutil",
        // Decoders of 8K films keep several frames, of a tenth of a gigabyte each.
        sandbox: Sandbox(memory: 1_536 << 20, processor: 60, files: 16)
    ) {
        heliograph_frames_prepare()
        let exports = Exports()
        return { job, lane throws(RenditionFailure) in
            switch job.request.subject {
            case .tracks: try describe(job, lane)
            case .mp4: try exports.next(job, "mp4", lane)
            case .quickTime: try exports.next(job, "mov", lane)
            default: try frame(job, lane)
            }
        }
    }
)
