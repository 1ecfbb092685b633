import type { Clock } from "../../base/clock.ts";
import { neverAborted } from "../../base/never-aborted.ts";
import type { JobInstanceSummary } from "../../model/instance/job-instance.ts";
import { isTerminal } from "../../model/instance/job-state.ts";
import { runsEndedTopic } from "../../model/name/channel.ts";
import type { EventSubscription, IMoEventBus } from "../../ports/event-bus.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";
import type { EndFollower } from "./end-follower.ts";
import { type FollowedPlace, FollowedPlaces } from "./followed-places.ts";
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
  readonly #places: FollowedPlaces;
  /** What an event brought to each follower, so that the feed need not bring it again to this process. */
  readonly #recent: ReadonlyMap<string, RecentIds>;

  constructor(options: FollowingOptions) {
    this.#options = options;
    this.#places = new FollowedPlaces(options);
    this.#recent = new Map(options.followers.map(({ name }) => [name, new RecentIds()]));
  }

  /** Gives followers that are new their place: they follow what ends from now on. */
  async begin(): Promise<void> {
    for (const { name } of this.#options.followers) await this.#places.read(name);
  }

  /** Follows what events bring; of several control planes one gets each event. */
  subscribe(bus: IMoEventBus): Promise<EventSubscription> {
    return bus.subscribe(
      runsEndedTopic(this.#options.tenant),
      (events) => this.follow(events.flatMap(runsEndedIn)),
      { group: GROUP },
    );
  }

  /** Calls the followers with runs that have just ended. Never rejects: a later pass makes up for what failed. */
  async follow(ends: readonly RunEnd[]): Promise<void> {
    const { tenant, store, followers, onError } = this.#options;
    if (followers.length === 0 || ends.length === 0) return;
    try {
      const records = await store.get(
        tenant,
        ends.map(({ id }) => id),
      );
      const runs = records.filter((record) => record !== null && isTerminal(record.state));
      for (const follower of followers) {
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

  /** The places of followers that are at work; retention keeps what ended after any of them. */
  positions(): Promise<readonly string[]> {
    return this.#places.heldBack(this.#options.followers.map(({ name }) => name));
  }

  async #catchUp(follower: EndFollower, signal: AbortSignal): Promise<void> {
    const { tenant, store } = this.#options;
    const recent = this.#recent.get(follower.name) as RecentIds;
    let place: FollowedPlace = await this.#places.read(follower.name);
    while (!signal.aborted) {
      const page = await store.endedAfter(tenant, place.position, PAGE_SIZE);
      const fresh = page.runs.filter(({ id }) => !recent.has(id));
      if (fresh.length > 0) await follower.follow(fresh, signal);
      place = await this.#places.move(follower.name, place, page);
      for (const { id } of page.runs) recent.delete(id);
      if (page.runs.length < PAGE_SIZE) return;
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
