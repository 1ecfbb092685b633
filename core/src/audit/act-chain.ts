import type { Clock } from "../base/clock.ts";
import { createId } from "../base/ids.ts";
import type { Act } from "../model/history/act.ts";
import { type ActLink, linkAct } from "../model/history/act-link.ts";
import type { IMoHistoryStore } from "../ports/history-store.ts";
import { ChainEnds, type ChainEndsOptions } from "./chain-ends.ts";

/** After so long without an act another chain begins: retention forgets a chain by when it ended. */
const LONGEST_IDLE_MS = 3_600_000;

export interface ActChainOptions extends ChainEndsOptions {
  readonly store: { readonly history: Pick<IMoHistoryStore, "append"> };
  readonly clock: Clock;
}

interface Waiting {
  readonly acts: readonly Act[];
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Appends acts, each linked to the one before: one write for all that wait for the write before. */
export class ActChain {
  readonly #options: ActChainOptions;
  readonly #places: ChainEnds;
  #last: { readonly link: ActLink; readonly at: Date } | null = null;
  #waiting: Waiting[] = [];
  #isWriting = false;
  #isHeadBehind = false;
  /** The chain that the others know of. */
  #enrolled: string | null = null;
  #headWritten: Promise<void> | null = null;

  constructor(options: ActChainOptions) {
    this.#options = options;
    this.#places = new ChainEnds(options);
  }

  /** @throws MoJobError `store_unavailable` */
  append(acts: readonly Act[]): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ acts, done, failed });
      if (!this.#isWriting) void this.#write();
    });
  }

  /** Resolves once it is written where the chain ends. */
  async settled(): Promise<void> {
    await this.#headWritten;
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#append(new Map(batch.flatMap(({ acts }) => acts.map((act) => [act.id, act]))));
        for (const { done } of batch) done();
      } catch (error) {
        // Whether it was written is not known: no place of this chain is used twice.
        this.#last = null;
        for (const { failed } of batch) failed(error);
      }
    }
    this.#isWriting = false;
  }

  async #append(byId: ReadonlyMap<string, Act>): Promise<void> {
    const { clock, store } = this.#options;
    const acts = [...byId.values()];
    const at = clock.now();
    const isIdle = this.#last !== null && at.getTime() - this.#last.at.getTime() > LONGEST_IDLE_MS;
    let last = isIdle ? null : (this.#last?.link ?? null);
    const writer = last?.writer ?? createId(at);
    const links: ActLink[] = [];
    for (const act of acts) {
      last = linkAct(act, { writer, n: (last?.n ?? 0) + 1, prev: last?.hash ?? "" });
      links.push(last);
    }
    if (last === null) return;
    await store.history.append(acts, links);
    this.#last = { link: last, at };
    this.#isHeadBehind = true;
    this.#headWritten ??= this.#writeHead();
  }

  /** Beside the append, which nothing waits for: an end that was not written is written with the next act. */
  async #writeHead(): Promise<void> {
    try {
      while (this.#isHeadBehind && this.#last !== null) {
        this.#isHeadBehind = false;
        const { link, at } = this.#last;
        const isNew = link.writer !== this.#enrolled;
        if (isNew) await this.#places.begin(at);
        // Before it is there: no end is sealed without the roll.
        if (isNew) await this.#places.enroll();
        await this.#places.reach(link, at);
        if (isNew) await this.#places.enroll();
        this.#enrolled = link.writer;
      }
    } catch {
      // The state store is unavailable, which others report.
    } finally {
      this.#headWritten = null;
    }
  }
}
