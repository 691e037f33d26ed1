public import CoreLocation
public import Foundation
internal import FoundationBridging

/// A value that a field of a record can hold.
///
/// This is text, a number, a date, data, a location, a reference, a file, or a list of these. Cast it to Swift's own
/// types: `record["title"] as? String`, `record["pixelWidth"] as? Int`.
public protocol __CKRecordObjCValue {}

/// A value that a field of a record can hold.
public typealias CKRecordValue = __CKRecordObjCValue

/// A type whose values can be read from and written to fields: `let title: String? = record["title"]`.
public protocol CKRecordValueProtocol: __CKRecordObjCValue {}

extension String: CKRecordValueProtocol {}
extension Int: CKRecordValueProtocol {}
extension Int8: CKRecordValueProtocol {}
extension Int16: CKRecordValueProtocol {}
extension Int32: CKRecordValueProtocol {}
extension Int64: CKRecordValueProtocol {}
extension UInt: CKRecordValueProtocol {}
extension UInt8: CKRecordValueProtocol {}
extension UInt16: CKRecordValueProtocol {}
extension UInt32: CKRecordValueProtocol {}
extension UInt64: CKRecordValueProtocol {}
extension Double: CKRecordValueProtocol {}
extension Float: CKRecordValueProtocol {}
extension Bool: CKRecordValueProtocol {}
extension Date: CKRecordValueProtocol {}
extension Data: CKRecordValueProtocol {}
extension NSString: CKRecordValueProtocol {}
extension NSNumber: CKRecordValueProtocol {}
extension NSDate: CKRecordValueProtocol {}
extension NSData: CKRecordValueProtocol {}
extension NSArray: CKRecordValueProtocol {}
extension CLLocation: CKRecordValueProtocol {}
extension Array: __CKRecordObjCValue where Element: CKRecordValueProtocol {}
extension Array: CKRecordValueProtocol where Element: CKRecordValueProtocol {}

/// A file named in a field of a record.
public final class CKAsset: NSObject, NSSecureCoding, CKRecordValueProtocol, Sendable {
    /// The URL of the file; it belongs to the library and must not be changed.
    public let fileURL: URL?

    /// Creates a reference to a file.
    public init(fileURL: URL) {
        self.fileURL = fileURL
    }

    /// Whether it supports secure coding; always true.
    public static var supportsSecureCoding: Bool { true }

    /// Reads the path of a file from an archive.
    public convenience init?(coder: NSCoder) {
        guard let path = coder.decodeNested(NSString.self, forKey: "path") else { return nil }
        self.init(fileURL: URL(fileURLWithPath: path as String))
    }

    /// Writes the path of the file, but not its content, to an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(fileURL.map { $0.path as NSString }, forKey: "path")
    }
}

/// Converts a value to the form that records store.
///
/// A value that no record can hold ends the program, where Apple's systems raise an exception.
func recordValue(_ value: Any) -> any __CKRecordObjCValue {
    guard let known = knownRecordValue(value) else {
        fatalError("a record cannot hold a \(type(of: value))")
    }
    return known
}

/// Converts a value to the form that records store; nil if no record can hold it.
func knownRecordValue(_ value: Any) -> (any __CKRecordObjCValue)? {
    switch value {
    case let number as NSNumber: return number
    case let text as String: return NSString(string: text)
    case let flag as Bool: return NSNumber(value: flag)
    case let number as Int: return NSNumber(value: number)
    case let number as Int64: return NSNumber(value: number)
    case let number as Double: return NSNumber(value: number)
    case let date as Date:
        return NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
    case let data as Data: return NSData(data: data)
    case let list as [Any]:
        let values = list.compactMap(knownRecordValue)
        return values.count == list.count ? NSArray(array: values) : nil
    case let known as any __CKRecordObjCValue: return known
    case let number as any BinaryInteger:
        return NSNumber(value: Int64(truncatingIfNeeded: number))
    case let number as Float: return NSNumber(value: number)
    default: return nil
    }
}
