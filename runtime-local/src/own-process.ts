import type { RunningProcess } from "@mojob/core/engine";
import type { RuntimeInfo } from "@mojob/core/platform";
import type { Clock } from "@mojob/core/ports";

/** This process as others are to see it. */
export function ownProcess({ pid, host }: RuntimeInfo, clock: Clock): RunningProcess {
  return { pid: pid ?? ownPid() ?? null, host: host ?? null, since: clock.now() };
}

/** Node, Bun and Deno have `process` as a global. */
function ownPid(): number | undefined {
  return (globalThis as { readonly process?: { readonly pid?: number } }).process?.pid;
}
