/** One line of the report. */
export interface Figure {
  readonly what: string;
  readonly value: string;
  /** What we aim at. */
  readonly aim: string;
}

/** The value below which this share of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function ms(value: number): string {
  return `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
}

export function perSecond(count: number, elapsedMs: number): number {
  return Math.round((count / elapsedMs) * 1000);
}

/** Wall-clock time with fractions of a millisecond. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}

export function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, delayMs);
  });
}

export function printFigures(title: string, figures: readonly Figure[]): void {
  const width = Math.max(...figures.map(({ what }) => what.length));
  console.log(`\n${title}`);
  for (const { what, value, aim } of figures)
    console.log(`  ${what.padEnd(width)}  ${value.padEnd(28)} ${aim}`);
}
