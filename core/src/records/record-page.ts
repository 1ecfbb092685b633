import { encodeCursor, parseCursor } from "../base/page-cursor.ts";
import { fieldOf, type Recorded } from "../model/record/record-definition.ts";
import { readerOf, type RecordQuery, toComparable } from "../model/record/record-query.ts";
import type { Page, PageRequest } from "../ports/page.ts";
import type { IMoRecordStore } from "../ports/record-store.ts";

/**
 * A page of records. Its cursor is `encodeCursor` of the last one's values of the order, whatever the query is.
 * @throws MoJobError `invalid_argument` for a cursor of another kind
 */
export async function pageOfRecords<Item extends Recorded, Field extends string>(
  records: IMoRecordStore<Item, Field>,
  query: Omit<RecordQuery<Field>, "after" | "limit">,
  { limit, cursor }: PageRequest,
): Promise<Page<Item>> {
  const { definition } = records;
  const types = query.order.map((field) => fieldOf(definition, field).type);
  const wanted = types.map((type) => (type === "text" ? "string" : "number"));
  const last = cursor === undefined ? [] : parseCursor(cursor, wanted);
  const after = last.map((value, index) => (types[index] === "time" ? new Date(value) : value));
  // One more than asked for shows whether another page follows.
  const found = (await records.find({ ...query, after, limit: limit + 1 })) as readonly Item[];
  const items = found.slice(0, limit);
  const next = found.length > limit ? items.at(-1) : undefined;
  const values = query.order.map((field) => next && toComparable(readerOf(definition, field)(next)));
  return { items, nextCursor: next === undefined ? null : encodeCursor(values.map((value) => value ?? "")) };
}
