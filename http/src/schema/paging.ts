import type { Page, PageRequest } from "@mojob/core/ports";
import * as v from "valibot";
import { openCursor, sealCursor } from "../request/page-cursor.ts";
import type { Parser } from "../request/validate.ts";
import { queryNumber, queryOneOf, queryText } from "./query-fields.ts";

/** Counting stops here: an exact number beyond it is not worth a scan. */
export const COUNT_CAP = 10_001;
const DEFAULT_LIMIT = 50;

export interface PagingQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly count?: "capped" | undefined;
}

/** The query parameters every list takes. */
export const PAGING: {
  readonly limit: v.OptionalSchema<Parser<number>, undefined>;
  readonly cursor: v.OptionalSchema<Parser<string>, undefined>;
  readonly count: v.OptionalSchema<Parser<"capped">, undefined>;
} = {
  limit: v.optional(queryNumber(1, 200, "Most items in the response; the default is 50")),
  cursor: v.optional(queryText(1024, "`nextCursor` of the page before")),
  count: v.optional(queryOneOf(["capped"], `Adds \`count\`, which stops at ${COUNT_CAP}`)),
};

/** One page of a list as clients read it. */
export interface PageJson<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
  readonly count?: number | undefined;
}

export function pageSchema<Item>(item: Parser<Item>): Parser<PageJson<Item>> {
  return v.object({
    items: v.array(item),
    nextCursor: v.pipe(v.nullable(v.string()), v.description("`null` on the last page")),
    count: v.optional(v.pipe(v.number(), v.description("Only with `?count=capped`"))),
  });
}

/** Reads a page of the list that `name` and `filter` make; its cursors are valid for no other. */
export async function readPage<Entry>(
  name: string,
  filter: object,
  { limit = DEFAULT_LIMIT, cursor }: PagingQuery,
  read: (page: PageRequest) => Promise<Page<Entry>>,
): Promise<Page<Entry>> {
  const list = JSON.stringify([name, filter]);
  const { items, nextCursor } = await read(
    cursor === undefined ? { limit } : { limit, cursor: await openCursor(cursor, list) },
  );
  return { items, nextCursor: nextCursor === null ? null : await sealCursor(nextCursor, list) };
}

export function pageJson<Entry, Item>(
  page: Page<Entry>,
  toJson: (entry: Entry) => Item,
  count?: number,
): PageJson<Item> {
  const { items, nextCursor } = page;
  return { items: items.map(toJson), nextCursor, ...(count === undefined ? {} : { count }) };
}
