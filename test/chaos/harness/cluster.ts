import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NODE, type RuntimeUnderTest } from "@mojob/test-services/spawned-program";
import { startTemporal, type TemporalServer } from "@mojob/test-services/temporal";
import { EffectLedger } from "../ledger/effect-ledger.ts";
import { type ChaosStore, openMongodbStore, openSqliteStore } from "./chaos-store.ts";
import { Member, type MemberKind } from "./member.ts";
import { bundleWorkflows } from "./workflow-bundle.ts";

export interface ClusterOptions {
  readonly planes: number;
  /** The runtime of each worker. */
  readonly workers: readonly RuntimeUnderTest[];
  /** One process that is everything, without Temporal. @default false */
  readonly isEmbedded?: boolean;
  /** @default "mongodb" */
  readonly storeKind?: "mongodb" | "sqlite";
  /** Of the disk that a SQLite file has to itself, which a fault can fill; only root can make one. @default it has none of its own */
  readonly diskMebibytes?: number | null;
  /** How far the clock of each control plane is ahead. @default none is */
  readonly clocksAheadMs?: readonly number[];
}

/** A system under chaos: its servers, its processes, and where they leave what they did. */
export interface Cluster extends AsyncDisposable {
  readonly tenant: string;
  readonly ledgerPath: string;
  readonly store: ChaosStore;
  readonly temporal: TemporalServer | null;
  readonly planes: readonly Member[];
  readonly workers: readonly Member[];
  /** Those that serve the API: the control planes, or the one that is everything. */
  readonly members: readonly Member[];
  /** The processes each executor had: an embedded one keeps its id after a restart. */
  readonly executors: ReadonlyMap<string, readonly string[]>;
  /** Notes the process that an executor is in. */
  noteExecutor(executorId: string, life: string): void;
  /** The output of every process, to look into a failure. */
  output(): string;
}

/** Starts servers and processes; resolves when all of them are ready. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const {
    planes: planeCount,
    workers: runtimes,
    isEmbedded = false,
    storeKind,
    diskMebibytes = null,
    clocksAheadMs = [],
  } = options;
  const folder = await mkdtemp(join(tmpdir(), "mojob-chaos-"));
  const [store, temporal, workflowBundle] = await Promise.all([
    storeKind === "sqlite" ? openSqliteStore(folder, diskMebibytes) : openMongodbStore(),
    isEmbedded ? null : startTemporal({ durable: true }),
    isEmbedded ? null : bundleWorkflows(folder),
  ]);
  const ledgerPath = join(folder, "ledger.jsonl");
  const ledger = new EffectLedger(ledgerPath, "supervisor");
  const executors = new Map<string, readonly string[]>();

  const noteExecutor = (executorId: string, life: string): void =>
    void executors.set(executorId, [...(executors.get(executorId) ?? []), life]);

  const open = async (kind: MemberKind, index: number, runtime: RuntimeUnderTest): Promise<Member> =>
    Member.open({
      kind,
      index,
      runtime,
      store,
      temporal:
        temporal === null
          ? null
          : { port: Number(temporal.address.split(":")[1]), namespace: temporal.namespace },
      settings: {
        tenant: "default",
        ledger: ledgerPath,
        workflowBundle,
        failPoint: null,
      },
      clockAheadMs: kind === "control-plane" ? (clocksAheadMs[index] ?? 0) : 0,
      onDeath: (life) => ledger.died(life),
      onExecutor: noteExecutor,
    });
  const planes = isEmbedded
    ? [await open("embedded", 0, runtimes[0] ?? NODE)]
    : await Promise.all(Array.from({ length: planeCount }, (_, index) => open("control-plane", index, NODE)));
  const workers = isEmbedded
    ? []
    : await Promise.all(runtimes.map((runtime, index) => open("worker", index, runtime)));
  const members = [...planes, ...workers];
  const output = (): string => members.map((member) => `--- ${member.name}\n${member.output}`).join("\n");
  const dispose = async (): Promise<void> => {
    await Promise.all(members.map((member) => member.close()));
    ledger.close();
    await Promise.all([store.close(), temporal?.close()]);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all(members.map((member) => member.start()));
    const missing = members.filter(({ isRunning }) => !isRunning);
    if (missing.length > 0) throw new Error(`It could not be started: ${output()}`);
  } catch (error) {
    await dispose();
    throw error;
  }
  return {
    tenant: "default",
    ledgerPath,
    store,
    temporal,
    planes,
    workers,
    members,
    executors,
    noteExecutor,
    output,
    [Symbol.asyncDispose]: dispose,
  };
}
