import type { Sql } from "../file/sql.ts";
import type { TaskRow } from "../rows/task-row.ts";
import type { Names } from "./numbers/names.ts";

/** Steps after which the whole state is written once more; the facts of others are folded when it is read. */
const STEPS_PER_STATE = 64;
/** Each number of them is a statement of its own. */
const FACTS_IN_A_STATEMENT = 16;

/** A state, and the facts of the steps since. */
export interface StoredTask {
  readonly rev: number;
  /** `null` where the caller knows a later one. */
  readonly state: string | null;
  readonly facts: readonly string[];
}

/** The tasks of a file, each with its run. */
export class Tasks {
  readonly #sql: Sql;
  readonly #names: Names;

  constructor(sql: Sql, names: Names) {
    this.#sql = sql;
    this.#names = names;
  }

  /** @param knownSeq the latest fact that the caller knows; 0 for none */
  read(tenant: string, id: string, knownSeq: number): StoredTask | null {
    const row = this.#sql.get(
      `SELECT tasks.run, rev, tasks.state, tasks.state ->> '$.seq' FROM tasks JOIN runs ON runs.n = tasks.run
       WHERE runs.tenant = ? AND id = ?`,
      this.#names.tenant(tenant) ?? 0,
      id,
    );
    if (row === undefined) return null;
    const [run, rev, state, seq] = row as [number, number, string, number];
    const isKnown = knownSeq >= seq;
    const facts = this.#facts(run, isKnown ? knownSeq : seq, Number.MAX_SAFE_INTEGER);
    return { rev, state: isKnown ? null : state, facts };
  }

  /** Returns whether the task was at the step before. */
  write({ tenant, id, rev, dueAt, facts, stateText }: TaskRow): boolean {
    const tenantNumber = this.#names.tenant(tenant) ?? 0;
    const [run] = this.#sql.get("SELECT n FROM runs WHERE tenant = ? AND id = ?", tenantNumber, id) ?? [];
    if (run === undefined || !this.#move(run as number, tenantNumber, rev, dueAt, stateText)) return false;
    for (let from = 0; from < facts.length; from += FACTS_IN_A_STATEMENT) {
      const some = facts.slice(from, from + FACTS_IN_A_STATEMENT);
      const places = some.map(() => "(?, ?, ?)").join(", ");
      const values = some.flatMap(([seq, fact]) => [run as number, seq, fact]);
      this.#sql.run(`INSERT INTO task_facts VALUES ${places}`, ...values);
    }
    return true;
  }

  log(tenant: string, id: string, after: number, limit: number): readonly string[] {
    const tenantNumber = this.#names.tenant(tenant) ?? 0;
    const [run] = this.#sql.get("SELECT n FROM runs WHERE tenant = ? AND id = ?", tenantNumber, id) ?? [];
    return run === undefined ? [] : this.#facts(run as number, after, limit);
  }

  /** Ids and milliseconds, the earliest first. */
  due(tenant: string, limit: number): readonly (readonly [string, number])[] {
    return this.#sql.all(
      `SELECT id, due_at FROM tasks JOIN runs ON runs.n = tasks.run
       WHERE tasks.tenant = ? AND due_at IS NOT NULL ORDER BY due_at LIMIT ?`,
      this.#names.tenant(tenant) ?? 0,
      limit,
    ) as unknown as readonly (readonly [string, number])[];
  }

  #move(run: number, tenant: number, rev: number, dueAt: number | null, stateText: () => string): boolean {
    if (rev === 1) {
      const statement =
        "INSERT OR IGNORE INTO tasks (run, tenant, rev, due_at, state) VALUES (?, ?, 1, ?, ?)";
      return this.#sql.run(statement, run, tenant, dueAt, stateText()) === 1;
    }
    if (rev % STEPS_PER_STATE !== 0)
      return (
        this.#sql.run(
          "UPDATE tasks SET rev = rev + 1, due_at = ? WHERE run = ? AND rev = ?",
          dueAt,
          run,
          rev - 1,
        ) === 1
      );
    const statement = "UPDATE tasks SET rev = rev + 1, due_at = ?, state = ? WHERE run = ? AND rev = ?";
    return this.#sql.run(statement, dueAt, stateText(), run, rev - 1) === 1;
  }

  #facts(run: number, after: number, limit: number): readonly string[] {
    const rows = this.#sql.all(
      "SELECT fact FROM task_facts WHERE run = ? AND seq > ? ORDER BY seq LIMIT ?",
      run,
      after,
      limit,
    );
    return rows.map(([fact]) => fact as string);
  }
}
