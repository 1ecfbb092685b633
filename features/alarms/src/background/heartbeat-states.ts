import type { IMoStateStore } from "@mojob/core";
import { PingState } from "@mojob/core/engine";
import { pingKey, pingPrefix, type Pings } from "@mojob/core/feature";
import * as v from "valibot";

const stored = v.object({
  state: v.picklist(Object.values(PingState)),
  at: v.string(),
  succeededAt: v.nullable(v.string()),
});

export interface HeartbeatStatesOptions {
  readonly tenant: string;
  readonly state: Pick<IMoStateStore, "get" | "set" | "list">;
}

/** Keeps what heartbeats reported last. */
export class HeartbeatStates {
  readonly #options: HeartbeatStatesOptions;

  constructor(options: HeartbeatStatesOptions) {
    this.#options = options;
  }

  /** By the ids of the heartbeats. */
  async read(): Promise<ReadonlyMap<string, Pings>> {
    const prefix = pingPrefix(this.#options.tenant);
    const entries = await this.#options.state.list(prefix);
    return new Map(
      entries.flatMap(({ key, value }) => {
        const pings = parse(value);
        return pings === null ? [] : [[key.slice(prefix.length), pings] as const];
      }),
    );
  }

  async note(id: string, state: PingState, at: Date): Promise<void> {
    const { tenant, state: store } = this.#options;
    const key = pingKey(tenant, id);
    const before = state === PingState.Success ? null : parse((await store.get(key))?.value);
    const succeededAt = state === PingState.Success ? at : (before?.succeededAt ?? null);
    await store.set(key, {
      state,
      at: at.toISOString(),
      succeededAt: succeededAt?.toISOString() ?? null,
    });
  }
}

function parse(value: unknown): Pings | null {
  const read = v.safeParse(stored, value);
  if (!read.success) return null;
  const { state, at, succeededAt } = read.output;
  return { state, at: new Date(at), succeededAt: succeededAt === null ? null : new Date(succeededAt) };
}
