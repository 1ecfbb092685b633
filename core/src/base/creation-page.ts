import { encodeCursor, parseCursor } from "./page-cursor.ts";

/** A place in a list ordered by creation. */
export interface CreationPosition {
  /** createdAt, in milliseconds since the epoch. */
  readonly at: number;
  readonly id: string;
}

/**
 * The place that a page of a list ordered by creation continues at; `null` is the beginning.
 * @throws MoJobError `invalid_argument` for a cursor of another kind
 */
export function parseCreationPosition(cursor: string | undefined): CreationPosition | null {
  if (cursor === undefined) return null;
  const [at, id] = parseCursor(cursor, ["number", "string"]);
  return { at, id };
}

/** The cursor behind an item, in any list that is ordered by creation. */
export function creationCursor({ createdAt, id }: { readonly createdAt: Date; readonly id: string }): string {
  return encodeCursor([createdAt.getTime(), id]);
}

/** A page of a list ordered by creation, of one more than fit where another page follows. */
export function toCreationPage<Found, Item extends { readonly id: string; readonly createdAt: Date }>(
  found: readonly Found[],
  limit: number,
  toItem: (found: Found) => Item,
): { readonly items: readonly Item[]; readonly nextCursor: string | null } {
  const items = found.slice(0, limit).map(toItem);
  const last = items.at(-1);
  return {
    items,
    nextCursor: last && found.length > limit ? creationCursor(last) : null,
  };
}
