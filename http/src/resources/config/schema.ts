import type { AppliedConfig, ChangeAction, ConfigChange, ConfigDiff } from "@mojob/config";
import * as v from "valibot";
import { MAX_BODY_BYTES } from "../../request/read-body.ts";
import type { Parser } from "../../request/validate.ts";
import { flag, line, nullable, text } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";

/** A document with one job. */
export const EXAMPLE: { readonly text: string } = {
  text: "apiVersion: mojob/v1\njobs:\n  shop.close:\n    app: shop\n    kind: recurring\n    cron: 0 18 * * *\n",
};

const FIELDS = {
  text: v.pipe(text(MAX_BODY_BYTES, 1), v.description("The YAML document")),
  prune: v.optional(
    v.pipe(
      flag(),
      v.description(
        "Whether what the sections of the document do not have is removed, within its `app`; false where it is left out. A section that it lacks is left alone",
      ),
    ),
  ),
};
const WANTED = "must be an object with text";
interface Sent {
  readonly text: string;
  readonly prune?: boolean | undefined;
}

interface SentToApply extends Sent {
  readonly digest: string;
  readonly note?: string | null | undefined;
}

export const diffBody: Parser<Sent> = strictObject(FIELDS, WANTED);
export const applyBody: Parser<SentToApply> = strictObject(
  {
    ...FIELDS,
    digest: v.pipe(
      text(MAX_BODY_BYTES),
      v.description("The `digest` of a diff: a change that it did not show is not made"),
    ),
    note: v.optional(
      v.pipe(
        nullable(line(400)),
        v.description("Why, for those who read the history: the commit of the document"),
      ),
    ),
  },
  "must be an object with text and digest",
);

const ACTIONS = ["create", "change", "remove"] as const satisfies readonly ChangeAction[];

const changeSchema: Parser<ConfigChange> = v.object({
  section: v.string(),
  id: v.pipe(
    v.string(),
    v.description(
      "The key of a job, the id of a rule; the name of the section where it has but one, or of the order of its items",
    ),
  ),
  action: v.picklist(ACTIONS),
  fields: v.array(
    v.object({
      pointer: v.pipe(v.string(), v.description("JSON pointer within the item")),
      before: v.exactOptional(
        v.pipe(v.any(), v.description("Left out where the document would leave it out")),
      ),
      after: v.exactOptional(v.any()),
    }),
  ),
}) as Parser<unknown> as Parser<ConfigChange>;

export const diffSchema: Parser<ConfigDiff> = v.object({
  changes: v.pipe(v.array(changeSchema), v.description("In the order in which they are made")),
  digest: v.pipe(
    v.string(),
    v.description("For `PUT /config`, which then applies what was shown and nothing else"),
  ),
});

export const appliedSchema: Parser<AppliedConfig> = v.object({ applied: v.array(changeSchema) });
