import { setTimeout as timer } from "node:timers/promises";
import { BUN, DENO } from "@mojob/test-services/runtimes";
import { NODE } from "@mojob/test-services/spawned-program";
import { until } from "@mojob/test-services/until";
import { FAIL_POINTS, TASK_POINTS } from "../faults/fail-points.ts";
import { type Fault, type FaultKind, faultScript } from "../faults/fault-script.ts";
import type { Cluster } from "../harness/cluster.ts";
import type { Member } from "../harness/member.ts";
import type { Nemesis } from "../harness/nemesis.ts";
import { readLedger } from "../ledger/effect-ledger.ts";
import type { Scenario } from "./scenario.ts";

const PAUSE_MS = [2000, 5000] as const;
const BETWEEN_DEATHS_MS = 3000;
const COMES_TO_WORK_WITHIN_MS = 120_000;
const COMES_TO_POINT_WITHIN_MS = 40_000;

/** Faults of these kinds, one after the other, as the seed has them. */
function played(count: number, ...kinds: readonly FaultKind[]): Scenario["disturb"] {
  return (_cluster, nemesis, random) =>
    nemesis.play(faultScript(random, { count, pauseMs: PAUSE_MS, ...(kinds.length > 0 && { kinds }) }));
}

function fault(kind: FaultKind, lastsMs: number, target = 0, amount = 0): Fault {
  return { kind, atMs: 0, lastsMs, target, amount };
}

/** Has each of the members die at the points that are its own, one after the other, and starts it again. */
async function dieEverywhere(
  members: readonly Member[],
  names: readonly string[],
  betweenDeathsMs = BETWEEN_DEATHS_MS,
): Promise<void> {
  for (const [index, name] of names.entries()) {
    const member = members[index % members.length] as Member;
    await member.kill();
    member.dieAt({ name, nth: ON_FIRST_PASS.includes(name) ? 1 : 3 });
    await member.start();
    // A point it never comes to within this time is one the scenario's purpose would miss.
    await Promise.race([member.ended(), timer(COMES_TO_POINT_WITHIN_MS)]);
    await member.startForSure();
    // Where it is the only one, a request gets its response now or never.
    await timer(betweenDeathsMs);
  }
}

/** Kills a worker while it runs an attempt of "long", which is retried and takes seconds. */
async function killAtWork(
  cluster: Cluster,
  nemesis: Nemesis,
  target: number,
  lastsMs: number,
): Promise<void> {
  const workers = cluster.workers.length > 0 ? cluster.workers : cluster.planes;
  const worker = workers[target % workers.length] as Member;
  await until(
    `${worker.name} to run "long"`,
    () => {
      const lines = readLedger(cluster.ledgerPath).filter(({ process }) => process === worker.life);
      const open = new Set<string>();
      for (const line of lines)
        if (line.type === "begin" && line.jobKey === "long") open.add(line.instanceId);
        else if (line.type === "end") open.delete(line.instanceId);
      return open.size > 0;
    },
    { everyMs: 50, patienceMs: COMES_TO_WORK_WITHIN_MS },
  );
  await nemesis.play([fault("kill-worker", lastsMs, target)]);
}

const ON_WORKERS = ["take/admit", "admit/run", "effect/settle", "settle/answer", "failed/retry"];
const ON_PLANES = Object.keys(FAIL_POINTS).filter(
  (name) => !ON_WORKERS.includes(name) && name !== "due/dispatch",
);

/** What follows ends writes seldom, but at once when it begins. */
const ON_FIRST_PASS = ["ends/follow", "followed/place", "place/next"];

/** The links of every process are bad in turn: slow, losing every fifth response of the store, then of Temporal. */
async function badLinks(_cluster: Cluster, nemesis: Nemesis): Promise<void> {
  for (const kind of ["lose-store-answers", "lose-temporal-answers", "slow-links"] as const)
    await nemesis.play([
      fault(kind, 5000, 0, kind === "slow-links" ? 200 : kind === "lose-store-answers" ? 5 : 20),
    ]);
  for (const target of [0, 1, 3])
    for (const kind of ["cut-store", "silence-store", "cut-temporal"] as const)
      await nemesis.play([fault(kind, 4000, target)]);
}

