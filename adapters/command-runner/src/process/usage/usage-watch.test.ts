import { describe, expect, it } from "vitest";
import { resolveLimits } from "../process-limits.ts";
import { membersOf, type ProcessEntry, readProcesses } from "./process-table.ts";
import { exceeded } from "./usage-watch.ts";

const MB = 1024 * 1024;

function entry(pid: number, parent: number, group: number): ProcessEntry {
  return { pid, parent, group, memoryBytes: 100 * MB, cpuSeconds: 2 };
}

describe("membersOf()", () => {
  it("has the group, what it started, and what that started in a session of its own", () => {
    const table = [
      entry(7, 1, 7),
      entry(8, 7, 7),
      entry(9, 8, 9),
      entry(10, 9, 9),
      entry(11, 1, 7),
      entry(12, 1, 12),
    ];
    expect(membersOf(7, table).map(({ pid }) => pid)).toEqual([7, 8, 11, 9, 10]);
  });
});

describe("readProcesses()", () => {
  // Other kernels show no table of processes.
  it.skipIf(process.platform !== "linux")("reads this process with its parent and memory", () => {
    const self = readProcesses().find(({ pid }) => pid === process.pid);
    expect(self?.parent).toBe(process.ppid);
    expect(self?.memoryBytes).toBeGreaterThan(10 * MB);
  });
});

describe("exceeded()", () => {
  const members = [entry(7, 1, 7), entry(8, 7, 7), entry(9, 8, 7)];

  it.each([
    [{ memoryMb: 299 }, "memory_limit"],
    [{ memoryMb: 300 }, undefined],
    [{ cpuSeconds: 5 }, "cpu_limit"],
    [{ cpuSeconds: 6 }, undefined],
    [{ processes: 1 }, "process_limit"],
    [{ processes: 2 }, undefined],
    [{ memoryMb: null, cpuSeconds: null, processes: null }, undefined],
  ])("of %o is %s", (limits, code) => {
    expect(exceeded(members, resolveLimits(limits))?.code).toBe(code);
  });
});

describe("resolveLimits()", () => {
  it.each([{ memoryMb: 0 }, { outputMb: Number.NaN }, { processes: -1 }, { disk: 1 }])(
    "refuses %o",
    (limits) => {
      expect(() => resolveLimits(limits)).toThrow(/^Cannot limit processes: /);
    },
  );
});
