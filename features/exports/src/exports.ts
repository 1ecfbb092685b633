import { MoJobError, MoJobErrorCode, Permission } from "@mojob/core";
import {
  describeProcess,
  ExportPart,
  ExportState,
  invalidInput,
  issueAt,
  type RunExport,
} from "@mojob/core/engine";
import {
  AppSet,
  type ExportService,
  type PerRequester,
  type Requester,
  type ServiceParts,
} from "@mojob/core/feature";
import { createId, type IMoRecordStore } from "@mojob/core/ports";
import { EXPORT_RECORDS, type ExportField } from "./export-records.ts";
import { type ExportRequest, parseExportRequest } from "./export-request.ts";
import { NO_COUNTS } from "./format/lines.ts";
import { KeptPieces } from "./kept-pieces.ts";
import { TENANT_BOUNDS } from "./limits.ts";
import { streamOf } from "./stream-of.ts";

/** Runs are counted up to this many before an export begins. */
const MOST_COUNTED = 10_000;
const MOST_JOBS = 1000;

export type ExportsOptions = Pick<
  ServiceParts,
  "tenant" | "store" | "cache" | "clock" | "standby" | "instances"
>;

/** The permission that each part needs beside that to read runs. */
export const PERMISSION_OF: Readonly<Record<ExportPart, Permission>> = {
  [ExportPart.Definitions]: Permission.ReadJobs,
  [ExportPart.Logs]: Permission.ReadPayloads,
  [ExportPart.Facts]: Permission.ReadPayloads,
  [ExportPart.Files]: Permission.ReadPayloads,
  [ExportPart.History]: Permission.ReadJobs,
  [ExportPart.Workers]: Permission.ReadWorkers,
  [ExportPart.Samples]: Permission.ReadWorkers,
};

/** Begins exports, and lets those read them who hold the rights that they were made with. */
export class Exports implements PerRequester<ExportService> {
  readonly #options: ExportsOptions;
  readonly #records: IMoRecordStore<RunExport, ExportField>;
  /** The latest beginning: what is counted for one has been written by the one before. */
  #begun: Promise<unknown> = Promise.resolve();

  constructor(options: ExportsOptions) {
    this.#options = options;
    this.#records = options.store.records(EXPORT_RECORDS);
  }