/** Every scenario by its name, as `npm run chaos -- --scenario` knows it. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: "everything",
    purpose: ["fires", "runsDone", "skips", "timeouts", "cancelledRunning", "pauses", "edits"],
    disturb: played(10),
  },
  {
    // Short enough for every run of the tests: a bit of everything that needs no long outage.
    name: "smoke",
    triggersPerSecond: 4,
    purpose: [
      "deaths",
      "fires",
      "runsDone",
      "retriesAfterCrash",
      "lostAnswers",
      "skips",
      "timeouts",
      "snoozes",
    ],
    disturb: async (cluster, nemesis) => {
      await timer(3000);
      await killAtWork(cluster, nemesis, 0, 500);
      await nemesis.play([fault("lose-store-answers", 3000, 0, 5)]);
      await nemesis.play([fault("kill-control-plane", 500, 0), fault("kill-control-plane", 500, 1)]);
      await nemesis.play([fault("lose-temporal-answers", 2000, 0, 20)]);
      await killAtWork(cluster, nemesis, 1, 3000);
    },
  },
  {
    name: "runtimes",
    workers: [NODE, BUN, DENO],
    purpose: ["fires", "runsDone", "retriesAfterCrash"],
    disturb: async (cluster, nemesis, random) => {
      // Each of them once, whatever the seed has.
      for (const target of [0, 1, 2]) await nemesis.play([fault("kill-worker", 1000, target)]);
      await played(6, "kill-worker", "stop-worker", "roll-workers")(cluster, nemesis, random);
    },
  },
  {
    name: "worker-kill",
    purpose: ["deaths", "retriesAfterCrash"],
    bounds: { nextAttemptMs: 15_000 },
    disturb: played(8, "kill-worker"),
  },
  {
    name: "control-plane-kill",
    purpose: ["deaths", "fires"],
    bounds: { fireLateMs: 10_000 },
    disturb: played(8, "kill-control-plane"),
  },
  {
    name: "server-kill",
    purpose: ["fires", "unanswered"],
    disturb: played(6, "kill-temporal", "kill-mongodb"),
  },
  { name: "power-cut", purpose: ["deaths", "retriesAfterCrash"], disturb: played(3, "kill-all") },
  { name: "links", purpose: ["lostAnswers", "fires"], disturb: badLinks },
  {
    name: "fail-points",
    purpose: ["deaths", "retriesAfterCrash", "repeatedEffects", "followedAgain"],
    disturb: async ({ planes, workers }) => {
      await dieEverywhere(workers, ON_WORKERS);
      await dieEverywhere(planes, ON_PLANES);
    },
  },
  {
    name: "rolling-restart",
    purpose: ["deaths", "runsDone"],
    disturb: played(3, "roll-workers"),
  },
  {
    name: "stopped-orchestrator",
    purpose: ["fires"],
    // The process that holds the window is stopped, whichever that is.
    disturb: async (_cluster, nemesis) => {
      for (const target of [0, 1, 2]) await nemesis.play([fault("stop-control-plane", 30_000, target)]);
    },
  },
  {
    name: "stopped-worker",
    purpose: ["retriesAfterCrash", "refusedLateWrites"],
    disturb: async (_cluster, nemesis) => {
      await timer(3000);
      for (const target of [0, 1]) await nemesis.play([fault("stop-worker", 20_000, target)]);
    },
  },
  {
    name: "wrong-clock",
    clocksAheadMs: [0, 600_000, -600_000],
    purpose: ["fires", "runsDone"],
    // Each of them gets to hold the window.
    disturb: async (_cluster, nemesis) => {
      await timer(8000);
      for (const target of [0, 1, 2, 0]) await nemesis.play([fault("kill-control-plane", 7000, target)]);
    },
  },
  {
    name: "embedded",
    isEmbedded: true,
    purpose: ["deaths", "retriesAfterCrash", "misfires", "fires"],
    disturb: async (cluster, nemesis, random) => {
      await timer(3000);
      await nemesis.play([fault("kill-worker", 3000)]);
      const some = [
        "kill-worker",
        "kill-mongodb",
        "silence-store",
        "lose-store-answers",
        "stop-worker",
      ] as const;
      await played(4, ...some)(cluster, nemesis, random);
    },
  },
  {
    name: "embedded-smoke",
    isEmbedded: true,
    purpose: ["deaths", "fires", "misfires", "runsDone", "retriesAfterCrash", "followedAgain", "snoozes"],
    disturb: async (cluster, nemesis) => {
      await killAtWork(cluster, nemesis, 0, 3000);
      await nemesis.play([fault("kill-mongodb", 500)]);
      await dieEverywhere(cluster.planes, ["followed/place"]);
    },
  },
  {
    name: "embedded-fail-points",
    isEmbedded: true,
    purpose: ["deaths", "retriesAfterCrash", "repeatedEffects", "misfires", "followedAgain"],
    disturb: ({ planes }) => dieEverywhere(planes, Object.keys(FAIL_POINTS)),
  },
  {
    name: "sqlite-smoke",
    isEmbedded: true,
    storeKind: "sqlite",
    purpose: ["deaths", "fires", "runsDone", "retriesAfterCrash", "snoozes"],
    disturb: async (cluster, nemesis) => {
      await killAtWork(cluster, nemesis, 0, 300);
      await dieEverywhere(cluster.planes, ["effect/settle"], 1000);
    },
  },
  {
    name: "sqlite-fail-points",
    isEmbedded: true,
    storeKind: "sqlite",
    purpose: ["deaths", "retriesAfterCrash", "repeatedEffects", "followedAgain"],
    disturb: ({ planes }) => dieEverywhere(planes, Object.keys(FAIL_POINTS)),
  },
  {
    // The disk of the store is full again and again, and its process killed while it is.
    name: "sqlite-full-disk",
    isEmbedded: true,
    storeKind: "sqlite",
    diskMebibytes: 64,
    purpose: ["deaths", "fires", "runsDone", "unanswered"],
    disturb: async (cluster, nemesis, random) => {
      await played(8, "fill-disk")(cluster, nemesis, random);
      const full = nemesis.play([fault("fill-disk", 4000)]);
      await timer(500);
      await nemesis.play([fault("kill-worker", 500)]);
      await full;
    },
  },
  {
    // A process that moves tasks on dies at each of their writes.
    name: "tasks",
    hasTasks: true,
    // Its tasks trigger most of what runs.
    triggersPerSecond: 2,
    purpose: ["deaths", "tasksDone", "runsDone"],
    disturb: async (cluster, nemesis, random) => {
      await dieEverywhere(cluster.workers, Object.keys(TASK_POINTS));
      await dieEverywhere(cluster.planes, Object.keys(TASK_POINTS));
      const some = ["kill-worker", "kill-control-plane", "stop-worker", "lose-store-answers"] as const;
      await played(6, ...some)(cluster, nemesis, random);
    },
  },
  {
    name: "embedded-tasks",
    isEmbedded: true,
    hasTasks: true,
    purpose: ["deaths", "tasksDone", "runsDone"],
    disturb: ({ planes }) => dieEverywhere(planes, Object.keys(TASK_POINTS)),
  },
  {
    name: "sqlite-tasks",
    isEmbedded: true,
    storeKind: "sqlite",
    hasTasks: true,
    purpose: ["deaths", "tasksDone", "runsDone"],
    disturb: ({ planes }) => dieEverywhere(planes, Object.keys(TASK_POINTS)),
  },
  {
    // Code that never returns, and code that lets nothing else go on.
    name: "hung-code",
    purpose: ["abandoned", "timeouts", "deaths", "runsDone"],
    disturb: async (cluster, nemesis, random) => {
      for (const lastsMs of [3000, 12_000, 25_000]) await nemesis.play([fault("block-loop", lastsMs)]);
      await played(10, "block-loop", "kill-worker", "stop-worker", "roll-workers")(cluster, nemesis, random);
    },
  },
  {
    name: "lying-executors",
    hasRemote: true,
    purpose: ["fires", "runsDone", "timeouts", "retries", "deaths"],
    disturb: async (cluster, nemesis, random) => {
      await timer(30_000);
      await played(5, "kill-worker", "kill-control-plane")(cluster, nemesis, random);
    },
  },
  {
    name: "embedded-lying-executors",
    isEmbedded: true,
    storeKind: "sqlite",
    hasRemote: true,
    purpose: ["fires", "runsDone", "timeouts", "retries"],
    disturb: async (cluster, nemesis, random) => {
      await timer(30_000);
      await played(3, "kill-worker")(cluster, nemesis, random);
    },
  },
  {
    name: "embedded-hung-code",
    isEmbedded: true,
    purpose: ["abandoned", "timeouts", "deaths", "runsDone"],
    disturb: played(10, "block-loop", "kill-worker", "stop-worker", "roll-workers"),
  },
  {
    // Killed at any moment of a group commit, again and again, with many runs under way.
    name: "sqlite-load",
    isEmbedded: true,
    storeKind: "sqlite",
    triggersPerSecond: 60,
    purpose: ["deaths", "fires", "runsDone", "retriesAfterCrash", "misfires"],
    disturb: async (_cluster, nemesis) => {
      for (let kill = 0; kill < 12; kill += 1) {
        await timer(2500);
        await nemesis.play([fault("kill-worker", kill % 4 === 3 ? 6000 : 200)]);
      }
    },
  },
];

export function scenarioOf(name: string): Scenario {
  const found = SCENARIOS.find((scenario) => scenario.name === name);
  if (found === undefined)
    throw new Error(
      `There is no scenario "${name}"; there are ${SCENARIOS.map((scenario) => scenario.name).join(", ")}`,
    );
  return found;
}
