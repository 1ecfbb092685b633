/** The fields of an expression, in order. */
export const CRON_FIELDS = ["second", "minute", "hour", "dayOfMonth", "month", "dayOfWeek"] as const;
export type CronField = (typeof CRON_FIELDS)[number];

/** Schedules people ask for most, written so that every dialect reads them alike. */
export const CRON_PRESETS = {
  everyMinute: "0 * * * * *",
  every5Minutes: "0 */5 * * * *",
  hourly: "0 0 * * * *",
  daily: "0 0 1 * * *",
  weekdays: "0 0 9 ? * MON-FRI",
  weekly: "0 0 8 ? * MON",
  monthly: "0 0 1 1 * ?",
  lastDay: "0 0 22 L * ?",
} as const;
export type CronPreset = keyof typeof CRON_PRESETS;

const MACROS: Readonly<Record<string, string>> = {
  "@yearly": "0 0 0 1 1 *",
  "@annually": "0 0 0 1 1 *",
  "@monthly": "0 0 0 1 * *",
  "@weekly": "0 0 0 * * SUN",
  "@daily": "0 0 0 * * *",
  "@midnight": "0 0 0 * * *",
  "@hourly": "0 0 * * * *",
};

/** An expression by field; one of five has second 0. `null` where it has another number of fields. */
export function splitCron(cron: string): readonly string[] | null {
  const words = (MACROS[cron.trim()] ?? cron).trim().split(/\s+/);
  if (words.length === CRON_FIELDS.length - 1) return ["0", ...words];
  // The year, which may follow, has no input of its own.
  return words.length === CRON_FIELDS.length || words.length === CRON_FIELDS.length + 1 ? words : null;
}

/** The expression with another value in a field; an empty one means any. */
export function withCronField(cron: string, index: number, value: string): string {
  const fields = splitCron(cron) ?? ["0", "*", "*", "*", "*", "*"];
  const text = value.replaceAll(/\s+/g, "");
  return fields.map((field, at) => (at !== index ? field : text === "" ? "*" : text)).join(" ");
}

export function presetOf(cron: string): CronPreset | null {
  const plain = (text: string): string | undefined => splitCron(text)?.join(" ").replaceAll("?", "*");
  const found = Object.entries(CRON_PRESETS).find(([, preset]) => plain(preset) === plain(cron));
  return (found?.[0] as CronPreset | undefined) ?? null;
}

/** An expression around its mistake, which begins at a character counted from 1 and goes on to the end of its word. */
export function splitAtMistake(
  cron: string,
  position: number,
): { readonly before: string; readonly mistake: string; readonly after: string } {
  const start = Math.min(Math.max(0, position - 1), cron.length);
  const mistake = /^(?:[^\s,]+|.)/.exec(cron.slice(start))?.[0] ?? "";
  return { before: cron.slice(0, start), mistake, after: cron.slice(start + mistake.length) };
}
