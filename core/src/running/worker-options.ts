/** How a worker runs what it takes (seed row M10). */
export interface WorkerOptions {
  /** Runs at once; at the limit the worker stops taking. `null` is unlimited. @default null */
  readonly maxConcurrentRuns?: number | null;
  /** How long a run that was told to end may still take before it is settled without it. @default 5000 */
  readonly abortGraceMs?: number;
  /** How often the worker says that it is there. @default 5000 */
  readonly heartbeatMs?: number;
  /** How often the worker asks which of its runs are to be cancelled, besides being told. @default 1000 */
  readonly cancelPollMs?: number;
  /** Largest result kept, in bytes of JSON. @default 262_144 */
  readonly maxResultBytes?: number;
  /** Largest error kept, message and stack together, in bytes. @default 65_536 */
  readonly maxErrorBytes?: number;
  /** Most log kept of one attempt, in bytes. @default 1_048_576 */
  readonly maxLogBytes?: number;
}

export type ResolvedWorkerOptions = Required<WorkerOptions>;

/** Every worker option with its value. */
export function resolveWorkerOptions(options: WorkerOptions = {}): ResolvedWorkerOptions {
  return {
    maxConcurrentRuns: options.maxConcurrentRuns ?? null,
    abortGraceMs: options.abortGraceMs ?? 5000,
    heartbeatMs: options.heartbeatMs ?? 5000,
    cancelPollMs: options.cancelPollMs ?? 1000,
    maxResultBytes: options.maxResultBytes ?? 256 * 1024,
    maxErrorBytes: options.maxErrorBytes ?? 64 * 1024,
    maxLogBytes: options.maxLogBytes ?? 1024 * 1024,
  };
}
