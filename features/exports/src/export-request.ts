import {
  EXPORT_PARTS,
  type ExportFilter,
  type ExportPart,
  invalidInput,
  issueAt,
  wanted,
} from "@mojob/core/engine";
import { instant, parseInput } from "@mojob/core/feature";
import { JOB_STATES } from "@mojob/core/ports";
import * as v from "valibot";

const MOST_NAMES = 200;
const LONGEST_NAME = 400;

/** What a request says of an export. */
export interface ExportRequest extends ExportFilter {
  readonly include: readonly ExportPart[];
}

const name = v.pipe(
  v.string(wanted("not_text")),
  v.nonEmpty(wanted("empty")),
  v.maxLength(LONGEST_NAME, wanted("too_long", { max: LONGEST_NAME })),
);

const requestSchema = v.strictObject(
  {
    from: instant,
    to: instant,
    apps: v.optional(v.nullable(listOf(name)), null),
    jobs: v.optional(v.nullable(listOf(name)), null),
    tags: v.optional(v.nullable(listOf(name)), null),
    states: v.optional(v.nullable(listOf(oneOf(JOB_STATES))), null),
    include: v.optional(
      v.pipe(
        v.array(oneOf(EXPORT_PARTS), wanted("not_list")),
        v.maxLength(EXPORT_PARTS.length, wanted("too_many", { max: EXPORT_PARTS.length })),
      ),
      [],
    ),
  },
  wanted("not_object"),
);

/** @throws MoJobError `invalid_argument` also for a range that is empty */
export function parseExportRequest(input: unknown, doing: string): ExportRequest {
  const request = parseInput(requestSchema, input, doing);
  if (request.to <= request.from)
    throw invalidInput(doing, [issueAt("/to", "end_before_start", { start: request.from.toISOString() })]);
  return { ...request, include: EXPORT_PARTS.filter((part) => request.include.includes(part)) };
}

function listOf<Item>(item: v.GenericSchema<unknown, Item>): v.GenericSchema<unknown, readonly Item[]> {
  return v.pipe(
    v.array(item, wanted("not_list")),
    v.minLength(1, wanted("empty")),
    v.maxLength(MOST_NAMES, wanted("too_many", { max: MOST_NAMES })),
    v.transform((items) => [...new Set(items)]),
  );
}

function oneOf<Value extends string>(values: readonly Value[]): v.GenericSchema<unknown, Value> {
  return v.picklist(values, wanted("not_one_of", { values }));
}
