extension Naming {
    /// Messengers and social networks, which strip all metadata from pictures.
    static let messengers = [
        Naming("WhatsApp", "IMG-%Y%m%d-WA%n"),
        Naming("WhatsApp", "VID-%Y%m%d-WA%n"),
        Naming("WhatsApp, a sticker", "STK-%Y%m%d-WA%n"),
        Naming("WhatsApp Desktop", "WhatsApp Image %Y-%m-%d at %T"),
        Naming("WhatsApp Desktop", "WhatsApp Video %Y-%m-%d at %T"),
        Naming("WhatsApp Desktop", "WhatsApp%t%Y-%m-%d%t%T"),
        Naming("WhatsApp Desktop", "Ima%tWhatsApp%t%Y-%m-%d%t%T"),
        Naming("WhatsApp Desktop", "Imma%tWhatsApp%t%Y-%m-%d%t%T"),
        Naming("Signal", "signal-%Y-%m-%d-%H-%M-%S-%f"),
        Naming("Signal", "signal-%Y-%m-%d-%H-%M-%S"),
        Naming("Signal", "signal-%Y-%m-%d-%H%M%S"),
        Naming("Signal", "signal-attachment-%Y-%m-%d-%H%M%S"),
        Naming("Telegram", "photo_%Y-%m-%d_%H-%M-%S"),
        Naming("Telegram", "video_%Y-%m-%d_%H-%M-%S"),
        Naming("Telegram, an export", "photo_%n@%d-%m-%Y_%H-%M-%S"),
        Naming("Telegram, an export", "video_%n@%d-%m-%Y_%H-%M-%S"),
        Naming("Facebook", "FB_IMG_%Q", .utc),
        Naming("Facebook", "FB_VID_%Q", .utc),
        Naming("Viber", "viber_image_%Y-%m-%d_%H-%M-%S-%f"),
        Naming("Viber", "viber_%t%Y-%m-%d_%H-%M-%S"),
        Naming("LINE", "line_%Q", .utc),
        Naming("LINE, an album", "LINE_ALBUM_%Y.%k.%e_%n"),
        Naming("Picsart", "Picsart_%y-%m-%d_%H-%M-%S-%f"),
        Naming("WeChat", "mmexport%Q", .utc),
        Naming("WeChat", "mmexport%w_%Q", .utc),
        Naming("Reddit", "RDT_%Y%m%d_%n"),
        Naming("WeChat", "wx_camera_%Q", .utc),
        Naming("WeChat", "microMsg.%Q", .utc),
        Naming("QQ", "qq_pic_merged_%Q", .utc),
        Naming("FaceApp", "faceapp_%Q", .utc),
        Naming("PhotoGrid", "PhotoGrid_%Q", .utc),
        Naming("BeautyPlus", "BeautyPlus_%Y%m%d%H%M%S%f"),
        Naming("InShot", "InShot_%Y%m%d_%H%M%S%f"),
        Naming("B612", "B612_%Y%m%d_%H%M%S_%f"),
        Naming("SNOW", "SNOW_%Y%m%d_%H%M%S_%f"),
        Naming("CapCut", "lv_%n_%Y%m%d%H%M%S"),
    ]

    /// Programs that put pictures into a cloud folder, or export them from one.
    static let exports = [
        Naming("OneDrive", "%Y%m%d_%H%M%S%f_iOS", .utc),
        Naming("Dropbox", "%Y-%m-%d %H.%M.%S"),
        Naming("Dropbox, from an iPhone", "Photo %b %e, %Y, %I %M %S%p"),
        Naming("Dropbox, from an iPhone", "Video %b %e, %Y, %I %M %S%p"),
        Naming("Nextcloud", "%Y-%m-%d %H-%M-%S %#%#%#%#"),
        Naming("Amazon Photos", "%Y-%m-%d_%H-%M-%S_%f"),
        Naming("Google Photos", "Burst_Cover_GIF_Action_%Y%m%d%H%M%S"),
        Naming("Google Photos", "Burst_Cover_Collage_%Y%m%d%H%M%S"),
        Naming("ChatGPT", "ChatGPT Image %b %e, %Y, %I_%M_%S%p"),
        Naming("Photo Booth", "Photo on %Y-%m-%d at %H.%M"),
        Naming("ISO 8601 with microseconds", "%Y%m%dT%H%M%S%f%#%#%#Z", .utc),
    ]

    /// Screenshots and screen recordings, in every language whose names are known.
    static let screens = [
        Naming("a screenshot", "%W%t%F%t%T"),
        Naming("a screenshot", "%W%t%F"),
        Naming("iOS, a screen recording", "RPReplay_Final%s", .utc),
        Naming("iOS, a screen recording", "ScreenRecording_%m-%d-%Y %H-%M-%S_%n"),
        Naming("a screen recording", "%R%t%F%t%T"),
        Naming("a screen recording", "%R%F%t%T"),
        Naming("OnePlus, a screen recording", "Screenrecord_%Y-%m-%d-%H-%M-%S"),
        Naming("XRecorder, a screen recording", "XRecorder_%d%m%Y_%H%M%S"),
        Naming("Mobizen, a screen recording", "mobizen_%Y%m%d_%H%M%S"),
        Naming("Bandicam", "bandicam %Y-%m-%d %H-%M-%S-%f"),
        Naming("Nintendo Switch", "%Y%m%d%H%M%S%#%#-%w"),
        Naming("VLC", "vlcsnap-%Y-%m-%d-%Hh%Mm%Ss%f"),
        Naming("VLC", "vlc-record-%Y-%m-%d-%Hh%Mm%Ss"),
        Naming("Peek", "Peek %Y-%m-%d %H-%M"),
        Naming("Screencastify", "Untitled_ %b %e, %Y %I_%M%p"),
        Naming("grim", "%Y%m%d_%Hh%Mm%Ss"),
    ]

    /// All namings in the order they are tried: specific ones before general ones.
    static let all = messengers + exports + screens + actionCameras + phones + scanners
}
