import type { Requester } from "../../access/requester.ts";
import { ActChain, type ActChainOptions } from "../../audit/act-chain.ts";
import { createId } from "../../base/ids.ts";
import { type Act, type Actor, completeAct } from "../../model/history/act.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import type { IMoHistoryStore } from "../../ports/history-store.ts";

/** Ids of acts that are known to be kept: those of the jobs there are, several times over. */
const MOST_KNOWN = 50_000;
/** Acts that wait for the history to be writable again; beyond, the oldest are lost. */
const MOST_OWED = 1000;
const KNOWN_AT_ONCE = 1000;

export interface ActLogOptions extends ActChainOptions {
  readonly store: { readonly history: Pick<IMoHistoryStore, "append" | "known"> };
  readonly onError: (error: unknown) => void;
}

/** Who did it: a label of a record, or one who asks; `null` is the program itself. */
export type Doer = string | null | Pick<Requester, "by" | "from">;

/** An act before it is written: its kind, its app, and any other of its members. */
export type Doing = Pick<Act, "kind" | "app"> & Partial<Omit<Act, "kind" | "app" | "id" | "tenant" | "at">>;

/**
 * Writes the history. What changes a job has its act in the job's own record, so that one write does both or neither; from there it is
 * taken over into the history, at the latest before another act takes its place.
 */
export class ActLog {
  readonly #options: ActLogOptions;
  readonly #chain: ActChain;
  readonly #known = new Set<string>();
  #owed: readonly Act[] = [];

  constructor(options: ActLogOptions) {
    this.#options = options;
    this.#chain = new ActChain(options);
  }

  /** An act that nothing has written yet. */
  make(doer: Doer, { note = null, ...doing }: Doing): Act {
    const { tenant, clock } = this.#options;
    const at = clock.now();
    const { by, from } = doer === null || typeof doer === "string" ? { by: doer, from: null } : doer;
    return completeAct({
      jobKey: null,
      instanceId: null,
      madeId: null,
      operation: null,
      changes: [],
      by: actorOf(by),
      from,
      ...doing,
      // Half of a character is not kept by every store.
      note: note?.toWellFormed() ?? null,
      id: createId(at),
      tenant,
      at,
    });
  }

  /** Takes over the latest act of a record that is about to be replaced. @throws MoJobError `store_unavailable` */
  async keepLatest({ latestAct }: JobDefinition): Promise<void> {
    if (latestAct !== undefined && !this.#known.has(latestAct.id)) await this.#append([latestAct]);
  }

  /** Takes over the latest acts that another process wrote, or this one before it ended. */
  async catchUp(definitions: readonly JobDefinition[]): Promise<void> {
    const { store, tenant } = this.#options;
    const acts = definitions.flatMap(({ latestAct }) =>
      latestAct === undefined || this.#known.has(latestAct.id) ? [] : [latestAct],
    );
    for (let at = 0; at < acts.length; at += KNOWN_AT_ONCE) {
      const some = acts.slice(at, at + KNOWN_AT_ONCE);
      const ids = some.map(({ id }) => id);
      // Acts that are stored already need no further link.
      const known = await store.history.known(tenant, ids);
      await this.#append(some.filter(({ id }) => !known.has(id)));
      this.#remember(ids);
    }
  }

  /** Adds acts before what they are about is done. @throws MoJobError `store_unavailable` */
  write(acts: readonly Act[]): Promise<void> {
    return this.#append(acts);
  }

  /** Adds what was done: where the history cannot be written now, what was done stands, and its act is written with the next one. */
  async note(acts: readonly Act[]): Promise<void> {
    if (acts.length === 0) return;
    try {
      await this.#append(acts);
    } catch (error) {
      this.#owed = [...this.#owed, ...acts].slice(-MOST_OWED);
      this.#options.onError(error);
    }
  }

  /** As `note`, of one act. */
  async noteDone(doer: Doer, doing: Doing): Promise<void> {
    await this.note([this.make(doer, doing)]);
  }

  /** Resolves once it is written where the chain of this process ends. */
  settled(): Promise<void> {
    return this.#chain.settled();
  }

  async #append(acts: readonly Act[]): Promise<void> {
    const owed = this.#owed;
    const all = [...owed, ...acts].map(completeAct);
    if (all.length === 0) return;
    this.#owed = [];
    try {
      await this.#chain.append(all);
    } catch (error) {
      this.#owed = [...owed, ...this.#owed].slice(-MOST_OWED);
      throw error;
    }
    this.#remember(all.map(({ id }) => id));
  }

  #remember(ids: readonly string[]): void {
    if (this.#known.size > MOST_KNOWN) this.#known.clear();
    for (const id of ids) this.#known.add(id);
  }
}

/** Whom a label of a record names: `user:li` is li. */
export function actorOf(by: string | null): Actor | null {
  if (by === null) return null;
  return { id: by, name: by.slice(by.indexOf(":") + 1) || by };
}
