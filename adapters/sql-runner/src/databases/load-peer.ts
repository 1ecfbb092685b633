import { NonRetryableError } from "@mojob/core";

/**
 * Loads the driver of a database: a worker without connections to it does not install that.
 * @throws NonRetryableError that names the package where it is not installed
 */
export async function loadPeer<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw new NonRetryableError(
      `Cannot execute the statement: it needs the package "${name}", which cannot be loaded; install it beside @mojob/sql-runner`,
      { cause },
    );
  }
}