  async create(requester: Requester, input: unknown): Promise<RunExport> {
    const doing = "export runs";
    const request = parseExportRequest(input, doing);
    this.#assertActive();
    for (const app of request.apps ?? []) requester.assertApp(app, doing);
    const jobs = await this.#jobsOf(requester, request, doing);
    const { from, to } = request;
    const query = { from, to, ...(request.states !== null && { states: request.states }) };
    const expectedRuns = await this.#count(requester, query, request.apps, jobs);
    return this.#inTurn(async () => {
      const { tenant, clock } = this.#options;
      const kept = await this.#all();
      if (kept.length >= TENANT_BOUNDS.exports)
        throw invalidInput(doing, [issueAt("", "exports_full", { max: TENANT_BOUNDS.exports })]);
      const at = clock.now();
      const made: RunExport = {
        ...request,
        jobs,
        id: createId(at),
        tenant,
        revision: 1,
        state: ExportState.Running,
        rights: rightsOf(requester),
        by: requester.by,
        at,
        changedAt: at,
        expiresAt: new Date(at.getTime() + TENANT_BOUNDS.exportMs),
        expectedRuns,
        counts: NO_COUNTS,
        size: 0,
        plainSize: 0,
        pieces: [],
        cursor: { section: "definitions", after: null, seals: {}, crc: 0 },
        problem: null,
      };
      await this.#records.put([made]);
      return made;
    });
  }

  async list(requester: Requester): Promise<readonly RunExport[]> {
    const kept = await this.#all();
    return kept.filter((one) => this.#isFor(requester, one)).toReversed();
  }

  async get(requester: Requester, id: string): Promise<RunExport> {
    const [found = null] = await this.#records.get(this.#options.tenant, [id]);
    if (found !== null && this.#isFor(requester, found)) return found;
    throw new MoJobError(MoJobErrorCode.ExportNotFound, `Cannot find export "${id.slice(0, 64)}"`);
  }

  async read(
    requester: Requester,
    id: string,
    start: number,
    end: number,
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    const made = await this.get(requester, id);
    if (made.state !== ExportState.Ready) throw notInState(made, "read", "it is read once it is ready");
    const { tenant, store } = this.#options;
    const kept = new KeptPieces({ tenant, files: store.files, of: `export:${id}` });
    return streamOf(bytesOf(made, kept, start, end));
  }

  async cancel(requester: Requester, id: string): Promise<RunExport> {
    this.#assertActive();
    return this.#change(requester, id, "cancel", ({ state }) =>
      state === ExportState.Running ? ExportState.Cancelled : state,
    );
  }

  async remove(requester: Requester, id: string): Promise<RunExport> {
    this.#assertActive();
    return this.#change(requester, id, "remove", () => ExportState.Removed);
  }

  /** Its maker does it, and who changes the tenant. The making goes on beside it and writes the record, too. */
  async #change(
    requester: Requester,
    id: string,
    doing: string,
    stateAfter: (made: RunExport) => ExportState,
  ): Promise<RunExport> {
    for (;;) {
      const made = await this.get(requester, id);
      if (made.by !== requester.by && !requester.appsWith(Permission.EditTenant).isAll)
        throw new MoJobError(
          MoJobErrorCode.Forbidden,
          `Cannot ${doing} export "${id}" as "${requester.by ?? "code"}": it is of "${made.by ?? "code"}", and of others the permission "${Permission.EditTenant}" is needed`,
        );
      const changedAt = this.#options.clock.now();
      const state = stateAfter(made);
      if (state === made.state) return made;
      const after = { ...made, state, changedAt, revision: made.revision + 1 };
      if ((await this.#records.put([after]))[0] === true) return after;
    }
  }

  /** The jobs that are asked for, those with the tags among them; `null` where any are. */
  async #jobsOf(
    requester: Requester,
    { jobs, tags, apps }: ExportRequest,
    doing: string,
  ): Promise<readonly string[] | null> {
    if (tags === null) return jobs;
    const all = [...(await this.#options.cache.getAll())].filter(
      ({ key, app, options }) =>
        requester.apps.has(app) &&
        (apps === null || apps.includes(app)) &&
        (jobs === null || jobs.includes(key)) &&
        options.tags.some((tag) => tags.includes(tag)),
    );
    if (all.length > MOST_JOBS) throw invalidInput(doing, [issueAt("/tags", "too_many", { max: MOST_JOBS })]);
    if (all.length === 0) throw invalidInput(doing, [issueAt("/tags", "export_of_nothing")]);
    return all.map(({ key }) => key);
  }

  async #count(
    requester: Requester,
    query: Pick<RunExport, "from" | "to">,
    apps: readonly string[] | null,
    jobs: readonly string[] | null,
  ): Promise<number> {
    const { instances } = this.#options;
    const queries =
      jobs !== null
        ? jobs.map((jobKey) => ({ ...query, jobKey }))
        : (apps ?? [null]).map((app) => (app === null ? query : { ...query, app }));
    let count = 0;
    for (const one of queries) {
      if (count >= MOST_COUNTED) break;
      count += await instances.count(requester, one, MOST_COUNTED);
    }
    return Math.min(count, MOST_COUNTED);
  }

  /** Whether the caller may read now all that is in it. */
  #isFor(requester: Requester, { state, rights, include }: RunExport): boolean {
    if (state === ExportState.Removed) return false;
    const needed = new Set([Permission.ReadRuns, ...include.map((part) => PERMISSION_OF[part])]);
    const held = [...needed].every((permission) => covers(within(requester, permission), rights.apps));
    return held && covers(within(requester, Permission.ReadPayloads), rights.payloads);
  }

  #all(): Promise<readonly RunExport[]> {
    return this.#records.find({
      tenant: this.#options.tenant,
      order: ["id"],
      limit: TENANT_BOUNDS.exports * 2,
    });
  }

  /** Reading is enough for an export: the gate, which judges by permissions, lets that pass on a process that stands by. */
  #assertActive(): void {
    const { tenant, standby } = this.#options;
    const runner = standby();
    if (runner === null) return;
    throw new MoJobError(
      MoJobErrorCode.LockHeld,
      `Cannot change exports of tenant "${tenant}" here: ${describeProcess(runner)} runs it, and this process stands by`,
    );
  }

  #inTurn<Result>(begin: () => Promise<Result>): Promise<Result> {
    const begun = this.#begun.then(begin);
    this.#begun = begun.catch(() => {});
    return begun;
  }
}

/** What the caller holds as it asks: its apps, and those of them whose payloads it reads. */
function rightsOf(requester: Requester): RunExport["rights"] {
  const { apps } = requester;
  const payloads = within(requester, Permission.ReadPayloads).and(apps);
  return { apps: namesOf(apps), payloads: namesOf(payloads) };
}

/** The apps in which a permission is held, as far as the scheduler is limited to one. */
function within(requester: Requester, permission: Permission): AppSet {
  const { scope } = requester;
  return requester.appsWith(permission).and(scope === null ? AppSet.ALL : AppSet.of([scope]));
}

function namesOf({ names }: AppSet): readonly string[] | null {
  return names === null ? null : [...names].toSorted();
}

function covers(held: AppSet, apps: readonly string[] | null): boolean {
  return apps === null ? held.isAll : apps.every((app) => held.has(app));
}

function notInState({ id, state }: RunExport, doing: string, wanted: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.ExportNotReady,
    `Cannot ${doing} export "${id}", which is ${state}: ${wanted}`,
  );
}

/** The bytes of a file from `start` up to `end`, piece by piece. */
async function* bytesOf(
  { pieces }: RunExport,
  kept: KeptPieces,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array, void, void> {
  let at = 0;
  for (const [index, { name, bytes }] of pieces.entries()) {
    const from = Math.max(start - at, 0);
    const to = Math.min(end - at, bytes);
    if (from < to) {
      let passed = 0;
      for await (const piece of await kept.open(index, name)) {
        const first = Math.max(from - passed, 0);
        const last = Math.min(to - passed, piece.length);
        if (first < last) yield piece.subarray(first, last);
        passed += piece.length;
      }
    }
    at += bytes;
    if (at >= end) return;
  }
}
