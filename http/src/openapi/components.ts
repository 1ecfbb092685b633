import * as v from "valibot";
import { PROBLEMS, type ProblemCode } from "../problem/problem-code.ts";
import type { Problem } from "../problem/problem.ts";
import type { Parser } from "../request/validate.ts";
import { instanceEventSchema, instanceSchema, instanceSummarySchema } from "../views/instance-schema.ts";
import { definitionSchema, jobDetailSchema, jobOptionsSchema, jobSchema } from "../views/job-schema.ts";
import { attentionSchema } from "../views/attention-json.ts";
import { completionMinuteSchema } from "../views/completion-steps.ts";
import { overviewSchema } from "../views/overview-json.ts";
import { workerSchema } from "../views/worker-json.ts";

export const problemSchema: Parser<Problem> = v.object({
  type: v.pipe(v.string(), v.description("A URI that names the kind of problem")),
  title: v.string(),
  status: v.number(),
  detail: v.pipe(v.string(), v.description("What went wrong this time and what is wanted")),
  code: v.pipe(
    v.picklist(Object.keys(PROBLEMS) as ProblemCode[]),
    v.description("Stable: branch on this, never on the words"),
  ),
  errors: v.exactOptional(
    v.array(
      v.object({
        pointer: v.exactOptional(v.pipe(v.string(), v.description("JSON Pointer into the body"))),
        parameter: v.exactOptional(v.pipe(v.string(), v.description("Name in the path, query or headers"))),
        position: v.exactOptional(
          v.pipe(v.number(), v.description("In a cron expression: the character, from 1")),
        ),
        message: v.string(),
      }),
    ),
  ),
  instance: v.exactOptional(
    v.pipe(v.string(), v.description("Names this occurrence in the server's reports")),
  ),
  revision: v.exactOptional(v.pipe(v.number(), v.description("Where an edit was stale: the revision now"))),
});

/** The schemas the document names instead of repeating. */
export const COMPONENT_SCHEMAS: Readonly<Record<string, Parser<unknown>>> = {
  Problem: problemSchema,
  JobOptions: jobOptionsSchema,
  Definition: definitionSchema,
  Job: jobSchema,
  JobDetail: jobDetailSchema,
  InstanceEvent: instanceEventSchema,
  InstanceSummary: instanceSummarySchema,
  Instance: instanceSchema,
  Worker: workerSchema,
  Overview: overviewSchema,
  CompletionMinute: completionMinuteSchema,
  Attention: attentionSchema,
};
