import type { Clock } from "../../base/clock.ts";
import { neverAborted } from "../../base/never-aborted.ts";
import type { JobInstanceSummary } from "../../model/instance/job-instance.ts";
import { isTerminal } from "../../model/instance/job-state.ts";
import { runsEndedTopic } from "../../model/name/channel.ts";
import type { EventSubscription, IMoEventBus } from "../../ports/event-bus.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";
import type { EndFollower } from "./end-follower.ts";
import { type FollowerPosition, FollowerPositions } from "./follower-positions.ts";
import { RecentIds } from "./recent-ids.ts";
import { type RunEnd, runsEndedIn } from "./runs-ended-event.ts";

const PAGE_SIZE = 500;
/** Control planes of a tenant share its events under this name. */
const GROUP = "followers";

export interface FollowingOptions {
  readonly tenant: string;
  readonly store: IMoInstanceStore;
  readonly state: IMoStateStore;
  readonly clock: Clock;
  readonly followers: readonly EndFollower[];
  /** Brings the ends of all processes, while a follower has use for them. */
  readonly bus: IMoEventBus;
  readonly onError: (error: unknown) => void;
}

/**
 * Calls followers with every run that ends, at least once.
 *
 * An event brings an end at once and may be lost with the process. Behind it each follower has a place in the store's feed
 * of ends; a pass calls the follower with what the feed has after it, then moves the place. A process that dies between the
 * two leaves the place where it was, so the same ends come again.
 */
export class Following {
  readonly #options: FollowingOptions;
  readonly #places: FollowerPositions;
  /** The runs that events brought to each follower, so that the feed need not bring them again to this process. */
  readonly #recent: ReadonlyMap<string, RecentIds>;
  /** Where the feed ended when a follower was last idle: what ended before is none of its business. */
  readonly #idleUntil = new Map<string, string>();
  /** The followers that were not idle when they were last asked. */
  readonly #active = new Set<EndFollower>();
  #subscription: Promise<EventSubscription> | null = null;

  constructor(options: FollowingOptions) {
    this.#options = options;
    this.#places = new FollowerPositions(options);
    this.#recent = new Map(options.followers.map(({ name }) => [name, new RecentIds()]));
  }

  /** Gives followers that are new their place, so that they follow what ends from now on, and follows what events bring. */
  async begin(): Promise<void> {
    for (const follower of this.#options.followers) {
      await this.#places.read(follower.name);
      if (!(await this.#isIdle(follower)) && isEager(follower)) await this.#listen();
    }
  }

  async close(): Promise<void> {
    const subscription = await this.#subscription;
    await subscription?.close();
  }

  /** Calls the followers with runs that have just ended. Never rejects: a later pass makes up for what failed. */
  async follow(ends: readonly RunEnd[]): Promise<void> {
    const { tenant, store, onError } = this.#options;
    const eager = [...this.#active].filter(isEager);
    if (eager.length === 0 || ends.length === 0) return;
    try {
      const records = await store.get(
        tenant,
        ends.map(({ id }) => id),
      );
      const runs = records.filter((record) => record !== null && isTerminal(record.state));
      for (const follower of eager) {
        await this.#call(follower, runs as readonly JobInstanceSummary[], neverAborted).catch(onError);
      }
    } catch (error) {
      onError(error);
    }
  }

  /** Brings every follower to the end of the feed. A follower that rejects is reported and holds up no other. */
  async catchUp(signal: AbortSignal): Promise<void> {
    for (const follower of this.#options.followers) {
      if (signal.aborted) return;
      await this.#catchUp(follower, signal).catch(this.#options.onError);
    }
  }

  /** The places of followers that are at work and miss no end; retention keeps what ended after any of them. */
  async positions(): Promise<readonly string[]> {
    const active: string[] = [];
    for (const follower of this.#options.followers)
      if (isEager(follower) && !(await this.#isIdle(follower))) active.push(follower.name);
    return this.#places.heldBack(active);
  }

  async #catchUp(follower: EndFollower, signal: AbortSignal): Promise<void> {
    const { tenant, store } = this.#options;
    const { name } = follower;
    const recent = this.#recent.get(name) as RecentIds;
    let place: FollowerPosition = await this.#places.read(name);
    // Read before the question, so that what ends after the answer has changed is followed.
    const { position: present } = await store.endedAfter(tenant, null, 1);
    if (await this.#isIdle(follower)) {
      this.#idleUntil.set(name, present);
      await this.#places.move(name, place, { runs: [], position: present });
      return;
    }
    const idleUntil = this.#idleUntil.get(name);
    if (idleUntil !== undefined) {
      place = { ...place, position: idleUntil };
      this.#idleUntil.delete(name);
    }
    if (isEager(follower)) await this.#listen();
    while (!signal.aborted) {
      const page = await store.endedAfter(tenant, place.position, PAGE_SIZE, follower.states);
      const fresh = page.runs.filter(({ id }) => !recent.has(id));
      if (fresh.length > 0) await follower.follow(fresh, signal);
      place = await this.#places.move(name, place, page);
      for (const { id } of page.runs) recent.delete(id);
      if (page.runs.length < PAGE_SIZE) return;
    }
  }

  async #isIdle(follower: EndFollower): Promise<boolean> {
    const isIdle = follower.isIdle !== undefined && (await follower.isIdle());
    if (isIdle) this.#active.delete(follower);
    else this.#active.add(follower);
    return isIdle;
  }

  /** Listens to events: of several control planes that do, one gets each event. */
  async #listen(): Promise<void> {
    const { bus, tenant } = this.#options;
    this.#subscription ??= bus.subscribe(
      runsEndedTopic(tenant),
      (events) => this.follow(events.flatMap(runsEndedIn)),
      { group: GROUP },
    );
    try {
      await this.#subscription;
    } catch (error) {
      this.#subscription = null;
      throw error;
    }
  }

  async #call(
    follower: EndFollower,
    runs: readonly JobInstanceSummary[],
    signal: AbortSignal,
  ): Promise<void> {
    if (runs.length === 0) return;
    await follower.follow(runs, signal);
    const recent = this.#recent.get(follower.name) as RecentIds;
    for (const { id } of runs) recent.add(id);
  }
}

/** Whether it is called as soon as a run has ended. */
function isEager({ states }: EndFollower): boolean {
  return states === undefined;
}
