import type { DrainRequest, ExecutorRecord, IMoExecutorStore } from "@mojob/core/ports";
import type { StoreParts } from "./store-parts.ts";

/** Keeps who is there to run jobs, by tenant and id. */
export class ExecutorStoreInMemory implements IMoExecutorStore {
  readonly #parts: StoreParts;
  readonly #tenants = new Map<string, Map<string, ExecutorRecord>>();

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  async save(given: ExecutorRecord): Promise<DrainRequest | null> {
    const { drain: _, ...executor } = given;
    this.#parts.lifetime.assertOpen();
    const { tenant, app, id } = executor;
    const executors = this.#tenants.get(tenant) ?? new Map<string, ExecutorRecord>();
    const drain = executors.get(id)?.drain;
    this.#tenants.set(tenant, executors.set(id, { ...executor, ...(drain !== undefined && { drain }) }));
    this.#notify(tenant, app, id);
    return drain ?? null;
  }

  async drain(tenant: string, id: string, request: DrainRequest | null): Promise<boolean> {
    this.#parts.lifetime.assertOpen();
    const executor = this.#tenants.get(tenant)?.get(id);
    if (executor === undefined) return false;
    const { drain: _, ...record } = executor;
    this.#tenants.get(tenant)?.set(id, { ...record, ...(request !== null && { drain: request }) });
    this.#notify(tenant, executor.app, id);
    const { app } = executor;
    this.#parts.watchers.notify(tenant, app, "drain", () => ({ topic: "drain", id, app }));
    return true;
  }

  async list(tenant: string, seenSince: Date, app?: string): Promise<readonly ExecutorRecord[]> {
    this.#parts.lifetime.assertOpen();
    return [...(this.#tenants.get(tenant)?.values() ?? [])]
      .filter((executor) => executor.lastSeenAt >= seenSince && (app === undefined || executor.app === app))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async remove(tenant: string, id: string): Promise<void> {
    this.#parts.lifetime.assertOpen();
    const executor = this.#tenants.get(tenant)?.get(id);
    if (!executor) return;
    this.#tenants.get(tenant)?.delete(id);
    this.#notify(tenant, executor.app, id);
  }

  #notify(tenant: string, app: string, id: string): void {
    this.#parts.watchers.notify(tenant, app, "executor", () => ({ topic: "executor", id, app }));
  }
}
