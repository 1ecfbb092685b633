import type { AppSet } from "../../access/app-set.ts";
import type { Page, PageRequest } from "../../ports/page.ts";

/** The page a list returns where there is nothing to find. */
export const EMPTY_PAGE: Page<never> = { items: [], nextCursor: null };
/** Pages read for one that several apps share with others: it may end short, and its cursor goes on. */
const MOST_PAGES = 20;

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

/** A page of what belongs to these apps. */
export async function listWithin<
  Query extends { readonly app?: string },
  Item extends { readonly app: string | null },
>(
  apps: AppSet,
  query: Query,
  page: PageRequest,
  list: (query: Query, page: PageRequest) => Promise<Page<Item>>,
): Promise<Page<Item>> {
  const within = scopedQuery(apps, query);
  if (within === null) return EMPTY_PAGE;
  let { items, nextCursor } = await list(within, page);
  if (apps.isAll || within.app !== undefined) return { items, nextCursor };
  items = items.filter(({ app }) => app !== null && apps.has(app));
  for (let read = 1; read < MOST_PAGES && nextCursor !== null && items.length < page.limit; read += 1) {
    // Each page begins behind the one before.
    // oxlint-disable-next-line no-await-in-loop
    const more: Page<Item> = await list(within, { limit: page.limit - items.length, cursor: nextCursor });
    items = [...items, ...more.items.filter(({ app }) => app !== null && apps.has(app))];
    ({ nextCursor } = more);
  }
  return { items, nextCursor };
}

/** What is read app by app; one reading without an app where it is of all of them. */
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
