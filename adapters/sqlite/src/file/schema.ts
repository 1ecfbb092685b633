import type { ReasonCode, TriggerType } from "@mojob/core/ports";
import { RUN_FIELDS } from "../rows/run-fields.ts";
import { FIRST_TERMINAL_CODE, STATE_CODES } from "../rows/state-code.ts";

const WAITS_FOR_SLOT: ReasonCode = "waits_for_slot";
const BROADCAST: TriggerType = "broadcast";
/** Matches runs that wait for a slot and no other; an index holds just these. */
export const WAITING: string = `state < ${FIRST_TERMINAL_CODE} AND reason_code = '${WAITS_FOR_SLOT}'`;

/** Distinguishes a file of this package from any other SQLite file: "MoJb". */
export const APPLICATION_ID = 0x4d6f4a62;

const INTEGERS: ReadonlySet<string> = new Set(["kind", "state", "priority", "attempt", "retry_count"]);
const REQUIRED: ReadonlySet<string> = new Set([
  "id",
  "kind",
  "state",
  "trigger",
  "priority",
  "created_at",
  "updated_at",
  "attempt",
  "retry_count",
  "dispatch_id",
]);

/** Fields whose columns a later step adds. */
const ADDED_LATER: ReadonlySet<string> = new Set([
  "routing",
  "uniqueKey",
  "fairShare",
  "turn",
  "abandoned",
  "part",
  "usage",
  "usageSeries",
]);

function runColumn(column: string): string {
  const type =
    INTEGERS.has(column) || column.endsWith("_at") || column === "scheduled_for" ? "INTEGER" : "TEXT";
  return `${column} ${type}${REQUIRED.has(column) ? " NOT NULL" : ""}`;
}

const STATE_WORDS = Object.entries(STATE_CODES)
  .map(([state, code]) => `WHEN ${code} THEN '${state}'`)
  .join(" ");

