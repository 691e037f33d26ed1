/// The prefixes that systems give to the names of screenshots, in several languages.
enum ScreenshotNames {
    private static let prefixes = [
        "screenshot", "screen shot", "screen-shot", "screen_shot", "simulator screen shot",
        "simulator screenshot", "bildschirmfoto", "capture d'écran", "capture d’écran",
        "captura de pantalla", "captura desde", "captura de tela", "captura de ecrã", "schermata",
        "schermafbeelding", "skärmavbild", "skärmbild", "zrzut ekranu", "ekran resmi",
        "снимок экрана", "スクリーンショット", "截屏", "屏幕截图", "스크린샷", "ekran görüntüsü",
        "ảnh chụp màn hình", "näyttökuva", "skjermbilde", "skærmbillede", "képernyőkép",
        "képernyőfotó", "snímek obrazovky", "snímka obrazovky", "captură de ecran",
        "στιγμιότυπο οθόνης", "знімок екрана", "екранна снимка", "צילום מסך", "لقطة شاشة",
        "ภาพหน้าจอ", "tangkapan layar", "snimka zaslona", "posnetek zaslona", "屏幕快照", "螢幕截圖",
        "螢幕快照", "截圖",
    ]
    private static let firstBytes = Set(prefixes.compactMap(\.utf8.first))

    /// Returns the prefix that marks a name as a screenshot, or nil.
    ///
    /// Text is compared by canonical equivalence, so composed and decomposed accents are the same; a letter after the
    /// prefix makes it another word.
    static func prefix(of stem: String) -> String? {
        guard var first = stem.utf8.first else { return nil }
        if (0x41...0x5A).contains(first) { first |= 0x20 }
        guard firstBytes.contains(first) || first >= 0xC0 else { return nil }
        let lowered = stem.lowercased()
        return prefixes.first { prefix in
            guard lowered.hasPrefix(prefix) else { return false }
            guard let next = lowered.dropFirst(prefix.count).first else { return true }
            return !next.isLetter || !next.isASCII
        }
    }
}
