import type { FireExplanation, RunExplanation, Verdict } from "@mojob/core/engine";
import { type HiddenJson, hiddenJson } from "../../schema/hidden.ts";
import { type Cause, type CauseCode, causeText, type Language, type PhaseName } from "@mojob/core/words";

export interface CauseJson {
  readonly code: CauseCode;
  readonly parameters: unknown;
  readonly text: string;
}

export interface RunExplanationJson extends HiddenJson {
  readonly verdict: Verdict;
  readonly latenessMs: number;
  readonly phases: readonly {
    readonly name: PhaseName;
    readonly from: string;
    readonly to: string | null;
    readonly ms: number;
    readonly attempt: number;
  }[];
  readonly causes: readonly CauseJson[];
}

export interface FireExplanationJson extends HiddenJson {
  readonly at: string | null;
  readonly run: string | null;
  readonly next: string | null;
  readonly causes: readonly CauseJson[];
}

export function runExplanationJson(
  explanation: RunExplanation,
  now: Date,
  language: Language,
): RunExplanationJson {
  const { verdict, latenessMs, phases, causes } = explanation;
  return {
    verdict,
    latenessMs,
    phases: phases.map(({ name, from, to, attempt }) => ({
      name,
      from: from.toISOString(),
      to: to?.toISOString() ?? null,
      ms: (to ?? now).getTime() - from.getTime(),
      attempt,
    })),
    causes: causes.map((cause) => causeJson(cause, language)),
    ...hiddenJson(explanation),
  };
}

export function fireExplanationJson(explanation: FireExplanation, language: Language): FireExplanationJson {
  const { at, run, next, causes } = explanation;
  return {
    at: at?.toISOString() ?? null,
    run,
    next: next?.toISOString() ?? null,
    causes: causes.map((cause) => causeJson(cause, language)),
    ...hiddenJson(explanation),
  };
}

function causeJson(cause: Cause, language: Language): CauseJson {
  return { code: cause.code, parameters: cause.parameters ?? null, text: causeText(cause, language) };
}
