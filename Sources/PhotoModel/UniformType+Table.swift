/// The types of photos, films and their sidecars, and those they conform to, from the System-Declared Uniform Type
/// Identifiers in Apple's documentation and in macOS.
extension UniformType {
    package static let all: [UniformType] = bases + pictures + rawPictures + films + others

    private static let bases = [
        UniformType("public.item", "item", ""),
        UniformType("public.content", "content", ""),
        UniformType("public.composite-content", "composite content", "public.content"),
        UniformType("public.data", "data", "public.item"),
        UniformType("public.directory", "directory", "public.item"),
        UniformType("public.folder", "folder", "public.directory"),
        UniformType("com.apple.package", "package", "public.directory"),
        UniformType("public.image", "image", "public.data public.content"),
        UniformType(
            "public.audiovisual-content",
            "audiovisual content",
            "public.data public.content"
        ),
        UniformType("public.movie", "movie", "public.audiovisual-content"),
        UniformType("public.video", "video", "public.movie"),
        UniformType("public.audio", "audio", "public.audiovisual-content"),
        UniformType("public.text", "text", "public.data public.content"),
    ]

    private static let pictures = [
        image("public.jpeg", "JPEG image", "jpeg jpg jpe jfif", "image/jpeg image/jpg"),
        image("public.png", "PNG image", "png", "image/png"),
        image("com.compuserve.gif", "GIF image", "gif", "image/gif"),
        image("public.tiff", "TIFF image", "tiff tif", "image/tiff"),
        image("org.webmproject.webp", "WebP image", "webp", "image/webp"),
        UniformType("public.heif-standard", "HEIF standard image", "public.image"),
        UniformType(
            "public.heic",
            "HEIC image",
            "public.heif-standard",
            "heic",
            "image/heic"
        ),
        UniformType(
            "public.heics",
            "HEIC image sequence",
            "public.heif-standard",
            "heics",
            "image/heic-sequence"
        ),
        UniformType(
            "public.heif",
            "HEIF image",
            "public.heif-standard",
            "heif hif",
            "image/heif"
        ),
        UniformType(
            "public.avif",
            "AVIF image",
            "public.heif-standard",
            "avif",
            "image/avif"
        ),
        image("com.microsoft.bmp", "BMP image", "bmp dib", "image/bmp image/x-bmp"),
        image("public.jpeg-xl", "JPEG XL image", "jxl", "image/jxl"),
        image("public.jpeg-2000", "JPEG 2000 image", "jp2 jpf jpx j2k", "image/jp2"),
        image("com.microsoft.ico", "Windows icon", "ico", "image/vnd.microsoft.icon"),
        image("com.apple.icns", "Apple icon", "icns"),
        image("com.ilm.openexr-image", "OpenEXR image", "exr"),
        image(
            "com.adobe.photoshop-image",
            "Photoshop document",
            "psd",
            "image/vnd.adobe.photoshop"
        ),
        UniformType(
            "public.svg-image",
            "SVG image",
            "public.image public.xml",
            "svg svgz",
            "image/svg+xml"
        ),
        UniformType("com.apple.live-photo", "Live Photo", ""),
        // No system declares one for these files.
        image("org.heliograph.livp", "Live Photo in one file", "livp"),
    ]

    private static let rawPictures = [
        UniformType("public.camera-raw-image", "camera RAW image", "public.image"),
        raw("com.adobe.raw-image", "Adobe DNG image", "dng gpr", "image/x-adobe-dng"),
        raw("com.nikon.raw-image", "Nikon RAW image", "nef", "image/x-nikon-nef"),
        raw("com.nikon.nrw-raw-image", "Nikon NRW image", "nrw", "image/x-nikon-nrw"),
        raw("com.canon.cr2-raw-image", "Canon CR2 image", "cr2", "image/x-canon-cr2"),
        raw("com.canon.cr3-raw-image", "Canon CR3 image", "cr3", "image/x-canon-cr3"),
        raw("com.canon.crw-raw-image", "Canon CRW image", "crw", "image/x-canon-crw"),
        raw("com.sony.arw-raw-image", "Sony ARW image", "arw", "image/x-sony-arw"),
        raw("com.sony.raw-image", "Sony SRF image", "srf", "image/x-sony-srf"),
        raw("com.sony.sr2-raw-image", "Sony SR2 image", "sr2", "image/x-sony-sr2"),
        raw("com.fuji.raw-image", "Fuji RAW image", "raf", "image/x-fuji-raf"),
        raw("com.panasonic.raw-image", "Panasonic RAW image", "raw", "image/x-panasonic-raw"),
        raw("com.panasonic.rw2-raw-image", "Panasonic RW2 image", "rw2", "image/x-panasonic-rw2"),
        raw("com.olympus.raw-image", "Olympus RAW image", "orf", "image/x-olympus-orf"),
        raw("com.pentax.raw-image", "Pentax RAW image", "pef", "image/x-pentax-pef"),
        raw("com.samsung.raw-image", "Samsung RAW image", "srw", "image/x-samsung-srw"),
        raw("com.leica.rwl-raw-image", "Leica RWL image", "rwl", "image/x-leica-rwl"),
        raw("com.kodak.raw-image", "Kodak RAW image", "dcr kdc", "image/x-kodak-dcr"),
        raw("com.konicaminolta.raw-image", "Minolta RAW image", "mrw", "image/x-minolta-mrw"),
        raw("com.sigma.raw-image", "Sigma RAW image", "x3f", "image/x-sigma-x3f"),
        raw(
            "com.hasselblad.3fr-raw-image",
            "Hasselblad 3FR image",
            "3fr",
            "image/x-hasselblad-3fr"
        ),
        raw(
            "com.hasselblad.fff-raw-image",
            "Hasselblad FFF image",
            "fff",
            "image/x-hasselblad-fff"
        ),
        raw("com.phaseone.raw-image", "Phase One RAW image", "iiq", "image/x-phaseone-iiq"),
        raw("com.leafamerica.raw-image", "Leaf RAW image", "mos", "image/x-leaf-mos"),
        raw("com.epson.raw-image", "Epson RAW image", "erf", "image/x-epson-erf"),
    ]

