import type { JobInstance } from "@mojob/core";
import type { LedgerLine } from "../ledger/ledger-line.ts";
import type { Evidence } from "./evidence.ts";
import { type Verdict, VerdictKind } from "./verdict.ts";

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * No job ran more often at once than its limit: neither by the records, nor by what its code really did. Code that goes
 * on after its attempt has ended keeps its slot until that is given back; that of a worker that was lost has none.
 */
export function checkOverlap({ jobs, instances, ledger, skewMs }: Evidence): readonly Verdict[] {
  const byJob = Map.groupBy(instances, ({ jobKey }) => jobKey);
  const deaths = new Map(
    ledger.flatMap((line) => (line.type === "died" ? [[line.process, line.wallMs] as const] : [])),
  );
  const effects = Map.groupBy(ledger, (line) => (line.type === "died" ? "" : line.instanceId));
  return jobs.flatMap(({ key, maxConcurrency }) => {
    if (maxConcurrency === null) return [];
    const runs = byJob.get(key) ?? [];
    const told = mostAtOnce(
      runs.flatMap((run) => heldSpans(run, effects.get(run.id) ?? [])),
      skewMs,
    );
    const done = mostAtOnce(
      runs.flatMap((run) => effectSpans(run, effects.get(run.id) ?? [], deaths)),
      skewMs,
    );
    return [
      { most: told, by: "the records" },
      { most: done, by: "the ledger" },
    ].flatMap(({ most, by }) =>
      most.count > maxConcurrency
        ? [
            {
              kind: VerdictKind.Overlapping,
              subject: key,
              message: `by ${by}, ${most.count} ran at once at ${new Date(most.atMs).toISOString()}; its limit is ${maxConcurrency}`,
            },
          ]
        : [],
    );
  });
}

/** The stretches a run was Processing, by its history. */
export function processingSpans({ history }: JobInstance): readonly (Span & { readonly attempt: number })[] {
  return history.flatMap(({ to, at, attempt }, index) =>
    to === "Processing"
      ? [{ attempt, fromMs: at.getTime(), toMs: history[index + 1]?.at.getTime() ?? Infinity }]
      : [],
  );
}

/**
 * The stretches a run held a slot for certain. A write says when it was decided, and may have had to be repeated for long:
 * an attempt whose code is known to have begun holds its slot from there on.
 */
function heldSpans(run: JobInstance, lines: readonly LedgerLine[]): readonly Span[] {
  return processingSpans(run).flatMap(({ attempt, fromMs, toMs }) => {
    const begun = lines.find((line) => line.type === "begin" && line.attempt === attempt);
    return begun === undefined ? [] : [{ fromMs: Math.max(fromMs, begun.wallMs), toMs }];
  });
}

/** The stretches its code ran and had a right to. */
function effectSpans(
  run: JobInstance,
  lines: readonly LedgerLine[],
  deaths: ReadonlyMap<string, number>,
): readonly Span[] {
  const held = processingSpans(run);
  return lines.flatMap((line, index) => {
    if (line.type !== "begin") return [];
    const end = lines
      .slice(index + 1)
      .find(
        (later) => later.type === "end" && later.attempt === line.attempt && later.process === line.process,
      );
    const givenUpMs = slotGivenBackMs(run, line.attempt, held);
    const toMs = Math.min(end?.wallMs ?? Infinity, deaths.get(line.process) ?? Infinity, givenUpMs);
    return [{ fromMs: line.wallMs, toMs }];
  });
}

/** When an attempt had no right to run any more. */
function slotGivenBackMs(
  { history, abandoned }: JobInstance,
  attempt: number,
  held: ReturnType<typeof processingSpans>,
): number {
  if (abandoned?.attempt === attempt) return Infinity;
  const given = history.find(
    ({ reason }) => reason?.code === "slot_given_back" && reason.parameters.attempt === attempt,
  );
  return given?.at.getTime() ?? held.find((span) => span.attempt === attempt)?.toMs ?? Infinity;
}

function mostAtOnce(
  spans: readonly Span[],
  skewMs: number,
): { readonly count: number; readonly atMs: number } {
  const moves = spans
    .filter(({ fromMs, toMs }) => toMs - skewMs > fromMs)
    .flatMap(({ fromMs, toMs }) => [
      { atMs: fromMs, step: 1 },
      { atMs: toMs - skewMs, step: -1 },
    ])
    // At one instant those that leave come first: the slot they free is what the next one gets.
    .toSorted((a, b) => a.atMs - b.atMs || a.step - b.step);
  let count = 0;
  let most = { count: 0, atMs: 0 };
  for (const { atMs, step } of moves) {
    count += step;
    if (count > most.count) most = { count, atMs };
  }
  return most;
}
