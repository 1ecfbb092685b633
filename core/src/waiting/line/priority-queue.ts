import { boundedPriority, FIRST_PRIORITY, LAST_PRIORITY } from "../../model/option/value/priority.ts";

/** Taken entries are cut off when they are at least this many and most of the array; cutting then costs a step each. */
const FEWEST_TO_CUT = 1024;

interface Lane<Item> {
  items: Item[];
  /** Entries before it are taken. */
  head: number;
}

/** Items that wait: by priority, 1 first and 5 last, and in the order of their arrival within one. */
export class PriorityQueue<Item extends { readonly priority?: number }> {
  readonly #lanes: readonly Lane<Item>[] = Array.from({ length: LAST_PRIORITY }, () => ({
    items: [],
    head: 0,
  }));
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(item: Item): void {
    const lane = this.#lanes[boundedPriority(item.priority) - FIRST_PRIORITY] as Lane<Item>;
    lane.items.push(item);
    this.#size += 1;
  }

  /** The one that is taken next. */
  get first(): Item | undefined {
    const lane = this.#lanes.find(({ items, head }) => head < items.length);
    return lane?.items[lane.head];
  }

  /** Takes the first `count`, or all there are. */
  take(count: number): Item[] {
    let taken: Item[] = [];
    for (const lane of this.#lanes) {
      const waiting = lane.items.length - lane.head;
      const share = Math.min(count - taken.length, waiting);
      if (share <= 0) continue;
      const items = lane.items.slice(lane.head, lane.head + share);
      taken = taken.length === 0 ? items : [...taken, ...items];
      advance(lane, share);
    }
    this.#size -= taken.length;
    return taken;
  }
}

function advance(lane: Lane<unknown>, by: number): void {
  lane.head += by;
  if (lane.head === lane.items.length) {
    lane.items = [];
    lane.head = 0;
  } else if (lane.head >= FEWEST_TO_CUT && lane.head * 2 >= lane.items.length) {
    lane.items = lane.items.slice(lane.head);
    lane.head = 0;
  }
}
