import { fieldOf, type RecordDefinition, type Recorded } from "./record-definition.ts";

/** A value that records are found by; `null` stands for no value, too. */
export type RecordValue = string | number | boolean | Date | null;

/** A value from this one on, and below the other. */
export interface RecordRange {
  readonly from?: RecordValue | undefined;
  readonly before?: RecordValue | undefined;
}

/** Of each field the value, one of several values, or a range; `undefined` is any. */
export type RecordFilter<Field extends string> = Readonly<
  Partial<Record<Field, RecordValue | readonly RecordValue[] | RecordRange | undefined>>
>;

export interface RecordQuery<Field extends string> {
  readonly tenant: string;
  /** @default every record */
  readonly where?: RecordFilter<Field>;
  /** Of each list one has to hold besides. @default none */
  readonly either?: readonly (readonly RecordFilter<Field>[])[];
  /** Fields that every record has. Pages continue at their values: no two records have the same ones. */
  readonly order: readonly Field[];
  /** @default false */
  readonly descending?: boolean;
  /** The values of `order` of the last record before. @default from the first */
  readonly after?: readonly RecordValue[];
  /** How many are passed over. @default 0 */
  readonly skip?: number;
  readonly limit: number;
}

/** One thing that a filter wants. */
export interface RecordTest<Field extends string> {
  readonly field: Field;
  readonly is: "in" | "from" | "before";
  /** Several only for `in`. */
  readonly values: readonly RecordValue[];
}

/** All that a filter wants. */
export function testsOf<Field extends string>(filter?: RecordFilter<Field>): readonly RecordTest<Field>[] {
  if (filter === undefined) return [];
  return (Object.keys(filter) as Field[]).flatMap((field): readonly RecordTest<Field>[] => {
    const wanted = filter[field];
    if (wanted === undefined) return [];
    if (isValue(wanted)) return [{ field, is: "in", values: [wanted] }];
    if (isList(wanted)) return [{ field, is: "in", values: wanted }];
    const bounds = (["from", "before"] as const).map((is) => ({ field, is, values: [wanted[is] ?? null] }));
    return bounds.filter(({ is }) => wanted[is] !== undefined);
  });
}

/** The lists of a query of which something has to hold: in each, what every one of its filters wants. */
export function alternativesOf<Field extends string>({
  either = [],
}: Pick<RecordQuery<Field>, "either">): readonly (readonly (readonly RecordTest<Field>[])[])[] {
  return either
    .map((list) => list.map((filter) => testsOf(filter)))
    .filter((list) => list.every((tests) => tests.length > 0));
}

function isValue(wanted: RecordValue | readonly RecordValue[] | RecordRange): wanted is RecordValue {
  return typeof wanted !== "object" || wanted === null || wanted instanceof Date;
}

function isList(wanted: readonly RecordValue[] | RecordRange): wanted is readonly RecordValue[] {
  return Array.isArray(wanted);
}

/** A value as texts and numbers, which databases compare as this language does: milliseconds, and 1 for `true`. */
export function toComparable(value: RecordValue): string | number | null {
  if (typeof value === "object") return value === null ? null : value.getTime();
  return typeof value === "boolean" ? Number(value) : value;
}

/** Reads the value of an item that a field stands for. */
export function readerOf<Item extends Recorded, Field extends string>(
  definition: Pick<RecordDefinition<Item, Field>, "fields">,
  field: Field,
): (item: Item) => RecordValue {
  const [first = "", ...names] = fieldOf(definition, field).path.split(".");
  return (item) => {
    let found: unknown = (item as Readonly<Record<string, unknown>>)[first];
    for (const name of names) found = (found as Readonly<Record<string, unknown>> | null | undefined)?.[name];
    return (found ?? null) as RecordValue;
  };
}
