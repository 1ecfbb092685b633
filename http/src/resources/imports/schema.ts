import {
  type ApplyRequest,
  Clash,
  FindingLevel,
  ImportLocale,
  type ImportRequest,
  ImportSource,
  OnClash,
} from "@mojob/importers";
import { JobKind } from "@mojob/core";
import { IntervalFrom } from "@mojob/core/engine";
import * as v from "valibot";
import { appName, flag, instantOut, listOf, oneOf, text } from "../../schema/fields.ts";
import type { Parser } from "../../request/validate.ts";
import type { Unset } from "../../schema/stated.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { MAX_BODY_BYTES } from "../../request/read-body.ts";

/** The fields that both routes take. */
const FIELDS = {
  source: v.pipe(
    oneOf(Object.values(ImportSource)),
    v.description(
      "`xxl`: a SQL dump, JSON or CSV of `xxl_job_info` and `xxl_job_group`; `crontab`: what `crontab -l` prints; `systemCrontab`: " +
        "/etc/crontab or /etc/cron.d, with a user in each line; `agenda`: the documents of its collection as JSON; `bullmq`: what " +
        "`getJobSchedulers()` or `getRepeatableJobs()` return, as JSON; `dolphinScheduler`: workflows as they are exported; `airflow`: " +
        'DAGs as they are serialized; `powerJob`: `{ "workflows", "jobs" }` as its API gives them',
    ),
  ),
  text: v.pipe(text(MAX_BODY_BYTES, 1), v.description("The file as it is")),
  timeZone: v.pipe(
    text(64, 1),
    v.description(
      "The IANA name of the zone in which the old scheduler read its schedules; it is never guessed",
    ),
    v.examples(["Asia/Shanghai"]),
  ),
  app: v.optional(
    v.pipe(appName, v.description("The app of the jobs; the default with XXL-JOB is the executor's name")),
  ),
  anyExitCode: v.optional(
    v.pipe(
      flag(),
      v.description(
        "Whether commands of a crontab succeed on any exit code, as cron took them; refused with another source. The default is false: a command that " +
          "ends with another code than 0 fails its run",
      ),
    ),
  ),
  locale: v.optional(
    v.pipe(
      oneOf(Object.values(ImportLocale)),
      v.description("The language of messages; the default is that of `Accept-Language`"),
    ),
  ),
} as const;

/** Which jobs are imported. */
const choices = v.optional(
  v.pipe(
    listOf(
      strictObject({
        id: text(256, 1),
        onClash: v.optional(
          v.pipe(
            oneOf(Object.values(OnClash)),
            v.description(
              "What becomes of a job whose key is in use: `skip` (the default) keeps what is there, `replace` changes a paused job, " +
                "`rename` makes it under a key with a number",
            ),
          ),
        ),
      }),
      2000,
    ),
    v.description("The jobs to import by their ids in the preview; the default is all, with `skip`"),
  ),
);

const WANTED = "must be an object with source, text and timeZone";

type Sent = Pick<ImportRequest, "source" | "text" | "timeZone"> &
  Unset<Pick<ImportRequest, "anyExitCode" | "app" | "locale">>;

export const previewBody: Parser<Sent> = strictObject(FIELDS, WANTED);
export const applyBody: Parser<Sent & Unset<Pick<ApplyRequest, "choices">>> = strictObject(
  { ...FIELDS, choices },
  WANTED,
);

const findingSchema = v.object({
  code: v.string(),
  level: v.pipe(
    v.picklist(Object.values(FindingLevel)),
    v.description(
      "`info`: carried over in other words; `warning`: something is lost or differs; `error`: cannot be imported",
    ),
  ),
  field: v.nullable(v.string()),
  message: v.string(),
});

const proofSchema = v.object({
  from: instantOut,
  to: instantOut,
  oldCount: v.number(),
  newCount: v.number(),
  differing: v.pipe(v.number(), v.description("Fires that only one side has")),
  differences: v.pipe(
    v.array(v.object({ at: instantOut, only: v.picklist(["old", "new"]) })),
    v.description("The first 50 of them"),
  ),
  comparedUntil: v.pipe(
    instantOut,
    v.description(
      "Until when every fire was compared; later only the days around clock changes were, and the others by their number of fires",
    ),
  ),
  oracle: v.pipe(
    v.nullable(v.string()),
    v.description(
      "The scheduler, with its version, that the rules of the old fires are held to; `null` where they are what was read from the source, which nothing else has checked",
    ),
  ),
});

export const previewSchema: Parser<unknown> = v.object({
  jobs: v.array(
    v.object({
      id: v.string(),
      line: v.nullable(v.number()),
      name: v.string(),
      key: v.string(),
      app: v.nullable(v.string()),
      kind: v.picklist(Object.values(JobKind)),
      wasOn: v.boolean(),
      importable: v.boolean(),
      cron: v.nullable(v.string()),
      everyMs: v.pipe(v.nullable(v.number()), v.description("An interval, which has no `cron`")),
      everyFrom: v.nullable(v.picklist(Object.values(IntervalFrom))),
      timeZone: v.nullable(v.string()),
      clash: v.pipe(
        v.picklist(Object.values(Clash)),
        v.description(
          "`none`: the key is free; `same`: imported already, and unchanged; `changed`: imported already, and one side has changed; `taken`: another job has the key",
        ),
      ),
      standingKey: v.nullable(v.string()),
      findings: v.array(findingSchema),
      proof: v.nullable(proofSchema),
    }),
  ),
  mistakes: v.pipe(
    v.array(v.object({ line: v.nullable(v.number()), message: v.string() })),
    v.description("What cannot be read as a job and is left out"),
  ),
});

export const resultsSchema: Parser<unknown> = v.object({
  results: v.array(
    v.object({
      id: v.string(),
      key: v.string(),
      outcome: v.picklist(["created", "replaced", "unchanged", "skipped", "failed"]),
      message: v.nullable(v.string()),
    }),
  ),
});
