import type { JsonObject, JsonValue } from "@mojob/core/ports";
import * as v from "valibot";
import type { Parser } from "../../request/validate.ts";
import { json, jsonObject, line, nullable } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { type JobOptionsPatch, optionFields } from "./options-patch.ts";

/** The change of a job by a client: options, and the members beside them. */
export type JobPatch = JobOptionsPatch & {
  readonly args?: JsonValue | undefined;
  readonly argsSchema?: JsonObject | null | undefined;
  readonly work?: JsonObject | undefined;
  readonly comment?: string | null | undefined;
};

export const jobPatch: Parser<JobPatch> = strictObject(
  {
    ...optionFields(),
    args: v.optional(v.pipe(json, v.description("The arguments of each fire, and of a run without any"))),
    argsSchema: v.optional(
      v.pipe(
        nullable(jsonObject),
        v.description("JSON Schema of the arguments, for work that is not code; `null` accepts any JSON"),
      ),
    ),
    work: v.optional(v.pipe(jsonObject, v.description("What a run does, as for a new job"))),
    comment: v.optional(v.pipe(nullable(line(500)), v.description("Why, for those who read the history"))),
  },
  "must be an object of options",
) as Parser<unknown> as Parser<JobPatch>;
