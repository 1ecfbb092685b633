import type { JobDefinition, JobInstance } from "@mojob/core";
import { type Engine, ExportPart, type RunExport, type SampleSource, toBase64 } from "@mojob/core/engine";
import { AppSet, hideAct, hideDefinition, hideRun, listWithin, NEWEST_ACTS } from "@mojob/core/feature";
import {
  type Act,
  type HistoryQuery,
  type InstanceQuery,
  type JsonObject,
  WorkKind,
} from "@mojob/core/ports";
import { FILE_PIECE_BYTES, LINES_AT_ONCE, type ContentLine } from "../format/lines.ts";
import { runJson } from "../format/run-json.ts";

const RUNS_AT_ONCE = 200;
/** Runs whose logs are read beside each other. */
const ASKED_AT_ONCE = 32;
const RECORDS_AT_ONCE = 200;
/** Where fewer runs have files, the others are not asked for theirs. */
const MOST_WITH_FILES = 1000;
const FIRST_PAGE = "";

/** Some lines, and where to go on behind them; `null` where the section is over. */
export interface LinePage {
  readonly lines: AsyncIterable<ContentLine> | Iterable<ContentLine>;
  readonly next: string | null;
}

/** Reads what an export has, page by page, with the rights that it was made with. */
export class ExportLines {
  readonly #engine: Engine;
  readonly #export: RunExport;
  readonly #apps: AppSet;
  readonly #payloads: AppSet;
  #withFiles: Promise<ReadonlySet<string> | null> | null = null;

  constructor(engine: Engine, made: RunExport) {
    this.#engine = engine;
    this.#export = made;
    const { apps, payloads } = made.rights;
    this.#apps = setOf(apps);
    this.#payloads = setOf(payloads);
  }

