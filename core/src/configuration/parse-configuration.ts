import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import { type Configuration, isLoopback } from "./configuration.ts";
import { readVariables, VARIABLE_NAMES, type VariableMistake } from "./configuration-variables.ts";
import { nearestName } from "./nearest-name.ts";

const PREFIX = "MOJOB_";

/**
 * Reads the configuration from environment variables; an empty one counts as absent, others than `MOJOB_*` are left alone.
 * @throws MoJobError `invalid_configuration` that lists every mistake, and never says a secret
 */
export function parseConfiguration(env: Readonly<Record<string, string | undefined>>): Configuration {
  const given = ownVariables(env);
  const unknown = Object.keys(given).filter((variable) => !VARIABLE_NAMES.includes(variable));
  const { configuration, mistakes } = readVariables(given);
  const wrong: VariableMistake[] = [
    ...unknown.map((variable) => ({ variable, message: unknownMessage(variable) })),
    ...(mistakes ?? []),
  ];
  if (!configuration) throw refused(wrong);
  wrong.push(...contradictions(configuration));
  if (wrong.length > 0) throw refused(wrong);
  return configuration;
}

/** Rules that span variables. */
function contradictions(configuration: Configuration): VariableMistake[] {
  const found: VariableMistake[] = [];
  if (configuration.runtime.kind === "temporal" && configuration.store.kind === "memory") {
    found.push({
      variable: "MOJOB_STORE",
      message: 'must be "mongodb://…" with a Temporal runtime: the machines share nothing else',
    });
  }
  if (configuration.token === null && !isLoopback(configuration.host)) {
    found.push({
      variable: "MOJOB_TOKEN",
      message: `is wanted to listen on "${configuration.host}": without one only a loopback address is served`,
    });
  }
  return found;
}

function ownVariables(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const own: Record<string, string> = {};
  for (const [variable, value] of Object.entries(env)) {
    if (variable.startsWith(PREFIX) && value) own[variable] = value;
  }
  return own;
}

function unknownMessage(variable: string): string {
  const near = nearestName(variable, VARIABLE_NAMES);
  return near ? `is unknown; did you mean "${near}"?` : `is unknown; there are ${VARIABLE_NAMES.join(", ")}`;
}

function refused(mistakes: readonly VariableMistake[]): MoJobError {
  const list = mistakes.map(({ variable, message }) => `${variable} ${message}`).join("; ");
  return new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    `Cannot start with this configuration: ${list}`,
    {
      issues: mistakes.map(({ variable, message }) => ({ pointer: `/${variable}`, message })),
    },
  );
}
