import CoreLocation

// Keeps a place, and what else a program notes beside it, in a file.
//
//     location-client FILE

var day = DateComponents()
day.year = 2024
let values: [String: Any] = [
    "place": CLLocation(
        coordinate: CLLocationCoordinate2D(latitude: 41.9, longitude: 12.5),
        altitude: 21,
        horizontalAccuracy: 5,
        verticalAccuracy: 5,
        timestamp: Date(timeIntervalSince1970: 1_700_000_000)
    ),
    "names": ["Rome", "Ostia"], "tags": Set(["sea"]), "path": IndexPath(indexes: [1, 2]),
    "day": day,
]
let file = URL(fileURLWithPath: CommandLine.arguments[1])
if let data = try? Data(contentsOf: file) {
    let kept = try NSKeyedUnarchiver.unarchivedObject(
        ofClasses: [
            NSDictionary.self, NSArray.self, NSSet.self, NSString.self, NSIndexPath.self,
            NSDateComponents.self, CLLocation.self,
        ],
        from: data
    )
    let isEqual = kept as? NSDictionary == NSDictionary(dictionary: values)
    print(isEqual ? "kept" : "not what was kept: \(kept ?? "nothing")")
} else {
    let data = try NSKeyedArchiver.archivedData(
        withRootObject: NSDictionary(dictionary: values),
        requiringSecureCoding: true
    )
    try data.write(to: file)
    print("new")
}
