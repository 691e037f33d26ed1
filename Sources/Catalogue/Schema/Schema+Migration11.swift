extension Schema {
    /// The offset of the clocks where a picture was taken, and what says so, beside the one that its date has.
    ///
    /// An offset of 0 may stand for UTC; what it is of such dates, and of those without one, is decided when the
    /// library gets its time zone.
    static let migration11 = """
        ALTER TABLE asset ADD COLUMN clockOffset INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE asset ADD COLUMN clockSource INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE own ADD COLUMN clockOffset INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE own ADD COLUMN clockSource INTEGER NOT NULL DEFAULT 0;
        UPDATE asset SET clockOffset = creationOffset, clockSource = 1
            WHERE creationOffset IS NOT NULL AND creationOffset != 0;
        UPDATE own SET clockOffset = creationOffset, clockSource = 1
            WHERE creationOffset IS NOT NULL AND creationOffset != 0;
        UPDATE moment SET startOffset = ifnull(startOffset, 0), endOffset = ifnull(endOffset, 0);
        """
}
