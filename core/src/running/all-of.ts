/** Resolves when all have ended; rejects then with the first that failed. */
export function allOf(work: readonly Promise<unknown>[]): Promise<void> {
  if (work.length === 0) return Promise.resolve();
  // Runs may take long: `Promise.allSettled` would keep two functions and a result for each.
  return new Promise((resolve, reject) => {
    let left = work.length;
    let failed: { readonly error: unknown } | null = null;
    const ended = (): void => {
      left -= 1;
      if (left > 0) return;
      if (failed === null) resolve();
      else reject(failed.error);
    };
    const fail = (error: unknown): void => {
      failed ??= { error };
      ended();
    };
    for (const one of work) one.then(ended, fail);
  });
}
