import type { Clock } from "../../base/clock.ts";
import type { JsonValue } from "../../base/json.ts";
import { HANDLED_FAILURE_KEPT_MS, handledFailureKey } from "../../model/name/state-key.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";
import type { HandledFailure, HandleFailureRequest } from "../../scheduler/failures.ts";

export interface HandledFailuresOptions {
  readonly tenant: string;
  readonly state: IMoStateStore;
  readonly clock: Clock;
}

/** Mutes of groups of failures and notes on them, for everybody. */
export class HandledFailures {
  readonly #options: HandledFailuresOptions;

  constructor(options: HandledFailuresOptions) {
    this.#options = options;
  }

  async getMany(ids: readonly string[]): Promise<ReadonlyMap<string, HandledFailure>> {
    const { tenant, state } = this.#options;
    const entries = await state.getMany(ids.map((id) => handledFailureKey(tenant, id)));
    return new Map(
      ids.flatMap((id) => {
        const handled = parse(entries.get(handledFailureKey(tenant, id))?.value);
        return handled === null ? [] : [[id, handled] as const];
      }),
    );
  }

  /** Where two changes of one group come at once, both are kept. */
  async change(by: string | null, id: string, request: HandleFailureRequest): Promise<HandledFailure> {
    const { tenant, state, clock } = this.#options;
    const key = handledFailureKey(tenant, id);
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop
      const entry = await state.get(key);
      const before = parse(entry?.value);
      const handled: HandledFailure = {
        mutedAt: request.mutedAt === undefined ? (before?.mutedAt ?? null) : request.mutedAt,
        note: request.note ?? before?.note ?? "",
        by,
        at: clock.now(),
      };
      const value = {
        ...handled,
        mutedAt: handled.mutedAt?.toISOString() ?? null,
        at: handled.at.toISOString(),
      };
      // oxlint-disable-next-line no-await-in-loop
      const written = await state.compareAndSet(key, entry?.version ?? null, value, {
        ttlMs: HANDLED_FAILURE_KEPT_MS,
      });
      if (written !== null) return handled;
    }
  }
}

function parse(value: JsonValue | undefined): HandledFailure | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const { mutedAt, note, by, at } = value as Readonly<Record<string, JsonValue>>;
  if (typeof note !== "string" || typeof at !== "string") return null;
  return {
    mutedAt: typeof mutedAt === "string" ? new Date(mutedAt) : null,
    note,
    by: typeof by === "string" ? by : null,
    at: new Date(at),
  };
}
