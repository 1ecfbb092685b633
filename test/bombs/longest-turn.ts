/** What something resolved to, and the most processor time that this process used in one turn of its event loop meanwhile. */
export interface Measured<Result> {
  readonly result: Result;
  readonly longestTurnMs: number;
}

/**
 * Measures how long work keeps the event loop from turning, in processor time: what else the machine does makes a turn last
 * longer, and costs this process nothing.
 */
export async function longestTurn<Result>(work: () => Promise<Result>): Promise<Measured<Result>> {
  let longestUs = 0;
  let since = process.cpuUsage();
  const turn = (): void => {
    const { user, system } = process.cpuUsage(since);
    longestUs = Math.max(longestUs, user + system);
    since = process.cpuUsage();
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
