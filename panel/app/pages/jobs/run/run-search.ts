import * as v from "valibot";

/** `from` is the id of the run to copy. */
export const runSearch = v.object({ from: v.fallback(v.optional(v.string()), undefined) });
