internal import PhotoModel

extension DerivationRules {
    static let timelapses: [SubtypeRule] = [
        SubtypeRule(.videoTimelapse, "appleCaptureMode") { facts in
            let key = "com.apple.photos.captureMode"
            guard let mode = facts.movie?.trackKeys[key] ?? facts.movie?.keys[key],
                mode == "Time-lapse"
            else { return nil }
            return "\(key) = Time-lapse"
        }
    ]

    static let highFrameRates: [SubtypeRule] = [
        SubtypeRule(.videoHighFrameRate, "androidCaptureRate") { facts in
            let key = "com.android.capture.fps"
            guard let movie = facts.movie, let text = movie.keys[key], let rate = Double(text),
                rate > movie.frameRate * 1.5, rate >= 60
            else { return nil }
            return "\(key) = \(text), shown at \(rounded(movie.frameRate)) a second"
        },
        SubtypeRule(.videoHighFrameRate, "frameRate") { facts in
            guard let rate = facts.movie?.frameRate, rate >= 100 else { return nil }
            return "\(rounded(rate)) pictures a second on average"
        },
    ]

    static let screenRecordings: [SubtypeRule] = [
        SubtypeRule(.videoScreenRecording, "replayKit") { facts in
            guard let movie = facts.movie else { return nil }
            if movie.keys["com.apple.quicktime.author"] == "ReplayKitRecording" {
                return "com.apple.quicktime.author = ReplayKitRecording"
            }
            return movie.userData["auth"] == "ReplayKitRecording"
                ? "udta auth = ReplayKitRecording" : nil
        },
        SubtypeRule(.videoScreenRecording, "fileName") { facts in
            guard facts.movie?.keys["com.apple.quicktime.make"] == nil else { return nil }
            return ScreenRecordingNames.marks.evidence(facts.stem)
        },
    ]

    static let cinematic: [SubtypeRule] = [
        SubtypeRule(.videoCinematic, "cinematicTrack") { facts in
            facts.movie?.trackKeys.keys.sorted().first { $0.contains("quicktime.cinematic-video") }
                .map { "a track with the key \($0)" }
        }
    ]

    static let spatialFilms: [SubtypeRule] = [
        SubtypeRule(.spatialMedia, "stereoViews") { facts in
            facts.movie?.hasStereoViews == true ? "a sample entry with vexu" : nil
        },
        SubtypeRule(.spatialMedia, "spatialFormat") { facts in
            let key = "com.apple.quicktime.spatial.format-version"
            return (facts.movie?.keys[key] ?? facts.movie?.trackKeys[key]).map { "\(key) = \($0)" }
        },
    ]

    private static func rounded(_ rate: Double) -> String {
        "\((rate * 100).rounded() / 100)"
    }
}

/// The marks that phones, desktops and programs give to the names of screen recordings; those of GNOME are from the
/// translations of its shell.
enum ScreenRecordingNames {
    static let marks = NameMarks(
        systems + gnome + programs,
        // Pixel.
        dated: ["screen-"],
        suffixes: ["से स्क्रीनकास्ट", "থেকে স্ক্রিনকাস্ট", "ਤੋਂ ਸਕਰੀਨਕਾਸਟ", "बाट स्क्रिनकास्ट"]
    )

    private static let systems = [
        "rpreplay_final", "screenrecorder-", "screenrecorder_", "screenrecording_",
        "screenrecord_", "screen_recording_", "screen_record_", "screen recording ",
        "screen record ", "screencast from ", "screencast_", "screencast ",
        "bildschirmaufnahme ", "bildschirmaufzeichnung ", "enregistrement de l’écran ",
        "enregistrement de l'écran ", "grabación de pantalla ", "registrazione schermo ",
        "gravação de tela ", "gravação do ecrã ", "schermopname ", "schermopname_",
        "skärminspelning ", "skjermopptak ", "skærmoptagelse ", "näyttötallenne ",
        "nagranie z ekranu ", "nagrywanie ekranu ", "ekran kaydı ", "запись экрана ",
        "запис екрана ", "záznam obrazovky ", "képernyőfelvétel ", "画面収録 ", "画面収録",
        "屏幕录制", "录屏", "螢幕錄製", "螢幕錄影", "화면 기록 ", "quay màn hình ", "bản ghi màn hình ",
    ]

    private static let gnome = [
        "captura de pantalla do ", "captura vidèo ", "capture vidéo ", "ekrano įrašas ",
        "ekranregistraĵo ", "ekrānieraksts ", "enregistrament de pantalla ", "gravação de ecrã ",
        "nagranie ekranu ", "näyttötallennevideo ", "pantaila-bideoa ", "quay phim màn hình ",
        "skjámyndskeið ", "skrin-deghesyans ", "snimka zaslona ", "trasmission dal schermi ",
        "tuṭṭfa n ugdil ", "video de schermo ", "video snimak ", "zapis ekrana ",
        "zaslonski posnetek ", "βίντεο οθόνης ", "видео-снимак ", "запис з екрана ",
        "запис на екрана ", "запіс экрана ", "скринкаст", "הקלטת מסך ", "ضبط صفحه ",
        "บันทึกหน้าจอ", "ວິດີໂອບັນທຶກໜ້າຈໍ", "ეკრანის ვიდეოჩანაწერი ", "스크린캐스트 ",
    ]

    /// Programs that record nothing else, and Huawei's phones.
    private static let programs = [
        "simplescreenrecorder-", "az_recorder_", "vokoscreen", "svid_",
    ]
}
