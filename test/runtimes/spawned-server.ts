import { fileURLToPath } from "node:url";
import {
  type RuntimeUnderTest,
  type SpawnedProgram,
  type SpawnOptions,
  spawnProgram,
} from "@mojob/test-services/spawned-program";

/** A fixture that listens. */
export interface SpawnedServer extends SpawnedProgram {
  /** From its `listening <url>` line. */
  readonly url: string;
}

/** Runs a fixture on the real runtime and waits until it listens. */
export async function spawnServer(
  runtime: RuntimeUnderTest,
  fixture: string,
  env: Readonly<Record<string, string>> = {},
): Promise<SpawnedServer> {
  const program = spawnFixture(runtime, fixture, { env });
  const listening = await program.line(/^listening /);
  return { ...program, url: listening.slice("listening ".length) };
}

/** Runs a fixture on the real runtime; a port of its own is found for it unless one is named. */
export function spawnFixture(
  runtime: RuntimeUnderTest,
  fixture: string,
  { args = [], env = {} }: SpawnOptions = {},
): SpawnedProgram {
  const path = fileURLToPath(new URL(`fixtures/${fixture}`, import.meta.url));
  return spawnProgram(runtime, path, { args, env: { MOJOB_PORT: "0", ...env } });
}
