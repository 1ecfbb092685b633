import { isMoJobError, MoJobErrorCode } from "@mojob/core";
import { type JsonObject, partIds, type TaskFact } from "@mojob/core/ports";
import { namesIn } from "@mojob/tasks";
import { RUN_FILE, type RunFileLine } from "@mojob/tasks/replay";
import type { UsedScheduler } from "../../route/used-scheduler.ts";
import { type InstanceJson, instanceJson } from "../instances/json.ts";
import { logLineJson } from "../instances/log-line.ts";
import { readInstanceContext, showInstance, type SHOWING_RUNS } from "../instances/show.ts";
import { factJson } from "./schema.ts";

/** The methods that an export uses: all of its parts may be read one by one too, by the same callers. */
export type ExportingScheduler = UsedScheduler<
  "tasks.at" | "tasks.log" | "instances.get" | "instances.logs" | (typeof SHOWING_RUNS)[number]
>;

const PAGE = 500;
const RUNS_AT_ONCE = 50;
/** Log lines may take half of the file. */
const MOST_LOG_CHARACTERS = RUN_FILE.maxBytes / 8;

/** The parts of an exported run, read as they are sent; what happens meanwhile is not among them. */
export async function* runParts(
  scheduler: ExportingScheduler,
  id: string,
  exportedAt: Date,
): AsyncGenerator<RunFileLine, void, void> {
  const { lastSeq, run, ...first } = await scheduler.tasks.at(id, 0);
  yield {
    type: "manifest",
    format: RUN_FILE.format,
    formatVersion: RUN_FILE.version,
    engine: first.body.engine,
    instanceId: run.id,
    jobKey: run.jobKey,
    tenant: run.tenant,
    exportedAt: exportedAt.toISOString(),
  };
  yield { type: "instance", instance: asJson(await showInstance(scheduler, run)) };
  yield { type: "body", version: first.version, since: 0, body: asJson(first.body) };
  const names = new Set<string>();
  let bodies = 1;
  for await (const fact of factsUpTo(scheduler, id, lastSeq)) {
    for (const name of namesIn([fact])) names.add(name);
    if (fact.type === "migrated") {
      const { version, body } = await scheduler.tasks.at(id, fact.seq);
      yield { type: "body", version, since: fact.seq, body: asJson(body) };
      bodies += 1;
    }
    yield { type: "fact", fact: factJson(fact) };
  }
  const ids = await partIds(id, [...names]);
  const found: string[] = [id];
  for await (const shown of runsOf(scheduler, ids)) {
    found.push(shown.id);
    yield { type: "run", run: asJson(shown) };
  }
  let [lines, characters] = [0, 0];
  for (const runId of found) {
    for await (const line of linesOf(scheduler, runId)) {
      characters += line.message.length;
      if (characters > MOST_LOG_CHARACTERS) break;
      lines += 1;
      yield { type: "log", runId, line: asJson(line) };
    }
    if (characters > MOST_LOG_CHARACTERS) break;
  }
  const runs = found.length - 1;
  yield {
    type: "end",
    counts: { bodies, facts: lastSeq, runs, lines },
    left: { runs: ids.length - runs, lines: characters > MOST_LOG_CHARACTERS },
  };
}

async function* factsUpTo(
  { tasks }: ExportingScheduler,
  id: string,
  lastSeq: number,
): AsyncGenerator<TaskFact, void, void> {
  for (let after = 0; after < lastSeq;) {
    const page = await tasks.log(id, after, Math.min(PAGE, lastSeq - after));
    yield* page;
    if (page.length === 0) return;
    after = page.at(-1)?.seq ?? lastSeq;
  }
}

/** The runs that are still kept. */
async function* runsOf(
  scheduler: ExportingScheduler,
  ids: readonly string[],
): AsyncGenerator<InstanceJson, void, void> {
  for (let at = 0; at < ids.length; at += RUNS_AT_ONCE) {
    const read = await Promise.all(
      ids.slice(at, at + RUNS_AT_ONCE).map((id) => orNull(scheduler.instances.get(id))),
    );
    const runs = read.filter((run) => run !== null);
    const context = await readInstanceContext(scheduler, runs);
    yield* runs.map((run) => instanceJson(run, context));
  }
}

async function* linesOf(
  { instances }: ExportingScheduler,
  id: string,
): AsyncGenerator<ReturnType<typeof logLineJson>, void, void> {
  for (let after = 0; ;) {
    const page = (await orNull(instances.logs(id, after, PAGE))) ?? [];
    yield* page.map(logLineJson);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.seq;
  }
}

/** `null` for a run that was removed. */
async function orNull<Value>(read: Promise<Value>): Promise<Value | null> {
  try {
    return await read;
  } catch (error) {
    if (isMoJobError(error, MoJobErrorCode.InstanceNotFound)) return null;
    throw error;
  }
}

function asJson(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
