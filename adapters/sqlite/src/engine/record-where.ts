import { type RecordQuery, type RecordTest, alternativesOf, testsOf, toComparable } from "@mojob/core/ports";
import type { SqlValue } from "../rows/sql-value.ts";
import { columnOf } from "./record-table.ts";

/** A part of a statement with the values of its places. */
export interface SqlPart {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** The records of a tenant that a query wants. */
export function recordsWhere<Field extends string>(
  query: Pick<RecordQuery<Field>, "tenant" | "where" | "either">,
  nothingIn: (field: Field) => string | null,
): SqlPart {
  const partsOf = (tests: readonly RecordTest<Field>[]): readonly SqlPart[] =>
    tests.map((test) => partOf(test, nothingIn(test.field)));
  const alternatives = alternativesOf(query).map((list) =>
    joined(
      list.map((tests) => joined(partsOf(tests), "AND")),
      "OR",
    ),
  );
  const ofTenant = { text: "tenant = ?", values: [query.tenant] };
  return joined([ofTenant, ...partsOf(testsOf(query.where)), ...alternatives], "AND");
}

function partOf({ field, is, values }: RecordTest<string>, nothing: string | null): SqlPart {
  const column = `"${columnOf(field)}"`;
  const some = values.map(toComparable).filter((value) => value !== null);
  if (is !== "in") return { text: `${column} ${is === "from" ? ">=" : "<"} ?`, values: some };
  const [only = null] = some;
  const isSome =
    some.length === 1
      ? { text: `${column} = ?`, values: [only] }
      : { text: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(some)] };
  const isNothing = { text: `${column} IS ?`, values: [nothing] };
  return some.length === values.length ? isSome : joined([isSome, isNothing], "OR");
}

function joined(parts: readonly SqlPart[], word: "AND" | "OR"): SqlPart {
  const text = parts.map((part) => part.text).join(` ${word} `);
  return { text: `(${text})`, values: parts.flatMap(({ values }) => values) };
}
