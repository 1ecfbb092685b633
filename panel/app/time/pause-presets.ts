const MORNING_HOUR = 9;

/** The usual ends of a pause, in the viewer's zone. */
export const PAUSE_PRESETS = {
  hour: (now: Date) => new Date(now.getTime() + 3_600_000),
  tomorrow: (now: Date) => morningAfter(now, 1),
  week: (now: Date) => morningAfter(now, 7),
} as const;
export type PausePreset = keyof typeof PAUSE_PRESETS;

function morningAfter(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING_HOUR);
}

/** An instant as a field of date and time shows it. */
export function localInput(at: Date): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
