import { boundedPriority, FIRST_PRIORITY, LAST_PRIORITY, type MoEvent } from "@mojob/core/ports";

/** Taken entries are cut off when they are at least this many and most of the array; cutting then costs a step each. */
const FEWEST_TO_CUT = 1024;

interface Lane {
  events: MoEvent[];
  /** Entries before it are taken. */
  head: number;
}

/** Events that wait: by priority, 1 first, and in the order of their arrival within one. */
export class EventQueue {
  readonly #lanes: readonly Lane[] = Array.from({ length: LAST_PRIORITY }, () => ({ events: [], head: 0 }));
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(event: MoEvent): void {
    const lane = this.#lanes[boundedPriority(event.priority) - FIRST_PRIORITY] as Lane;
    lane.events.push(event);
    this.#size += 1;
  }

  /** Takes the first `count`, or all there are. */
  take(count: number): MoEvent[] {
    let taken: MoEvent[] = [];
    for (const lane of this.#lanes) {
      const waiting = lane.events.length - lane.head;
      const share = Math.min(count - taken.length, waiting);
      if (share <= 0) continue;
      const events = lane.events.slice(lane.head, lane.head + share);
      taken = taken.length === 0 ? events : [...taken, ...events];
      advance(lane, share);
    }
    this.#size -= taken.length;
    return taken;
  }
}

function advance(lane: Lane, by: number): void {
  lane.head += by;
  if (lane.head === lane.events.length) {
    lane.events = [];
    lane.head = 0;
  } else if (lane.head >= FEWEST_TO_CUT && lane.head * 2 >= lane.events.length) {
    lane.events = lane.events.slice(lane.head);
    lane.head = 0;
  }
}