    private static let films = [
        movie("com.apple.quicktime-movie", "QuickTime movie", "mov qt", "video/quicktime"),
        movie("public.mpeg-4", "MPEG-4 movie", "mp4 mpg4", "video/mp4 video/mp4v"),
        movie("com.apple.m4v-video", "Apple MPEG-4 movie", "m4v", "video/x-m4v"),
        movie("public.3gpp", "3GPP movie", "3gp 3gpp", "video/3gpp"),
        movie("public.3gpp2", "3GPP2 movie", "3g2 3gp2", "video/3gpp2"),
        movie("public.mpeg", "MPEG movie", "mpg mpeg mpe m75 m15", "video/mpeg video/mpg"),
        UniformType(
            "public.mpeg-2-video",
            "MPEG-2 video",
            "public.video",
            "m2v",
            "video/mpeg2"
        ),
        movie("public.mpeg-2-transport-stream", "MPEG-2 transport stream", "ts", "video/mp2t"),
        UniformType(
            "public.avchd-mpeg-2-transport-stream",
            "AVCHD MPEG-2 transport stream",
            "public.mpeg-2-transport-stream",
            "mts m2ts",
            "video/avchd-stream"
        ),
        movie(
            "public.avi",
            "AVI movie",
            "avi vfw",
            "video/avi video/msvideo video/x-msvideo"
        ),
        movie(
            "com.microsoft.advanced-systems-format",
            "Windows Media file",
            "asf",
            "video/x-ms-asf"
        ),
        movie("com.microsoft.windows-media-wmv", "Windows Media video", "wmv", "video/x-ms-wmv"),
        movie("org.matroska.mkv", "Matroska movie", "mkv", "video/x-matroska"),
        movie("org.webmproject.webm", "WebM movie", "webm", "video/webm"),
    ]

    private static let others = [
        audio("public.mp3", "MP3 audio", "mp3", "audio/mpeg audio/mp3"),
        audio("public.mpeg-4-audio", "MPEG-4 audio", "mp4a", "audio/mp4"),
        audio("com.apple.m4a-audio", "Apple MPEG-4 audio", "m4a", "audio/x-m4a"),
        audio("public.aiff-audio", "AIFF audio", "aiff aif", "audio/aiff audio/x-aiff"),
        audio(
            "com.microsoft.waveform-audio",
            "Waveform audio",
            "wav wave",
            "audio/vnd.wave audio/wav"
        ),
        UniformType("public.plain-text", "plain text", "public.text", "txt text", "text/plain"),
        UniformType("public.xml", "XML text", "public.text", "xml", "application/xml text/xml"),
        UniformType("public.json", "JSON text", "public.text", "json", "application/json"),
        UniformType("com.apple.property-list", "property list", "public.data", "plist"),
        UniformType(
            "com.adobe.pdf",
            "PDF document",
            "public.data public.composite-content",
            "pdf",
            "application/pdf"
        ),
        UniformType("public.archive", "archive", "public.data"),
        UniformType(
            "public.zip-archive",
            "ZIP archive",
            "public.archive public.data",
            "zip",
            "application/zip"
        ),
        UniformType("com.adobe.xmp", "XMP metadata", "public.xml", "xmp", "application/rdf+xml"),
        UniformType(
            "com.apple.photos.apple-adjustment-envelope",
            "adjustments of Apple Photos",
            "com.apple.property-list",
            "aae"
        ),
    ]

    private static func image(
        _ identifier: String,
        _ description: String,
        _ extensions: String,
        _ mimeTypes: String = ""
    ) -> UniformType {
        UniformType(identifier, description, "public.image", extensions, mimeTypes)
    }

    private static func raw(
        _ identifier: String,
        _ description: String,
        _ extensions: String,
        _ mimeTypes: String
    ) -> UniformType {
        UniformType(identifier, description, "public.camera-raw-image", extensions, mimeTypes)
    }

    private static func movie(
        _ identifier: String,
        _ description: String,
        _ extensions: String,
        _ mimeTypes: String
    ) -> UniformType {
        UniformType(identifier, description, "public.movie", extensions, mimeTypes)
    }

    private static func audio(
        _ identifier: String,
        _ description: String,
        _ extensions: String,
        _ mimeTypes: String
    ) -> UniformType {
        UniformType(identifier, description, "public.audio", extensions, mimeTypes)
    }
}
