import * as v from "valibot";
import { pageSize } from "../../ui/page/page-size.ts";
import { STATES } from "../runs/list/runs-search.ts";

const text = v.fallback(v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(1000))), undefined);

/** The state of the list of an archive's runs: everything in the URL. */
export const archiveSearch = v.object({
  jobKey: text,
  runId: text,
  state: v.fallback(v.optional(v.picklist(STATES)), undefined),
  tab: v.fallback(v.optional(v.picklist(["definitions", "history", "workers", "samples"])), undefined),
  size: pageSize,
  cursor: v.fallback(v.optional(v.string()), undefined),
});
