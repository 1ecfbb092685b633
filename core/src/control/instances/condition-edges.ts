import { CONDITION_KEPT_MS, conditionKey } from "../../model/name/state-key.ts";
import type { JsonValue } from "../../base/json.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";
import {
  type Check,
  type ConditionEdge,
  FIRST_EDGE,
  noteCheck,
  noteStarts,
  owedStarts,
} from "./condition-edge.ts";

/** The condition of a child, by the keys of both jobs. */
export interface ConditionOf {
  readonly parent: string;
  readonly child: string;
}

interface KeptCondition {
  readonly checks: ConditionEdge;
  /** Why the latest check had no value, which is recorded once. */
  readonly refused?: string;
}

export interface ConditionEdgesOptions {
  readonly tenant: string;
  readonly state: Pick<IMoStateStore, "get" | "compareAndSet">;
}

/**
 * Keeps in the state store whether conditions held. What is to be started is written before it is started, and again after it: a
 * process that dies in between leaves it to the one that follows the same ends again.
 */
export class ConditionEdges {
  readonly #options: ConditionEdgesOptions;

  constructor(options: ConditionEdgesOptions) {
    this.#options = options;
  }

  /** Takes checks in; resolves to the runs because of which the child is to be started and was not yet. */
  async note(of: ConditionOf, checks: readonly Check[]): Promise<readonly string[]> {
    const kept = await this.#write(of, ({ checks: edge }) => ({ checks: checks.reduce(noteCheck, edge) }));
    return owedStarts(kept.checks);
  }

  /** The child was started because of these runs, or cannot be any more. */
  async made(of: ConditionOf, runs: readonly string[]): Promise<void> {
    await this.#write(of, (kept) => ({ ...kept, checks: noteStarts(kept.checks, runs) }));
  }

  /** A check had no value; resolves to whether that is new. */
  async refused(of: ConditionOf, why: string): Promise<boolean> {
    let isNew = false;
    await this.#write(of, (kept) => {
      isNew = kept.refused !== why;
      return isNew ? { ...kept, refused: why } : kept;
    });
    return isNew;
  }

  async #write(
    { parent, child }: ConditionOf,
    change: (kept: KeptCondition) => KeptCondition,
  ): Promise<KeptCondition> {
    const { tenant, state } = this.#options;
    const key = conditionKey(tenant, parent, child);
    for (;;) {
      const entry = await state.get(key);
      const before = (entry?.value ?? { checks: FIRST_EDGE }) as unknown as KeptCondition;
      const next = change(before);
      if (next === before || (next.checks === before.checks && next.refused === before.refused))
        return before;
      const value = next as unknown as JsonValue;
      const written = await state.compareAndSet(key, entry?.version ?? null, value, {
        ttlMs: CONDITION_KEPT_MS,
      });
      if (written !== null) return next;
    }
  }
}
