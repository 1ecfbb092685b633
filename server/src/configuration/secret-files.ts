import { readFile } from "node:fs/promises";
import { MoJobError, MoJobErrorCode } from "@mojob/core";
/** The environment of a process. */
type Environment = Readonly<Record<string, string | undefined>>;

const SUFFIX = "_FILE";

/** Variables whose values are secrets, or hold some: each can come from the file that a variable of its name and `_FILE` names. */
export const SECRET_VARIABLES: readonly string[] = [
  "MOJOB_TOKEN",
  "MOJOB_STORE",
  "MOJOB_EXECUTORS",
  "MOJOB_XXL",
  "MOJOB_CONNECTIONS",
  "MOJOB_SQL_JOBS",
  "MOJOB_TRANSFER_JOBS",
  "MOJOB_SMTP_URL",
  "MOJOB_HEARTBEAT_URL",
];

/**
 * The environment with its secrets read from files, as container platforms mount them: `MOJOB_TOKEN_FILE=/run/secrets/token` stands for
 * `MOJOB_TOKEN`. The end of the file's last line does not belong to the secret.
 * @throws MoJobError `invalid_configuration` for a file that cannot be read or is empty, and for both variables at once
 * @example
 * ```ts
 * import { parseConfiguration, withSecretFiles } from "@mojob/server";
 *
 * const { port } = parseConfiguration(await withSecretFiles({ MOJOB_PORT: "8080" }));
 * ```
 */
export async function withSecretFiles(env: Environment): Promise<Environment> {
  const read: Record<string, string | undefined> = { ...env };
  for (const variable of SECRET_VARIABLES) {
    const name = `${variable}${SUFFIX}`;
    const path = env[name];
    delete read[name];
    if (path === undefined || path === "") continue;
    if (env[variable] !== undefined) throw refused(name, `must be left out beside ${variable}`);
    // One after the other: there are few, and the first mistake is reported.
    // oxlint-disable-next-line no-await-in-loop
    const text = await readFile(path, "utf8").catch((error: unknown) => {
      throw refused(name, `names "${path}", which cannot be read`, error);
    });
    const secret = text.replace(/\r?\n$/, "");
    if (secret === "") throw refused(name, `names "${path}", which is empty`);
    read[variable] = secret;
  }
  return read;
}

/** Whether a variable names the file of a secret. */
export function isSecretFile(variable: string): boolean {
  return variable.endsWith(SUFFIX) && SECRET_VARIABLES.includes(variable.slice(0, -SUFFIX.length));
}

function refused(variable: string, why: string, cause?: unknown): MoJobError {
  return new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    `Cannot start with this configuration: ${variable} ${why}`,
    { cause },
  );
}
