internal import Foundation

/// The types whose bridging to Foundation's objects would be missing from a statically linked program.
///
/// The linker takes only those object files from `libFoundation.a` that something refers to. These eight conformances
/// are in files of their own that nothing refers to, because Foundation looks them up at run time. Without the one of
/// `Array`, a list becomes an object of an unknown class, and `NSKeyedArchiver` returns 0 bytes without an error.
///
/// This function is never called. Naming the types is enough, because all object files of a target are linked.
package func bridgedTypes() -> [any _ObjectiveCBridgeable.Type] {
    [
        [Any].self, Set<AnyHashable>.self, Decimal.self, IndexPath.self, DateComponents.self,
        DateInterval.self, URLComponents.self, URLQueryItem.self,
    ]
}
