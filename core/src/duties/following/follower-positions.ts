import type { Clock } from "../../base/clock.ts";
import type { JsonObject } from "../../base/json.ts";
import { followerPositionKey } from "../../model/name/state-key.ts";
import type { EndedPage, IMoInstanceStore } from "../../ports/instance-store.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";

/** A place that moves over nothing is written this often: a reader that begins again reads that much again. */
const IDLE_WRITE_MS = 60_000;
/** A follower that has got nowhere for this long no longer makes the store grow. */
const HELD_FOR_MS = 24 * 3_600_000;

/** Where a follower has got to in the feed of ends. */
export interface FollowerPosition {
  readonly position: string;
  /** When it last got somewhere, or found nothing to do. */
  readonly at: Date;
  /** The state entry's; a move wants the one it read. */
  readonly version: number;
}

export interface FollowerPositionsOptions {
  readonly tenant: string;
  readonly store: IMoInstanceStore;
  readonly state: IMoStateStore;
  readonly clock: Clock;
}

/** Keeps in the state store where each follower has got to. */
export class FollowerPositions {
  readonly #options: FollowerPositionsOptions;

  constructor(options: FollowerPositionsOptions) {
    this.#options = options;
  }

  /** A follower's place; the first time, the present. */
  async read(follower: string): Promise<FollowerPosition> {
    const { tenant, store, state, clock } = this.#options;
    const key = followerPositionKey(tenant, follower);
    for (;;) {
      const entry = await state.get(key);
      if (entry !== null) return { ...parsePlace(entry.value), version: entry.version };
      const { position } = await store.endedAfter(tenant, null, 1);
      // Another control plane may be first: then its present counts, which is the earlier one.
      await state.compareAndSet(key, null, { position, at: clock.now().toISOString() });
    }
  }

  /**
   * Moves a follower behind a page; where another process has moved it meanwhile, resolves to that place instead. Behind a
   * page without runs the place is written only now and then.
   */
  async move(
    follower: string,
    from: FollowerPosition,
    { runs, position }: EndedPage,
  ): Promise<FollowerPosition> {
    const { tenant, state, clock } = this.#options;
    const at = clock.now();
    if (runs.length === 0 && at.getTime() - from.at.getTime() < IDLE_WRITE_MS) return { ...from, position };
    const key = followerPositionKey(tenant, follower);
    const entry = await state.compareAndSet(key, from.version, { position, at: at.toISOString() });
    return entry === null ? this.read(follower) : { position, at, version: entry.version };
  }

  /** The positions of these followers, but for those that have got nowhere for a day. */
  async heldBack(followers: readonly string[]): Promise<readonly string[]> {
    if (followers.length === 0) return [];
    const { tenant, state, clock } = this.#options;
    const entries = await state.getMany(followers.map((name) => followerPositionKey(tenant, name)));
    const stuckSinceMs = clock.now().getTime() - HELD_FOR_MS;
    return [...entries.values()]
      .map(({ value }) => parsePlace(value))
      .filter(({ at }) => at.getTime() > stuckSinceMs)
      .map(({ position }) => position);
  }
}

function parsePlace(value: unknown): Pick<FollowerPosition, "position" | "at"> {
  const { position, at } = value as JsonObject & { readonly position: string; readonly at: string };
  return { position, at: new Date(at) };
}
