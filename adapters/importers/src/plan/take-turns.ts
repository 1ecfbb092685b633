const SLICE_MS = 8;

/** Runs a long computation in slices, so that a process which fires jobs goes on doing so. */
export async function takeTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  let since = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() - since < SLICE_MS) continue;
    await new Promise<void>((resolve) => setTimeout(resolve, 0));
    since = performance.now();
  }
}
