import * as v from "valibot";
import type { Parser } from "../request/validate.ts";
import { wholeNumber } from "./fields.ts";

/** Which graph of a task a re-run executes. */
export const RERUN_VERSION: v.OptionalSchema<Parser<number | "newest">, undefined> = v.optional(
  v.pipe(
    v.union([v.literal("newest"), wholeNumber(1, 2 ** 31)]),
    v.description(
      "Of a task: the version of its graph, that of the run it repeats unless another is asked for",
    ),
  ) as Parser<number | "newest">,
);
