import { printFigures } from "../embedded/figures.ts";
import { CHAIN, createGraphs, items, JOBS, runToEnd } from "./graphs.ts";
import { PLACES } from "./places.ts";
import { Prefect, type PrefectFigures } from "./prefect/prefect.ts";

// The same graphs here and in Prefect, in turns, each on a SQLite file: `npm run tasks-peer --workspace bench`.

const ITEMS = 200;
/** Its server responds with "503 Service Unavailable" to many more at once. */
const DIAMONDS = 10;
const ROUNDS = 3;

type Timings = PrefectFigures;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begunMs = performance.now();
  await work();
  return performance.now() - begunMs;
}

async function ours(): Promise<Timings> {
  await using place = await PLACES["sqlite"]!(JOBS);
  const { scheduler } = place;
  await createGraphs(scheduler);
  const diamonds = (): Promise<unknown> =>
    Promise.all(Array.from({ length: DIAMONDS }, () => runToEnd(scheduler, "bench.diamond")));
  await diamonds();
  return {
    chainMs: await timed(() => runToEnd(scheduler, "bench.chain")),
    batchMs: await timed(() => runToEnd(scheduler, "bench.batch", items(ITEMS))),
    diamondsMs: await timed(diamonds),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

await using prefect = await Prefect.start();
const rounds: (readonly [Timings, Timings])[] = [];
for (let round = 0; round < ROUNDS; round += 1)
  rounds.push([await ours(), await prefect.measure(CHAIN, ITEMS, DIAMONDS)]);
const WHAT = {
  chainMs: `a chain of ${CHAIN}`,
  batchMs: `a batch of ${ITEMS}`,
  diamondsMs: `${DIAMONDS} diamonds of 5 at once`,
} as const;
printFigures(
  `Tasks on SQLite, here and in Prefect: the median of ${ROUNDS} rounds in turns`,
  Object.entries(WHAT).map(([name, what]) => {
    const [own, theirs] = [0, 1].map((side) =>
      median(rounds.map((round) => (round[side] as Timings)[name as keyof Timings])),
    ) as [number, number];
    const value = `${own.toFixed(0)} ms, Prefect ${theirs.toFixed(0)} ms: ${(theirs / own).toFixed(0)} ×`;
    return { what, value, aim: "" };
  }),
);
