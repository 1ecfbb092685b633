/** Waits for what cannot be aborted itself. @throws the signal's reason as soon as it is aborted; as the promise */
export async function unlessAborted<Value>(waited: Promise<Value>, signal: AbortSignal): Promise<Value> {
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  // Once it is aborted, how the other ends is of no interest.
  waited.catch(() => {});
  try {
    return await Promise.race([waited, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
