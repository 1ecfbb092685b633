import { setTimeout as timer } from "node:timers/promises";
import { OPEN_STATES, TERMINAL_STATES } from "@mojob/core/ports";
import { NODE, type RuntimeUnderTest } from "@mojob/test-services/spawned-program";
import { until } from "@mojob/test-services/until";
import { goesOn } from "../checker/check-records.ts";
import { checkEvidence } from "../checker/check-evidence.ts";
import type { Evidence } from "../checker/evidence.ts";
import { type Figures, measure } from "../checker/figures.ts";
import { countOccurrences, type Occurrences } from "../checker/occurrences.ts";
import { type Verdict, VerdictKind } from "../checker/verdict.ts";
import { RemoteExecutors } from "../executors/remote-executors.ts";
import { seededRandom, type SeededRandom } from "../faults/seeded-random.ts";
import { readFollowed } from "../ledger/followed-runs.ts";
import { CHAOS_JOBS } from "../programs/chaos-jobs.ts";
import { REMOTE_JOBS } from "../programs/remote-jobs.ts";
import { ApiDriver } from "./api-driver.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { readLedger } from "../ledger/effect-ledger.ts";
import { allInstances, collectEvidence, readCursor } from "./collect-evidence.ts";
import { Nemesis } from "./nemesis.ts";

export interface ChaosOptions {
  readonly seed: number;
  /** @default 3 */
  readonly planes?: number;
  /** @default two on Node */
  readonly workers?: readonly RuntimeUnderTest[];
  /** @default false */
  readonly isEmbedded?: boolean;
  /** @default "mongodb" */
  readonly storeKind?: "mongodb" | "sqlite";
  /** Whether executors over HTTP, honest and lying ones, take part; of the process that is everything alone. @default false */
  readonly hasRemote?: boolean;
  /** Whether a task is triggered too, whose nodes are the other jobs. @default false */
  readonly hasTasks?: boolean;
  /** As of the cluster. @default it has none of its own */
  readonly diskMebibytes?: number;
  /** @default 8: with the twelve fires a second, twenty runs */
  readonly triggersPerSecond?: number;
  readonly clocksAheadMs?: readonly number[];
  /** What must have occurred: the system goes on working until it has, within two minutes. @default nothing */
  readonly purpose?: readonly Purpose[];
  /** What is done to the system while it works. */
  readonly disturb: (cluster: Cluster, nemesis: Nemesis, random: SeededRandom) => Promise<void>;
  /** Called with the progress. @default not called */
  readonly say?: (line: string) => void;
}

/** Something that must have occurred at least once for a run to have proved anything. */
export type Purpose = keyof Occurrences | "lostAnswers" | "deaths";

/** What a run of the harness has shown. */
export interface ChaosReport {
  readonly seed: number;
  readonly seconds: number;
  readonly verdicts: readonly Verdict[];
  readonly occurrences: Occurrences;
  readonly figures: Figures;
  /** What was done to it, and how often; lies too. */
  readonly faults: ReadonlyMap<string, number>;
  /** Responses that were dropped on their way. */
  readonly lostAnswers: number;
  readonly deaths: number;
  readonly evidence: Evidence;
  /** What the processes said. */
  readonly output: string;
}

/** Until everything has come to rest something ends at least this often: a lost dispatch is found within half a minute. */
const MOVES_WITHIN_MS = 60_000;
/** How long a run goes on for what it is to prove. */
const PROVES_WITHIN_MS = 120_000;
/** How far apart clocks may be once those that are wrong have been put right: a second, and what asking for the time takes. */
const PUT_RIGHT_WITHIN_MS = 1500;
/** Calm at both ends: what is owed must not begin in the middle of the start. */
const CALM_MS = 1500;

