import {
  type DueTask,
  foldFacts,
  fromTaggedJson,
  type IMoTaskStore,
  type TaskFact,
  type TaskState,
  type TaskWrite,
  toTaggedJson,
} from "@mojob/core/ports";
import type { FileParts } from "../engine/file-parts.ts";
import { runNumber } from "../engine/run-number.ts";
import type { Database } from "../link/database.ts";

/** Steps after which the whole state is written once more; the facts of others are folded when it is read. */
const STEPS_PER_STATE = 64;
/** Each number of them is a statement of its own. */
const FACTS_IN_A_STATEMENT = 16;

/** A state, and the facts of the steps since. */
interface StoredTask {
  /** `null` where the caller knows a later one. */
  readonly state: string | null;
  readonly facts: readonly string[];
}

/** A step on its way to the database. */
interface TaskRow {
  readonly tenant: string;
  readonly id: string;
  readonly rev: number;
  readonly dueAtMs: number | null;
  readonly facts: readonly (readonly [seq: number, fact: string])[];
  /** The whole state, which is written now and then. */
  readonly stateText: () => string;
}

/** Keeps tasks in a SQLite file, each with its run. */
export class TaskStoreSqlite implements IMoTaskStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async read(tenant: string, id: string, known: TaskState | null = null): Promise<TaskState | null> {
    const stored = await this.#database.read((file) => readTask(file, tenant, id, known?.seq ?? 0));
    return stateOf(stored, known);
  }

  async readMany(tenant: string, ids: readonly string[]): Promise<readonly (TaskState | null)[]> {
    const stored = await this.#database.read((file) => ids.map((id) => readTask(file, tenant, id, 0)));
    return stored.map((one) => stateOf(one, null));
  }

  /** Writes those whose task is at the step before. */
  write(steps: readonly TaskWrite[]): Promise<readonly boolean[]> {
    const rows = steps.map(toRow);
    return this.#database.write((file) => rows.map((row) => writeStep(file, row)));
  }

  async log(tenant: string, id: string, after: number, limit: number): Promise<readonly TaskFact[]> {
    const facts = await this.#database.read((file) => {
      const run = runNumber(file, tenant, id);
      return run === null ? [] : factsOf(file, run, after, limit);
    });
    return facts.map(toFact);
  }

  /** The earliest first. */
  async due(tenant: string, limit: number): Promise<readonly DueTask[]> {
    const rows = await this.#database.read(({ sql, names }) =>
      sql.all(
        `SELECT id, due_at FROM tasks JOIN runs ON runs.n = tasks.run
         WHERE tasks.tenant = ? AND due_at IS NOT NULL ORDER BY due_at LIMIT ?`,
        names.tenant(tenant) ?? 0,
        limit,
      ),
    );
    return rows.map(([id, at]) => ({ id: id as string, dueAt: new Date(at as number) }));
  }
}

/** @param knownSeq the latest fact that the caller knows; 0 for none */
function readTask(file: FileParts, tenant: string, id: string, knownSeq: number): StoredTask | null {
  const row = file.sql.get(
    `SELECT tasks.run, tasks.state, tasks.state ->> '$.seq' FROM tasks JOIN runs ON runs.n = tasks.run
     WHERE runs.tenant = ? AND id = ?`,
    file.names.tenant(tenant) ?? 0,
    id,
  );
  if (row === undefined) return null;
  const [run, state, seq] = row as [number, string, number];
  const isKnown = knownSeq >= seq;
  const facts = factsOf(file, run, isKnown ? knownSeq : seq, Number.MAX_SAFE_INTEGER);
  return { state: isKnown ? null : state, facts };
}

function writeStep(file: FileParts, row: TaskRow): boolean {
  const run = runNumber(file, row.tenant, row.id);
  if (run === null || !moveTask(file, run, row)) return false;
  for (let from = 0; from < row.facts.length; from += FACTS_IN_A_STATEMENT) {
    const some = row.facts.slice(from, from + FACTS_IN_A_STATEMENT);
    const places = some.map(() => "(?, ?, ?)").join(", ");
    const values = some.flatMap(([seq, fact]) => [run, seq, fact]);
    file.sql.run(`INSERT INTO task_facts VALUES ${places}`, ...values);
  }
  return true;
}

/** Returns whether the task was at the step before. */
function moveTask(
  { sql, names }: FileParts,
  run: number,
  { tenant, rev, dueAtMs, stateText }: TaskRow,
): boolean {
  if (rev === 1) {
    const statement = "INSERT OR IGNORE INTO tasks (run, tenant, rev, due_at, state) VALUES (?, ?, 1, ?, ?)";
    return sql.run(statement, run, names.tenant(tenant) ?? 0, dueAtMs, stateText()) === 1;
  }
  if (rev % STEPS_PER_STATE !== 0) {
    const statement = "UPDATE tasks SET rev = rev + 1, due_at = ? WHERE run = ? AND rev = ?";
    return sql.run(statement, dueAtMs, run, rev - 1) === 1;
  }
  const statement = "UPDATE tasks SET rev = rev + 1, due_at = ?, state = ? WHERE run = ? AND rev = ?";
  return sql.run(statement, dueAtMs, stateText(), run, rev - 1) === 1;
}

function factsOf({ sql }: FileParts, run: number, after: number, limit: number): readonly string[] {
  const statement = "SELECT fact FROM task_facts WHERE run = ? AND seq > ? ORDER BY seq LIMIT ?";
  return sql.all(statement, run, after, limit).map(([fact]) => fact as string);
}

/** @param known the state that the facts follow, where the file says none */
function stateOf(stored: StoredTask | null, known: TaskState | null): TaskState | null {
  if (stored === null) return null;
  const state = stored.state === null ? known : (fromTaggedJson(stored.state) as TaskState);
  return state === null || stored.facts.length === 0 ? state : foldFacts(state, stored.facts.map(toFact));
}

function toRow({ facts, state, dueAt }: TaskWrite): TaskRow {
  const { tenant, id, rev } = state;
  return {
    tenant,
    id,
    rev,
    dueAtMs: dueAt === null ? null : dueAt.getTime(),
    facts: facts.map((fact) => [fact.seq, toTaggedJson(fact)]),
    stateText: () => toTaggedJson(state),
  };
}

function toFact(text: string): TaskFact {
  return fromTaggedJson(text) as TaskFact;
}
