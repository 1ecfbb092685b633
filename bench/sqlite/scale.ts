import { type ChildProcessByStdio, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { JobInstance } from "@mojob/core";
import { createId } from "@mojob/core/ports";
import { openSqlite } from "@mojob/sqlite";
import { buildProgram } from "./built-program.ts";
import { type Figure, ms, percentile, printFigures } from "../embedded/figures.ts";

// Many ended runs in one file: what they weigh, how long a start takes, and what the API's questions cost.

const RUNS = Number(process.argv[2] ?? 1_000_000);
const BATCH = 1000;
const REQUESTS = 100;
/** One run in this many failed. */
const FAILED_EVERY = 100;
const JOBS = 20;
/** V8 otherwise sets up to 48 MB aside for values that live for a moment, once a process has much to do. */
const SMALL_NEW_SPACE = "--max-semi-space-size=4";

interface Start {
  readonly openMs: number;
  readonly startMs: number;
  readonly url: string;
}

const WORKER = createId(new Date());

/** A run as it is kept once it has ended: three entries of history, small arguments, a result or an error. */
function endedRun(index: number, createdAt: Date): JobInstance {
  const isFailed = index % FAILED_EVERY === 0;
  const [startedAt, completedAt] = [new Date(createdAt.getTime() + 3), new Date(createdAt.getTime() + 12)];
  const failure = { code: "job_error", message: `The upstream of shop ${index % 977} refused: HTTP 503` };
  return {
    id: createId(createdAt),
    tenant: "default",
    app: "bench",
    jobKey: `bench.job-${index % JOBS}`,
    lane: `bench.job-${index % JOBS}`,
    uniqueKey: null,
    fairShare: null,
    turn: null,
    kind: "triggered",
    state: isFailed ? "Terminated" : "Succeeded",
    reason: isFailed ? { code: "no_retries" } : null,
    trigger: { type: "api" },
    part: null,
    priority: 3,
    args: { n: index },
    argsPreview: `{"n":${index}}`,
    scheduledFor: null,
    createdAt,
    updatedAt: completedAt,
    enqueuedAt: createdAt,
    startedAt,
    completedAt,
    attempt: 1,
    retryCount: 0,
    retryAt: null,
    worker: WORKER,
    claim: null,
    slot: null,
    abandoned: null,
    dispatchId: createId(createdAt),
    routing: null,
    cancelRequestedAt: null,
    cancelReason: null,
    progress: null,
    usage: null,
    usageSeries: null,
    result: null,
    error: isFailed ? failure : null,
    errorSummary: isFailed ? failure.message : null,
    missed: null,
    fingerprint: null,
    history: [
      { at: createdAt, from: null, to: "Enqueued", attempt: 0, worker: null, reason: null },
      {
        at: startedAt,
        from: "Enqueued",
        to: "Processing",
        attempt: 1,
        worker: WORKER,
        reason: { code: "started" },
      },
      {
        at: completedAt,
        from: "Processing",
        to: isFailed ? "Failed" : "Succeeded",
        attempt: 1,
        worker: WORKER,
        reason: null,
      },
    ],
  };
}

async function fill(path: string): Promise<void> {
  await using stores = await openSqlite(path, { relaxed: true });
  const firstMs = Date.now() - RUNS * 20;
  for (let start = 0; start < RUNS; start += BATCH) {
    const runs = Array.from({ length: BATCH }, (_, offset) =>
      endedRun(start + offset, new Date(firstMs + (start + offset) * 20)),
    );
    await stores.store.instances.insert(runs);
  }
}

/** The program that serves the runs, in a process of its own. */
class Server {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;

  constructor(program: string, path: string, flags: readonly string[]) {
    this.#child = spawn(process.execPath, [...flags, program, path], { stdio: ["pipe", "pipe", "inherit"] });
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  async line<Line>(): Promise<Line> {
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error("The program has ended");
    return JSON.parse(value) as Line;
  }

  async megabytes(): Promise<number> {
    this.#child.stdin.write("memory\n");
    const { rss } = await this.line<{ readonly rss: number }>();
    return Math.round(rss / 1024 ** 2);
  }

  async close(): Promise<void> {
    this.#child.stdin.end();
    await once(this.#child, "exit");
  }
}

/** The time that 95 of 100 requests take at most, from page to page. */
async function time(base: string, path: string): Promise<number> {
  const waits: number[] = [];
  let url = path;
  for (let request = 0; request < REQUESTS; request += 1) {
    const begin = performance.now();
    const response = await fetch(base + url);
    const body = (await response.json()) as { readonly nextCursor?: string | null };
    waits.push(performance.now() - begin);
    if (response.status !== 200) throw new Error(`${url} returned ${response.status}`);
    url = body.nextCursor ? `${path}&cursor=${body.nextCursor}` : path;
  }
  return percentile(waits, 0.95);
}

const [, , , filled] = process.argv;
if (filled !== undefined) {
  await fill(filled);
  process.exit();
}
const folder = mkdtempSync(join(tmpdir(), "mojob-scale-"));
const path = join(folder, "mojob.db");
try {
  // In a process of its own, so that the memory of this one is what serving takes.
  execFileSync(process.execPath, [import.meta.filename, String(RUNS), path], { stdio: "inherit" });
  // The file was filled without waiting for the disk: the first commit would wait for all of it.
  execFileSync("sync");
  const megabytes = statSync(path).size / 1024 ** 2;
  const program = buildProgram(fileURLToPath(new URL("./serve-runs.ts", import.meta.url)));
  const questions: Readonly<Record<string, string>> = {
    list: "/api/v1/instances?limit=50",
    "list of a job's failures": "/api/v1/instances?limit=50&jobKey=bench.job-0&state=Terminated",
    "list of a rare state": "/api/v1/instances?limit=50&state=Terminated",
    "search by error": "/api/v1/instances?limit=50&error=shop%20311%20refused",
    "search by error that many have": "/api/v1/instances?limit=50&error=http%20503",
    "counts of the overview": "/api/v1/overview?",
  };
  const figures: Figure[] = [
    {
      what: "file, per 10,000 ended runs",
      value: `${((megabytes / RUNS) * 10_000).toFixed(2)} MiB`,
      aim: "≤ 8 MB",
    },
  ];
  const server = new Server(program.path, path, []);
  const { openMs, startMs, url } = await server.line<Start>();
  figures.push(
    { what: "opening the file", value: ms(openMs), aim: "" },
    { what: "start of the embedded scheduler", value: ms(startMs), aim: "≤ 1 s" },
  );
  const started = await server.megabytes();
  // The first request loads what this process needs to ask.
  await time(url, "/api/v1/overview?");
  for (const [what, question] of Object.entries(questions))
    figures.push({ what: `${what}, p95`, value: ms(await time(url, question)), aim: "≤ 20 ms" });
  figures.push({
    what: "memory of the process, after its start / at last",
    value: `${started} / ${await server.megabytes()} MB`,
    aim: "< 150 MB",
  });
  await server.close();

  const small = new Server(program.path, path, [SMALL_NEW_SPACE]);
  const { url: smallUrl } = await small.line<Start>();
  for (const question of Object.values(questions)) await time(smallUrl, question);
  figures.push({
    what: `  with ${SMALL_NEW_SPACE}`,
    value: `${await small.megabytes()} MB`,
    aim: "< 150 MB",
  });
  await small.close();
  program.remove();
  printFigures(`${RUNS} ended runs in a SQLite file`, figures);
} finally {
  rmSync(folder, { recursive: true });
}
