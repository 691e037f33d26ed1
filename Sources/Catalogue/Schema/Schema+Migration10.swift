extension Schema {
    /// What else than content changes the time of change of a file, and when its content was last found to be another.
    static let migration10 = """
        ALTER TABLE resource ADD COLUMN attributes INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE resource ADD COLUMN edition INTEGER NOT NULL DEFAULT 0;
        """
}
