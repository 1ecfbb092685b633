import type { CompletionMinute } from "@mojob/core/ports";
import * as v from "valibot";
import { type Wire, wireObject } from "../../schema/wire.ts";
import type { Parser } from "../../request/validate.ts";
import { instantOut } from "../../schema/fields.ts";

const MINUTE_MS = 60_000;

export type CompletionOutcome = Exclude<keyof CompletionMinute, "at">;

export const COMPLETION_OUTCOMES: readonly CompletionOutcome[] = [
  "succeeded",
  "terminated",
  "cancelled",
  "skipped",
];

export type CompletionMinuteJson = Wire<CompletionMinute>;

export const completionMinuteSchema: Parser<CompletionMinuteJson> = wireObject({
  at: instantOut,
  ...outcomeCounts(() => v.number()),
});

/** One value for each outcome. */
export function outcomeCounts<Value>(
  valueOf: (outcome: CompletionOutcome) => Value,
): Record<CompletionOutcome, Value> {
  return Object.fromEntries(COMPLETION_OUTCOMES.map((outcome) => [outcome, valueOf(outcome)])) as Record<
    CompletionOutcome,
    Value
  >;
}

/** Minutes as steps of so many, each beginning at a multiple of its length. */
export function completionSteps(
  minutes: readonly CompletionMinute[],
  stepMinutes: number,
): readonly CompletionMinuteJson[] {
  const stepMs = stepMinutes * MINUTE_MS;
  const beginning = ({ at }: CompletionMinute): number => Math.floor(at.getTime() / stepMs) * stepMs;
  return [...Map.groupBy(minutes, beginning)].map(([atMs, of]) => ({
    at: new Date(atMs).toISOString(),
    ...outcomeCounts((outcome) => of.reduce((total, minute) => total + minute[outcome], 0)),
  }));
}
