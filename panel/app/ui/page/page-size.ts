import * as v from "valibot";

/** Rows of a page that can be chosen; the API gives no more than 200. */
export const PAGE_SIZES = [25, 50, 100, 200] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

export const DEFAULT_PAGE_SIZE: PageSize = 50;

/** The size in a page's URL; what makes no sense is dropped. */
export const pageSize = v.fallback(v.optional(v.picklist(PAGE_SIZES)), undefined);
