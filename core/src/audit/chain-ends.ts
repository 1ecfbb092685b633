import type { JsonObject, JsonValue } from "../base/json.ts";
import type { KeyRing } from "../base/sealing/key-ring.ts";
import type { ActLink } from "../model/history/act-link.ts";
import type { IMoStateStore } from "../ports/state-store.ts";
import type { AuditHead } from "../scheduler/history/audit-service.ts";
import { chainCutPrefix, chainHeadPrefix, chainRollKey, chainsBegunKey } from "./chain-keys.ts";
import { ChainSeals } from "./chain-seals.ts";

const TRIES = 5;

/** A link of a chain, as its places are kept. */
export interface ChainEnd extends Pick<ActLink, "n" | "hash"> {
  /** Whether it is as a holder of the key wrote it. */
  readonly isSealed: boolean;
}

/** The chains that there are, as the beginning of the latest one found them: they know each other's ends. */
export interface ChainRoll {
  readonly isSealed: boolean;
  readonly places: ReadonlyMap<string, ChainEnd>;
  /** Up to where acts of chains had been removed when it was written first. */
  readonly cuts: ReadonlyMap<string, number>;
  readonly begun: Date | null;
}

export interface ChainEndsOptions {
  readonly tenant: string;
  readonly state: Pick<IMoStateStore, "get" | "list" | "set" | "compareAndSet" | "delete">;
  /** Seal the places, so that who writes to the store and has no key makes none. @default they are not sealed */
  readonly keys?: KeyRing | null;
}

/** Keeps, apart from the acts, where each chain ends, and up to where its acts were removed because of their age. */
export class ChainEnds {
  readonly #options: ChainEndsOptions;
  readonly #seals: ChainSeals;

  constructor(options: ChainEndsOptions) {
    this.#options = options;
    this.#seals = new ChainSeals(options.tenant, options.keys ?? null);
  }

  /** Whether this process knows what is sealed from what is not. */
  get hasKeys(): boolean {
    return this.#seals.hasKeys;
  }

  /**
   * Whether this process may say up to where acts are removed: of chains that holders of the key have sealed, what it wrote without it would be
   * taken for the act of somebody who has none.
   */
  async mayCut(): Promise<boolean> {
    const roll = await this.roll();
    if (roll?.isSealed === true) return true;
    const { state, tenant } = this.#options;
    if (isOnceSealed((await state.get(chainRollKey(tenant)))?.value)) return false;
    return (
      roll !== null || !(await state.list(chainHeadPrefix(tenant))).some(({ value }) => isOnceSealed(value))
    );
  }

  /** Writes where a chain ends. */
  async reach({ writer, n, hash }: ActLink, at: Date): Promise<void> {
    const { state, tenant } = this.#options;
    const place = { n, hash };
    const seal = await this.#seals.seal(`head ${writer}`, place);
    const value = { ...place, at: at.toISOString(), ...(seal !== null && { seal: { ...seal } }) };
    await state.set(chainHeadPrefix(tenant) + writer, value);
  }

  heads(): Promise<ReadonlyMap<string, ChainEnd>> {
    return this.#read("head", chainHeadPrefix(this.#options.tenant));
  }

