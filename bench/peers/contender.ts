import process from "node:process";

/** How fast jobs were done, and what of the machine each took. */
export interface Rate {
  readonly perSecond: number;
  /** Microseconds of CPU a job, those of the store's server included: a busy machine changes it little. */
  readonly cpuMicros: number;
}

/** What a scheduler is measured by; each call starts on an empty store and closes it again. */
export interface Contender {
  readonly name: string;
  /** Jobs a second, each triggered by a call of its own: from the first call to the last job recorded as finished. */
  oneByOne(jobs: number, inFlight: number): Promise<Rate>;
  /** The same, triggered by calls for many. */
  inBulk(jobs: number, batch: number): Promise<Rate>;
  /** Milliseconds from the trigger call to the beginning of the handler, on an idle system. */
  idle(jobs: number): Promise<readonly number[]>;
  /** Milliseconds that jobs which are due each second begin late. */
  firing(jobs: number, seconds: number): Promise<readonly number[]>;
}

/** Runs a task by as many callers at once, until all have been done. */
export async function inParallel(
  tasks: number,
  callers: number,
  task: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < tasks) {
      next += 1;
      await task(next);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
}

/** Measures work that does so many jobs. */
export async function rateOf(
  jobs: number,
  cpuMicros: () => number | Promise<number>,
  work: () => Promise<void>,
): Promise<Rate> {
  const cpuBefore = await cpuMicros();
  const begin = performance.now();
  await work();
  const elapsedMs = performance.now() - begin;
  return {
    perSecond: Math.round((jobs / elapsedMs) * 1000),
    cpuMicros: Math.round(((await cpuMicros()) - cpuBefore) / jobs),
  };
}

/** What this process, all its threads included, has taken. */
export function ownCpuMicros(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
