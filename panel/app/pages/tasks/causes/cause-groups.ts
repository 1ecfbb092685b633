import { failureCause } from "@mojob/core/words";

/** An item that failed, with what is known of its run. */
export interface FailedItem {
  readonly item: number;
  readonly value: unknown;
  readonly runId: string | null;
  /** In one line; `null` where none is known. */
  readonly error: string | null;
  /** Whether it was looked for: of very many failures the newest are. */
  readonly isRead: boolean;
}

/** Items that failed for one cause. */
export interface CauseGroup {
  /** The error without what differs from item to item. */
  readonly cause: string;
  /** That of one of them. */
  readonly error: string | null;
  /** Whether their errors were looked for: of those where they were not, nobody knows whether they have one cause. */
  readonly isRead: boolean;
  readonly items: readonly FailedItem[];
  /** What the values of all of them begin with, as `closed-*`; `null` where they have nothing in common. */
  readonly pattern: string | null;
}

/** By their causes, those of the most items first, and last those whose errors were not read. */
export function causeGroups(items: readonly FailedItem[]): readonly CauseGroup[] {
  const groups = Map.groupBy(items, ({ error, isRead }) => (isRead ? failureCause(error) : NOT_READ));
  return [...groups]
    .map(([cause, failed]) => ({
      cause,
      error: failed[0]?.error ?? null,
      isRead: cause !== NOT_READ,
      items: failed,
      pattern: commonPattern(failed.map(({ value }) => value)),
    }))
    .toSorted(
      (one, other) => Number(other.isRead) - Number(one.isRead) || other.items.length - one.items.length,
    );
}

const NOT_READ = " not read";

const LEAST_COMMON = 3;

/** What several texts begin with, if that says something. */
export function commonPattern(values: readonly unknown[]): string | null {
  const texts = values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  const [first, ...others] = texts;
  if (first === undefined || others.length === 0) return null;
  let length = first.length;
  for (const text of others) {
    if (text === undefined) return null;
    let same = 0;
    while (same < length && text[same] === first[same]) same += 1;
    length = same;
  }
  // A number is not cut in two, and members of an object are none.
  const common = first.slice(0, length).replace(/\d+$/, "");
  if (common.length < LEAST_COMMON || /^[[{]/.test(common)) return null;
  return texts.every((text) => text === common) ? common : `${common}*`;
}
