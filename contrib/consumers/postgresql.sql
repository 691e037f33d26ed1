-- The tables that `postgresql` fills, each row with the library it is of.

CREATE SCHEMA IF NOT EXISTS heliograph;

CREATE TABLE IF NOT EXISTS heliograph.library (
    id uuid PRIMARY KEY,
    token text,
    updated timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE IF NOT EXISTS heliograph.asset (
    library uuid NOT NULL REFERENCES heliograph.library ON DELETE CASCADE,
    id text NOT NULL,
    root text NOT NULL GENERATED ALWAYS AS (data ->> 'root') STORED,
    path text NOT NULL GENERATED ALWAYS AS (data ->> 'path') STORED,
    media_type text GENERATED ALWAYS AS (data ->> 'mediaType') STORED,
    media_subtypes jsonb GENERATED ALWAYS AS (data -> 'mediaSubtypes') STORED,
    creation_date text GENERATED ALWAYS AS (data ->> 'creationDate') STORED,
    favorite boolean GENERATED ALWAYS AS ((data ->> 'favorite')::boolean) STORED,
    size bigint GENERATED ALWAYS AS ((data ->> 'size')::bigint) STORED,
    data jsonb NOT NULL,
    -- Not named yet by the replay under way after an expired token.
    stale boolean NOT NULL DEFAULT false,
    PRIMARY KEY (library, id)
);

CREATE TABLE IF NOT EXISTS heliograph.album (
    library uuid NOT NULL REFERENCES heliograph.library ON DELETE CASCADE,
    id text NOT NULL,
    kind text GENERATED ALWAYS AS (data ->> 'kind') STORED,
    title text GENERATED ALWAYS AS (data ->> 'title') STORED,
    data jsonb NOT NULL,
    stale boolean NOT NULL DEFAULT false,
    PRIMARY KEY (library, id)
);

CREATE INDEX IF NOT EXISTS asset_by_date ON heliograph.asset (creation_date);
CREATE INDEX IF NOT EXISTS asset_by_subtype ON heliograph.asset USING gin (media_subtypes);

-- Applies the lines of the temporary table `line`, if they go on from where the library stands.
CREATE OR REPLACE FUNCTION heliograph.apply(wanted uuid, since text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    stands text;
    last jsonb;
BEGIN
    INSERT INTO heliograph.library (id) VALUES (wanted) ON CONFLICT DO NOTHING;
    -- One at a time: a second follower of the library waits here, and then finds the token moved on.
    SELECT token INTO stands FROM heliograph.library WHERE id = wanted FOR UPDATE;
    IF stands IS DISTINCT FROM since THEN RETURN; END IF;

    IF EXISTS (SELECT FROM line WHERE data ->> 'type' = 'tokenExpired') THEN
        UPDATE heliograph.asset SET stale = true WHERE library = wanted;
        UPDATE heliograph.album SET stale = true WHERE library = wanted;
    END IF;
    -- What changes while a batch is made may be in it twice: the last line of each counts.
    CREATE TEMPORARY TABLE latest ON COMMIT DROP AS
        SELECT kind, id, max(number) AS number
        FROM (SELECT number, data ->> 'type' AS kind, data -> (data ->> 'type') ->> 'id' AS id FROM line) AS named
        WHERE kind IN ('asset', 'album') GROUP BY kind, id;
    DELETE FROM heliograph.asset USING latest NATURAL JOIN line
        WHERE library = wanted AND kind = 'asset' AND line.data ->> 'change' = 'removed' AND asset.id = latest.id;
    DELETE FROM heliograph.album USING latest NATURAL JOIN line
        WHERE library = wanted AND latest.kind = 'album' AND line.data ->> 'change' = 'removed' AND album.id = latest.id;
    INSERT INTO heliograph.asset (library, id, data)
        SELECT wanted, id, data -> 'asset' FROM latest NATURAL JOIN line
        WHERE kind = 'asset' AND data ->> 'change' <> 'removed'
        ON CONFLICT (library, id) DO UPDATE SET data = excluded.data, stale = false;
    INSERT INTO heliograph.album (library, id, data)
        SELECT wanted, id, data -> 'album' FROM latest NATURAL JOIN line
        WHERE kind = 'album' AND data ->> 'change' <> 'removed'
        ON CONFLICT (library, id) DO UPDATE SET data = excluded.data, stale = false;

    SELECT data INTO last FROM line ORDER BY number DESC LIMIT 1;
    IF NOT (last ->> 'moreComing')::boolean THEN
        DELETE FROM heliograph.asset WHERE library = wanted AND stale;
        DELETE FROM heliograph.album WHERE library = wanted AND stale;
    END IF;
    UPDATE heliograph.library SET token = last ->> 'token', updated = now() WHERE id = wanted;
END
$$;
