import type { Page, PageRequest } from "../../ports/page.ts";
import type { ListOrder } from "./scoped-query.ts";

/** Fewest items read at once: a page of which little is shown is not filled item by item. */
const READ_AT_ONCE = 200;
/** More are not read for one page: it may be short then, and goes on behind the last one that was read. */
const MOST_READ = 10_000;

export interface ListShownOptions<Item> {
  /** Reads a page in the order of the list. */
  readonly read: (page: PageRequest) => Promise<Page<Item>>;
  /** Returns the items that are shown, in their order. */
  readonly show: (items: readonly Item[]) => readonly Item[] | Promise<readonly Item[]>;
}

/** A page of what is shown of a list, full while there is more: for what no store filters by. */
export async function listShown<Item>(
  { limit, cursor }: PageRequest,
  { cursorOf }: Pick<ListOrder<Item>, "cursorOf">,
  { read, show }: ListShownOptions<Item>,
): Promise<Page<Item>> {
  const shown: Item[] = [];
  let behind = cursor ?? null;
  let atOnce = limit;
  for (let count = 0; count < MOST_READ; count += atOnce, atOnce = Math.max(limit, READ_AT_ONCE)) {
    // Each page begins behind the one before.
    // oxlint-disable-next-line no-await-in-loop
    const page = await read({ limit: atOnce, ...(behind !== null && { cursor: behind }) });
    // oxlint-disable-next-line no-await-in-loop
    shown.push(...(await show(page.items)));
    behind = page.nextCursor;
    const last = shown[limit - 1];
    if (last !== undefined && (shown.length > limit || behind !== null))
      return { items: shown.slice(0, limit), nextCursor: cursorOf(last) };
    if (behind === null) break;
  }
  return { items: shown, nextCursor: behind };
}
