extension Schema {
    /// Attributes that, like content, update a file's time of change, and the time its content was last found to
    /// differ.
    static let migration10 = """
        ALTER TABLE resource ADD COLUMN attributes INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE resource ADD COLUMN edition INTEGER NOT NULL DEFAULT 0;
        """
}
