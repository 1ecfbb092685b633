import process from "node:process";
import type { MoJobScheduler } from "@mojob/core";
import { type Figure, pause } from "../embedded/figures.ts";

const OPEN = 5000;
const TRIGGERED_TOGETHER = 250;
const LOOK_EVERY_MS = 100;
const IDLE_MS = 20_000;
const KEY = "bench.wait";

/** What tasks cost that wait for a time, all at once: memory and processor time of this process, with what it keeps of them. */
export async function measureWaiting({ instances }: MoJobScheduler): Promise<readonly Figure[]> {
  const before = usedBytes();
  for (let left = OPEN; left > 0; left -= TRIGGERED_TOGETHER)
    await instances.triggerMany(
      KEY,
      Array.from({ length: TRIGGERED_TOGETHER }, () => ({})),
    );
  while ((await instances.count({ jobKey: KEY, states: ["Processing"] }, OPEN)) < OPEN)
    await pause(LOOK_EVERY_MS);
  const bytes = usedBytes() - before;
  const began = process.cpuUsage();
  await pause(IDLE_MS);
  const { user, system } = process.cpuUsage(began);
  await instances.bulk({ action: "cancel", filter: { jobKey: KEY, states: ["Processing"] } });
  while ((await instances.count({ jobKey: KEY, states: ["Processing"] }, 1)) > 0) await pause(LOOK_EVERY_MS);
  return [
    {
      what: `memory of ${OPEN} tasks that wait`,
      value: `${(bytes / 2 ** 20).toFixed(0)} MiB`,
      aim: "≤ 100 MB",
    },
    { what: "of each", value: `${(bytes / OPEN / 1024).toFixed(1)} KiB`, aim: "≤ 20 KB" },
    {
      what: "a core's share while they wait",
      value: `${((user + system) / 10 / IDLE_MS).toFixed(2)} %`,
      aim: "",
    },
  ];
}

/** What is in use after a collection, which needs `--expose-gc`. */
function usedBytes(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
