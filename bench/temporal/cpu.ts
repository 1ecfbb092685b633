import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";

/** Clock ticks of `/proc` a second, on every Linux there is. */
const TICKS_A_SECOND = 100;

/** Milliseconds of CPU since the processes began, by process. */
export interface CpuUse {
  readonly node: number;
  readonly temporal: number;
  readonly store: number;
}

/** What this process and the servers it has started have used; the servers where there is a `/proc`. */
export function cpuUse(): CpuUse {
  const { user, system } = process.cpuUsage();
  const use = { node: (user + system) / 1000, temporal: 0, store: 0 };
  for (const child of childrenOf(process.pid)) {
    if (child.name === "sh") continue;
    use[child.name.startsWith("temporal") ? "temporal" : "store"] += child.cpuMs;
  }
  return use;
}

/** CPU milliseconds a run cost since, of all processes. */
export function cpuEachMs(before: CpuUse, runs: number): number {
  const now = cpuUse();
  return (
    (["node", "temporal", "store"] as const).reduce((sum, name) => sum + now[name] - before[name], 0) / runs
  );
}

/** CPU a run cost since: "node + Temporal + store". */
export function cpuEach(before: CpuUse, runs: number): string {
  const now = cpuUse();
  const parts = (["node", "temporal", "store"] as const).map((name) => (now[name] - before[name]) / runs);
  const sum = parts.reduce((a, b) => a + b, 0);
  return `${sum.toFixed(2)} (${parts.map((part) => part.toFixed(2)).join(" + ")})`;
}

function childrenOf(pid: number): readonly { readonly name: string; readonly cpuMs: number }[] {
  return readdirSync("/proc").flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, "utf8");
      const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const ticks = Number(fields[11]) + Number(fields[12]);
      return Number(fields[1]) === pid ? [{ name, cpuMs: (ticks / TICKS_A_SECOND) * 1000 }] : [];
    } catch {
      // It ended meanwhile.
      return [];
    }
  });
}
