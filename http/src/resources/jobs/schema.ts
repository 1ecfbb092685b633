import { issueSchema } from "../../schema/issue.ts";
import { JobKind } from "@mojob/core";
import {
  type AnyOption,
  isCompound,
  type Option,
  OptionControl,
  OptionLayer,
  optionsOf,
  SCHEDULE_ROWS,
  WaitingFires,
} from "@mojob/core/engine";
import * as v from "valibot";
import { JobOrigin } from "@mojob/core/ports";
import { wireObject } from "../../schema/wire.ts";
import type { Parser } from "../../request/validate.ts";
import { HIDDEN_FIELD } from "../../schema/hidden.ts";
import { instantOut, json, jsonObject, oneOf } from "../../schema/fields.ts";
import { instanceEventSchema } from "../instances/schema.ts";
import { scriptStampSchema } from "../scripts/schema.ts";
import { descriptionOf } from "./options-patch.ts";
import type { DefinitionJson, JobDetailJson, JobJson, JobOptionsJson, PauseJson } from "./json.ts";

const text = v.string();
const number = v.number();
const time = v.nullable(instantOut);

/** The table of options as responses have them: those of a schedule are there for a recurring job. */
export const jobOptionsSchema: Parser<JobOptionsJson> = v.object({
  ...outOf(optionsOf("triggered"), (schema) => schema),
  ...outOf(SCHEDULE_ROWS, v.optional),
}) as Parser<unknown> as Parser<JobOptionsJson>;

function outOf(
  rows: Readonly<Record<string, AnyOption>>,
  wrap: (schema: Parser<unknown>) => Parser<unknown>,
): Record<string, Parser<unknown>> {
  return Object.fromEntries(
    Object.entries(rows).map(([name, option]) => {
      const schema = isCompound(option)
        ? v.object(
            Object.fromEntries(Object.entries(option.members).map(([member, row]) => [member, rowOut(row)])),
          )
        : rowOut(option);
      return [name, wrap(v.pipe(schema, v.description(descriptionOf(name))))];
    }),
  );
}

function rowOut(option: Option<unknown>): Parser<unknown> {
  return option.control === OptionControl.Instant ? time : option.schema;
}

export const pauseSchema: Parser<PauseJson> = wireObject({
  at: instantOut,
  until: time,
  note: v.nullable(text),
  by: v.nullable(text),
  isNew: v.pipe(
    v.boolean(),
    v.description("New jobs of its app start stopped, and nobody has resumed it yet"),
  ),
});

const DEFINITION_FIELDS = {
  key: text,
  tenant: text,
  app: text,
  kind: v.picklist(Object.values(JobKind)),
  origin: v.pipe(
    v.picklist(Object.values(JobOrigin)),
    v.description("`code` where the app's code declared it, `api` where it was made while the scheduler ran"),
  ),
  inCode: v.pipe(
    v.boolean(),
    v.description(
      "Whether its app's code declares it; a job of origin `code` that it does not declare never fires",
    ),
  ),
  revision: v.pipe(number, v.description("The ETag: counts the changes of what is in force")),
  options: jobOptionsSchema,
  pause: v.nullable(pauseSchema),
  appPause: v.pipe(
    v.nullable(pauseSchema),
    v.description("How its whole app was stopped, beside its own pause; `null` where it is not"),
  ),
  createdAt: instantOut,
  updatedAt: instantOut,
  updatedBy: v.pipe(
    v.nullable(text),
    v.description("Who made the latest change, such as `token`; `null` is the program itself"),
  ),
};

const JOB_FIELDS = {
  ...DEFINITION_FIELDS,
  nextFire: v.pipe(
    time,
    v.description("`null` where none is to come, and while debug mode holds all recurring jobs back"),
  ),
  latest: v.nullable(instanceEventSchema),
  window: v.pipe(
    v.nullable(v.object({ id: text, name: text, until: v.nullable(instantOut) })),
    v.description("The window that keeps it at rest now; `null` where none does"),
  ),
  cronWords: v.pipe(
    v.nullable(text),
    v.description(
      "The job's own schedule, cron expression or interval, in words, in English or Chinese by `Accept-Language`",
    ),
  ),
  differs: v.pipe(
    v.array(text),
    v.description("Options whose stored value is not the one in the code; the job itself shows both values"),
  ),
  ...HIDDEN_FIELD,
};

export const definitionSchema: Parser<DefinitionJson> = wireObject(DEFINITION_FIELDS);

export const jobSchema: Parser<JobJson> = wireObject(JOB_FIELDS);

export const jobDetailSchema: Parser<JobDetailJson> = wireObject({
  ...JOB_FIELDS,
  warnings: v.exactOptional(
    v.pipe(
      v.array(issueSchema),
      v.description(
        "Of a task whose body was just saved: what of its graph is worth a look, such as a job that does not exist yet",
      ),
    ),
  ),
  layers: v.pipe(
    v.record(text, v.picklist(Object.values(OptionLayer))),
    v.description(
      "Where the value of each option in force comes from, parts of an option by themselves (`retention.maxAgeDays`): " +
        "`default` where nobody states it, `global` from the scheduler's defaults, `code` from the job's code, " +
        "`stored` where it was set in the store or the code has changed since the job was registered",
    ),
  ),
  work: v.pipe(jsonObject, v.description("What a run does; `kind` says how to read it")),
  script: v.pipe(
    v.nullable(scriptStampSchema),
    v.description(
      "The version that `work` is, where that is a script; `null` also where it was made before versions were kept",
    ),
  ),
  args: v.pipe(json, v.description("The arguments of each fire, and of a run without any")),
  argsSchema: v.pipe(
    v.nullable(jsonObject),
    v.description("JSON Schema of the arguments; `null` accepts any JSON"),
  ),
  differsFromCode: v.pipe(
    v.array(
      v.object({
        field: text,
        code: json,
        stored: json,
        edited: v.pipe(
          v.boolean(),
          v.description("Whether somebody set the stored value; else the code has changed since"),
        ),
      }),
    ),
    v.description("Options whose stored value is not the one in the code"),
  ),
  lacksWorker: v.pipe(v.boolean(), v.description("It could run, and no worker that is online takes it")),
});

export const waitingFires: Parser<WaitingFires> = v.pipe(
  oneOf(Object.values(WaitingFires)),
  v.description(
    "What becomes of its fires that wait: `hold` (the default) keeps them until the job is resumed, `cancel` ends them and needs `runs:cancel` besides",
  ),
);
