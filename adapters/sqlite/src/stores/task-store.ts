import {
  type DueTask,
  foldFacts,
  fromTaggedJson,
  type IMoTaskStore,
  type TaskFact,
  type TaskState,
  type TaskWrite,
} from "@mojob/core/ports";
import type { Tasks } from "../engine/tasks.ts";
import type { Database } from "../link/database.ts";
import { toFact, toTaskRow } from "../rows/task-row.ts";

/** Keeps tasks in a SQLite file. */
export class TaskStoreSqlite implements IMoTaskStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async read(tenant: string, id: string, known: TaskState | null = null): Promise<TaskState | null> {
    return stateOf(await this.#database.read((file) => file.tasks.read(tenant, id, known?.seq ?? 0)), known);
  }

  async readMany(tenant: string, ids: readonly string[]): Promise<readonly (TaskState | null)[]> {
    const found = await this.#database.read((file) => ids.map((id) => file.tasks.read(tenant, id, 0)));
    return found.map((one) => stateOf(one, null));
  }

  write(steps: readonly TaskWrite[]): Promise<readonly boolean[]> {
    const rows = steps.map(toTaskRow);
    return this.#database.write((file) => rows.map((row) => file.tasks.write(row)));
  }

  async log(tenant: string, id: string, after: number, limit: number): Promise<readonly TaskFact[]> {
    return (await this.#database.read((file) => file.tasks.log(tenant, id, after, limit))).map(toFact);
  }

  async due(tenant: string, limit: number): Promise<readonly DueTask[]> {
    const rows = await this.#database.read((file) => file.tasks.due(tenant, limit));
    return rows.map(([id, at]) => ({ id, dueAt: new Date(at) }));
  }
}

/** @param known the state that the facts follow, where the file says none */
function stateOf(found: ReturnType<Tasks["read"]>, known: TaskState | null): TaskState | null {
  if (found === null) return null;
  const state = found.state === null ? known : (fromTaggedJson(found.state) as TaskState);
  return state === null || found.facts.length === 0 ? state : foldFacts(state, found.facts.map(toFact));
}
