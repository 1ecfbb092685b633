import type { AppSet } from "../../access/app-set.ts";
import { creationCursor } from "../../base/creation-page.ts";
import type { JobInstanceSummary } from "../../model/instance/job-instance.ts";
import type { Page, PageRequest } from "../../ports/page.ts";

/** The page a list returns where there is nothing to find. */
export const EMPTY_PAGE: Page<never> = { items: [], nextCursor: null };

/**
 * A query limited to apps; `null` where it finds nothing in them. A query names one app at most: of several, what it finds has to be
 * filtered besides.
 */
export function scopedQuery<Query extends { readonly app?: string }>(
  apps: AppSet,
  query: Query,
): Query | null {
  if (query.app !== undefined) return apps.has(query.app) ? query : null;
  if (apps.isEmpty) return null;
  return apps.only === null ? query : { ...query, app: apps.only };
}

/** How a list is ordered, and where it goes on behind an item: the same in every store, whatever the list is limited to. */
export interface ListOrder<Item> {
  compare(a: Item, b: Item): number;
  cursorOf(item: Item): string;
}

/** Newest first, as stores list runs. */
export const BY_CREATION: ListOrder<JobInstanceSummary> = {
  compare: (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || byText(b.id, a.id),
  cursorOf: creationCursor,
};

/**
 * A page of what belongs to these apps, which is full while there is more: of several apps each is read by itself, so that what belongs to
 * others costs nothing and leaves no gap.
 */
export async function listWithin<
  Query extends { readonly app?: string },
  Item extends { readonly app: string | null },
>(
  apps: AppSet,
  query: Query,
  page: PageRequest,
  list: (query: Query, page: PageRequest) => Promise<Page<Item>>,
  { compare, cursorOf }: ListOrder<Item>,
): Promise<Page<Item>> {
  const within = scopedQuery(apps, query);
  if (within === null) return EMPTY_PAGE;
  if (apps.isAll || within.app !== undefined) return list(within, page);
  const pages = await inEach(apps, (app) => list(app === undefined ? within : { ...within, app }, page));
  const found = pages.flatMap(({ items }) => items).toSorted(compare);
  const items = found.slice(0, page.limit);
  const last = items.at(-1);
  const hasMore = found.length > page.limit || pages.some(({ nextCursor }) => nextCursor !== null);
  return { items, nextCursor: hasMore && last !== undefined ? cursorOf(last) : null };
}

/** Reads app by app; once without an app where all apps are read. */
export function inEach<Read>(
  { names }: AppSet,
  read: (app: string | undefined) => Promise<Read>,
): Promise<readonly Read[]> {
  return Promise.all(names === null ? [read(undefined)] : [...names].map(read));
}

/** How many things of these apps a query finds, at most `cap`. */
export async function countWithin<Query extends { readonly app?: string }>(
  apps: AppSet,
  query: Query,
  cap: number,
  count: (query: Query) => Promise<number>,
): Promise<number> {
  const within = scopedQuery(apps, query);
  if (within === null) return 0;
  if (within.app !== undefined) return count(within);
  const counts = await inEach(apps, (app) => count(app === undefined ? within : { ...within, app }));
  return Math.min(
    cap,
    counts.reduce((sum, one) => sum + one, 0),
  );
}

/** In the order of their characters, as stores compare ids. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
