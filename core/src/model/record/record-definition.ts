import { MoJobError, MoJobErrorCode } from "../../base/error.ts";

/** Something small that a store keeps as it is, and finds by some of its values. */
export interface Recorded {
  readonly tenant: string;
  /** Counts its writes, from 1. @default it is written once */
  readonly revision?: number;
}

/** The type of a value that records are found by; a `time` is a `Date`. */
export type RecordFieldType = "text" | "number" | "time" | "flag";

/** A value that records are found by. */
export interface RecordField {
  readonly type: RecordFieldType;
  /** Where the item has it: `app`, `by.id`. */
  readonly path: string;
}

/** Which records there are of a kind, and what they are found by: all that a store has to know of them. */
export interface RecordDefinition<Item extends Recorded, Field extends string> {
  /** Of the table or collection. */
  readonly name: string;
  /** Unique in its tenant. */
  readonly key: (item: Item) => string;
  /** A type alone is that of the value with the field's name. A field `id` is the key: stores have one place for both. */
  readonly fields: Readonly<Record<Field, RecordFieldType | RecordField>>;
  /** By name, the fields behind the tenant, ascending or descending; another index has another name. @default none: records are found by key */
  readonly indexes?: Readonly<Record<string, Readonly<Partial<Record<Field, 1 | -1>>>>>;
  /** Long parts that a query can leave unread, as text or as JSON. @default none */
  readonly apart?: Readonly<Partial<Record<keyof Item & string, "text" | "json">>>;
  /** Whether reads mark with `isMisfiled` what a store finds by other values than the item has. @default false */
  readonly isChecked?: boolean;
}

/** Names that stores use for other things. */
const TAKEN =
  "completions definitions error_texts executors files instances jobs leases logs meta readable_runs rollups " +
  "run_counts runs sequences state task_facts tasks workers";
const NAME = /^[a-z][a-z_]{0,40}$/;
const PATH = /^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*)*$/;

/**
 * Declares a kind of small records, which every store can then keep.
 *
 * @throws MoJobError `invalid_argument` for a name that a table, a column or an index cannot have
 * @example
 * ```ts
 * const VIEWS = defineRecords({
 *   name: "views",
 *   key: (view: View) => view.id,
 *   fields: { id: "text", owner: "text", changedAt: "time" },
 *   indexes: { owner: { owner: 1, id: 1 } },
 * });
 * const views = store.records(VIEWS);
 * ```
 */
export function defineRecords<Item extends Recorded, Field extends string>(
  definition: RecordDefinition<Item, Field>,
): RecordDefinition<Item, Field> {
  const { name, fields, indexes = {}, apart = {} } = definition;
  const paths = Object.keys(fields).flatMap((field) => [field, fieldOf(definition, field as Field).path]);
  const isNamed = [name, ...Object.keys(indexes)].every((one) => NAME.test(one));
  if (
    isNamed &&
    [...paths, ...Object.keys(apart)].every((one) => PATH.test(one)) &&
    !TAKEN.split(" ").includes(name)
  )
    return definition;
  throw new MoJobError(
    MoJobErrorCode.InvalidArgument,
    `Cannot define records "${name}": the names of records and indexes are lower case, those of fields in camel case, of letters alone; and stores use these for something else: ${TAKEN}`,
  );
}

export function fieldOf<Field extends string>(
  { fields }: { readonly fields: Readonly<Record<Field, RecordFieldType | RecordField>> },
  name: Field,
): RecordField {
  const field = fields[name];
  return typeof field === "string" ? { type: field, path: name } : field;
}
