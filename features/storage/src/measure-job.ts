import type { JobDefinition } from "@mojob/core";
import type { JobStorage, LoopTurns, StorageAmount } from "@mojob/core/engine";
import type { IMoJobScheduleMetadataStore, JobInstance } from "@mojob/core/ports";

/** Runs are sampled at so many times between now and when the oldest may have been created. */
const TIMES = 4;
const RUNS_AT_A_TIME = 5;
const A_DAY_MS = 24 * 60 * 60 * 1000;
const LINES_AT_ONCE = 100;
/** Lines of a longer log beyond these are not counted. */
const MOST_LINES = 5000;
/** Parts of runs may be more than what the job keeps as runs. */
const MOST_COUNTED = 10_000_000;

type Stores = Pick<IMoJobScheduleMetadataStore, "queries" | "instances" | "logs" | "files">;

interface MeasuredPlace {
  readonly tenant: string;
  readonly store: Stores;
  readonly turns: LoopTurns;
  readonly now: Date;
}

/** Measures what is kept of the runs of a job, by a sample of at most 20 of them. */
export async function measureJob(
  { key, app, options }: Pick<JobDefinition, "key" | "app" | "options">,
  { tenant, store, turns, now }: MeasuredPlace,
): Promise<JobStorage> {
  const of = { tenant, jobKey: key };
  const count = await store.queries.count(of, MOST_COUNTED);
  const ids = new Set<string>();
  const ageMs = options.retention.maxAgeDays * A_DAY_MS;
  const isWhole = count <= TIMES * RUNS_AT_A_TIME;
  for (let time = 0; time < (isWhole ? 1 : TIMES); time += 1) {
    const to = new Date(now.getTime() - (ageMs * time) / TIMES);
    const limit = isWhole ? TIMES * RUNS_AT_A_TIME : RUNS_AT_A_TIME;
    const page = await store.queries.list(time === 0 ? of : { ...of, to }, { limit });
    for (const { id } of page.items) ids.add(id);
  }
  const found = await store.instances.get(tenant, [...ids]);
  const runs = found.filter((run) => run !== null);
  const sample: RunStorage[] = [];
  for (const run of runs) sample.push(await measureRun(run, store, turns));
  const amount = (of: (run: RunStorage) => StorageAmount): StorageAmount => {
    const scale = sample.length === 0 ? 0 : count / sample.length;
    const sum = (part: keyof StorageAmount): number =>
      Math.round(sample.reduce((total, run) => total + of(run)[part], 0) * scale);
    return { items: sum("items"), bytes: sum("bytes") };
  };
  return {
    key,
    app,
    runs: { ...amount(({ run }) => run), items: count },
    logs: amount(({ log }) => log),
    files: amount(({ files }) => files),
    isEstimate: sample.length < count,
    measuredAt: now,
  };
}

interface RunStorage {
  readonly run: StorageAmount;
  readonly log: StorageAmount;
  readonly files: StorageAmount;
}

async function measureRun(run: JobInstance, store: Stores, turns: LoopTurns): Promise<RunStorage> {
  const { tenant, id } = run;
  let [lines, bytes, after] = [0, 0, 0];
  for (;;) {
    await turns.take();
    const read = await store.logs.list(tenant, id, after, LINES_AT_ONCE);
    lines += read.length;
    bytes += read.reduce((sum, line) => sum + jsonBytes(line), 0);
    const last = read.at(-1);
    if (last === undefined || read.length < LINES_AT_ONCE || lines >= MOST_LINES) break;
    after = last.seq;
  }
  const files = await store.files.list(tenant, id);
  return {
    run: { items: 1, bytes: jsonBytes(run) },
    log: { items: lines > 0 ? 1 : 0, bytes },
    files: { items: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) },
  };
}

const ENCODER = new TextEncoder();

/** The length of a value as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return ENCODER.encode(JSON.stringify(value)).length;
}
