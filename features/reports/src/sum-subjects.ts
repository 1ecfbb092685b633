import { byText } from "@mojob/core/feature";
import { FiguresSum, type RollupTally, type RollupTime } from "@mojob/core/ports";
import { type Reading, readRows, type RowSelection, type RowSubject, tallyRows } from "./report-rows.ts";

/** The sums of a subject in a time, and in the time of the same length before it. */
export interface Compared {
  readonly now: FiguresSum;
  readonly before: FiguresSum;
}

export interface Subject extends RowSubject, Compared {}

export interface ComparedTimes {
  readonly now: readonly RollupTime[];
  readonly before: readonly RollupTime[];
}

/** A subject by its numbers alone. */
export interface TalliedSubject extends RowSubject {
  /** `null` where it had no runs. */
  readonly now: RollupTally | null;
  readonly before: RollupTally | null;
}

/** The numbers of all subjects in both times. */
export async function tallySubjects(
  read: Reading,
  rows: RowSelection,
  times: ComparedTimes,
): Promise<readonly TalliedSubject[]> {
  const [now, before] = await Promise.all([
    tallyRows(read, rows, times.now),
    tallyRows(read, rows, times.before),
  ]);
  const subjects = new Map<string, TalliedSubject>();
  for (const tally of now) subjects.set(nameOf(tally), { ...subjectOf(tally), now: tally, before: null });
  for (const tally of before) {
    const found = subjects.get(nameOf(tally))?.now ?? null;
    subjects.set(nameOf(tally), { ...subjectOf(tally), now: found, before: tally });
  }
  return [...subjects.values()];
}

/** All that rows say about some subjects, or about all of them. */
export async function sumSubjects(
  read: Reading,
  rows: RowSelection,
  times: ComparedTimes,
  of: readonly RowSubject[] | null = null,
): Promise<readonly Subject[]> {
  const subjects = new Map<string, Subject>();
  if (of !== null && of.length === 0) return [];
  for (const subject of of ?? []) subjects.set(nameOf(subject), empty(subject));
  const selected = of === null ? rows : only(rows, of);
  for (const time of ["before", "now"] as const) {
    // The rows that have been read are counted from one to the next.
    // oxlint-disable-next-line no-await-in-loop
    for await (const page of readRows(read, selected, times[time])) {
      for (const row of page) {
        for (const subject of rows.subjectsOf(row)) {
          let found = subjects.get(nameOf(subject));
          // Another app may have a subject of the same name.
          if (found === undefined && of !== null) continue;
          if (found === undefined) subjects.set(nameOf(subject), (found = empty(subject)));
          found[time].add(row.figures);
        }
      }
    }
  }
  return [...subjects.values()];
}

/** Those with the most runs first. */
export function byRuns(subjects: readonly TalliedSubject[]): readonly TalliedSubject[] {
  return subjects.toSorted((a, b) => (b.now?.runs ?? 0) - (a.now?.runs ?? 0) || byText(a.id, b.id));
}

function only(rows: RowSelection, of: readonly RowSubject[]): RowSelection {
  return { ...rows, of: { ...rows.of, ids: [...new Set(of.map(({ id }) => id))] } };
}

function subjectOf({ app, id }: RollupTally): RowSubject {
  return { app, id };
}

function empty({ app, id }: RowSubject): Subject {
  return { app, id, now: new FiguresSum(), before: new FiguresSum() };
}

function nameOf({ app, id }: RowSubject): string {
  return `${app ?? ""}\n${id}`;
}
