const UNITS_MS: Readonly<Record<string, number>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
  month: 2_592_000_000,
  year: 31_536_000_000,
};

const NUMBERS: Readonly<Record<string, number>> = Object.fromEntries(
  "zero one two three four five six seven eight nine ten eleven twelve"
    .split(" ")
    .map((word, value) => [word, value]),
);

/**
 * A length of time in words, as Agenda takes it: "5 minutes", "an hour and a half", "3 hours and 25 minutes"; months have 30 days and
 * years 365. A number alone is in ms. `null` for anything else.
 */
export function humanInterval(text: string): number | null {
  const words = text
    .trim()
    .toLowerCase()
    .replace(/,/g, " ")
    .replace(/\b(?:an?\s+half|half\s+an?)\b/g, "half")
    .split(/\s+/);
  if (words.length === 1 && /^\d+$/.test(words[0] ?? "")) return Number(words[0]);
  let total = 0;
  let amount: number | null = null;
  let lastUnit: number | null = null;
  for (const word of words) {
    if (word === "and") continue;
    const unit = UNITS_MS[word.replace(/s$/, "")];
    if (unit !== undefined) {
      total += (amount ?? 1) * unit;
      amount = null;
      lastUnit = unit;
    } else {
      const value = numberIn(word);
      if (value === null) return null;
      amount = (word === "half" ? (amount ?? 0) : 0) + value;
    }
  }
  // "an hour and a half": half of the unit before.
  if (amount === 0.5 && lastUnit !== null) return total + lastUnit / 2;
  return amount === null && total > 0 ? total : null;
}

function numberIn(word: string): number | null {
  if (/^\d+(\.\d+)?$/.test(word)) return Number(word);
  if (word === "a" || word === "an") return 1;
  if (word === "half") return 0.5;
  return NUMBERS[word] ?? null;
}
