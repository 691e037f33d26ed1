internal import Foundation

/// The types whose values become objects of Foundation by code that a statically linked program would go without.
///
/// Of `libFoundation.a` the linker takes the object files that something refers to. These eight conformances are in
/// files of their own and nothing refers to them: Foundation asks for them while the program runs. Where that of
/// `Array` is missing, a list becomes an object that nobody knows, and `NSKeyedArchiver` gives 0 bytes without an
/// error.
///
/// Nobody calls this. Naming them is enough, since all object files of a target are linked.
package func bridgedTypes() -> [any _ObjectiveCBridgeable.Type] {
    [
        [Any].self, Set<AnyHashable>.self, Decimal.self, IndexPath.self, DateComponents.self,
        DateInterval.self, URLComponents.self, URLQueryItem.self,
    ]
}
