import { MoJobError, MoJobErrorCode } from "@mojob/core";

/**
 * Loads a package that only some configurations need.
 * @throws MoJobError `invalid_configuration` where it is not installed
 */
export async function loadOptional<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw new MoJobError(
      MoJobErrorCode.InvalidConfiguration,
      `Cannot start with this configuration: it needs the package "${name}", which cannot be loaded; install it`,
      { cause },
    );
  }
}
