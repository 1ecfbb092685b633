import { type Act, type Actor, ActKind, ActOutcome, SubjectType } from "@mojob/core/ports";
import * as v from "valibot";
import { toWire, type Wire, wireObject } from "../../schema/wire.ts";
import type { Parser } from "../../request/validate.ts";
import { instantOut } from "../../schema/fields.ts";
import { HIDDEN_FIELD, type HiddenJson } from "../../schema/hidden.ts";

export const actorSchema: Parser<Actor | null> = v.pipe(
  v.nullable(
    v.object({
      id: v.pipe(v.string(), v.description("Stays the same: `user:li`, `token:ci`, `local`")),
      name: v.string(),
    }),
  ),
  v.description("Who did it; `null` is the program itself"),
);

/** The fields that only the audit shows. */
type AuditField = "subject" | "outcome" | "code" | "from";

export interface ActJson extends Wire<Omit<Act, "tenant" | "app" | AuditField>>, HiddenJson {
  readonly app: string;
  readonly jobName: string | null;
}

const text = v.nullable(v.string());

const ACT_FIELDS = {
  instanceId: v.pipe(text, v.description("The run it is about")),
  madeId: v.pipe(text, v.description("The run that came of it")),
  note: text,
  operation: v.pipe(text, v.description("The operation on many that it is a part of")),
  changes: v.pipe(
    v.array(v.object({ pointer: v.string(), before: text, after: text })),
    v.description("JSON texts, secrets masked and long ones cut; `null` where there was nothing"),
  ),
};

export const actSchema: Parser<ActJson> = wireObject({
  id: v.string(),
  at: instantOut,
  kind: v.picklist(Object.values(ActKind)),
  by: actorSchema,
  app: v.string(),
  jobKey: v.pipe(text, v.description("`null` for an act on the whole app")),
  jobName: v.pipe(text, v.description("The job's name; `null` where the job no longer exists")),
  ...ACT_FIELDS,
  ...HIDDEN_FIELD,
});

export function actJson(given: Act, names: ReadonlyMap<string, string>): ActJson {
  const { tenant: _, app, subject: __, outcome: ___, code: ____, from: _____, ...act } = given;
  const jobName = act.jobKey === null ? null : (names.get(act.jobKey) ?? null);
  return toWire({ ...act, app: app ?? "", jobName });
}

/** An act with all that is known of it. */
export type AuditEntryJson = Wire<Omit<Act, "tenant">>;

export const auditEntrySchema: Parser<AuditEntryJson> = wireObject({
  id: v.string(),
  at: instantOut,
  kind: v.picklist(Object.values(ActKind)),
  by: actorSchema,
  app: v.pipe(text, v.description("`null` for the tenant as a whole")),
  jobKey: v.pipe(text, v.description("`null` for an act on no job")),
  ...ACT_FIELDS,
  subject: v.pipe(
    v.nullable(v.object({ type: v.picklist(Object.values(SubjectType)), id: v.string() })),
    v.description("What it is about that is no job, app or run"),
  ),
  outcome: v.picklist(Object.values(ActOutcome)),
  code: v.pipe(text, v.description("The code of the error by which it was refused, or failed")),
  from: v.pipe(
    v.nullable(v.object({ address: text, agent: text, requestId: v.string() })),
    v.description("Where its request came from; `null` where no request asked for it"),
  ),
});

export function auditEntryJson(given: Act): AuditEntryJson {
  const { tenant: _, at, ...act } = given;
  return { ...act, at: at.toISOString() };
}
