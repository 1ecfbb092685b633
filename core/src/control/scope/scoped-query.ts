import type { Page } from "../../ports/page.ts";

/** The page a list returns where there is nothing to find. */
export const EMPTY_PAGE: Page<never> = { items: [], nextCursor: null };

/** A query limited to a scope; `null` where it names another app, of which a scoped caller finds nothing. */
export function scopedQuery<Query extends { readonly app?: string }>(
  scope: string | null,
  query: Query,
): Query | null {
  if (scope === null) return query;
  return query.app === undefined || query.app === scope ? { ...query, app: scope } : null;
}
