import { isMoJobError, JobKind, MoJobError } from "@mojob/core";
import type { DeclaredJob, LoopTurns, StatedJob } from "@mojob/core/engine";
import type { JsonObject } from "@mojob/core/ports";
import * as v from "valibot";
import type { Parser } from "../../request/validate.ts";
import { jobKey, jsonObject, nullable, oneOf } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { type JobOptionsPatch, jobOptionsPatch } from "../jobs/options-patch.ts";

/** Members of a declared job beside its options. */
const OWN_MEMBER = /^\/(?:key|argsSchema)(?:\/|$)/;

/** A job as the code of a program elsewhere declares it. */
export interface DeclaredJobJson {
  readonly key: string;
  readonly kind: JobKind;
  readonly options?: JobOptionsPatch | undefined;
  readonly argsSchema?: JsonObject | null | undefined;
}

export const declaredJob: Parser<DeclaredJobJson> = strictObject(
  {
    key: jobKey,
    kind: oneOf(Object.values(JobKind)),
    options: v.optional(
      v.pipe(jobOptionsPatch, v.description("What the code states; the rest takes its default")),
    ),
    argsSchema: v.optional(v.pipe(nullable(jsonObject), v.description("JSON Schema of the arguments"))),
  },
  "must be an object with key and kind",
);

/** Jobs as they are declared together, each under its place in the body: their patterns are compiled in stretches. */
export function declareAll(
  jobs: readonly DeclaredJobJson[],
  under: string,
  declare: (job: StatedJob) => DeclaredJob,
  turns: LoopTurns,
): Promise<readonly DeclaredJob[]> {
  return turns.run(
    (function* () {
      const declared: DeclaredJob[] = [];
      for (const [index, job] of jobs.entries()) {
        declared.push(declareAt(job, `${under}/${index}`, declare));
        yield;
      }
      return declared;
    })(),
  );
}

/** The scheduler's own check, whose pointers are the option's or the key's, moved to where the job is in the body. */
export function declareAt(
  job: DeclaredJobJson,
  under: string,
  declare: (job: StatedJob) => DeclaredJob,
): DeclaredJob {
  try {
    return declare({ ...job, options: job.options ?? {}, argsSchema: job.argsSchema ?? null });
  } catch (error) {
    if (!isMoJobError(error)) throw error;
    const issues = error.issues.map((issue) => ({
      ...issue,
      pointer: `${under}${OWN_MEMBER.test(issue.pointer) ? "" : "/options"}${issue.pointer}`,
    }));
    throw new MoJobError(error.code, error.message, { issues, cause: error.cause });
  }
}
