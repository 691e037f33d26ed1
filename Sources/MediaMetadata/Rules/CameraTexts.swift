/// Texts that cameras and programs write into fields meant for people.
///
/// They are names of makers and codes of shooting modes, collected from PhotoPrism (`pkg/txt`), exiftool's forum and
/// the project's own samples.
enum CameraTexts {
    /// Whether a text was written by a camera or a program rather than a person.
    static func contains(_ text: String) -> Bool {
        let folded = text.lowercased().split { $0 == " " || $0 == "\n" || $0 == "\r\n" }
            .joined(separator: " ")
        if folded.isEmpty || whole.contains(folded) { return true }
        if beginnings.contains(where: folded.hasPrefix) { return true }
        // Modes of Huawei's and Honor's cameras, joined: `oznor_soft`, `cof_vivid`.
        if let mode = folded.split(separator: "_").first, modes.contains(String(mode)),
            !folded.contains(" ")
        {
            return true
        }
        // Data that programs keep for themselves: objects, lists of settings, long codes.
        return isCode(folded)
    }

    private static func isCode(_ text: String) -> Bool {
        if text.hasPrefix("{") && text.hasSuffix("}") { return true }
        // Filter settings of Vivo's and Oppo's cameras.
        if text.contains("fileterintensity") || text.contains("filtermask:") { return true }
        guard !text.contains(" ") else { return false }
        // A version number.
        if text.allSatisfy({ $0.isNumber || $0 == "." }), text.contains(".") { return true }
        let isHexadecimal = text.utf8.count >= 16 && text.allSatisfy(\.isHexDigit)
        return isHexadecimal || text.utf8.allSatisfy { $0 == UInt8(ascii: "0") }
    }

    private static let whole: Set<String> = [
        "olympus digital camera", "minolta digital camera", "konica minolta digital camera",
        "kodak digital still camera", "konica minolta photo", "digital camera",
        "digital still camera", "<digital still camera>", "sony dsc", "samsung",
        "samsung camera pictures", "exif_jpeg_picture", "exif_jpeg_t422", "screenshot",
        "created by imlib", "iclarified", "binary comment", "default", "my beautiful picture",
        "user comments", "user comment", "image description", "description", "applemark",
        "created with gimp", "created with the gimp", "lead technologies inc. v1.01",
        "jpeg", "picture", "image", "photo", "none", "null", "(null)", "undefined", "unknown",
        "ascii", "unicode", "charset=ascii", "hello world", "dvc 10.1 hdmi", "vignette for android",
        "camera 360", "\\n", "minolta dsc", "aigo dv", "benq digital camera", "benq dc",
    ]

    private static let beginnings = [
        "dcim\\", "dcim/", "<digimax", "lead technologies", "filter: ", "metadata-start",
        "charset=\"", "charset=", "file source: ", "optimized by ", "created with imagej",
        "exported by ", "processed with vsco", "hw_unique_", "dji_", "sony dsc",
    ]

    private static let modes: Set<String> = [
        "rhdr", "hdrpl", "oznor", "oznorwo", "frontbhdp", "fbt", "rbt", "ptr", "fbthdr", "btr",
        "mon", "nor", "dav", "mde", "edf", "btfmdn", "btf", "btfhdr", "frem", "rpt", "rptt",
        "burst",
        "sdr", "cof", "qrf", "fshbty", "hdr", "ozhdr", "bty", "pmtf", "msk", "mmbxl", "mlv", "nzm",
        "arf", "kry", "dcf", "ztr", "vid", "fill", "fptr", "ptfbty", "cuva", "rbtmdn", "jpeg",
    ]
}
