import process from "node:process";

/** The settings of a program of the harness, as JSON in its only argument. */
export interface ProgramSettings {
  /** The supervisor's name for this life of the process. */
  readonly name: string;
  readonly tenant: string;
  readonly ledger: string;
  /** As `MOJOB_STORE`. */
  readonly store: string;
  readonly temporal: { readonly address: string; readonly namespace: string } | null;
  /** The workflows, bundled ahead: each control plane would need seconds for it. */
  readonly workflowBundle: string | null;
  /** Dies at this point (see `fail-points.ts`); `null` for none. */
  readonly failPoint: { readonly name: string; readonly nth: number } | null;
}

/** Ends come this long after their write: longer than a server that is killed stands still, shorter than a test waits. */
export const ENDS_SETTLE_MS = 2000;

export function readSettings(): ProgramSettings {
  return JSON.parse(process.argv[2] ?? "") as ProgramSettings;
}

/** What a program reports when it is ready. */
export interface ReadyNote {
  /** `null` where it is no worker. */
  readonly executorId: string | null;
  /** Where its API is; `null` for none. */
  readonly url: string | null;
}

/** Reports to the supervisor that the program is ready; from then on it ends with the supervisor, however that ends. */
export function sayReady(note: ReadyNote): void {
  process.stdin.on("end", () => process.exit(1)).resume();
  process.stdout.write(`ready ${JSON.stringify(note)}\n`);
}

/** Ends the process when all is closed: the pipe to the supervisor alone would keep it alive, on Deno even once it is destroyed. */
export function endNow(): void {
  process.exit(0);
}

/** What goes wrong around the runs is expected here; one line each, to look into a failure. */
export function reportError(error: unknown): void {
  process.stderr.write(`${new Date().toISOString()} ${String(error)}\n`);
}