  /** The definitions of jobs that have a run in it, by key. */
  async definitions(after: string | null): Promise<LinePage> {
    if (!this.#has(ExportPart.Definitions)) return { lines: [], next: null };
    const { cache } = this.#engine;
    const all = [...(await cache.getAll())].filter(
      ({ key, app }) => this.#isAsked(app, key) && (after === null || key > after),
    );
    const page = all.toSorted((one, other) => (one.key < other.key ? -1 : 1)).slice(0, RECORDS_AT_ONCE);
    const hasRuns = await Promise.all(page.map((job) => this.#hasRun(job)));
    const lines = page.filter((_, index) => hasRuns[index] === true).map((job) => this.#definition(job));
    return { lines, next: all.length > page.length ? (page.at(-1)?.key ?? null) : null };
  }

  /** A page of runs, each with all that is read beside it. */
  async runs(after: string | null): Promise<LinePage> {
    const sources = this.#sources();
    const [index, cursor] = placeOf(after);
    const source = sources[index];
    if (source === undefined) return { lines: [], next: null };
    const { tenant, store } = this.#engine;
    const page = await store.queries.list(
      { ...source, tenant },
      { limit: RUNS_AT_ONCE, ...(cursor !== FIRST_PAGE && { cursor }) },
    );
    const ids = page.items.filter(({ app }) => this.#apps.has(app)).map(({ id }) => id);
    const place = page.nextCursor === null ? `${index + 1}:` : `${index}:${page.nextCursor}`;
    const isLast = page.nextCursor === null && index + 1 === sources.length;
    return { lines: this.#runs(ids), next: isLast ? null : place };
  }

  /** What was done in the range, the newest first. */
  async history(after: string | null): Promise<LinePage> {
    if (!this.#has(ExportPart.History)) return { lines: [], next: null };
    const { tenant, store } = this.#engine;
    const { from, to, jobs } = this.#export;
    const page = await listWithin<HistoryQuery, Act>(
      this.#apps,
      { tenant, isWork: true, from, to, ...(jobs !== null && { jobKeys: [...jobs, null] }) },
      { limit: RECORDS_AT_ONCE, ...(after !== null && { cursor: after }) },
      (query, part) => store.history.list(query, part),
      NEWEST_ACTS,
    );
    const asked = page.items.filter(({ app }) => this.#isAskedApp(app));
    const lines = asked.map((act): ContentLine => {
      const { tenant: _, from: __, ...shown } = this.#readsPayloads(act.app) ? act : hideAct(act);
      return { type: "act", act: shown as unknown as JsonObject };
    });
    return { lines, next: page.nextCursor };
  }

  /** The workers of the apps that were there in the range or later. */
  async workers(): Promise<LinePage> {
    if (!this.#has(ExportPart.Workers)) return { lines: [], next: null };
    const { tenant, store } = this.#engine;
    const seen = await store.executors.list(tenant, this.#export.from);
    const lines = seen
      .filter(({ app, startedAt }) => this.#isAskedApp(app) && startedAt < this.#export.to)
      .map((one): ContentLine => {
        const { id, app, name, version, host, pid, runtime, runtimeVersion, startedAt, lastSeenAt } = one;
        const { labels, tags, limit, running, load } = one;
        const worker = { id, app, name, version, host, pid, runtime, runtimeVersion, startedAt, lastSeenAt };
        return {
          type: "worker",
          worker: { ...worker, labels, tags, limit, running, load } as unknown as JsonObject,
        };
      });
    return { lines, next: null };
  }

  /** Samples of every kind that features keep. */
  async samples(after: string | null): Promise<LinePage> {
    const sources: readonly SampleSource[] = this.#has(ExportPart.Samples)
      ? this.#engine.features.flatMap(({ samples }) => samples?.(this.#engine) ?? [])
      : [];
    const [index, cursor] = placeOf(after);
    const source = sources[index];
    if (source === undefined) return { lines: [], next: null };
    const { from, to, tenant } = this.#export;
    const page = await source.read({
      tenant,
      from,
      to,
      apps: this.#appsAsked(),
      after: cursor === FIRST_PAGE ? null : cursor,
      limit: RECORDS_AT_ONCE,
    });
    const lines = page.records.map((sample): ContentLine => ({ type: "sample", name: source.name, sample }));
    const isLast = page.next === null && index + 1 === sources.length;
    const place = page.next === null ? `${index + 1}:` : `${index}:${page.next}`;
    return { lines, next: isLast ? null : place };
  }

  async *#runs(ids: readonly string[]): AsyncGenerator<ContentLine, void, void> {
    const { tenant, store } = this.#engine;
    // Few at once: each may have a megabyte of arguments, and one of results.
    for (let at = 0; at < ids.length; at += ASKED_AT_ONCE) {
      const read = await store.instances.get(tenant, ids.slice(at, at + ASKED_AT_ONCE));
      const some = await this.#withNodes(read.filter((run) => run !== null));
      const [tasks, withFiles] = await Promise.all([this.#tasksAmong(some), this.#runsWithFiles()]);
      // The first lines of each are read beside each other; most runs have no more.
      const firsts = await Promise.all(
        some.map((run) => this.#firstOf(run, tasks.has(run.id), withFiles?.has(run.id) ?? true)),
      );
      for (const [index, run] of some.entries()) yield* this.#run(run, firsts[index]!);
    }
  }

  /** With the runs of nodes behind their task: an export of some jobs finds them by it alone. */
  async #withNodes(runs: readonly JobInstance[]): Promise<readonly JobInstance[]> {
    const { jobs } = this.#export;
    const { tasks } = this.#engine;
    if (jobs === null || tasks === null) return runs;
    const all: JobInstance[] = [];
    const unread = runs.toReversed();
    for (let run = unread.pop(); run !== undefined; run = unread.pop()) {
      all.push(run);
      const { id } = run;
      const nodes = await tasks.runsOf(run);
      // What a re-run takes over is a part of the run before.
      const own = nodes.filter(
        ({ part, app, jobKey }) => part?.of === id && this.#isAskedApp(app) && !jobs.includes(jobKey),
      );
      unread.push(...own.toReversed());
    }
    return all;
  }

  /** The ids of those that are runs of tasks. */
  async #tasksAmong(runs: readonly JobInstance[]): Promise<ReadonlySet<string>> {
    if (!this.#has(ExportPart.Facts)) return new Set();
    const { tenant, store, cache } = this.#engine;
    const known = await cache.getMany([...new Set(runs.map(({ jobKey }) => jobKey))]);
    // A job that is removed may have been one.
    const may = runs.filter(
      ({ jobKey }) => (known.get(jobKey)?.work.kind ?? WorkKind.Task) === WorkKind.Task,
    );
    const ids = may.map(({ id }) => id);
    const states = ids.length === 0 ? [] : await store.tasks.readMany(tenant, ids);
    return new Set(ids.filter((_, index) => (states[index] ?? null) !== null));
  }

  /** The ids of all runs that have files; `null` where they are too many to be known. */
  async #runsWithFiles(): Promise<ReadonlySet<string> | null> {
    if (!this.#has(ExportPart.Files)) return new Set();
    this.#withFiles ??= this.#readRunsWithFiles();
    return this.#withFiles;
  }

  async #readRunsWithFiles(): Promise<ReadonlySet<string> | null> {
    const { tenant, store } = this.#engine;
    const ids = await store.files.runs(tenant, null, MOST_WITH_FILES);
    return ids.length < MOST_WITH_FILES ? new Set(ids) : null;
  }

  async #firstOf(run: JobInstance, isTask: boolean, mayHaveFiles: boolean): Promise<FirstLines> {
    if (!this.#readsPayloads(run.app)) return { log: [], facts: [], files: [] };
    const { tenant, store } = this.#engine;
    const { id } = run;
    const [log, facts, files] = await Promise.all([
      this.#has(ExportPart.Logs) && run.attempt > 0 ? store.logs.list(tenant, id, 0, LINES_AT_ONCE) : [],
      isTask ? store.tasks.log(tenant, id, 0, LINES_AT_ONCE) : [],
      mayHaveFiles ? store.files.list(tenant, id) : [],
    ]);
    return { log, facts, files };
  }

  async *#run(run: JobInstance, { log, facts, files }: FirstLines): AsyncGenerator<ContentLine, void, void> {
    const { tenant, store } = this.#engine;
    yield { type: "run", run: runJson(this.#readsPayloads(run.app) ? run : hideRun(run)) };
    for (let page = log; page.length > 0;) {
      yield {
        type: "log",
        lines: page.map(({ seq, at, attempt, level, message }) => [
          seq,
          at.toISOString(),
          attempt,
          level,
          message,
        ]),
      };
      if (page.length < LINES_AT_ONCE) break;
      page = await store.logs.list(tenant, run.id, page.at(-1)!.seq, LINES_AT_ONCE);
    }
    for (let page = facts; page.length > 0;) {
      yield { type: "facts", facts: page as unknown as readonly JsonObject[] };
      if (page.length < LINES_AT_ONCE) break;
      page = await store.tasks.log(tenant, run.id, page.at(-1)!.seq, LINES_AT_ONCE);
    }
    for (const { name } of files) yield* this.#file(run.id, name);
  }

  async *#file(id: string, name: string): AsyncGenerator<ContentLine, void, void> {
    const { tenant, store } = this.#engine;
    const found = await store.files.get(tenant, id, name);
    // It was removed since it was listed.
    if (found === null) return;
    const { size, sha256, storedAt } = found.file;
    yield { type: "file", name, size, sha256, storedAt: storedAt.toISOString() };
    let rest = new Uint8Array(0);
    for await (const piece of found.open()) {
      rest = joined(rest, piece);
      let at = 0;
      for (; rest.length - at >= FILE_PIECE_BYTES; at += FILE_PIECE_BYTES)
        yield { type: "bytes", data: toBase64(rest.subarray(at, at + FILE_PIECE_BYTES)) };
      rest = rest.slice(at);
    }
    if (rest.length > 0) yield { type: "bytes", data: toBase64(rest) };
  }

  #definition(job: JobDefinition): ContentLine {
    const { key, app, kind, work, args, options, argsSchema, origin, revision, ...rest } =
      this.#readsPayloads(job.app) ? job : hideDefinition(job);
    const { pause, createdAt, updatedAt, updatedBy } = rest;
    const shown = { key, app, kind, work, args, options, argsSchema, origin, revision, pause };
    return {
      type: "definition",
      definition: { ...shown, createdAt, updatedAt, updatedBy } as unknown as JsonObject,
    };
  }

  async #hasRun({ key }: JobDefinition): Promise<boolean> {
    const { tenant, store } = this.#engine;
    const page = await store.queries.list({ ...this.#query(), tenant, jobKey: key }, { limit: 1 });
    return page.items.length > 0;
  }

  #query(): Omit<InstanceQuery, "tenant"> {
    const { from, to, states } = this.#export;
    return { from, to, ...(states !== null && { states }) };
  }

  /** Lists that are read one after the other: no store finds runs of several jobs or apps at once. */
  #sources(): readonly Omit<InstanceQuery, "tenant">[] {
    const { jobs } = this.#export;
    const query = this.#query();
    const apps = this.#appsAsked();
    if (jobs !== null) return jobs.map((jobKey) => ({ ...query, jobKey }));
    return apps === null ? [query] : apps.map((app) => ({ ...query, app }));
  }

  /** `null` are all. */
  #appsAsked(): readonly string[] | null {
    const { apps } = this.#export;
    const { names } = this.#apps;
    if (apps !== null) return apps.filter((app) => this.#apps.has(app));
    return names === null ? null : [...names];
  }

  #isAsked(app: string, key: string): boolean {
    const { jobs } = this.#export;
    return this.#isAskedApp(app) && (jobs === null || jobs.includes(key));
  }

  #isAskedApp(app: string | null): boolean {
    const { apps } = this.#export;
    if (app === null) return apps === null && this.#apps.isAll;
    return this.#apps.has(app) && (apps === null || apps.includes(app));
  }

  #readsPayloads(app: string | null): boolean {
    return app === null ? this.#payloads.isAll : this.#payloads.has(app);
  }

  #has(part: ExportPart): boolean {
    return this.#export.include.includes(part);
  }
}

interface FirstLines {
  readonly log: Awaited<ReturnType<Engine["store"]["logs"]["list"]>>;
  readonly facts: Awaited<ReturnType<Engine["store"]["tasks"]["log"]>>;
  readonly files: Awaited<ReturnType<Engine["store"]["files"]["list"]>>;
}

function setOf(names: readonly string[] | null): AppSet {
  return names === null ? AppSet.ALL : AppSet.of(names);
}

/** The list that is read, and where in it. */
function placeOf(after: string | null): readonly [number, string] {
  if (after === null) return [0, FIRST_PAGE];
  const end = after.indexOf(":");
  return [Number(after.slice(0, end)), after.slice(end + 1)];
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
