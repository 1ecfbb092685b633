/** What something resolved to, and the most processor time that its thread used in one turn of its event loop meanwhile. */
export interface Measured<Result> {
  readonly result: Result;
  readonly longestTurnMs: number;
}

/**
 * Measures how long work keeps the event loop from turning, in processor time of this thread: what else the machine does makes a turn
 * last longer, and costs this thread nothing.
 */
export async function longestTurn<Result>(work: () => Promise<Result>): Promise<Measured<Result>> {
  let longestUs = 0;
  let since = process.threadCpuUsage();
  const turn = (): void => {
    const { user, system } = process.threadCpuUsage(since);
    longestUs = Math.max(longestUs, user + system);
    since = process.threadCpuUsage();
  };
  const timer = setInterval(turn, 1);
  try {
    const result = await work();
    // What was computed since the latest turn.
    turn();
    return { result, longestTurnMs: longestUs / 1000 };
  } finally {
    clearInterval(timer);
  }
}

const LIVEZ_EVERY_MS = 20;

/** As `longestTurn`, while `/livez` is asked every 20 ms, which has to respond each time. */
export async function watchLivez<Result>(
  live: () => Promise<Response>,
  work: () => Promise<Result>,
): Promise<Measured<Result>> {
  const over = new AbortController();
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const { status } = await live();
      if (status !== 200) throw new Error(`/livez responded with ${status}`);
      await new Promise((resolve) => setTimeout(resolve, LIVEZ_EVERY_MS));
    }
  };
  const measured = longestTurn(async () => {
    try {
      return await work();
    } finally {
      over.abort();
    }
  });
  await Promise.all([measured, watch()]);
  return measured;
}
