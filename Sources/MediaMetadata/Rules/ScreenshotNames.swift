/// The marks that systems and programs give to the names of screenshots, in several languages; those of GNOME are from
/// the translations of its shell and of gnome-screenshot.
enum ScreenshotNames {
    static let marks = NameMarks(
        systems + gnome + programs,
        // Shottr.
        dated: ["scr-"],
        suffixes: [
            "से स्क्रीनशॉट", "पासून स्क्रीनशॉट", "থেকে স্ক্রিনশট", "ਤੋਂ ਸਕਰੀਨਸ਼ਾਟ", "માંથી સ્ક્રીનશોટ", "बाट स्क्रिनसट",
            "屏幕截图", "的螢幕擷圖",
        ]
    )

    private static let systems = [
        "screenshot", "screen shot", "screen-shot", "screen_shot", "simulator screen shot",
        "simulator screenshot", "bildschirmfoto", "capture d'écran", "capture d’écran",
        "captura de pantalla", "captura desde", "captura de tela", "captura de ecrã", "schermata",
        "schermafbeelding", "skärmavbild", "skärmbild", "zrzut ekranu", "ekran resmi",
        "снимок экрана", "スクリーンショット", "截屏", "屏幕截图", "스크린샷", "ekran görüntüsü",
        "ảnh chụp màn hình", "näyttökuva", "skjermbilde", "skærmbillede", "képernyőkép",
        "képernyőfotó", "snímek obrazovky", "snímka obrazovky", "captură de ecran",
        "στιγμιότυπο οθόνης", "знімок екрана", "екранна снимка", "צילום מסך", "لقطة شاشة",
        "ภาพหน้าจอ", "tangkapan layar", "snimka zaslona", "posnetek zaslona", "屏幕快照", "螢幕截圖",
        "螢幕快照", "截圖", "截图", "螢幕擷圖", "ảnh màn hình", "petikan skrin", "स्क्रीनशॉट", "στιγμιότυπο",
    ]

    private static let gnome = [
        "capture d'ecran", "captura d'ecran", "captura d’ecran", "captura de schermo",
        "chụp màn hình", "cuplikan layar", "ekraanipilt", "ekran koruntisi", "ekrankopio",
        "ekrano nuotrauka", "ekrānattēls", "gabháil scáileáin", "glacadh-sgrìn", "hình chụp từ",
        "kuvakaappaus", "pantaila-argazkia", "schermade dal", "schermafdruk", "skermskoot",
        "skjámynd", "skjermbilete", "skrin-skeusen", "skrinshot", "slika zaslona",
        "snimak ekrana", "tangkap layar", "tuṭṭfa n ugdil", "zaslonska slika",
        "zaslonski posnetek", "zdymak ekrana", "здымак экрана", "скриншот", "снимак екрана",
        "снимка на екрана", "نماگرفت", "وێنەی شاشە", "स्क्रिनसट", "ພາບໜ້າຈໍ", "ეკრანის ანაბეჭდი",
    ]

    /// Programs that take nothing else.
    private static let programs = [
        "snipaste", "cleanshot", "screencapture-", "ksnip_", "wowscrnshot", "qq截图", "微信截图",
        "企业微信截图", "深度截图",
    ]
}
