import type { ActLink } from "../model/history/act-link.ts";
import type { IMoStateStore } from "../ports/state-store.ts";
import { chainCutPrefix, chainHeadPrefix, chainsBegunKey } from "./chain-keys.ts";

const TRIES = 5;

/** A link of a chain, as its places are kept. */
export type ChainPlace = Pick<ActLink, "n" | "hash">;

export interface ChainPlacesOptions {
  readonly tenant: string;
  readonly state: Pick<IMoStateStore, "get" | "list" | "set" | "compareAndSet" | "delete">;
}

/** Keeps, apart from the acts, where each chain ends, and up to where its acts were removed because of their age. */
export class ChainPlaces {
  readonly #options: ChainPlacesOptions;

  constructor(options: ChainPlacesOptions) {
    this.#options = options;
  }

  /** Writes where a chain ends. */
  async reach({ writer, n, hash }: ActLink, at: Date): Promise<void> {
    const { state, tenant } = this.#options;
    await state.set(chainHeadPrefix(tenant) + writer, { n, hash, at: at.toISOString() });
  }

  heads(): Promise<ReadonlyMap<string, ChainPlace>> {
    return this.#read(chainHeadPrefix(this.#options.tenant));
  }

  cuts(): Promise<ReadonlyMap<string, ChainPlace>> {
    return this.#read(chainCutPrefix(this.#options.tenant));
  }

  /** Writes up to where acts of a chain are removed: before they are, so that none is missing that no cut names. */
  async cut({ writer, n, hash }: ActLink): Promise<void> {
    const { state, tenant } = this.#options;
    const key = chainCutPrefix(tenant) + writer;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const entry = await state.get(key);
      if (entry !== null && placeIn(entry.value).n >= n) return;
      if ((await state.compareAndSet(key, entry?.version ?? null, { n, hash })) !== null) return;
    }
  }

  /** Since when every act has a link; `null` where none has. */
  async begun(): Promise<Date | null> {
    const entry = await this.#options.state.get(chainsBegunKey(this.#options.tenant));
    return entry === null ? null : new Date(entry.value as string);
  }

  /** Writes since when every act has a link, unless that is known. */
  async begin(at: Date): Promise<void> {
    const { state, tenant } = this.#options;
    await state.compareAndSet(chainsBegunKey(tenant), null, at.toISOString());
  }

  /** Forgets chains that ended before a time: all of their acts are removed. */
  async forget(before: Date): Promise<void> {
    const { state, tenant } = this.#options;
    const prefix = chainHeadPrefix(tenant);
    for (const { key, value } of await state.list(prefix)) {
      if (new Date((value as { at: string }).at) >= before) continue;
      await state.delete(key);
      await state.delete(chainCutPrefix(tenant) + key.slice(prefix.length));
    }
  }

  async #read(prefix: string): Promise<ReadonlyMap<string, ChainPlace>> {
    const entries = await this.#options.state.list(prefix);
    return new Map(entries.map(({ key, value }) => [key.slice(prefix.length), placeIn(value)]));
  }
}

function placeIn(value: unknown): ChainPlace {
  const { n, hash } = value as ChainPlace;
  return { n, hash };
}
