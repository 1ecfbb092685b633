/** So many usual steps without a value are a gap. */
const GAP_STEPS = 2.5;

/** Values that follow each other without a gap: over one nothing was measured, and no line is drawn. */
export function plotSegments<Value extends { readonly atMs: number }>(
  values: readonly Value[],
): readonly (readonly Value[])[] {
  const steps = values.slice(1).map(({ atMs }, index) => atMs - (values[index]?.atMs ?? atMs));
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  const segments: Value[][] = [];
  for (const [index, value] of values.entries()) {
    const step = steps[index - 1] ?? 0;
    const latest = segments.at(-1);
    if (latest === undefined || step > usual * GAP_STEPS) segments.push([value]);
    else latest.push(value);
  }
  return segments;
}
