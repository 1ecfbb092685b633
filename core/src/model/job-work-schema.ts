import * as v from "valibot";
import { boundedList } from "../base/issue/bounded-list.ts";
import { parseInput } from "../base/input.ts";
import { wanted } from "../base/issue/issue.ts";
import { copyJson, type JsonObject } from "../base/json.ts";
import { isSecretKey, refersToSecrets } from "./secret-reference.ts";
import { BlockStrategy, CommandArgs, GlueType, type JobWork, WorkKind } from "./job-work.ts";

const LONGEST_SOURCE = 256 * 1024;
const MOST_PARTS = 256;
const MOST_SECRETS = 64;

const text = (max: number) =>
  v.pipe(
    v.string(wanted("not_text")),
    v.minLength(1, wanted("empty")),
    v.maxLength(max, wanted("too_long", { max })),
  );
const jsonObject = v.custom<JsonObject>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  wanted("not_object"),
);

const oneOf = <const Value extends string>(set: Readonly<Record<string, Value>>) =>
  v.picklist(Object.values(set), wanted("not_one_of", { values: Object.values(set) }));
const flag = v.boolean(wanted("not_flag"));

/** A handler of the executor's own, or a text that the executor runs. */
const XxlWorkSchema = v.pipe(
  v.strictObject({
    kind: v.literal(WorkKind.Xxl),
    handler: v.optional(
      v.pipe(v.string(wanted("not_text")), v.maxLength(256, wanted("too_long", { max: 256 }))),
      "",
    ),
    appName: v.optional(text(64)),
    glueType: v.optional(oneOf(GlueType)),
    glueSource: v.optional(text(LONGEST_SOURCE)),
    blockStrategy: v.optional(oneOf(BlockStrategy)),
    broadcast: v.optional(flag),
  }),
  v.forward(
    v.check(({ handler, glueType }) => handler !== "" || !isBean(glueType), wanted("empty")),
    ["handler"],
  ),
  v.forward(
    v.check(({ glueType, glueSource }) => isBean(glueType) || glueSource !== undefined, wanted("required")),
    ["glueSource"],
  ),
);

function isBean(type: GlueType | undefined): boolean {
  return type === undefined || type === GlueType.Bean;
}

/** A name is written into addresses and environment variables. */
const secrets = v.exactOptional(
  boundedList(
    v.pipe(v.string(wanted("not_text")), v.check(isSecretKey, wanted("secret_name_rule"))),
    MOST_SECRETS,
  ),
);

const JobWorkSchema = v.variant(
  "kind",
  [
    v.strictObject({ kind: v.literal(WorkKind.Code), handler: text(128) }),
    v.strictObject({
      kind: v.literal(WorkKind.Script),
      language: text(64),
      source: text(LONGEST_SOURCE),
      secrets,
    }),
    v.strictObject({
      kind: v.literal(WorkKind.Http),
      method: text(16),
      url: v.pipe(
        text(8192),
        v.check((url) => !refersToSecrets(url), wanted("secret_in_url")),
      ),
      headers: v.optional(v.record(text(256), v.string(wanted("not_text"))), {}),
      body: v.optional(v.nullable(v.string(wanted("not_text"))), null),
      success: v.optional(v.nullable(jsonObject), null),
    }),
    v.strictObject({
      kind: v.literal(WorkKind.Command),
      argv: v.pipe(
        boundedList(v.string(wanted("not_text")), MOST_PARTS),
        v.minLength(1, wanted("program_missing")),
      ),
      args: v.exactOptional(oneOf(CommandArgs)),
      secrets,
    }),
    XxlWorkSchema,
    v.strictObject({ kind: v.literal(WorkKind.Task), body: jsonObject }),
  ],
  wanted("work_kind", { kinds: Object.values(WorkKind) }),
);

/** What a job runs, as it is given. */
export const JOB_WORK_SCHEMA: v.GenericSchema<unknown, JobWork> = JobWorkSchema as v.GenericSchema<
  unknown,
  JobWork
>;

/** @throws MoJobError `invalid_argument` with a pointer below `/work` for every mistake */
export function parseJobWork(input: unknown, doing: string): JobWork {
  const { work } = parseInput(v.object({ work: JobWorkSchema }), { work: input }, doing);
  // A copy that is JSON, so that every store keeps it as it is.
  return copyJson(work, "/work") as unknown as JobWork;
}