/** Starts a system, lets it work while it is disturbed, waits until it has come to rest, and judges what happened. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { seed, disturb, say = () => {} } = options;
  const random = seededRandom(seed);
  await using cluster = await startCluster({
    planes: options.planes ?? 3,
    workers: options.workers ?? [NODE, NODE],
    isEmbedded: options.isEmbedded ?? false,
    storeKind: options.storeKind ?? "mongodb",
    diskMebibytes: options.diskMebibytes ?? null,
    clocksAheadMs: options.clocksAheadMs ?? [],
  });
  const { tenant, planes, members, store, ledgerPath, executors } = cluster;
  const driver = new ApiDriver({
    members: planes,
    random: random.fork("driver"),
    triggersPerSecond: options.triggersPerSecond ?? 8,
    pausedKeys: ["tick.5", "once.4"],
    editedKeys: ["tick.1", "once.1"],
    hasTasks: options.hasTasks ?? false,
    remoteKeys: options.hasRemote === true ? REMOTE_JOBS.map(({ key }) => key) : [],
  });
  const nemesis = new Nemesis(cluster, say);
  const remote = options.hasRemote === true ? new RemoteExecutors(cluster, random.fork("remote")) : null;
  await timer(CALM_MS);
  const owedFromMs = Date.now();
  driver.start();
  await disturb(cluster, nemesis, random.fork("faults"));
  await Promise.all(members.map((member) => member.startForSure()));
  await fulfil(options.purpose ?? [], cluster, driver);
  await timer(CALM_MS);
  await driver.stop();
  const owedToMs = Date.now();
  await beDecided(cluster, owedToMs);
  await Promise.all(
    CHAOS_JOBS.filter(({ periodMs }) => periodMs !== null).map(({ key }) => driver.stopFiring(key)),
  );
  say("at rest soon");
  await comeToRest(cluster, owedToMs, say);
  await remote?.stop();
  await giveSlotsBack(cluster);
  const slotVerdicts = await probeSlots(cluster, driver);
  say("followed soon");
  await beFollowed(cluster);
  const evidence = await store.read((stores) =>
    collectEvidence({
      tenant,
      stores,
      ledgerPath,
      driver,
      executors,
      owedFromMs,
      owedToMs: owedToMs - CALM_MS,
      skewMs: (options.clocksAheadMs ?? []).some((ms) => ms !== 0) ? PUT_RIGHT_WITHIN_MS : 0,
    }),
  );
  const surprises = [...driver.surprises, ...(remote?.surprises ?? [])].map((message) => ({
    kind: VerdictKind.FalseAnswer,
    subject: "the API",
    message,
  }));
  return {
    seed,
    seconds: (Date.now() - owedFromMs) / 1000,
    verdicts: [...checkEvidence(evidence), ...slotVerdicts, ...surprises],
    occurrences: countOccurrences(evidence),
    figures: measure(evidence),
    faults: new Map<string, number>([...nemesis.counts, ...(remote?.lies ?? [])]),
    lostAnswers: lostAnswersOf(cluster),
    deaths: deathsIn(evidence.ledger),
    evidence,
    output: cluster.output(),
  };
}

/** Lets the system go on until everything that the run is to prove has occurred: a busy machine takes longer for it. */
async function fulfil(
  purpose: readonly Purpose[],
  cluster: Cluster,
  { answers }: Pick<ApiDriver, "answers">,
): Promise<void> {
  const { tenant, store, ledgerPath } = cluster;
  const isFulfilled = async (): Promise<boolean> => {
    const ledger = readLedger(ledgerPath);
    const followed = readFollowed(ledgerPath);
    const instances = await store.read((stores) => allInstances(stores.store, tenant));
    const counts = {
      ...countOccurrences({ instances, ledger, answers, followed }),
      lostAnswers: lostAnswersOf(cluster),
      deaths: deathsIn(ledger),
    };
    return purpose.every((name) => counts[name] > 0);
  };
  // The scenario reports what did not occur.
  const options = { patienceMs: PROVES_WITHIN_MS, everyMs: 2000 };
  await until("what the run is to prove", isFulfilled, options).catch(() => {});
}

function lostAnswersOf({ members }: Cluster): number {
  return members.reduce((sum, { store, temporal }) => sum + (store?.lost ?? 0) + (temporal?.lost ?? 0), 0);
}

