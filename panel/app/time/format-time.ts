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

/** `in 12 seconds`, `3 hours ago`. */
export function formatRelative(atMs: number, nowMs: number, language: string): string {
  const seconds = Math.round((atMs - nowMs) / 1000);
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? (["second", 1] as const);
  const format = new Intl.RelativeTimeFormat(language, { numeric: "always", style: "short" });
  return format.format(Math.trunc(seconds / size), unit);
}

/** How long something took: `12 ms`, `4.2 s`, `3 min 5 s`. */
export function formatDuration(ms: number, language: string): string {
  const number = (value: number, digits = 0): string =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
  if (ms < 1000) return `${number(ms)} ms`;
  if (ms < 60_000) return `${number(ms / 1000, 1)} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} min ${Math.floor((ms % 60_000) / 1000)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The browser's zone, as people name it. */
export function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
