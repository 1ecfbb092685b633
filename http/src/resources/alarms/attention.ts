import { type AttentionItem, AttentionKind } from "@mojob/core/engine";
import { Severity } from "@mojob/core/words";
import * as v from "valibot";
import { type Wire, wireObject } from "../../schema/wire.ts";
import type { Parser } from "../../request/validate.ts";
import { instantOut } from "../../schema/fields.ts";

export type AttentionJson = Wire<AttentionItem>;

export const attentionSchema: Parser<AttentionJson> = wireObject({
  kind: v.picklist(Object.values(AttentionKind)),
  severity: v.picklist(Object.values(Severity)),
  total: v.pipe(v.number(), v.description("How many jobs it is about")),
  jobs: v.pipe(
    v.array(
      v.object({
        key: v.string(),
        name: v.string(),
        count: v.pipe(v.number(), v.description("Failures in a row, fires missed or runs skipped")),
        atLeast: v.pipe(v.boolean(), v.description("There may be more than counted")),
        at: v.pipe(v.nullable(instantOut), v.description("Since when, or when last")),
        instanceId: v.pipe(v.nullable(v.string()), v.description("The run to look at")),
      }),
    ),
    v.description("The worst of them, at most 5"),
  ),
});
