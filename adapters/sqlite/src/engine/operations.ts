import type { LaneQuery } from "@mojob/core/ports";
import type { Sql } from "../file/sql.ts";
import type { AdmissionRow, ArrivalRow, ChangeRow, EndRow } from "../rows/change-row.ts";
import type { DefinitionQueryRow, DefinitionRow } from "../rows/definition-row.ts";
import type { RunPosition, RunQuery } from "../rows/run-query.ts";
import type { ActQueryRow, ActRow } from "../rows/act-row.ts";
import type { ScriptRow } from "../rows/script-row.ts";
import type { RunRow } from "../rows/run-row.ts";
import { Definitions, type KeyedRecord, type Registered } from "./definitions.ts";
import { type ExecutorRow, Executors } from "./executors.ts";
import { History } from "./history.ts";
import { type LogRow, Logs, type StoredLogRow } from "./logs.ts";
import { Names } from "./numbers/names.ts";
import { Retention, type Sweep } from "./retention.ts";
import { type ListedRuns, RunReads } from "./run-reads.ts";
import { type FoundRuns, RunSearch } from "./search/run-search.ts";
import { type AdmissionOutcome, type ArrivalOutcome, type EndOutcome, RunWrites } from "./run-writes.ts";
import { Scripts } from "./scripts.ts";
import { type LeaseRow, State, type StateRow, type StateWrite } from "./state.ts";
import { type CompletionRow, completionsSince } from "./statistics.ts";
import { Tally } from "./numbers/tally.ts";

/** What changes the file. Those that wait together are committed together. */
export interface WriteOperations {
  insertRuns(rows: readonly RunRow[]): readonly (RunRow | null)[];
  insertOrWaitRuns(arrivals: readonly ArrivalRow[]): readonly ArrivalOutcome[];
  admitRuns(admissions: readonly AdmissionRow[]): readonly AdmissionOutcome[];
  updateRuns(changes: readonly ChangeRow[], shown: readonly number[]): readonly (boolean | RunRow)[];
  endAndAdmitRuns(ends: readonly EndRow[]): readonly EndOutcome[];
  sweepRuns(sweep: Sweep): number;
  appendLogs(lines: readonly LogRow[]): void;
  cutLog(mark: LogRow, upTo: number): void;
  insertDefinitions(rows: readonly DefinitionRow[]): readonly Registered[];
  swapDefinition(row: DefinitionRow, expected: string): string | undefined;
  replaceDefinition(row: DefinitionRow, expectedRevision: number): boolean;
  removeDefinition(tenant: string, key: string, expectedRevision: number): string | null;
  insertScript(row: ScriptRow): void;
  removeScripts(tenant: string, jobKey: string): number;
  insertActs(rows: readonly ActRow[]): void;
  trimActs(tenant: string, beforeMs: number, most: number): number;
  saveExecutor(row: ExecutorRow): string | null;
  drainExecutor(tenant: string, id: string, drain: string | null): string | null;
  removeExecutor(tenant: string, id: string): string | null;
  setState(write: StateWrite): number;
  compareAndSetState(write: StateWrite, expected: number | null): number | null;
  deleteState(key: string, nowMs: number): boolean;
  acquireLease(name: string, holder: string, nowMs: number, ttlMs: number): LeaseRow | null;
  releaseLease(name: string, holder: string): void;
}

export interface ReadOperations {
  getRuns(tenant: string, ids: readonly string[]): readonly (RunRow | null)[];
  listRuns(query: RunQuery, before: RunPosition | null, limit: number): ListedRuns;
  findRuns(query: RunQuery, before: RunPosition | null, limit: number): FoundRuns;
  countRuns(query: RunQuery, cap: number): number;
  countByState(tenant: string, app: string | undefined, withShards: boolean): ReadonlyMap<number, number>;
  completions(
    tenant: string,
    sinceMs: number,
    app: string | undefined,
    withShards: boolean,
  ): readonly CompletionRow[];
  findOpenRuns(query: RunQuery, after: RunPosition | null, limit: number): readonly RunRow[];
  abandonedRuns(tenant: string, after: RunPosition | null, limit: number): readonly RunRow[];
  getRunsByUniqueKey(tenant: string, uniqueKeys: readonly string[]): readonly (RunRow | null)[];
  firstWaiting(lanes: readonly LaneQuery[]): readonly (readonly RunRow[])[];
  findCancelRequested(tenant: string, ids: readonly string[]): readonly string[];
  lastEnd(): number;
  endedAfter(tenant: string, seq: number, limit: number): readonly (readonly [number, RunRow])[];
  recentByJob(tenant: string, jobKeys: readonly string[], limit: number): readonly (readonly RunRow[])[];
  listLogs(tenant: string, id: string, after: number, limit: number): readonly StoredLogRow[];
  getDefinitions(tenant: string, keys: readonly string[]): readonly KeyedRecord[];
  getAllDefinitions(tenant: string): readonly KeyedRecord[];
  listDefinitions(query: DefinitionQueryRow, after: string, limit: number): readonly KeyedRecord[];
  getScript(tenant: string, jobKey: string, version: number): readonly [string, string] | null;
  listScripts(tenant: string, jobKey: string, before: number | null, limit: number): readonly string[];
  listActs(query: ActQueryRow, before: string | null, limit: number): readonly string[];
  listExecutors(
    tenant: string,
    seenSinceMs: number,
    app: string | null,
  ): readonly (readonly [string, string | null])[];
  getState(keys: readonly string[], nowMs: number): readonly StateRow[];
  listState(prefix: string, nowMs: number): readonly StateRow[];
  ping(): void;
}

