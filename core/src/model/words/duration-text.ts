/** What units of time are called, from the largest. */
export interface DurationUnits {
  readonly ms: string;
  /** Each with its length in milliseconds. */
  readonly larger: readonly (readonly [unit: string, ms: number])[];
}

export const UNITS_EN: DurationUnits = unitsOf("ms", "s", "min", "h", "d");
export const UNITS_ZH: DurationUnits = unitsOf("毫秒", "秒", "分", "小时", "天");

/** A length of time in its two largest units: `1 h 5 min`. */
export function durationText(ms: number, { ms: smallest, larger }: DurationUnits): string {
  if (ms < 1000) return `${Math.round(ms)} ${smallest}`;
  let left = ms;
  const parts = larger.flatMap(([unit, unitMs]) => {
    const count = Math.floor(left / unitMs);
    left -= count * unitMs;
    return count === 0 ? [] : [`${count} ${unit}`];
  });
  return parts.slice(0, 2).join(" ");
}

function unitsOf(ms: string, second: string, minute: string, hour: string, day: string): DurationUnits {
  const larger = [
    [day, 86_400_000],
    [hour, 3_600_000],
    [minute, 60_000],
    [second, 1000],
  ] as const;
  return { ms, larger };
}