function deathsIn(ledger: Evidence["ledger"]): number {
  return ledger.filter(({ type }) => type === "died").length;
}

/** Waits until every fire that is owed is decided, or has not been for long enough: a job without a schedule owes none. */
async function beDecided({ tenant, store }: Cluster, owedToMs: number): Promise<void> {
  const areDecided = (): Promise<boolean> =>
    store.read(async ({ state }) => ((await readCursor(state, tenant))?.getTime() ?? 0) >= owedToMs);
  await until("every fire to be decided", areDecided, {
    patienceMs: MOVES_WITHIN_MS,
    everyMs: 100,
  }).catch(() => {});
}

/** Waits until every fire is decided and every run has ended, as long as it goes on: how long that takes is up to the machine. */
async function comeToRest(
  { tenant, store }: Cluster,
  owedToMs: number,
  say: (line: string) => void,
): Promise<void> {
  let least = Infinity;
  let movedAt = performance.now();
  for (;;) {
    const [open, cursor] = await store.read(({ store: runs, state }) =>
      Promise.all([runs.queries.count({ tenant, states: OPEN_STATES }, 100_000), readCursor(state, tenant)]),
    );
    const behindMs = Math.max(0, owedToMs - (cursor?.getTime() ?? 0));
    if (open === 0 && behindMs === 0) return;
    const left = open + behindMs;
    if (left < least) {
      least = left;
      movedAt = performance.now();
    } else if (performance.now() - movedAt > MOVES_WITHIN_MS) {
      say(`it does not come to rest: ${open} runs are open, and the cursor is ${behindMs} ms behind`);
      return;
    }
    await timer(100);
  }
}

/** Waits until no code that has ended holds a slot: a process that has just died counts as lost some seconds later. */
async function giveSlotsBack({ tenant, store, ledgerPath }: Cluster): Promise<void> {
  const areGivenBack = (): Promise<boolean> =>
    store.read(async ({ store: runs }) => {
      const ledger = readLedger(ledgerPath);
      const abandoned = (await allInstances(runs, tenant)).filter((run) => run.abandoned !== null);
      return abandoned.every((run) => goesOn(run, ledger));
    });
  // The checker names those that are not.
  await until("the slots of dead code", areGivenBack, { patienceMs: MOVES_WITHIN_MS, everyMs: 1000 }).catch(
    () => {},
  );
}

/** Waits until every end has been followed, or has not been for long enough. */
async function beFollowed({ tenant, store, ledgerPath }: Cluster): Promise<void> {
  const ended = await store.read(({ store: runs }) =>
    runs.queries.count({ tenant, states: TERMINAL_STATES }, 100_000),
  );
  const areFollowed = (): boolean => readFollowed(ledgerPath).size >= ended;
  await until("every end to be followed", areFollowed, {
    patienceMs: MOVES_WITHIN_MS,
    everyMs: 100,
  }).catch(() => {});
}

/** At rest, as many runs of a limited job as it allows can be begun: no slot is held by a run that has ended. */
async function probeSlots({ tenant, store }: Cluster, driver: ApiDriver): Promise<readonly Verdict[]> {
  const ids = await Promise.all([driver.trigger("pair"), driver.trigger("pair")]);
  await until(
    "the probes to end",
    () =>
      store.read(
        async ({ store: runs }) => (await runs.queries.count({ tenant, states: OPEN_STATES }, 1)) === 0,
      ),
    { patienceMs: MOVES_WITHIN_MS, everyMs: 50 },
  ).catch(() => {});
  const probes = await store.read(({ store: runs }) => runs.instances.get(tenant, ids));
  return probes.flatMap((run) =>
    run?.state === "Succeeded"
      ? []
      : [
          {
            kind: VerdictKind.SlotLeft,
            subject: run?.id ?? "a probe",
            message: `at rest it could not run: it is "${run?.state}" (${run?.reason?.code})`,
          },
        ],
  );
}
