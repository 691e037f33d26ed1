/// Places as text (ISO 6709): `+41.9000+012.5000+021.000/`, `+4154+01230/`, `+415400+0123000CRSWGS_84/`.
enum ISO6709 {
    static func location(_ text: String) -> Location? {
        var numbers: [Substring] = []
        var rest = text[...]
        while numbers.count < 3, let sign = rest.first, sign == "+" || sign == "-" {
            let number = rest.dropFirst().prefix { $0 == "." || $0.isASCII && $0.isNumber }
            numbers.append(rest[..<number.endIndex])
            rest = rest[number.endIndex...]
        }
        guard numbers.count >= 2, let latitude = degrees(numbers[0], 2),
            let longitude = degrees(numbers[1], 3)
        else { return nil }
        let altitude = numbers.count > 2 ? Double(numbers[2]) : nil
        let found = Location(latitude: latitude, longitude: longitude, altitude: altitude)
        return found.isPlausible ? found : nil
    }

    /// Reads degrees; two or four digits more before the point than degrees have are minutes and seconds.
    private static func degrees(_ text: Substring, _ digits: Int) -> Double? {
        guard let value = Double(text) else { return nil }
        let size = abs(value)
        switch text.dropFirst().prefix(while: { $0 != "." }).count {
        case 0...digits: return value
        case digits + 2:
            let whole = (size / 100).rounded(.down)
            return angle(value, whole, size - whole * 100, 0)
        case digits + 4:
            let whole = (size / 10_000).rounded(.down)
            let minutes = (size / 100).rounded(.down) - whole * 100
            return angle(value, whole, minutes, size - (whole * 100 + minutes) * 100)
        default: return nil
        }
    }

    private static func angle(
        _ value: Double,
        _ degrees: Double,
        _ minutes: Double,
        _ seconds: Double
    ) -> Double? {
        guard minutes < 60, seconds < 60 else { return nil }
        let sum = degrees + minutes / 60 + seconds / 3_600
        return value < 0 ? -sum : sum
    }
}