/**
 * The steps from an empty file to this version's schema: a file's `user_version` says how many it has taken. A step that
 * was published never changes.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE jobs (
    n INTEGER PRIMARY KEY, tenant INTEGER NOT NULL, tenant_name TEXT NOT NULL, app TEXT NOT NULL, key TEXT NOT NULL,
    UNIQUE (tenant_name, key, app)
  ) STRICT;
  CREATE TABLE workers (n INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

  CREATE TABLE runs (
    n INTEGER PRIMARY KEY,
    tenant INTEGER NOT NULL, job INTEGER NOT NULL, worker INTEGER, slot INTEGER, ended_seq INTEGER,
    ${RUN_FIELDS.filter(({ name }) => !ADDED_LATER.has(name))
      .map(({ column }) => runColumn(column))
      .join(", ")},
    history TEXT NOT NULL,
    reason_code TEXT GENERATED ALWAYS AS (coalesce(reason ->> '$[0]', reason ->> '$')) VIRTUAL
  ) STRICT;
  CREATE UNIQUE INDEX runs_id ON runs (tenant, id);
  CREATE INDEX open_of_tenant ON runs (tenant, created_at, id) WHERE state < ${FIRST_TERMINAL_CODE};
  CREATE INDEX open_of_job ON runs (job, created_at, id) WHERE state < ${FIRST_TERMINAL_CODE};
  CREATE INDEX ended_of_tenant ON runs (tenant, state, created_at, id) WHERE state >= ${FIRST_TERMINAL_CODE};
  CREATE INDEX ended_of_job ON runs (job, state, created_at, id) WHERE state >= ${FIRST_TERMINAL_CODE};
  CREATE INDEX ended_by_reason ON runs (tenant, reason_code, created_at, id, job, state)
    WHERE reason_code IS NOT NULL AND state >= ${FIRST_TERMINAL_CODE};
  CREATE INDEX ended_in_order ON runs (tenant, ended_seq) WHERE ended_seq IS NOT NULL;
  CREATE INDEX with_error ON runs (tenant, created_at, id) WHERE error_summary IS NOT NULL;
  CREATE UNIQUE INDEX slots ON runs (job, slot) WHERE slot IS NOT NULL;

  CREATE VIRTUAL TABLE error_texts USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'trigram');
  CREATE TRIGGER error_inserted AFTER INSERT ON runs WHEN new.error_summary IS NOT NULL BEGIN
    INSERT INTO error_texts (rowid, text) VALUES (new.n, new.error_summary);
  END;
  CREATE TRIGGER error_updated AFTER UPDATE OF error_summary ON runs
  WHEN new.error_summary IS NOT old.error_summary BEGIN
    DELETE FROM error_texts WHERE rowid = old.n AND old.error_summary IS NOT NULL;
    INSERT INTO error_texts (rowid, text) SELECT new.n, new.error_summary WHERE new.error_summary IS NOT NULL;
  END;
  CREATE TRIGGER error_deleted AFTER DELETE ON runs WHEN old.error_summary IS NOT NULL BEGIN
    DELETE FROM error_texts WHERE rowid = old.n;
  END;

  CREATE TABLE logs (
    run INTEGER NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, attempt INTEGER NOT NULL, level TEXT NOT NULL,
    message TEXT NOT NULL, PRIMARY KEY (run, seq)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE run_counts (
    job INTEGER NOT NULL, state INTEGER NOT NULL, runs INTEGER NOT NULL, PRIMARY KEY (job, state)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE completions (
    tenant INTEGER NOT NULL, minute INTEGER NOT NULL, app TEXT NOT NULL, state INTEGER NOT NULL, runs INTEGER NOT NULL,
    PRIMARY KEY (tenant, minute, app, state)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE definitions (
    tenant TEXT NOT NULL, key TEXT NOT NULL, app TEXT NOT NULL, kind TEXT NOT NULL, revision INTEGER NOT NULL,
    disabled INTEGER NOT NULL, search TEXT NOT NULL, tags TEXT NOT NULL, record TEXT NOT NULL, PRIMARY KEY (tenant, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE executors (
    tenant TEXT NOT NULL, id TEXT NOT NULL, app TEXT NOT NULL, last_seen_at INTEGER NOT NULL, record TEXT NOT NULL,
    PRIMARY KEY (tenant, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE state (
    key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL, version INTEGER NOT NULL, expires_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX state_expiry ON state (expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE leases (
    name TEXT NOT NULL PRIMARY KEY, holder TEXT, term INTEGER NOT NULL, expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE sequences (name TEXT NOT NULL PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO sequences VALUES ('tenant', 0), ('ended', 0), ('state', 0);

  CREATE VIEW readable_runs AS
  SELECT
    jobs.tenant_name AS tenant, jobs.app, jobs.key AS job_key, runs.id, CASE runs.state ${STATE_WORDS} END AS state,
    datetime(runs.created_at / 1000, 'unixepoch') AS created, datetime(runs.completed_at / 1000, 'unixepoch') AS completed,
    runs.attempt, workers.name AS worker, runs.reason, runs.args, runs.result, runs.error
  FROM runs JOIN jobs ON jobs.n = runs.job LEFT JOIN workers ON workers.n = runs.worker;
  `,
  // Slots belong to lanes; the job's own is the empty text.
  `
  ALTER TABLE runs ADD COLUMN lane TEXT NOT NULL DEFAULT '';
  DROP INDEX slots;
  CREATE UNIQUE INDEX slots ON runs (job, lane, slot) WHERE slot IS NOT NULL;
  `,
  // Runs that wait for a slot, in the order of their turns.
  `
  CREATE INDEX waiting_in_lane ON runs (job, lane, priority, created_at, id)
    WHERE ${WAITING};
  `,
  // The drain that a person asked of a worker, beside the columns that the worker writes.
  `
  ALTER TABLE executors ADD COLUMN drain TEXT;
  `,
  // The executor that was chosen for a run.
  `
  ALTER TABLE runs ADD COLUMN routing TEXT;
  `,
  // The key that no other open run has.
  `
  ALTER TABLE runs ADD COLUMN unique_key TEXT;
  CREATE UNIQUE INDEX unique_keys ON runs (tenant, unique_key) WHERE unique_key IS NOT NULL;
  `,
  // Open runs by what only their end changes: an admission then writes to neither index. New runs hardly ever have an error.
  `
  DROP INDEX open_of_tenant;
  DROP INDEX open_of_job;
  CREATE INDEX open_of_tenant ON runs (tenant, created_at, id) WHERE ended_seq IS NULL;
  CREATE INDEX open_of_job ON runs (job, created_at, id) WHERE ended_seq IS NULL;
  DROP TRIGGER error_inserted;
  `,
  // Versions of scripts that are no longer in force.
  `
  CREATE TABLE scripts (
    tenant TEXT NOT NULL, job_key TEXT NOT NULL, version INTEGER NOT NULL, record TEXT NOT NULL, source TEXT NOT NULL,
    UNIQUE (tenant, job_key, version)
  ) STRICT;
  `,
  // Runs of one key that wait take turns with the others.
  `
  ALTER TABLE runs ADD COLUMN fair_share TEXT;
  ALTER TABLE runs ADD COLUMN turn REAL;
  ALTER TABLE runs ADD COLUMN fair_key TEXT GENERATED ALWAYS AS (fair_share ->> '$.key') VIRTUAL;
  DROP INDEX waiting_in_lane;
  CREATE INDEX waiting_in_lane ON runs (job, lane, priority, turn, created_at, id) WHERE ${WAITING};
  CREATE INDEX waiting_of_key ON runs (job, lane, priority, fair_key, turn) WHERE turn IS NOT NULL;
  `,
  // The broadcast that a run is a shard of: they go together, and count as one. Only shards have an entry in the index, and
  // only their lanes, and those of runs that repeat one, are a reason to read the trigger.
  `
  ALTER TABLE runs ADD COLUMN broadcast TEXT GENERATED ALWAYS AS (
    CASE WHEN lane <> '' AND "trigger" ->> '$.type' = '${BROADCAST}' THEN "trigger" ->> '$.of' END
  ) VIRTUAL;
  CREATE INDEX shards_of_broadcast ON runs (tenant, broadcast) WHERE broadcast IS NOT NULL;
  ALTER TABLE run_counts ADD COLUMN shards INTEGER NOT NULL DEFAULT 0;
  UPDATE run_counts SET shards = found.runs
    FROM (SELECT job, state, count(*) AS runs FROM runs WHERE broadcast IS NOT NULL GROUP BY job, state) AS found
    WHERE found.job = run_counts.job AND found.state = run_counts.state;
  `,
  // How many of the runs that ended in a minute are shards.
  `
  ALTER TABLE completions ADD COLUMN shards INTEGER NOT NULL DEFAULT 0;
  `,
  // The attempt whose code goes on in the run's slot.
  `
  ALTER TABLE runs ADD COLUMN abandoned TEXT;
  CREATE INDEX abandoned_runs ON runs (tenant, created_at, id) WHERE abandoned IS NOT NULL;
  `,
  // Which part of another run a run is, whatever made it so: until now shards were parts, and known by what started them.
  `
  ALTER TABLE runs ADD COLUMN part TEXT;
  UPDATE runs SET part = json_object('of', broadcast, 'name', CAST(coalesce(
      routing ->> '$.shard.index', substr(id, length(rtrim(id, '0123456789')) + 1)) AS TEXT))
    WHERE broadcast IS NOT NULL;
  DROP INDEX shards_of_broadcast;
  ALTER TABLE runs DROP COLUMN broadcast;
  ALTER TABLE runs ADD COLUMN part_of TEXT GENERATED ALWAYS AS (part ->> '$.of') VIRTUAL;
  CREATE INDEX parts_of_run ON runs (tenant, part_of) WHERE part_of IS NOT NULL;
  ALTER TABLE run_counts RENAME COLUMN shards TO parts;
  ALTER TABLE completions RENAME COLUMN shards TO parts;
  `,
  // The acts of people.
  `
  CREATE TABLE history (
    tenant TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, app TEXT NOT NULL, job_key TEXT NOT NULL, run TEXT NOT NULL,
    made TEXT NOT NULL, operation TEXT NOT NULL, kind TEXT NOT NULL, record TEXT NOT NULL, PRIMARY KEY (tenant, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX history_of_job ON history (tenant, job_key, id);
  CREATE INDEX history_of_run ON history (tenant, run, id) WHERE run <> '';
  `,
  // Tasks: the state of some step, and the facts of all.
  `
  CREATE TABLE tasks (
    run INTEGER PRIMARY KEY, tenant INTEGER NOT NULL, rev INTEGER NOT NULL, due_at INTEGER, state TEXT NOT NULL
  ) STRICT;
  CREATE INDEX due_tasks ON tasks (tenant, due_at) WHERE due_at IS NOT NULL;
  CREATE TABLE task_facts (
    run INTEGER NOT NULL, seq INTEGER NOT NULL, fact TEXT NOT NULL, PRIMARY KEY (run, seq)
  ) STRICT, WITHOUT ROWID;
  `,
  // Runs that ended apart from parts of others: any number of these may lie between two.
  `
  DROP INDEX ended_of_tenant;
  DROP INDEX ended_of_job;
  CREATE INDEX ended_of_tenant ON runs (tenant, state, created_at, id) WHERE state >= ${FIRST_TERMINAL_CODE} AND part IS NULL;
  CREATE INDEX ended_of_job ON runs (job, state, created_at, id) WHERE state >= ${FIRST_TERMINAL_CODE} AND part IS NULL;
  CREATE INDEX ended_parts_of_tenant ON runs (tenant, state, created_at, id)
    WHERE state >= ${FIRST_TERMINAL_CODE} AND part IS NOT NULL;
  CREATE INDEX ended_parts_of_job ON runs (job, state, created_at, id)
    WHERE state >= ${FIRST_TERMINAL_CODE} AND part IS NOT NULL;
  `,
  // Incidents.
  `
  CREATE TABLE incidents (
    tenant TEXT NOT NULL, id TEXT NOT NULL, key TEXT NOT NULL, number INTEGER NOT NULL, revision INTEGER NOT NULL,
    condition TEXT NOT NULL, state TEXT NOT NULL, app TEXT NOT NULL, job_key TEXT NOT NULL, assignee TEXT NOT NULL,
    opened_at INTEGER NOT NULL, resolved_at INTEGER, settled INTEGER NOT NULL, record TEXT NOT NULL, PRIMARY KEY (tenant, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX incidents_by_time ON incidents (tenant, opened_at, id);
  CREATE INDEX incidents_by_key ON incidents (tenant, key, number);
  CREATE INDEX open_incidents ON incidents (tenant, opened_at, id) WHERE settled = 0;
  `,
  // The links of an act to those before it, and the columns by which the audit finds acts.
  `
  ALTER TABLE history ADD COLUMN links TEXT NOT NULL DEFAULT '[]';
  ALTER TABLE history ADD COLUMN actor TEXT GENERATED ALWAYS AS (record ->> '$.by.id') VIRTUAL;
  ALTER TABLE history ADD COLUMN actor_name TEXT GENERATED ALWAYS AS (record ->> '$.by.name') VIRTUAL;
  ALTER TABLE history ADD COLUMN subject TEXT GENERATED ALWAYS AS (record ->> '$.subject.type') VIRTUAL;
  ALTER TABLE history ADD COLUMN subject_id TEXT GENERATED ALWAYS AS (record ->> '$.subject.id') VIRTUAL;
  ALTER TABLE history ADD COLUMN outcome TEXT GENERATED ALWAYS AS (coalesce(record ->> '$.outcome', 'done')) VIRTUAL;
  `,
  // Small records have a key, a revision and the indexes of their definition.
  `
  ALTER TABLE scripts ADD COLUMN id TEXT GENERATED ALWAYS AS (job_key || '/' || version) VIRTUAL;
  CREATE UNIQUE INDEX scripts_id ON scripts (tenant, id);
  ALTER TABLE scripts ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE history ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
  DROP INDEX history_of_job;
  DROP INDEX history_of_run;
  DROP INDEX incidents_by_time;
  DROP INDEX incidents_by_key;
  DROP INDEX open_incidents;
  `,
  // Sums of ended runs by hour and day, and where each tenant's have got to. A later generation of them replaces an earlier one.
  `
  CREATE TABLE rollup_states (tenant TEXT NOT NULL PRIMARY KEY, state TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE rollups (
    tenant TEXT NOT NULL, generation INTEGER NOT NULL, grain TEXT NOT NULL, kind TEXT NOT NULL, at INTEGER NOT NULL,
    app TEXT NOT NULL, id TEXT NOT NULL, figures TEXT NOT NULL, UNIQUE (tenant, grain, kind, at, app, id, generation)
  ) STRICT;
  CREATE INDEX rollups_by_subject ON rollups (tenant, kind, grain, id, at);
  `,
  // What the processes of a run have used.
  `
  ALTER TABLE runs ADD COLUMN usage TEXT;
  ALTER TABLE runs ADD COLUMN usage_series TEXT;
  `,
  // Sums have the numbers by which subjects are put in order beside them, and one index that has these too. The percentile of earlier ones is
  // not known to SQL: the longest stands for it.
  `
  CREATE TABLE numbered_rollups (
    tenant TEXT NOT NULL, generation INTEGER NOT NULL, grain TEXT NOT NULL, kind TEXT NOT NULL, at INTEGER NOT NULL,
    app TEXT NOT NULL, id TEXT NOT NULL, runs INTEGER NOT NULL, terminated INTEGER NOT NULL, durations INTEGER NOT NULL,
    duration_p95s INTEGER NOT NULL, latenesses INTEGER NOT NULL, lateness_p95s INTEGER NOT NULL, figures TEXT NOT NULL
  ) STRICT;
  INSERT INTO numbered_rollups
    SELECT tenant, generation, grain, kind, at, app, id,
      figures ->> '$.succeeded' + figures ->> '$.terminated' + figures ->> '$.cancelled' + figures ->> '$.skipped',
      figures ->> '$.terminated',
      figures ->> '$.duration.count', CAST(figures ->> '$.duration.max' * figures ->> '$.duration.count' AS INTEGER),
      figures ->> '$.lateness.count', CAST(figures ->> '$.lateness.max' * figures ->> '$.lateness.count' AS INTEGER),
      figures
    FROM rollups ORDER BY tenant, grain, kind, at, id, app, generation;
  DROP TABLE rollups;
  ALTER TABLE numbered_rollups RENAME TO rollups;
  CREATE INDEX rollups_by_time ON rollups (
    tenant, grain, kind, at, id, app, generation, runs, terminated, durations, duration_p95s, latenesses, lateness_p95s
  );
  `,
];
