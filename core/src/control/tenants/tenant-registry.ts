import { addedTenantsKey } from "../../model/name/state-key.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";

/** The tenants that were added to a deployment while it ran, in the state store that its processes share. */
export class TenantRegistry {
  readonly #state: IMoStateStore;
  readonly #key: string;

  /** @param deployment the name that its processes share: as a rule their first tenant */
  constructor(state: IMoStateStore, deployment: string) {
    this.#state = state;
    this.#key = addedTenantsKey(deployment);
  }

  async read(): Promise<readonly string[]> {
    const entry = await this.#state.get(this.#key);
    return (entry?.value ?? []) as readonly string[];
  }

  /** Resolves to whether it was not there. */
  add(tenant: string): Promise<boolean> {
    return this.#change((added) => (added.includes(tenant) ? added : [...added, tenant]));
  }

  /** Resolves to whether it was there. */
  remove(tenant: string): Promise<boolean> {
    return this.#change((added) => (added.includes(tenant) ? added.filter((one) => one !== tenant) : added));
  }

  /** Another process may change it at the same time: then it is tried again on what that one wrote. */
  async #change(change: (added: readonly string[]) => readonly string[]): Promise<boolean> {
    for (;;) {
      const entry = await this.#state.get(this.#key);
      const added = (entry?.value ?? []) as readonly string[];
      const changed = change(added);
      if (changed === added) return false;
      const written = await this.#state.compareAndSet(this.#key, entry?.version ?? null, changed);
      if (written !== null) return true;
    }
  }
}
