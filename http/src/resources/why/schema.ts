import { Verdict } from "@mojob/core/engine";
import { CauseCode, PhaseName } from "@mojob/core/words";
import * as v from "valibot";
import { wireObject } from "../../schema/wire.ts";
import type { Parser } from "../../request/validate.ts";
import { instantOut } from "../../schema/fields.ts";
import { HIDDEN_FIELD } from "../../schema/hidden.ts";
import type { FireExplanationJson, RunExplanationJson } from "./json.ts";

const time = v.nullable(instantOut);

const causes = v.pipe(
  v.array(
    v.object({
      code: v.pipe(
        v.picklist(Object.values(CauseCode)),
        v.description("A code of a closed set, to translate"),
      ),
      parameters: v.pipe(
        v.any(),
        v.description(
          "The numbers, names, times and ids of runs in its sentence; `null` where there are none",
        ),
      ),
      text: v.pipe(v.string(), v.description("Its sentence, in English or Chinese by `Accept-Language`")),
    }),
  ),
  v.description("The first is the answer; the others hold as well"),
);

export const runExplanationSchema: Parser<RunExplanationJson> = wireObject({
  verdict: v.picklist(Object.values(Verdict)),
  latenessMs: v.pipe(
    v.number(),
    v.description("From when it was due to the beginning of its first attempt, or to now"),
  ),
  phases: v.pipe(
    v.array(
      v.object({
        name: v.picklist(Object.values(PhaseName)),
        from: instantOut,
        to: v.pipe(time, v.description("`null` while it lasts")),
        ms: v.number(),
        attempt: v.pipe(v.number(), v.description("Attempts begun by then")),
      }),
    ),
    v.description("What it went through, in order"),
  ),
  causes,
  ...HIDDEN_FIELD,
});

export const fireExplanationSchema: Parser<FireExplanationJson> = wireObject({
  at: v.pipe(time, v.description("The time in question; `null` is now")),
  run: v.pipe(
    v.nullable(v.string()),
    v.description("The run of this fire, or the record that stands for it"),
  ),
  next: v.pipe(time, v.description("The next fire after that time, and after now")),
  causes,
  ...HIDDEN_FIELD,
});
