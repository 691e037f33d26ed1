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
            return ScreenRecordingNames.prefix(of: facts.stem).map { "name begins with \"\($0)\"" }
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

/// The prefixes that phones and desktops give to the names of screen recordings.
enum ScreenRecordingNames {
    private static let prefixes = [
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

    static func prefix(of stem: String) -> String? {
        let lowered = stem.lowercased()
        if let known = prefixes.first(where: lowered.hasPrefix) { return known }
        // Pixel: screen-20230401-101112.
        let digits = lowered.dropFirst(7)
        let isPixel =
            lowered.hasPrefix("screen-") && digits.count >= 15
            && digits.prefix(8).allSatisfy(\.isNumber) && digits.dropFirst(8).first == "-"
        return isPixel ? "screen-" : nil
    }
}
