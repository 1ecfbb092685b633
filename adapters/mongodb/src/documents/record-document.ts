import {
  fieldOf,
  fromTaggedJson,
  readerOf,
  type RecordDefinition,
  type Recorded,
  toTaggedJson,
} from "@mojob/core/ports";
import type { IndexDescription } from "mongodb";
import { documentId } from "./instance-document.ts";
import { isPlain } from "./json-field.ts";

/** A small record with its own fields; `_id` is `<tenant>/<key>`. */
export interface RecordDocument {
  readonly _id: string;
  readonly tenant: string;
  /** @default none: an earlier version wrote it */
  readonly revision?: number | null;
  /** The whole record as tagged JSON, where a document cannot hold it as it is: then only what it is found by stands beside. */
  readonly recordText?: string;
}

export function toRecordDocument<Item extends Recorded, Field extends string>(
  definition: RecordDefinition<Item, Field>,
  item: Item,
): RecordDocument {
  const { tenant, revision } = item;
  const _id = documentId(tenant, definition.key(item));
  if (isPlain(item)) return { _id, ...item };
  const found: Record<string, unknown> = {};
  for (const field of Object.keys(definition.fields) as Field[]) {
    const names = fieldOf(definition, field).path.split(".");
    let within = found;
    for (const name of names.slice(0, -1)) within = (within[name] ??= {}) as Record<string, unknown>;
    within[names.at(-1) ?? ""] = readerOf(definition, field)(item);
  }
  return {
    ...found,
    _id,
    tenant,
    ...(revision !== undefined && { revision }),
    recordText: toTaggedJson(item),
  };
}

export function fromRecordDocument<Item extends Recorded>({
  _id,
  recordText,
  ...item
}: RecordDocument): Item {
  return (recordText === undefined ? item : fromTaggedJson(recordText)) as Item;
}

/** All that indexes are made of. */
export type IndexedRecords = Pick<RecordDefinition<Recorded, string>, "name" | "fields" | "indexes">;

export function recordIndexes({ fields, indexes = {} }: IndexedRecords): IndexDescription[] {
  return Object.entries(indexes).map(([name, order]) => {
    const key = Object.entries(order).map(
      ([field, way = 1]) => [fieldOf({ fields }, field).path, way] as const,
    );
    return { name, key: { tenant: 1, ...Object.fromEntries(key) } };
  });
}
