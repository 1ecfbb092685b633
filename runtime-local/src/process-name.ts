import type { RuntimeInfo } from "@mojob/core/platform";
import type { Clock } from "@mojob/core/ports";

/** This process as another one's message names it. */
export function processName({ pid, host }: RuntimeInfo, clock: Clock): string {
  const since = `since ${clock.now().toISOString()}`;
  const id = pid ?? ownPid();
  if (id === undefined) return `a process ${since}`;
  return `process ${id}${host === undefined ? "" : ` on "${host}"`}, ${since},`;
}

/** Node, Bun and Deno have `process` as a global. */
function ownPid(): number | undefined {
  return (globalThis as { readonly process?: { readonly pid?: number } }).process?.pid;
}
