/** How long a test with a browser may take on a busy machine: one that fails for time alone says nothing. */
export const PATIENCE: { readonly testTimeout: number; readonly hookTimeout: number } = {
  testTimeout: 300_000,
  hookTimeout: 180_000,
};

/** How long it waits for one thing to be seen. */
export const WAIT_MS = 60_000;
