/** The processors of a machine, and how they were used. */
export interface MachineUsage {
  /** As many as the process may use. */
  readonly processors: number;
  /** The times of all of the machine's processors together, since it was started; `null` where the system does not say. */
  readonly times: { readonly busyMs: number; readonly idleMs: number } | null;
}

/** The times of one processor, as `os.cpus()` of Node, Bun and Deno has them, in milliseconds. */
export interface ProcessorTimes {
  readonly times: {
    readonly user: number;
    readonly nice: number;
    readonly sys: number;
    readonly idle: number;
    readonly irq: number;
  };
}

/** The usage of all processors together. A runtime that does not know the times has zeros in their place. */
export function machineUsageOf(processors: number, each: readonly ProcessorTimes[]): MachineUsage {
  let [busyMs, idleMs] = [0, 0];
  for (const { times } of each) {
    busyMs += times.user + times.nice + times.sys + times.irq;
    idleMs += times.idle;
  }
  return { processors: Math.max(1, processors), times: busyMs + idleMs > 0 ? { busyMs, idleMs } : null };
}
