import {
  isOneLine,
  type SavedView,
  VIEW_PAGES,
  type ViewFilter,
  type ViewPage,
  wanted,
} from "@mojob/core/engine";
import { parseInput } from "@mojob/core/feature";
import * as v from "valibot";

const LONGEST_NAME = 100;
const LONGEST_VALUE = 200;

/** What a request says of a view. */
export type ViewRequest = Pick<SavedView, "name" | "page" | "filter" | "isShared">;

const PAGES = Object.keys(VIEW_PAGES) as readonly ViewPage[];
const NAME = lineOf(LONGEST_NAME);
const VALUE = lineOf(LONGEST_VALUE);
const PAGE = v.picklist(PAGES, wanted("not_one_of", { values: PAGES }));
const PAGE_ALONE = v.object({ page: PAGE }, wanted("not_object"));
const REQUESTS: Readonly<Record<ViewPage, RequestSchema>> = {
  runs: requestSchema("runs"),
  failures: requestSchema("failures"),
  jobs: requestSchema("jobs"),
  reports: requestSchema("reports"),
};

/** @throws MoJobError `invalid_argument` also for a name that the filter of its page does not have */
export function parseViewRequest(input: unknown, doing: string): ViewRequest {
  const { page } = parseInput(PAGE_ALONE, input, doing);
  return parseInput(REQUESTS[page], input, doing);
}

type RequestSchema = v.GenericSchema<unknown, ViewRequest>;

function requestSchema(page: ViewPage): RequestSchema {
  const values = Object.fromEntries(VIEW_PAGES[page].map((name) => [name, v.optional(VALUE)]));
  return v.strictObject(
    {
      name: NAME,
      page: PAGE,
      filter: v.strictObject(values, wanted("not_object")) as v.GenericSchema<unknown, ViewFilter>,
      isShared: v.optional(v.boolean(wanted("not_flag")), false),
    },
    wanted("not_object"),
  );
}

function lineOf(max: number): v.GenericSchema<unknown, string> {
  return v.pipe(
    v.string(wanted("not_text")),
    v.trim(),
    v.nonEmpty(wanted("empty")),
    v.maxLength(max, wanted("too_long", { max })),
    v.check((text) => isOneLine(text) && text.isWellFormed(), wanted("not_one_line")),
  );
}
