const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
const STEP = 1000;

/** A number of bytes in the unit that fits it: "12.3 kB". */
export function fileSize(bytes: number, language: string): string {
  const place = UNITS.findLastIndex((_, index) => index === 0 || bytes >= STEP ** index);
  const unit = UNITS[place] ?? "byte";
  const format = new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: 1 });
  return format.format(bytes / STEP ** place);
}
