/** How instants are shown. */
export const TimeMode = { Local: "local", Utc: "utc", Relative: "relative" } as const;
export type TimeMode = (typeof TimeMode)[keyof typeof TimeMode];

export const TIME_MODES: readonly TimeMode[] = Object.values(TimeMode);

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string | undefined): Intl.DateTimeFormat {
  const key = timeZone ?? "";
  const known = formats.get(key);
  if (known) return known;
  // Swedish writes dates as ISO 8601 does: the same in every language, sortable and never ambiguous.
  const made = new Intl.DateTimeFormat("sv-SE", {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    ...(timeZone !== undefined && { timeZone }),
  });
  formats.set(key, made);
  return made;
}

/** `2026-11-21 11:52:15` in a zone, the browser's unless named. */
export function formatInstant(at: Date, timeZone?: string): string {
  return formatFor(timeZone).format(at);
}

const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

const AHEAD_UNITS = ["d", "h", "min", "s"] as const;
const AHEAD_UNITS_ZH = ["天", "小时", "分", "秒"] as const;

/** `in 12 sec.`, `now`, `3 hr. ago`. */
export function formatRelative(atMs: number, nowMs: number, language: string): string {
  const seconds = Math.round((atMs - nowMs) / 1000);
  if (seconds === 0) return relativeFor(language, "auto").format(0, "second");
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? (["second", 1] as const);
  const text = relativeFor(language, "always").format(Math.trunc(seconds / size), unit);
  // As in all other texts of the panel, a space divides a number and its Chinese unit.
  return text.replace(/(\d)(?=\p{Script=Han})/u, "$1 ");
}

const relatives = new Map<string, Intl.RelativeTimeFormat>();

/** @param numeric `auto` says "now" and "yesterday" */
function relativeFor(language: string, numeric: "always" | "auto"): Intl.RelativeTimeFormat {
  const key = `${language} ${numeric}`;
  const known = relatives.get(key);
  if (known !== undefined) return known;
  const format = new Intl.RelativeTimeFormat(language, { numeric, style: "short" });
  relatives.set(key, format);
  return format;
}

/** `in 5 h 12 min`: two units of what is to come, so that the fires of a day can be told apart. */
export function formatAhead(atMs: number, nowMs: number, language: string): string {
  const seconds = Math.round((atMs - nowMs) / 1000);
  const found = UNITS.findIndex(([, size]) => seconds >= size);
  const [first, second] = [UNITS[found], UNITS[found + 1]];
  if (first === undefined || second === undefined) return formatRelative(atMs, nowMs, language);
  const rest = Math.trunc((seconds % first[1]) / second[1]);
  if (rest === 0) return formatRelative(atMs, nowMs, language);
  const units = language === "zh" ? AHEAD_UNITS_ZH : AHEAD_UNITS;
  const ahead = `${Math.trunc(seconds / first[1])} ${units[found]} ${rest} ${units[found + 1]}`;
  return language === "zh" ? `${ahead}后` : `in ${ahead}`;
}

const DURATION_UNITS = { ms: "ms", s: "s", min: "min", h: "h" } as const;
const DURATION_UNITS_ZH = { ms: "毫秒", s: "秒", min: "分", h: "小时" } as const;

const numbers = new Map<string, Intl.NumberFormat>();

function numberFor(language: string, digits: 0 | 1): Intl.NumberFormat {
  const key = `${language} ${digits}`;
  const known = numbers.get(key);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: digits });
  numbers.set(key, format);
  return format;
}

/** How long something took: `12 ms`, `4.2 s`, `3 min 5 s`, `2 h`. */
export function formatDuration(ms: number, language: string): string {
  const number = (value: number, digits: 0 | 1 = 0): string => numberFor(language, digits).format(value);
  const units = language === "zh" ? DURATION_UNITS_ZH : DURATION_UNITS;
  if (ms < 1000) return `${number(ms)} ${units.ms}`;
  if (ms < 60_000) return `${number(ms / 1000, 1)} ${units.s}`;
  const minutes = Math.floor(ms / 60_000);
  const two = (first: number, large: string, second: number, small: string): string =>
    second === 0 ? `${first} ${large}` : `${first} ${large} ${second} ${small}`;
  if (minutes < 60) return two(minutes, units.min, Math.floor((ms % 60_000) / 1000), units.s);
  return two(Math.floor(minutes / 60), units.h, minutes % 60, units.min);
}

/** The browser's zone, as people name it. */
export function localZone(): string {
  // A list shows hundreds of instants: a format made for each of them took a sixth of the time of drawing it.
  return formatFor(undefined).resolvedOptions().timeZone;
}
