import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { issueAt } from "../../base/issue/issue.ts";
import type { InputIssue } from "../../base/issue/issue-code.ts";
import { LruCache } from "./lru-cache.ts";
import { isIanaName, zonesMeantBy } from "./zone-names.ts";

/** A stretch of time in which a zone's offset from UTC stays the same. All numbers are seconds. */
export interface ZoneSpan {
  /** Inclusive, since the epoch. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** The offset of local clocks from UTC. */
  readonly offset: number;
  /**
   * The offset before the change this span begins with, for as long after it as the clock jumped: there a jump forward
   * left local times out, or a jump back repeats them. Equals `offset` everywhere else.
   */
  readonly before: number;
}

export interface TimeZone {
  readonly name: string;
  /** The span around an instant (seconds since the epoch). */
  spanAt(seconds: number): ZoneSpan;
}

/** The civil day of an instant: `2026-11-29`. */
export function dayIn(timeZone: string, at: Date): string {
  const { offset } = resolveTimeZone(timeZone).spanAt(Math.floor(at.getTime() / 1000));
  return new Date(at.getTime() + offset * 1000).toISOString().slice(0, 10);
}

/** No local clock has been further from UTC than this. */
export const MAX_OFFSET_SECONDS: number = 16 * 3600;
/** The last instant a `Date` can hold. */
export const MAX_SECONDS = 8_640_000_000_000;

const HALF_HOUR = 1800;
const DAY = 86_400;
/** Offsets are looked up and kept for this long a stretch at a time; 388 days. */
const BLOCK = 2 ** 25;
/** The shortest time two changes that cancel each other out were apart since 2001 is 12 days (America/Argentina/Tucuman, 2004). */
const STEP = 10 * DAY;
/** The longest jump is a day (Pacific/Apia, 2011), so what it leaves behind ends within two. */
const LOOK_BACK = 2 * DAY;

const ZONES_KEPT = 600;
const BLOCKS_KEPT = 128;

const UTC: TimeZone = {
  name: "UTC",
  spanAt: () => ({ from: -Infinity, to: Infinity, offset: 0, before: 0 }),
};

const zones = new LruCache<string, TimeZone>(ZONES_KEPT);

/**
 * The clock of an IANA zone, from the runtime's own data.
 * @throws MoJobError `invalid_argument` for a name that IANA does not have or the runtime does not know
 */
export function resolveTimeZone(name: string): TimeZone {
  return name === "UTC" ? UTC : zones.getOrCreate(name, () => createTimeZone(name));
}

function createTimeZone(name: string): TimeZone {
  const offsetAt = createOffsetReader(name);
  const blocks = new LruCache<number, readonly ZoneSpan[]>(BLOCKS_KEPT);
  return {
    name,
    spanAt(seconds) {
      const index = Math.floor(seconds / BLOCK);
      const spans = blocks.getOrCreate(index, () => readBlock(offsetAt, index * BLOCK, (index + 1) * BLOCK));
      // The spans of a block cover it without a hole.
      return spans.find(({ to }) => seconds < to) as ZoneSpan;
    },
  };
}

type OffsetReader = (seconds: number) => number;

function createOffsetReader(name: string): OffsetReader {
  const format = createOffsetFormat(name);
  return (seconds) => {
    const text = format.format(Math.min(Math.max(seconds, -MAX_SECONDS), MAX_SECONDS) * 1000);
    const match = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text);
    const [, sign, hours = 0, minutes = 0, rest = 0] = match ?? [];
    const offset = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
    return sign === "-" ? -offset : offset;
  };
}

function createOffsetFormat(name: string): Intl.DateTimeFormat {
  try {
    // Some runtimes take fixed offsets ("+05:30") and abbreviations ("BST", which is Dhaka's time to them) for zones: none do here.
    if (isIanaName(name)) {
      // With a minute besides, the text is a third cheaper to make than with the default date.
      return new Intl.DateTimeFormat("en-US", {
        timeZone: name,
        minute: "numeric",
        timeZoneName: "longOffset",
      });
    }
  } catch (error) {
    throw unknownZone(name, error);
  }
  throw unknownZone(name);
}

/** The issue of a name that is no zone here, with the zones that it could mean. */
export function zoneIssue(pointer: string, name: string): InputIssue {
  const zones = zonesMeantBy(name);
  return zones.length === 0
    ? issueAt(pointer, "not_a_zone")
    : issueAt(pointer, "zone_abbreviation", { zones });
}

function unknownZone(name: string, cause?: unknown): MoJobError {
  const zones = zonesMeantBy(name);
  const reason =
    zones.length === 0
      ? 'no such zone is known; write an IANA name such as "Europe/Berlin"'
      : `an abbreviation names no one place; write ${zones.map((zone) => `"${zone}"`).join(" or ")}`;
  return new MoJobError(
    MoJobErrorCode.InvalidArgument,
    `Cannot use "${name.slice(0, 100)}" as a time zone: ${reason}`,
    { cause, issues: [zoneIssue("/timeZone", name)] },
  );
}

interface OffsetChange {
  readonly at: number;
  readonly before: number;
  readonly offset: number;
}

function readBlock(offsetAt: OffsetReader, from: number, to: number): readonly ZoneSpan[] {
  const changes = findChanges(offsetAt, from - LOOK_BACK, to);
  const spans: ZoneSpan[] = [];
  const push = (span: ZoneSpan): void => {
    const clipped = { ...span, from: Math.max(span.from, from), to: Math.min(span.to, to) };
    if (clipped.from < clipped.to) spans.push(clipped);
  };
  let cursor = from - LOOK_BACK;
  changes.forEach(({ at, before, offset }, index) => {
    push({ from: cursor, to: at, offset: before, before });
    cursor = Math.min(at + Math.abs(offset - before), changes[index + 1]?.at ?? Infinity);
    push({ from: at, to: cursor, offset, before });
  });
  const last = changes.at(-1)?.offset ?? offsetAt(from);
  push({ from: cursor, to, offset: last, before: last });
  return spans;
}

function findChanges(offsetAt: OffsetReader, from: number, to: number): readonly OffsetChange[] {
  const changes: OffsetChange[] = [];
  let offset = offsetAt(from);
  let at = from;
  while (at < to) {
    const next = Math.min(at + STEP, to);
    if (offsetAt(next) === offset) {
      at = next;
      continue;
    }
    const before = offset;
    at = findChange(at, next, (seconds) => offsetAt(seconds) !== before);
    offset = offsetAt(at);
    changes.push({ at, before, offset });
  }
  return changes;
}

/** The first second in (from, to] after a change, given that `from` is not and `to` is. */
function findChange(from: number, to: number, isChanged: (seconds: number) => boolean): number {
  // Nearly every change falls on a half-hour: one more look proves it and saves the search for the second.
  const at = bisect(from, to, HALF_HOUR, isChanged);
  return isChanged(at - 1) ? bisect(Math.max(from, at - HALF_HOUR), at - 1, 1, isChanged) : at;
}

/** Halves (from, to] on multiples of `grid` until no multiple is left inside; returns the upper end. */
function bisect(from: number, to: number, grid: number, passes: (seconds: number) => boolean): number {
  let low = Math.floor(from / grid);
  let high = Math.ceil(to / grid);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (passes(middle * grid)) high = middle;
    else low = middle;
  }
  return Math.min(high * grid, to);
}
