import type { DueTask, IMoTaskStore, TaskFact, TaskState, TaskWrite } from "@mojob/core/ports";
import { type StoreParts, tenantOf } from "./store-parts.ts";

/** Keeps tasks with the runs that they are; they are removed with these. */
export class TaskStoreInMemory implements IMoTaskStore {
  readonly #parts: StoreParts;

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  async read(tenant: string, id: string): Promise<TaskState | null> {
    this.#parts.lifetime.assertOpen();
    return tenantOf(this.#parts, tenant).rows.get(id)?.task?.state ?? null;
  }

  readMany(tenant: string, ids: readonly string[]): Promise<readonly (TaskState | null)[]> {
    return Promise.all(ids.map((id) => this.read(tenant, id)));
  }

  async write(steps: readonly TaskWrite[]): Promise<readonly boolean[]> {
    this.#parts.lifetime.assertOpen();
    return steps.map((step) => this.#write(step));
  }

  #write({ facts, state, dueAt }: TaskWrite): boolean {
    const { rows, dueTasks } = tenantOf(this.#parts, state.tenant);
    const row = rows.get(state.id);
    if (row === undefined || (row.task?.state.rev ?? 0) !== state.rev - 1) return false;
    row.task ??= { state, facts: [] };
    row.task.state = state;
    row.task.facts.push(...facts);
    if (dueAt === null) dueTasks.delete(state.id);
    else dueTasks.set(state.id, dueAt);
    return true;
  }

  async log(tenant: string, id: string, after: number, limit: number): Promise<readonly TaskFact[]> {
    this.#parts.lifetime.assertOpen();
    // They are numbered from 1, without gaps.
    return (
      tenantOf(this.#parts, tenant)
        .rows.get(id)
        ?.task?.facts.slice(after, after + limit) ?? []
    );
  }

  async due(tenant: string, limit: number): Promise<readonly DueTask[]> {
    this.#parts.lifetime.assertOpen();
    return [...tenantOf(this.#parts, tenant).dueTasks]
      .map(([id, dueAt]) => ({ id, dueAt }))
      .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime())
      .slice(0, limit);
  }
}
