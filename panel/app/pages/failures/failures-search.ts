import * as v from "valibot";

/** How far back failures are grouped. */
export const FAILURE_WINDOWS = { "1h": 3_600_000, "24h": 86_400_000, "7d": 604_800_000 } as const;
export type FailureWindow = keyof typeof FAILURE_WINDOWS;

const text = v.fallback(v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))), undefined);

/** The state of the page, kept in the URL. */
export const failuresSearch = v.object({
  window: v.fallback(
    v.optional(v.picklist(Object.keys(FAILURE_WINDOWS) as readonly FailureWindow[])),
    undefined,
  ),
  app: text,
  /** Part of an error or of a job's key. */
  search: text,
  order: v.fallback(v.optional(v.picklist(["newest", "count"])), undefined),
});

export type FailuresSearch = v.InferOutput<typeof failuresSearch>;
