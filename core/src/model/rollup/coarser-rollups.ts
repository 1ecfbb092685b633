import { FiguresSum } from "./figures-sum.ts";
import { grainOf, type Rollup, type RollupGrain, type RollupKey } from "./rollup.ts";

/** The sums of a longer grain that some are parts of. The runs of each minute are kept of hours alone. */
export function coarserRollups(rows: readonly Rollup[], grain: RollupGrain): readonly Rollup[] {
  const sums = new Map<string, { readonly key: RollupKey; readonly rows: Rollup[] }>();
  for (const row of rows) {
    const { tenant, kind, app, id } = row;
    const at = grainOf(row.at, grain);
    const name = `${at.getTime()}/${kind}/${app}/${id}`;
    const found = sums.get(name);
    if (found === undefined) sums.set(name, { key: { tenant, grain, at, kind, app, id }, rows: [row] });
    else found.rows.push(row);
  }
  return [...sums.values()].map(({ key, rows: parts }) => ({ ...key, figures: sumOf(parts) }));
}

function sumOf(parts: readonly Rollup[]): Rollup["figures"] {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return { ...only.figures, minutes: {} };
  const sum = new FiguresSum();
  for (const { figures } of parts) sum.add({ ...figures, minutes: {} });
  return sum.figures();
}
