import * as v from "valibot";

/** The ways to look at the nodes of a run. */
export const TASK_VIEWS = ["graph", "time", "grid", "list"] as const;
export type TaskViewName = (typeof TASK_VIEWS)[number];

/** What is shown below them. */
export const TASK_PARTS = ["values", "lines", "facts", "compare", "files"] as const;
export type TaskPartName = (typeof TASK_PARTS)[number];

const id = v.fallback(v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))), undefined);

/** What is looked at in a run of a task: one choice in all its views, in the URL. */
export const taskSearch = v.object({
  view: v.fallback(v.optional(v.picklist(TASK_VIEWS)), undefined),
  /** The id of the chosen node. */
  node: id,
  part: v.fallback(v.optional(v.picklist(TASK_PARTS)), undefined),
  /** The run that it is compared with. */
  with: id,
});

export type TaskSearch = v.InferOutput<typeof taskSearch>;
