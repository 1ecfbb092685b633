import { durationText, parseDuration } from "../../../time/duration-text.ts";
import { readCalendar, textOfOwnCalendar } from "../calendar/calendar-draft.ts";
import { jsonText } from "../../../ui/json/json-text.ts";
import {
  arePartsReadable,
  type NamedSchedule,
  type PartInputs,
  partInputs,
  withParts,
} from "./schedule-parts.ts";

export type { NamedSchedule };

/** A schedule while a person edits it. */
export interface ScheduleDraft {
  readonly name: string;
  /** Empty where it fires at an interval. */
  readonly cron: string;
  /** A length of time; `null` where it fires by `cron`. */
  readonly every: string | null;
  /** Empty: the job's. */
  readonly timeZone: string;
  readonly isOn: boolean;
  /** As JSON, `null` for every day; empty: the job's. */
  readonly calendar: string;
  /** As JSON; empty: the job's. */
  readonly args: string;
  /** The rest, each empty where the job's holds. */
  readonly parts: PartInputs;
  /** The schedule that it was made of: parts that nobody edits stay as they are. */
  readonly stated: Partial<NamedSchedule>;
}

export function draftsOf(schedules: readonly NamedSchedule[]): readonly ScheduleDraft[] {
  return schedules.map((stated) => ({
    name: stated.name,
    cron: stated.cron ?? "",
    every: stated.everyMs === undefined ? null : durationText(stated.everyMs),
    timeZone: stated.timeZone ?? "",
    isOn: stated.disabled !== true,
    calendar: textOfOwnCalendar(stated.calendar),
    args: stated.args === undefined ? "" : jsonText(stated.args),
    parts: partInputs(stated),
    stated,
  }));
}

/** The drafts as an input holds them, and back. */
export function textOfDrafts(drafts: readonly ScheduleDraft[]): string {
  return drafts.length === 0 ? "" : JSON.stringify(drafts);
}

export function readDrafts(text: string): readonly ScheduleDraft[] {
  return text === "" ? [] : (JSON.parse(text) as readonly ScheduleDraft[]);
}

/** A schedule that is new in the form. */
export function newDraft(drafts: readonly ScheduleDraft[]): ScheduleDraft {
  const [draft] = draftsOf([{ name: freeName(drafts), cron: "0 0 2 * * *" }]);
  return { ...(draft as ScheduleDraft), stated: {} };
}

/** The schedules of the drafts; `undefined` where an input of one cannot be read. */
export function schedulesOf(drafts: readonly ScheduleDraft[]): readonly NamedSchedule[] | undefined {
  const schedules = drafts.map(scheduleOf);
  return schedules.every((schedule) => schedule !== undefined) ? schedules : undefined;
}

function scheduleOf({
  name,
  cron,
  every,
  timeZone,
  isOn,
  calendar,
  args,
  parts,
  stated,
}: ScheduleDraft): NamedSchedule | undefined {
  const parsed = args.trim() === "" ? null : readArgs(args);
  const everyMs = every === null ? null : parseDuration(every);
  if (parsed === undefined || !arePartsReadable(parts) || (every !== null && everyMs === null))
    return undefined;
  const {
    timeZone: _,
    disabled: __,
    args: ___,
    cron: ____,
    everyMs: _____,
    calendar: ______,
    ...rest
  } = withParts(stated, parts);
  const now: NamedSchedule = {
    ...rest,
    name: name.trim(),
    ...(everyMs === null ? { cron: cron.trim() } : { everyMs }),
    ...(timeZone !== "" && { timeZone }),
    ...((!isOn || stated.disabled === false) && { disabled: !isOn }),
    ...(calendar !== "" && { calendar: readCalendar(calendar) }),
    ...(parsed !== null && { args: parsed.value }),
  };
  return inOrder(now, Object.keys(stated));
}

/** With the names in the order of what it was made of, so that what is set back equals it. */
function inOrder(schedule: NamedSchedule, first: readonly string[]): NamedSchedule {
  const names = [...new Set([...first, ...Object.keys(schedule)])].filter((name) => name in schedule);
  return Object.fromEntries(
    names.map((name) => [name, (schedule as Readonly<Record<string, unknown>>)[name]]),
  ) as unknown as NamedSchedule;
}

function readArgs(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Whether the arguments of a draft can be read. */
export function hasReadableArgs({ args }: ScheduleDraft): boolean {
  return args.trim() === "" || readArgs(args) !== undefined;
}

/** A name that no other draft has. */
export function freeName(drafts: readonly ScheduleDraft[]): string {
  const taken = new Set(drafts.map(({ name }) => name));
  let number = drafts.length + 1;
  while (taken.has(`schedule-${number}`)) number += 1;
  return `schedule-${number}`;
}
