import type { ExecutorRecord } from "@mojob/core";
import * as v from "valibot";
import type { Parser } from "../request/validate.ts";
import { instantOut } from "../schemas/fields.ts";

export interface WorkerJson {
  readonly id: string;
  readonly tenant: string;
  readonly app: string;
  readonly runtime: string;
  readonly runtimeVersion: string;
  readonly startedAt: string;
  readonly lastSeenAt: string;
  readonly running: number;
  readonly abandoned: number;
  readonly limit: number | null;
  readonly draining: boolean;
  readonly jobKeys: readonly string[];
}

export const workerSchema: Parser<WorkerJson> = v.object({
  id: v.string(),
  tenant: v.string(),
  app: v.string(),
  runtime: v.pipe(v.string(), v.description("`node`, `bun` or `deno`")),
  runtimeVersion: v.string(),
  startedAt: instantOut,
  lastSeenAt: instantOut,
  running: v.pipe(v.number(), v.description("Runs under way, abandoned ones included")),
  abandoned: v.pipe(v.number(), v.description("Runs already settled whose code goes on")),
  limit: v.pipe(v.nullable(v.number()), v.description("`null` is unlimited")),
  draining: v.pipe(v.boolean(), v.description("It is going away and takes nothing new")),
  jobKeys: v.array(v.string()),
});

export function workerJson(worker: ExecutorRecord): WorkerJson {
  return {
    id: worker.id,
    tenant: worker.tenant,
    app: worker.app,
    runtime: worker.runtime,
    runtimeVersion: worker.runtimeVersion,
    startedAt: worker.startedAt.toISOString(),
    lastSeenAt: worker.lastSeenAt.toISOString(),
    running: worker.running,
    abandoned: worker.abandoned,
    limit: worker.limit,
    draining: worker.draining,
    jobKeys: worker.jobKeys,
  };
}
