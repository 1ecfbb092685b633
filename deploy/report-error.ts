import process from "node:process";
import { isMoJobError } from "@mojob/core";

/** Writes what went wrong where the container's log is kept; a mistake in the configuration needs no stack. */
export function reportError(error: unknown): void {
  const told = isMoJobError(error) ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${told}\n`);
}
