import type { Clock } from "@mojob/core/ports";
import { appsWith } from "@mojob/core/engine";
import { Permission, type Principal } from "@mojob/core";
import type { UsedScheduler } from "../../route/used-scheduler.ts";
import { EventHub } from "./hub.ts";
import { createOpenStreams } from "./open-streams.ts";
import type { EventReader } from "./reader.ts";
import type { EventTopic } from "./topic.ts";

/** The hubs of events: one for all who may see everything of every app, and one for each set of apps, and of those with payloads, that others may see. */
export class EventHubs {
  readonly #clock: Clock;
  readonly #hubs = new Map<string, EventHub>();
  readonly #open = createOpenStreams();
  #isClosed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Begins to read what this caller may see.
   * @throws HTTPException 429 when the caller, or all together, read too often already
   * @throws MoJobError `shutting_down` once closed, `store_unavailable`
   */
  async open(
    scheduler: UsedScheduler<"watch">,
    topics: readonly EventTopic[],
    options: Omit<Parameters<EventHub["open"]>[1], "onClose">,
  ): Promise<EventReader> {
    const onClose = this.#open.begin(scheduler.principal);
    try {
      return await this.of(scheduler).open(topics, { ...options, onClose });
    } catch (error) {
      onClose();
      throw error;
    }
  }

  /** The hub of those who may see what this caller may see. */
  of(scheduler: UsedScheduler<"watch">): EventHub {
    const key = hubKey(scheduler.principal);
    const known = this.#hubs.get(key);
    if (known !== undefined) return known;
    const hub = new EventHub({ scheduler, clock: this.#clock });
    this.#hubs.set(key, hub);
    if (this.#isClosed) void hub.close();
    return hub;
  }

  /** The id of the latest event that this caller's streams were sent; `null` while they are sent none. */
  position(principal: Principal): string | null {
    return this.#hubs.get(hubKey(principal))?.position ?? null;
  }

  /** The same, from now on; `null` where this caller may not watch. */
  async begin(scheduler: UsedScheduler<"watch">): Promise<string | null> {
    const hub = this.of(scheduler);
    // Without a position the stream begins by reading once more: no reason to refuse what is read now.
    await hub.begin().catch(() => undefined);
    return hub.position;
  }

  /** Lets every reader find out at once whether its caller may still read. */
  recheck(): void {
    for (const hub of this.#hubs.values()) hub.recheck();
  }

  /** Ends every stream. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#hubs.values()].map((hub) => hub.close()));
  }
}

function hubKey(principal: Principal): string {
  return [Permission.ReadSystem, Permission.ReadPayloads].map((one) => appsKey(principal, one)).join("|");
}

function appsKey(principal: Principal, permission: Permission): string {
  const { names } = appsWith(principal, permission);
  return names === null ? "*" : [...names].toSorted().join(" ");
}
