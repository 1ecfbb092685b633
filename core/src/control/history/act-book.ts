import type { Clock } from "../../base/clock.ts";
import { createId } from "../../base/ids.ts";
import { type Act, type Actor, ActOutcome } from "../../model/history/act.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import type { IMoHistoryStore } from "../../ports/history-store.ts";

/** Ids of acts that are known to be kept: those of the jobs there are, several times over. */
const MOST_KNOWN = 50_000;

export interface ActBookOptions {
  readonly tenant: string;
  readonly store: { readonly history: IMoHistoryStore };
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** What was done, and by whom. */
export type Doing = Pick<Act, "kind" | "app"> &
  Partial<
    Pick<
      Act,
      | "jobKey"
      | "instanceId"
      | "madeId"
      | "note"
      | "operation"
      | "changes"
      | "subject"
      | "outcome"
      | "code"
      | "from"
    >
  >;

/**
 * Writes the history. What changes a job has its act in the job's own record, so that one write does both or neither; from there it is
 * taken over into the history, at the latest before another act takes its place.
 */
export class ActBook {
  readonly #options: ActBookOptions;
  readonly #known = new Set<string>();

  constructor(options: ActBookOptions) {
    this.#options = options;
  }

  /** An act that nothing has written yet. */
  make(by: string | null, doing: Doing): Act {
    const { tenant, clock } = this.#options;
    const at = clock.now();
    return {
      jobKey: null,
      instanceId: null,
      madeId: null,
      note: null,
      operation: null,
      changes: [],
      subject: null,
      outcome: ActOutcome.Done,
      code: null,
      from: null,
      ...doing,
      id: createId(at),
      tenant,
      at,
      by: actorOf(by),
    };
  }

  /** Takes over the latest act of a record that is about to be replaced. @throws MoJobError `store_unavailable` */
  async keepLatest({ latestAct }: JobDefinition): Promise<void> {
    if (latestAct !== undefined && !this.#known.has(latestAct.id)) await this.#append([latestAct]);
  }

  /** Takes over the latest acts that another process wrote, or this one before it ended. */
  async catchUp(definitions: readonly JobDefinition[]): Promise<void> {
    const acts = definitions.flatMap(({ latestAct }) =>
      latestAct === undefined || this.#known.has(latestAct.id) ? [] : [latestAct],
    );
    if (acts.length > 0) await this.#append(acts);
  }

  /** Adds what was done: where the history cannot be written now, what was done stands. */
  async note(acts: readonly Act[]): Promise<void> {
    try {
      if (acts.length > 0) await this.#append(acts);
    } catch (error) {
      this.#options.onError(error);
    }
  }

  /** As `note`, of one act. */
  async noteDone(by: string | null, doing: Doing): Promise<void> {
    await this.note([this.make(by, doing)]);
  }

  async #append(acts: readonly Act[]): Promise<void> {
    await this.#options.store.history.append(acts);
    if (this.#known.size > MOST_KNOWN) this.#known.clear();
    for (const { id } of acts) this.#known.add(id);
  }
}

/** Whom a label of a record names: `user:li` is li. */
export function actorOf(by: string | null): Actor | null {
  if (by === null) return null;
  return { id: by, name: by.slice(by.indexOf(":") + 1) || by };
}
