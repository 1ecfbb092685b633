import * as v from "valibot";
import { LONGEST_JOB_KEY } from "../base/issue/job-key-length.ts";
import { boundedList } from "../base/issue/bounded-list.ts";
import { issueAt, wanted } from "../base/issue/issue.ts";
import type { JsonObject } from "../base/json.ts";
import {
  type CodeWork,
  CommandArgs,
  type CommandWork,
  type HttpWork,
  type ScriptWork,
  WorkKind,
} from "./job-work.ts";
import { isSecretKey, refersToSecrets, secretsIn } from "./secret-reference.ts";
import type { WorkKindRules } from "./work-kind-rules.ts";
import { LONGEST_SOURCE, oneOf, text } from "./work-fields.ts";

const MOST_PARTS = 256;
const MOST_SECRETS = 64;

const jsonObject = v.custom<JsonObject>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  wanted("not_object"),
);

/** A name is written into addresses and environment variables. */
const secrets = v.exactOptional(
  boundedList(
    v.pipe(v.string(wanted("not_text")), v.check(isSecretKey, wanted("secret_name_rule"))),
    MOST_SECRETS,
  ),
);

const CODE: WorkKindRules<CodeWork> = {
  kind: WorkKind.Code,
  schema: v.strictObject({ kind: v.literal(WorkKind.Code), handler: text(LONGEST_JOB_KEY) }),
};

const SCRIPT: WorkKindRules<ScriptWork> = {
  kind: WorkKind.Script,
  schema: v.strictObject({
    kind: v.literal(WorkKind.Script),
    language: text(64),
    source: text(LONGEST_SOURCE),
    secrets,
  }),
  offeredName: ({ language }) => language,
  notOffered: (_, values) => issueAt("/work/language", "not_one_of", { values }),
  text: ({ language, source }) => ({ language, source }),
  withText: (work, { language, source }) => ({ ...work, language, source }),
  canBeTried: true,
  secrets: ({ secrets: names = [] }) => names,
};

const HTTP: WorkKindRules<HttpWork> = {
  kind: WorkKind.Http,
  schema: v.strictObject({
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
  outlivesWorker: ({ success }) => success?.["callback"] === true,
  canBeTried: true,
  secrets: ({ headers, body }) => [...Object.values(headers), body ?? ""].flatMap(secretsIn),
};

const COMMAND: WorkKindRules<CommandWork> = {
  kind: WorkKind.Command,
  schema: v.strictObject({
    kind: v.literal(WorkKind.Command),
    argv: v.pipe(
      boundedList(v.string(wanted("not_text")), MOST_PARTS),
      v.minLength(1, wanted("program_missing")),
    ),
    args: v.exactOptional(oneOf(CommandArgs)),
    secrets,
  }),
  offeredName: ({ argv }) => argv[0] ?? "",
  notOffered: (_, values) => issueAt("/work/argv/0", "not_one_of", { values }),
  canBeTried: true,
  secrets: ({ secrets: names = [] }) => names,
};

/** The kinds of work that the core has itself. */
export const OWN_KINDS: readonly WorkKindRules[] = [CODE, SCRIPT, HTTP, COMMAND];