  /** Where each chain ends, and since when. */
  async ends(): Promise<readonly AuditHead[]> {
    const prefix = chainHeadPrefix(this.#options.tenant);
    const entries = await this.#options.state.list(prefix);
    return entries.map(({ key, value }) => {
      const { at } = value as { readonly at: string };
      return { writer: key.slice(prefix.length), ...placeIn(value), at: new Date(at) };
    });
  }

  cuts(): Promise<ReadonlyMap<string, ChainEnd>> {
    return this.#read("cut", chainCutPrefix(this.#options.tenant));
  }

  /** Writes up to where acts of a chain are removed: before they are, so that none is missing that no cut names. */
  async cut({ writer, n, hash }: ActLink): Promise<void> {
    const { state, tenant } = this.#options;
    const key = chainCutPrefix(tenant) + writer;
    const place = { n, hash };
    const seal = await this.#seals.seal(`cut ${writer}`, place);
    const value = { ...place, ...(seal !== null && { seal: { ...seal } }) };
    for (let tries = 0; tries < TRIES; tries += 1) {
      const entry = await state.get(key);
      if (entry !== null && placeIn(entry.value).n >= n) return;
      if ((await state.compareAndSet(key, entry?.version ?? null, value)) !== null) return;
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

  /** The chains that there are; `null` where no process has written it yet. */
  async roll(): Promise<ChainRoll | null> {
    const { state, tenant } = this.#options;
    const entry = await state.get(chainRollKey(tenant));
    if (entry === null) return null;
    const { places, cuts, begun, seal } = entry.value as unknown as StoredRoll;
    return {
      isSealed: await this.#seals.isSealed("roll", { places, cuts, begun } as unknown as JsonValue, seal),
      places: new Map(Object.entries(places)),
      cuts: new Map(Object.entries(cuts)),
      begun: begun === null ? null : new Date(begun),
    };
  }

  /** Notes all chains that there are, once one has begun. What was noted of another one stays, also where that is not there any more. */
  enroll(): Promise<void> {
    return this.#changeRoll(async (before) => {
      const [heads, begun] = [await this.heads(), await this.begun()];
      // Somebody removed the roll, which is for the audit to find.
      if (before === null && [...heads.values()].some(({ isSealed }) => isSealed)) return null;
      const cuts =
        before?.cuts ?? Object.fromEntries([...(await this.cuts())].map(([writer, { n }]) => [writer, n]));
      const places = { ...before?.places };
      for (const [writer, head] of heads)
        if (head.n >= (places[writer]?.n ?? 0)) places[writer] = { ...head };
      return { places, cuts, begun: begun?.toISOString() ?? null };
    });
  }

  /** Forgets chains that ended before a time: all of their acts are removed. */
  async forget(before: Date): Promise<void> {
    const { state, tenant } = this.#options;
    const prefix = chainHeadPrefix(tenant);
    const ended = (await state.list(prefix)).filter(
      ({ value }) => new Date((value as { at: string }).at) < before,
    );
    if (ended.length === 0) return;
    const writers = new Set(ended.map(({ key }) => key.slice(prefix.length)));
    // First of the roll: a chain that is on it and not there was removed by somebody else.
    await this.#changeRoll(async (roll) =>
      roll === null
        ? null
        : {
            ...roll,
            places: Object.fromEntries(
              Object.entries(roll.places).filter(([writer]) => !writers.has(writer)),
            ),
          },
    );
    for (const { key } of ended) {
      await state.delete(key);
      await state.delete(chainCutPrefix(tenant) + key.slice(prefix.length));
    }
  }

  async #changeRoll(change: (before: Roll | null) => Promise<Roll | null>): Promise<void> {
    const { state, tenant } = this.#options;
    const key = chainRollKey(tenant);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const entry = await state.get(key);
      const known = entry === null ? null : await this.roll();
      // One that somebody forged, or that this process cannot seal, is left as it is.
      if (known !== null && !known.isSealed && isOnceSealed(entry?.value)) return;
      const changed = await change(entry === null ? null : rollIn(entry.value));
      if (changed === null) return;
      const value = JSON.parse(JSON.stringify(changed)) as JsonObject;
      const seal = await this.#seals.seal("roll", value);
      const written = { ...value, ...(seal !== null && { seal: { ...seal } }) };
      if ((await state.compareAndSet(key, entry?.version ?? null, written)) !== null) return;
    }
  }

  async #read(of: "head" | "cut", prefix: string): Promise<ReadonlyMap<string, ChainEnd>> {
    const entries = await this.#options.state.list(prefix);
    const places = entries.map(async ({ key, value }) => {
      const [writer, place] = [key.slice(prefix.length), placeIn(value)];
      const { seal } = value as { readonly seal?: unknown };
      return [
        writer,
        { ...place, isSealed: await this.#seals.isSealed(`${of} ${writer}`, place, seal) },
      ] as const;
    });
    return new Map(await Promise.all(places));
  }
}

interface Roll {
  readonly places: Readonly<Record<string, ChainEnd>>;
  readonly cuts: Readonly<Record<string, number>>;
  /** Since when every act has a link. */
  readonly begun: string | null;
}

type StoredRoll = Roll & { readonly seal?: unknown };

function rollIn(value: unknown): Roll {
  const { places, cuts, begun } = value as StoredRoll;
  return { places, cuts, begun };
}

function isOnceSealed(value: unknown): boolean {
  return (value as StoredRoll | undefined)?.seal !== undefined;
}

function placeIn(value: unknown): { readonly n: number; readonly hash: string } {
  const { n, hash } = value as { readonly n: number; readonly hash: string };
  return { n, hash };
}