export type Operations = WriteOperations & ReadOperations;

/** The operations over one open file. */
export interface OperationSet {
  readonly writes: WriteOperations;
  readonly reads: ReadOperations;
  /** Before a commit: writes what was counted. */
  flush(): void;
  /** After a rollback: forgets what was counted and named. */
  reload(): void;
}

export function createOperations(sql: Sql): OperationSet {
  const names = new Names(sql);
  const tally = new Tally(sql, names);
  const search = new RunSearch(sql, names, tally);
  const runWrites = new RunWrites(sql, names, tally);
  const runReads = new RunReads(sql, names, search);
  const retention = new Retention(sql, names, tally);
  const logs = new Logs(sql, names);
  const definitions = new Definitions(sql);
  const scripts = new Scripts(sql);
  const history = new History(sql);
  const executors = new Executors(sql);
  const state = new State(sql);
  return {
    writes: {
      insertRuns: (rows) => runWrites.insert(rows),
      insertOrWaitRuns: (arrivals) => runWrites.insertOrWait(arrivals),
      admitRuns: (admissions) => runWrites.admit(admissions),
      updateRuns: (changes, shown) => runWrites.update(changes, shown),
      endAndAdmitRuns: (ends) => runWrites.endAndAdmit(ends),
      sweepRuns: (sweep) => retention.sweep(sweep),
      appendLogs: (lines) => logs.append(lines),
      cutLog: (mark, upTo) => logs.cut(mark, upTo),
      insertDefinitions: (rows) => definitions.insert(rows),
      swapDefinition: (row, expected) => definitions.swap(row, expected),
      replaceDefinition: (row, expectedRevision) => definitions.replace(row, expectedRevision),
      removeDefinition: (tenant, key, expectedRevision) => definitions.remove(tenant, key, expectedRevision),
      insertScript: (row) => scripts.insert(row),
      removeScripts: (tenant, jobKey) => scripts.removeAll(tenant, jobKey),
      insertActs: (rows) => history.insert(rows),
      trimActs: (tenant, beforeMs, most) => history.trim(tenant, beforeMs, most),
      saveExecutor: (row) => executors.save(row),
      drainExecutor: (tenant, id, drain) => executors.drain(tenant, id, drain),
      removeExecutor: (tenant, id) => executors.remove(tenant, id),
      setState: (write) => state.set(write),
      compareAndSetState: (write, expected) => state.compareAndSet(write, expected),
      deleteState: (key, nowMs) => state.delete(key, nowMs),
      acquireLease: (name, holder, nowMs, ttlMs) => state.acquireLease(name, holder, nowMs, ttlMs),
      releaseLease: (name, holder) => state.releaseLease(name, holder),
    },
    reads: {
      getRuns: (tenant, ids) => runReads.get(tenant, ids),
      listRuns: (query, before, limit) => runReads.list(query, before, limit),
      findRuns: (query, before, limit) => search.find(query, before, limit),
      countRuns: (query, cap) => search.count(query, cap),
      countByState: (tenant, app, withShards) => tally.byState(tenant, withShards, app),
      completions: (tenant, sinceMs, app, withShards) =>
        completionsSince(sql, names, { tenant, sinceMs, app, withShards }),
      findOpenRuns: (query, after, limit) => runReads.findOpen(query, after, limit),
      abandonedRuns: (tenant, after, limit) => runReads.abandoned(tenant, after, limit),
      getRunsByUniqueKey: (tenant, keys) => runReads.getByUniqueKey(tenant, keys),
      firstWaiting: (lanes) => lanes.map((query) => runReads.firstWaiting(query)),
      findCancelRequested: (tenant, ids) => runReads.findCancelRequested(tenant, ids),
      lastEnd: () => tally.endedSeq,
      endedAfter: (tenant, seq, limit) => runReads.endedAfter(tenant, seq, limit),
      recentByJob: (tenant, jobKeys, limit) => runReads.recentByJob(tenant, jobKeys, limit),
      listLogs: (tenant, id, after, limit) => logs.list(tenant, id, after, limit),
      getDefinitions: (tenant, keys) => definitions.getMany(tenant, keys),
      getAllDefinitions: (tenant) => definitions.getAll(tenant),
      listDefinitions: (query, after, limit) => definitions.list(query, after, limit),
      getScript: (tenant, jobKey, version) => scripts.get(tenant, jobKey, version),
      listScripts: (tenant, jobKey, before, limit) => scripts.list(tenant, jobKey, before, limit),
      listActs: (query, before, limit) => history.list(query, before, limit),
      listExecutors: (tenant, seenSinceMs, app) => executors.list(tenant, seenSinceMs, app),
      getState: (keys, nowMs) => state.getMany(keys, nowMs),
      listState: (prefix, nowMs) => state.list(prefix, nowMs),
      ping: () => void sql.get("SELECT 1"),
    },
    flush: () => tally.flush(),
    reload: () => {
      names.reload();
      tally.reload();
      runWrites.reload();
    },
  };
}
