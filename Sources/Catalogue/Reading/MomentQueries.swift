internal import PhotoModel

/// Queries for the stored moments.
struct MomentQueries {
    private let session: ReadSession

    init(_ session: ReadSession) {
        self.session = session
    }

    /// Returns the moments, by date; `bind` binds the parameters of the condition.
    func all(
        _ condition: String = "",
        _ bind: (SQLiteStatement) -> SQLiteStatement = { $0 }
    ) throws -> [StoredMoment] {
        var found: [StoredMoment] = []
        let rows = session.statement(
            "SELECT \(StoredMoment.columns) FROM moment \(condition) ORDER BY startDate, startAsset"
        )
        try bind(rows).forEach { found.append(StoredMoment($0)) }
        return found
    }

    /// Returns the moment an asset is in.
    func moment(of item: MomentClustering.Item) throws -> CollectionRecord? {
        let position = item.position
        let moment = try session.statement(
            """
            SELECT \(StoredMoment.columns) FROM moment WHERE (startDate, startAsset) <= (?, ?)
            ORDER BY startDate DESC, startAsset DESC LIMIT 1
            """
        ).bind(1, position.date).bind(2, position.asset).first { StoredMoment($0) }
        guard let moment, position <= moment.range.end else { return nil }
        return moment.record
    }

    /// Returns the moments grouped into clusters and into years.
    func lists(_ library: ObjectUUID) throws -> (clusters: [MomentList], years: [MomentList]) {
        let moments = try all()
        let clusters = MomentClusters.ranges(of: moments.map(\.range)).map { range in
            MomentList(library, .cluster, Array(moments[range]))
        }
        var years: [Int: [StoredMoment]] = [:]
        for moment in moments { years[moment.year, default: []].append(moment) }
        let lists = years.sorted { $0.key < $1.key }.map { MomentList(library, .year, $0.value) }
        return (clusters, lists)
    }
}
