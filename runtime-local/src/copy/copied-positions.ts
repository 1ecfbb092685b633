import { followerPositionPrefix } from "@mojob/core/engine";
import { type Clock, type JsonObject, sleep } from "@mojob/core/ports";
import type { StorePair } from "./store-pair.ts";

/** A store may return an end seconds after it was written. */
const SETTLED_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 200;
const PAGE = 200;

export interface CopiedPositionsOptions {
  readonly tenant: string;
  readonly from: StorePair;
  readonly to: StorePair;
  readonly clock: Clock;
}

/** Stands for the sums of ended runs, which keep their position themselves. */
const ROLLUPS = "";

/** A follower whose place is not yet on the target. */
interface Follower {
  readonly key: string;
  readonly value: JsonObject & { readonly position: string };
  /** The first run it has not followed; `null` while there is none. */
  readonly next: string | null;
}

/** Gives followers the places on the target that they had on the source: positions of one store mean nothing in another. */
export class CopiedPositions {
  readonly #options: CopiedPositionsOptions;
  /** The present of the target before the batch under way. */
  #present: string | null = null;
  /** The batch that was written last, and a position on the target before it. */
  #latest: { readonly ids: readonly string[]; readonly after: string } | null = null;
  #waiting: readonly Follower[] | null = null;

  constructor(options: CopiedPositionsOptions) {
    this.#options = options;
  }

  /** Before a batch: the followers that wait for their place, by the first run that each has not followed. */
  async firstUnfollowed(): Promise<ReadonlyMap<string, readonly Follower[]>> {
    const { tenant, from, to } = this.#options;
    const waiting = this.#waiting ?? (await this.#unplaced());
    if (waiting.length > 0) this.#present = (await to.store.instances.endedAfter(tenant, null, 1)).position;
    this.#waiting = await Promise.all(
      waiting.map(async (follower) => {
        if (follower.next !== null) return follower;
        const { runs } = await from.store.instances.endedAfter(tenant, follower.value.position, 1);
        return { ...follower, next: runs[0]?.id ?? null };
      }),
    );
    return Map.groupBy(
      this.#waiting.filter((follower) => follower.next !== null),
      ({ next }) => next ?? "",
    );
  }

  /** Ends that were written to the target just now. */
  copied(ids: readonly string[]): void {
    if (ids.length > 0 && this.#present !== null) this.#latest = { ids, after: this.#present };
  }

  /** Places followers behind everything that was copied so far. */
  async place(followers: readonly Follower[]): Promise<void> {
    const position = await this.#behindLatest();
    for (const { key, value } of followers)
      await (key === ROLLUPS
        ? this.#placeRollups(position)
        : this.#options.to.state.set(key, { ...value, position }));
    this.#waiting = (this.#waiting ?? []).filter(({ key }) => !followers.some((one) => one.key === key));
  }

  /** Places those that have followed every end. */
  async placeOthers(): Promise<void> {
    if (this.#waiting !== null && this.#waiting.length > 0) await this.place(this.#waiting);
  }

  async #unplaced(): Promise<readonly Follower[]> {
    const { tenant, from, to } = this.#options;
    const prefix = followerPositionPrefix(tenant);
    const [wanted, placed] = await Promise.all([from.state.list(prefix), to.state.list(prefix)]);
    const there = new Set(placed.map(({ key }) => key));
    const followers = wanted
      .filter(({ key }) => !there.has(key))
      .map(({ key, value }) => ({ key, value: value as Follower["value"], next: null }));
    const [{ position }, copied] = await Promise.all([
      from.store.rollups.state(tenant),
      to.store.rollups.state(tenant),
    ]);
    return position === null || copied.position !== null
      ? followers
      : [...followers, { key: ROLLUPS, value: { position }, next: null }];
  }

  async #placeRollups(position: string): Promise<void> {
    const { tenant, to, clock } = this.#options;
    const at = clock.now();
    await to.store.rollups.add({ tenant, from: null, to: position, at, rows: [], isDraft: false });
  }

  /** The position on the target behind the ends that were written last, once the target returns them. */
  async #behindLatest(): Promise<string> {
    const { tenant, to, clock } = this.#options;
    const { ids, after } = this.#latest ?? {
      ids: [],
      after: (await to.store.instances.endedAfter(tenant, null, 1)).position,
    };
    const missing = new Set(ids);
    const giveUpAtMs = clock.monotonicMs() + SETTLED_WITHIN_MS;
    let position = after;
    for (;;) {
      const page = await to.store.instances.endedAfter(tenant, position, PAGE);
      position = page.position;
      for (const { id } of page.runs) missing.delete(id);
      if (page.runs.length === PAGE) continue;
      if (missing.size === 0 || clock.monotonicMs() > giveUpAtMs) break;
      await sleep(clock, LOOK_EVERY_MS);
    }
    this.#latest = { ids: [], after: position };
    return position;
  }
}
