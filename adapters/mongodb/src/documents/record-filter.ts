import {
  alternativesOf,
  fieldOf,
  type RecordDefinition,
  type Recorded,
  type RecordQuery,
  type RecordTest,
  type RecordValue,
  testsOf,
} from "@mojob/core/ports";
import type { Document, Filter } from "mongodb";
import type { RecordDocument } from "./record-document.ts";
import { exactly, through } from "./typed-filter.ts";

/** Records that a query wants: first what an index may serve, then the rest. */
export function matchingRecords<Item extends Recorded, Field extends string>(
  definition: RecordDefinition<Item, Field>,
  query: Omit<RecordQuery<Field>, "limit" | "skip">,
): Filter<RecordDocument> {
  const pathOf = (field: Field): string => fieldOf(definition, field).path;
  const inIndexes = new Set(Object.values(definition.indexes ?? {}).flatMap((index) => Object.keys(index)));
  const tests = testsOf(query.where);
  const first = query.order[0] ?? tests.find((test) => !isEqual(test))?.field;
  const indexed: Record<string, unknown> = { tenant: exactly(query.tenant) };
  const rest: Document[] = alternativesOf(query).map((list) => ({
    $or: list.map((all) => ({ $and: all.map((test) => ({ [pathOf(test.field)]: clauseOf(test) })) })),
  }));
  const add = (path: string, clause: unknown, isIndexed: boolean): void => {
    if (isIndexed && !(path in indexed)) indexed[path] = clause;
    else rest.push({ [path]: clause });
  };
  for (const test of tests) {
    const isIndexed = test.field === first || (isEqual(test) && inIndexes.has(test.field));
    add(pathOf(test.field), clauseOf(test), isIndexed);
  }
  for (const clause of behindClauses(definition, query)) add(...clause);
  return through(indexed as Filter<RecordDocument>, rest.length === 0 ? {} : { $and: rest });
}

/** The conditions of being behind the last record before: paths and clauses, and whether an index may serve them. */
function* behindClauses<Item extends Recorded, Field extends string>(
  definition: RecordDefinition<Item, Field>,
  { order, after = [], descending = false }: Pick<RecordQuery<Field>, "order" | "after" | "descending">,
): Generator<readonly [path: string, clause: unknown, isIndexed: boolean]> {
  const places = after.map(
    (value, index) => [fieldOf(definition, order[index] as Field).path, exactly(value)] as const,
  );
  const [place] = places;
  if (place === undefined) return;
  const [path, value] = place;
  const behind = descending ? "$lt" : "$gt";
  if (places.length === 1) return yield [path, { [behind]: value }, true];
  // The millisecond beside it: SecantusDB may lose what is equal to the last value of a range.
  if (value instanceof Date)
    yield [path, { [behind]: new Date(value.getTime() + (descending ? 1 : -1)) }, true];
  const alternatives = places.map(([last, bound], index) => ({
    ...Object.fromEntries(places.slice(0, index)),
    [last]: { [behind]: bound },
  }));
  yield ["$or", alternatives, false];
}

function isEqual({ is, values }: RecordTest<string>): boolean {
  return is === "in" && values.length === 1;
}

function clauseOf(test: RecordTest<string>): RecordValue | Document {
  const [value = null] = test.values;
  if (test.is === "before") return { $lt: exactly(value) };
  if (test.is === "in") return isEqual(test) ? exactly(value) : { $in: test.values.map(exactly) };
  // Not `$gte`: SecantusDB loses what is equal to the last value of a range that is read downwards.
  return value instanceof Date ? { $gt: new Date(value.getTime() - 1) } : { $gte: exactly(value) };
}
