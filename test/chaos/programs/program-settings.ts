import process from "node:process";
import { inspect } from "node:util";
import { isMoJobError } from "@mojob/core";
import type { ErrorReport } from "@mojob/http";

/** What a program of the harness is told, as JSON in its only argument. */
export interface ProgramSettings {
  /** The supervisor's name for this life of the process. */
  readonly name: string;
  readonly tenant: string;
  readonly ledger: string;
  readonly mongodb: string;
  readonly temporal: { readonly address: string; readonly namespace: string } | null;
  /** The workflows, bundled ahead: each control plane would need seconds for it. */
  readonly workflowBundle: string | null;
  /** Where the API listens; 0 for none. */
  readonly port: number;
  /** Dies at this point (see `fail-points.ts`); `null` for none. */
  readonly failPoint: { readonly name: string; readonly nth: number } | null;
}

export function readSettings(): ProgramSettings {
  return JSON.parse(process.argv[2] ?? "") as ProgramSettings;
}

/** Tells the supervisor that the program is there; from then on it ends with the supervisor, however that ends. */
export function sayReady(executorId: string | null): void {
  process.stdin.on("end", () => process.exit(1)).resume();
  process.stdout.write(`ready ${JSON.stringify({ pid: process.pid, executorId })}\n`);
}

/** Ends the process when all is closed: the pipe to the supervisor alone would keep it alive, on Deno even once it is destroyed. */
export function endNow(): void {
  process.exit(0);
}

/** What goes wrong around the runs is expected here; one line each, for whoever looks into a failure. */
export function reportError(error: unknown): void {
  process.stderr.write(`${new Date().toISOString()} ${String(error)}\n`);
}

/** What the API answered with a status of 500 and above: with all that is known of it, unless the store is away. */
export function reportRefusal(error: unknown, { id, path }: ErrorReport): void {
  if (isMoJobError(error, "store_unavailable") || isMoJobError(error, "runtime_unavailable")) return;
  process.stderr.write(`${new Date().toISOString()} ${id} ${path} ${inspect(error)}\n`);
}
