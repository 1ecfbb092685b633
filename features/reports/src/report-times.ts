import { grainEndOf, grainOf, RollupGrain, type RollupState, type RollupTime } from "@mojob/core/ports";

/** From the longest to the shortest. */
const GRAINS = [RollupGrain.FourWeeks, RollupGrain.Week, RollupGrain.Day, RollupGrain.Hour] as const;

/** Where sums of weeks are of all runs, and where they are of those of one generation. */
export type KnownWeeks = Pick<RollupState, "generations" | "coarseFrom">;

/**
 * The times that make up a time together, of the longest grains that fit into it, so that few rows are read of what is not shown hour by hour
 * or day by day. None shorter than `grain`.
 */
export function piecesOf(
  { grain, from, before }: RollupTime,
  { generations, coarseFrom }: KnownWeeks,
): readonly RollupTime[] {
  // A week in which another generation of sums begins is in neither of them as a whole.
  const cuts = [...generations.map(({ since }) => since), ...(coarseFrom === undefined ? [] : [coarseFrom])]
    .filter((cut) => cut > from && cut < before)
    .toSorted((a, b) => a.getTime() - b.getTime());
  const finest = GRAINS.slice(0, GRAINS.indexOf(grain) + 1);
  return [from, ...cuts].flatMap((begin, index) => {
    const hasWeeks = coarseFrom !== undefined && begin >= coarseFrom;
    const grains = finest.filter((one) => hasWeeks || one === RollupGrain.Day || one === RollupGrain.Hour);
    return laidOut(begin, cuts[index] ?? before, grains);
  });
}

function laidOut(from: Date, before: Date, grains: readonly RollupGrain[]): readonly RollupTime[] {
  const [grain, ...shorter] = grains;
  if (grain === undefined || from >= before) return [];
  if (shorter.length === 0) return [{ grain, from, before }];
  const [first, last] = [grainEndOf(from, grain), grainOf(before, grain)];
  if (first >= last) return laidOut(from, before, shorter);
  return [
    ...laidOut(from, first, shorter),
    { grain, from: first, before: last },
    ...laidOut(last, before, shorter),
  ];
}
