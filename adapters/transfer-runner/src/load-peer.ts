import { NonRetryableError } from "@mojob/core";

/**
 * Loads the package for a protocol: a worker without connections of it does not install that.
 * @throws NonRetryableError that names the package where it is not installed
 */
export async function loadPeer<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw new NonRetryableError(
      `Cannot transfer files: it needs the package "${name}", which cannot be loaded; install it beside @mojob/transfer-runner`,
      { cause },
    );
  }
}
