const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1000],
  ["ms", 1],
] as const;

const SIZES: ReadonlyMap<string, number> = new Map([
  ...UNITS,
  ["min", 60_000],
  ["天", 86_400_000],
  ["小时", 3_600_000],
  ["时", 3_600_000],
  ["分钟", 60_000],
  ["分", 60_000],
  ["秒", 1000],
  ["毫秒", 1],
]);

const PART = /(\d+(?:\.\d+)?)\s*([a-z]+|\p{Script=Han}+)\s*/uy;

/** A length of time as people write it: `1h 30m`, `250ms`, `0s`. */
export function durationText(ms: number): string {
  const parts: string[] = [];
  let rest = ms;
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return parts.length === 0 ? "0s" : parts.join(" ");
}

/** Milliseconds of what a person wrote, or `null`. A number alone says nothing, except that 0 is 0. */
export function parseDuration(text: string): number | null {
  const wanted = text.trim().toLowerCase();
  if (/^0+$/.test(wanted)) return 0;
  if (wanted === "") return null;
  let total = 0;
  for (let at = 0; at < wanted.length; at = PART.lastIndex) {
    PART.lastIndex = at;
    const [, count, unit = ""] = PART.exec(wanted) ?? [];
    const size = SIZES.get(unit);
    if (count === undefined || size === undefined) return null;
    total += Number(count) * size;
    PART.lastIndex = Math.max(PART.lastIndex, at + 1);
  }
  return Number.isSafeInteger(total) ? total : null;
}
