/// The declared types that Apple's framework has names for.
extension UTType {
    /// Anything in a file system.
    public static let item = UTType(declared: "public.item")
    /// Anything with content.
    public static let content = UTType(declared: "public.content")
    /// Content that combines several kinds of data.
    public static let compositeContent = UTType(declared: "public.composite-content")
    /// A stream of bytes.
    public static let data = UTType(declared: "public.data")
    /// A directory.
    public static let directory = UTType(declared: "public.directory")
    /// A directory that users see as a directory.
    public static let folder = UTType(declared: "public.folder")
    /// A directory that users see as a file.
    public static let package = UTType(declared: "com.apple.package")
    /// Text of any kind.
    public static let text = UTType(declared: "public.text")
    /// Text without formatting.
    public static let plainText = UTType(declared: "public.plain-text")
    /// XML.
    public static let xml = UTType(declared: "public.xml")
    /// JSON.
    public static let json = UTType(declared: "public.json")
    /// A property list.
    public static let propertyList = UTType(declared: "com.apple.property-list")
    /// A PDF document.
    public static let pdf = UTType(declared: "com.adobe.pdf")
    /// An archive of files.
    public static let archive = UTType(declared: "public.archive")
    /// A ZIP archive.
    public static let zip = UTType(declared: "public.zip-archive")

    /// A picture of any format.
    public static let image = UTType(declared: "public.image")
    /// A JPEG picture.
    public static let jpeg = UTType(declared: "public.jpeg")
    /// A TIFF picture.
    public static let tiff = UTType(declared: "public.tiff")
    /// A GIF picture.
    public static let gif = UTType(declared: "com.compuserve.gif")
    /// A PNG picture.
    public static let png = UTType(declared: "public.png")
    /// An icon of Apple's.
    public static let icns = UTType(declared: "com.apple.icns")
    /// A BMP picture.
    public static let bmp = UTType(declared: "com.microsoft.bmp")
    /// An icon of Windows.
    public static let ico = UTType(declared: "com.microsoft.ico")
    /// A RAW picture of any camera.
    public static let rawImage = UTType(declared: "public.camera-raw-image")
    /// An SVG drawing.
    public static let svg = UTType(declared: "public.svg-image")
    /// A Live Photo.
    public static let livePhoto = UTType(declared: "com.apple.live-photo")
    /// A HEIF picture.
    public static let heif = UTType(declared: "public.heif")
    /// A HEIF picture encoded with HEVC.
    public static let heic = UTType(declared: "public.heic")
    /// A sequence of HEIF pictures encoded with HEVC.
    public static let heics = UTType(declared: "public.heics")
    /// A WebP picture.
    public static let webP = UTType(declared: "org.webmproject.webp")
    /// A RAW picture in Adobe's format.
    public static let dng = UTType(declared: "com.adobe.raw-image")
    /// A JPEG XL picture.
    public static let jpegxl = UTType(declared: "public.jpeg-xl")
    /// An OpenEXR picture.
    public static let exr = UTType(declared: "com.ilm.openexr-image")

    /// A film or sound.
    public static let audiovisualContent = UTType(declared: "public.audiovisual-content")
    /// A film, with or without sound.
    public static let movie = UTType(declared: "public.movie")
    /// A film without sound.
    public static let video = UTType(declared: "public.video")
    /// Sound.
    public static let audio = UTType(declared: "public.audio")
    /// A QuickTime film.
    public static let quickTimeMovie = UTType(declared: "com.apple.quicktime-movie")
    /// An MPEG-1 or MPEG-2 film.
    public static let mpeg = UTType(declared: "public.mpeg")
    /// An MPEG-2 video stream.
    public static let mpeg2Video = UTType(declared: "public.mpeg-2-video")
    /// An MPEG-2 transport stream.
    public static let mpeg2TransportStream = UTType(declared: "public.mpeg-2-transport-stream")
    /// An MPEG-4 film.
    public static let mpeg4Movie = UTType(declared: "public.mpeg-4")
    /// An AVI film.
    public static let avi = UTType(declared: "public.avi")
    /// MP3 sound.
    public static let mp3 = UTType(declared: "public.mp3")
    /// MPEG-4 sound.
    public static let mpeg4Audio = UTType(declared: "public.mpeg-4-audio")
    /// AIFF sound.
    public static let aiff = UTType(declared: "public.aiff-audio")
    /// Waveform sound.
    public static let wav = UTType(declared: "com.microsoft.waveform-audio")
}
