import { NonRetryableError } from "@mojob/core";

/**
 * Loads a package that only some notices need: who sends no mail, and writes no texts of their own, does not install it.
 * @throws NonRetryableError where it is not installed, which another attempt does not change
 */
export async function loadPeer<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw new NonRetryableError(
      `Cannot send this notice: it needs the package "${name}", which cannot be loaded; install it beside @mojob/notice-runner`,
      { cause },
    );
  }
}
