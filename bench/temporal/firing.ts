import { defineRecurringJob } from "@mojob/core";
import { MongoClient } from "mongodb";
import { type Figure, ms, pause, percentile, preciseNow } from "../embedded/figures.ts";
import { type Cluster, type Servers, startCluster } from "./cluster.ts";
import { cpuEach, cpuUse } from "./cpu.ts";
import { measureShape } from "./shape.ts";

/** What the path alone does in a minute it does for longer. */
const LONGEST_SHAPE_SECONDS = 60;
/** Fires before this are for warming up. */
const WARM_UP_MS = 3000;
/** What is late or under way at the end has this long. */
const DRAIN_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 200;

/** What a throw-away prototype of this shape was late at p50 / p99, with the store's default and syncing each commit. */
const AIMS: Readonly<Record<number, readonly [string, string]>> = {
  200: ["101 / 155", "147 / 190"],
  700: ["310 / 458", "551 / 813"],
  1000: ["383 / 553", "703 / 953"],
};

/** W3: jobs, each every whole second. */
export async function measureFiring(
  servers: Servers,
  jobs: number,
  seconds: number,
  isSynced: boolean,
): Promise<readonly Figure[]> {
  const shapeFrom = Math.ceil((preciseNow() + WARM_UP_MS) / 1000) * 1000;
  const shape = await measureShape(servers, jobs, {
    from: shapeFrom,
    to: shapeFrom + Math.min(seconds, LONGEST_SHAPE_SECONDS) * 1000,
  });
  const late: number[] = [];
  const begun = new Map<string, number>();
  const span = { from: Infinity, to: Infinity };
  const registrations = Array.from({ length: jobs }, (_, index) =>
    defineRecurringJob({
      key: `tick-${index}`,
      cron: "* * * * * *",
      execute: ({ trigger, instanceId }) => {
        const nominal = trigger.nominalTime?.getTime() ?? Number.NaN;
        if (nominal < span.from || nominal >= span.to) return;
        late.push(preciseNow() - nominal);
        begun.set(instanceId, (begun.get(instanceId) ?? 0) + 1);
      },
    }),
  );
  await using cluster = await startCluster(servers, `firing${jobs}`, registrations);
  span.from = Math.ceil((preciseNow() + WARM_UP_MS) / 1000) * 1000;
  span.to = span.from + seconds * 1000;
  await pause(span.from - preciseNow());
  const before = cpuUse();
  await pause(span.to - preciseNow());
  const cpu = cpuEach(before, jobs * seconds);
  await firedPast(cluster, span.to);
  await cluster.stopFiring();
  const records = await readRecords(cluster.database, span);
  const doubled = [...begun.values()].filter((times) => times > 1).length;
  const skipped = records.skipped.map(({ reason, count }) => `${count} skipped: ${reason}`).join("; ");
  const aim = AIMS[jobs]?.[isSynced ? 1 : 0];
  return [
    {
      what: `${jobs} jobs a second for ${seconds} s, late p50 / p99`,
      value: `${ms(percentile(late, 0.5))} / ${ms(percentile(late, 0.99))}`,
      aim: aim === undefined ? "" : `≤ ${aim} ms`,
    },
    {
      what: "  the path alone, with nothing kept or guarded",
      value: `${ms(percentile(shape.late, 0.5))} / ${ms(percentile(shape.late, 0.99))}`,
      aim: "",
    },
    {
      what: "  fires without a record / run twice / not ended",
      value: `${jobs * seconds - records.all} / ${doubled} / ${records.open}`,
      aim: "0 / 0 / 0",
    },
    {
      what: "  fires run / not run",
      value: `${begun.size} / ${skipped === "" ? jobs * seconds - begun.size : skipped}`,
      aim: "",
    },
    { what: "  CPU ms a fire (node + Temporal + store)", value: cpu, aim: "" },
    { what: "    the path alone", value: shape.cpu, aim: "" },
  ];
}

/** Resolves when a fire after this time is recorded, so that all before it are: one second after another is fired. */
async function firedPast({ database, tenant }: Cluster, nominalMs: number): Promise<void> {
  await using client = new MongoClient(database);
  const instances = client.db().collection<{ readonly _id: string }>("instances");
  const id = `${tenant}/tick-0@${new Date(nominalMs).toISOString()}`;
  const giveUpAtMs = performance.now() + DRAIN_WITHIN_MS;
  while (performance.now() < giveUpAtMs && (await instances.findOne({ _id: id })) === null)
    await pause(LOOK_EVERY_MS);
}

interface Records {
  readonly all: number;
  readonly open: number;
  readonly skipped: readonly { readonly reason: string; readonly count: number }[];
}

/** What the store says of the fires of this time, once nothing is under way any more. */
async function readRecords(database: string, span: { from: number; to: number }): Promise<Records> {
  await using client = new MongoClient(database);
  const instances = client.db().collection("instances");
  const open = ["Scheduled", "Enqueued", "Processing", "Failed"];
  const inSpan = { "trigger.nominalTime": { $gte: new Date(span.from), $lt: new Date(span.to) } };
  const giveUpAtMs = performance.now() + DRAIN_WITHIN_MS;
  while (performance.now() < giveUpAtMs) {
    if ((await instances.findOne({ ...inSpan, state: { $in: open } })) === null) break;
    await pause(LOOK_EVERY_MS);
  }
  const groups = await instances
    .aggregate<{ readonly _id: { readonly state: string; readonly reason: string | null }; count: number }>([
      { $match: inSpan },
      { $group: { _id: { state: "$state", reason: "$reason" }, count: { $sum: 1 } } },
    ])
    .toArray();
  const sum = (states: readonly string[]): number =>
    groups.filter(({ _id }) => states.includes(_id.state)).reduce((total, { count }) => total + count, 0);
  return {
    all: groups.reduce((total, { count }) => total + count, 0),
    open: sum(open),
    skipped: groups
      .filter(({ _id }) => _id.state === "Skipped")
      .map(({ _id, count }) => ({ reason: _id.reason ?? "no reason", count })),
  };
}
