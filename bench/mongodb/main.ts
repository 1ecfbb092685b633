import { defineTriggeredJob } from "@mojob/core";
import { connectMongodb } from "@mojob/mongodb";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { startMongodb } from "@mojob/test-services/mongodb";
import { MongoClient } from "mongodb";
import { type Figure, ms, percentile, perSecond, printFigures } from "../embedded/figures.ts";
import { BATCH, finished, IN_FLIGHT, triggerInBulk, triggerOneByOne } from "../embedded/triggers.ts";
import { measureBegin } from "./begin.ts";

// Jobs through the embedded runtime on MongoDB: how many a second, what each costs the server, how long one waits.

const JOBS = 5000;
const SINGLE_JOBS = 100;

type Embedded = Awaited<ReturnType<typeof startEmbedded>>;

/** One database of its own and a scheduler on it. */
async function measure(
  url: string,
  use: (embedded: Embedded) => Promise<readonly Figure[]>,
): Promise<readonly Figure[]> {
  const { store, state, close } = await connectMongodb(url);
  const embedded = await startEmbedded({
    features: FEATURES,
    app: "bench",
    store,
    state,
    jobs: [
      defineTriggeredJob({
        key: "noop",
        maxConcurrency: null,
        retention: { maxInstances: 1_000_000 },
        execute: () => {},
      }),
    ],
  });
  const figures = await use(embedded);
  await embedded.close();
  await close();
  return figures;
}

/** What the server has counted so far. */
async function operations(client: MongoClient): Promise<number> {
  const { opcounters = {} } = await client.db("admin").command({ serverStatus: 1 });
  return Object.values(opcounters as Record<string, number>).reduce((sum, count) => sum + count, 0);
}

for (const durable of [false, true]) {
  await using server = await startMongodb({ durable });
  await using client = new MongoClient(server.url);
  const database = (name: string): string => server.url.replace("/?", `/${name}?`);
  const rate = (what: string, produce: typeof triggerInBulk) =>
    measure(database(what.replaceAll(/\W/g, "")), async (embedded) => {
      const [before, begin] = [await operations(client), performance.now()];
      await produce(embedded.scheduler, JOBS);
      await finished(embedded.scheduler, JOBS);
      const elapsedMs = performance.now() - begin;
      const each = ((await operations(client)) - before) / JOBS;
      return [
        { what: `jobs/s, ${what}`, value: String(perSecond(JOBS, elapsedMs)), aim: "≥ 700 (XXL-JOB)" },
        { what: `server operations a job, ${what}`, value: each.toFixed(2), aim: "≤ 3" },
      ];
    });
  const single = await measure(database("single"), async (embedded) => {
    const waits: number[] = [];
    for (let index = 1; index <= SINGLE_JOBS; index += 1) {
      const begin = performance.now();
      await embedded.scheduler.instances.trigger("noop", {});
      waits.push(performance.now() - begin);
      await finished(embedded.scheduler, index);
    }
    return [
      {
        what: "trigger call, idle, p50 / p99",
        value: `${ms(percentile(waits, 0.5))} / ${ms(percentile(waits, 0.99))}`,
        aim: "≤ 5 / 20 ms",
      },
    ];
  });
  printFigures(`${server.name}${durable ? ", syncs every commit" : ""}`, [
    ...(await rate(`in batches of ${BATCH}`, triggerInBulk)),
    ...(await rate(`one by one, ${IN_FLIGHT} in flight`, triggerOneByOne)),
    ...single,
    ...(await measureBegin(database)),
  ]);
}
