import * as v from "valibot";

/** `app` is the one that the list of jobs was narrowed to. */
export const newJobSearch = v.object({ app: v.fallback(v.optional(v.string()), undefined) });
