import type { FireExplanation, RunExplanation } from "@mojob/core/engine";
import { toWire, type Wire } from "../../schema/wire.ts";
import { type HiddenJson, hiddenJson } from "../../schema/hidden.ts";
import { type Cause, type CauseCode, causeText, type Language } from "@mojob/core/words";

export interface CauseJson {
  readonly code: CauseCode;
  readonly parameters: unknown;
  readonly text: string;
}

export interface RunExplanationJson extends HiddenJson, Omit<Wire<RunExplanation>, "phases" | "causes"> {
  readonly phases: readonly (Wire<RunExplanation["phases"][number]> & { readonly ms: number })[];
  readonly causes: readonly CauseJson[];
}

export interface FireExplanationJson extends HiddenJson, Omit<Wire<FireExplanation>, "causes"> {
  readonly causes: readonly CauseJson[];
}

export function runExplanationJson(
  explanation: RunExplanation,
  now: Date,
  language: Language,
): RunExplanationJson {
  const { verdict, latenessMs, phases, causes } = explanation;
  return toWire({
    verdict,
    latenessMs,
    phases: phases.map((phase) => ({ ...phase, ms: (phase.to ?? now).getTime() - phase.from.getTime() })),
    causes: causes.map((cause) => causeJson(cause, language)),
    ...hiddenJson(explanation),
  });
}

export function fireExplanationJson(explanation: FireExplanation, language: Language): FireExplanationJson {
  const { at, run, next, causes } = explanation;
  return toWire({
    at,
    run,
    next,
    causes: causes.map((cause) => causeJson(cause, language)),
    ...hiddenJson(explanation),
  });
}

function causeJson(cause: Cause, language: Language): CauseJson {
  return { code: cause.code, parameters: cause.parameters ?? null, text: causeText(cause, language) };
}
