import * as v from "valibot";
import { wireObject } from "../../schema/wire.ts";
import type { Parser } from "../../request/validate.ts";
import { instantOut } from "../../schema/fields.ts";
import { HIDDEN_FIELD } from "../../schema/hidden.ts";
import { type InputIssueJson, issueSchema } from "../../schema/issue.ts";
import type { WarningsJson } from "../tasks/body-warnings.ts";
import type { ScriptStampJson, ScriptTextJson, ScriptVersionJson } from "./json.ts";
import { type DiffHunk, LineKind } from "./line-diff.ts";

const STAMP_FIELDS = {
  version: v.pipe(v.number(), v.description("Counts the versions of the job's script from 1")),
  hash: v.pipe(v.string(), v.description("SHA-256 of the source in UTF-8, as hexadecimal text")),
  at: instantOut,
  by: v.pipe(v.nullable(v.string()), v.description("Who saved it; `null` is the program itself")),
  comment: v.pipe(v.nullable(v.string()), v.description("Why, in the words of who saved it")),
  restored: v.pipe(
    v.nullable(v.number()),
    v.description(
      "The earlier version whose text it is; `null` unless somebody rolled back or released a draft",
    ),
  ),
  copied: v.pipe(
    v.nullable(v.object({ jobKey: v.string(), version: v.number() })),
    v.description("The job and version it was copied from"),
  ),
};

const VERSION_FIELDS = {
  ...STAMP_FIELDS,
  draft: v.pipe(
    v.boolean(),
    v.description("It was saved without being put in force, and no run executes it"),
  ),
  language: v.pipe(v.string(), v.description("Of a text for XXL-JOB's executors: its `glueType`")),
  bytes: v.pipe(v.number(), v.description("The length of the source in UTF-8")),
};

export const scriptStampSchema: Parser<ScriptStampJson> = wireObject(STAMP_FIELDS);

export const scriptVersionSchema: Parser<ScriptVersionJson> = wireObject(VERSION_FIELDS);

export const scriptTextSchema: Parser<ScriptTextJson> = wireObject({
  ...VERSION_FIELDS,
  ...HIDDEN_FIELD,
  source: v.nullable(v.string()),
});

export const savedScriptSchema: Parser<ScriptTextJson & WarningsJson> = wireObject({
  ...VERSION_FIELDS,
  ...HIDDEN_FIELD,
  source: v.nullable(v.string()),
  warnings: v.exactOptional(
    v.pipe(v.array(issueSchema), v.description("Of a task: what of its graph is worth a look")),
  ),
});

export const scriptDraftSchema: Parser<ScriptTextJson & { readonly issues: readonly InputIssueJson[] }> =
  v.object({
    ...VERSION_FIELDS,
    ...HIDDEN_FIELD,
    source: v.nullable(v.string()),
    issues: v.pipe(
      v.array(issueSchema),
      v.description("What is wrong with it, with pointers into it; it can be released once that is empty"),
    ),
  });

export const scriptDiffSchema: Parser<{
  readonly from: ScriptVersionJson;
  readonly to: ScriptVersionJson;
  readonly hunks: readonly DiffHunk[];
}> = v.object({
  from: scriptVersionSchema,
  to: scriptVersionSchema,
  hunks: v.pipe(
    v.array(
      v.object({
        fromLine: v.number(),
        toLine: v.number(),
        lines: v.array(v.object({ kind: v.picklist(Object.values(LineKind)), text: v.string() })),
      }),
    ),
    v.description("Changed lines with three around them; empty for equal texts"),
  ),
});
