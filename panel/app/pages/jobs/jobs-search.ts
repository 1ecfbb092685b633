import * as v from "valibot";

const text = v.fallback(v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))), undefined);

/** What the list of jobs shows: everything in the URL, named as the API names it. What makes no sense is dropped. */
export const jobsSearch = v.object({
  search: text,
  kind: v.fallback(v.optional(v.picklist(["recurring", "triggered"])), undefined),
  app: text,
  tag: text,
  disabled: v.fallback(v.optional(v.boolean()), undefined),
  cursor: v.fallback(v.optional(v.string()), undefined),
});

export type JobsSearch = v.InferOutput<typeof jobsSearch>;
