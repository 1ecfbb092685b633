import { issueAt, wanted } from "@mojob/core/engine";
import type { WorkKindRules } from "@mojob/core/ports";
import * as v from "valibot";
import { SQL_KIND, SqlFormat, type SqlWork } from "./sql-work.ts";

const LONGEST_STATEMENT = 100_000;
const LONGEST_VALUE = 100_000;
const MOST_VALUES = 1000;
const MOST_ROWS = 10_000_000;

const text = (max: number) =>
  v.pipe(
    v.string(wanted("not_text")),
    v.minLength(1, wanted("empty")),
    v.maxLength(max, wanted("too_long", { max })),
  );

/** A database may take the end of a text for what another part of this program takes for its middle. */
const withoutNul = v.check((given: string) => !given.includes("\0"), wanted("not_plain"));

const value = v.union(
  [
    v.pipe(v.string(), v.maxLength(LONGEST_VALUE, wanted("too_long", { max: LONGEST_VALUE })), withoutNul),
    v.number(),
    v.boolean(),
    v.null(),
    v.strictObject({
      arg: v.pipe(
        v.string(),
        v.maxLength(1000, wanted("too_long", { max: 1000 })),
        v.regex(/^(?:\/(?:[^~]|~[01])*)?$/, wanted("bound_value_rule")),
      ),
    }),
  ],
  wanted("bound_value_rule"),
);

const FORMATS = Object.values(SqlFormat);

const schema = v.strictObject({
  kind: v.literal(SQL_KIND),
  connection: text(100),
  statement: v.pipe(text(LONGEST_STATEMENT), v.regex(/\S/, wanted("blank")), withoutNul),
  values: v.exactOptional(
    v.pipe(
      v.array(value, wanted("not_list")),
      v.maxLength(MOST_VALUES, wanted("too_many", { max: MOST_VALUES })),
    ),
  ),
  output: v.exactOptional(
    v.strictObject(
      {
        file: v.pipe(text(200), v.regex(/^[^/\\\p{Cc}]+$/u, wanted("not_file_name"))),
        format: v.picklist(FORMATS, wanted("not_one_of", { values: FORMATS })),
      },
      wanted("not_object"),
    ),
  ),
  maxRows: v.exactOptional(
    v.pipe(
      v.number(wanted("not_number")),
      v.integer(wanted("not_whole")),
      v.minValue(1, wanted("too_small", { min: 1 })),
      v.maxValue(MOST_ROWS, wanted("too_large", { max: MOST_ROWS })),
    ),
  ),
});

/** The rules of work that is a statement; `sqlRunner` registers them with `registerWorkKind`, as do the management API and the server. */
export const SQL_WORK: WorkKindRules<SqlWork> = {
  kind: SQL_KIND,
  schema,
  canBeTried: true,
  offeredName: ({ connection }) => connection,
  notOffered: (_, values) => issueAt("/work/connection", "not_one_of", { values }),
};
