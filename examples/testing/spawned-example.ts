import { fileURLToPath } from "node:url";
import {
  type RuntimeUnderTest,
  type SpawnedProgram,
  spawnProgram,
} from "@mojob/test-services/spawned-program";

/** Runs a file of the examples on the real runtime. */
export function spawnExample(
  runtime: RuntimeUnderTest,
  file: string,
  env: Readonly<Record<string, string>> = {},
): SpawnedProgram {
  return spawnProgram(runtime, fileURLToPath(new URL(`../${file}`, import.meta.url)), { env });
}
