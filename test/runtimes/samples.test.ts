import { execPath, platform } from "node:process";
import { fileURLToPath } from "node:url";
import { BUN, DENO } from "@mojob/test-services/runtimes";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { describe, expect, it } from "vitest";

const PROGRAM = fileURLToPath(new URL("./fixtures/samples-program.ts", import.meta.url));
const MB = 1024 * 1024;
interface Usage {
  readonly attempt: number;
  readonly cpuMs: number | null;
  readonly peakMemoryBytes: number | null;
}

interface Line {
  readonly name: string;
  readonly state?: string;
  readonly usage?: Usage | null;
  readonly points?: readonly Readonly<Record<string, number | null>>[];
  readonly samples?: readonly object[] | null;
  readonly jobs?: Readonly<Record<string, Omit<Usage, "attempt">>>;
}

function linesOf(output: string): (name: string) => Line {
  const lines = output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line);
  return (name) => lines.find((line) => line.name === name) ?? { name, state: output };
}

// Other systems show no table of processes.
describe.skipIf(platform !== "linux").each([NODE, BUN, DENO])("samples on $name", (runtime) => {
  it(
    "have what programs, threads and the worker used, and absent what the runtime does not say",
    { timeout: 180_000 },
    async () => {
      await using program = spawnProgram(runtime, PROGRAM, { args: ["on", execPath] });
      const { code } = await program.exit;
      const line = linesOf(program.output());
      for (const name of ["program", "script"]) {
        const { state, usage } = line(name);
        expect(state).toBe("Succeeded");
        expect(usage?.attempt).toBe(1);
        expect(usage?.cpuMs).toBeGreaterThanOrEqual(270);
        expect(usage?.cpuMs).toBeLessThan(900);
        expect(usage?.peakMemoryBytes).toBeGreaterThan(100 * MB);
        expect(usage?.peakMemoryBytes).toBeLessThan(300 * MB);
      }
      const ofThread = line("compute").usage;
      expect(ofThread?.cpuMs).toBeGreaterThanOrEqual(390);
      expect(ofThread?.cpuMs).toBeLessThan(900);
      expect(ofThread?.peakMemoryBytes).toBeNull();
      expect(line("block").usage).toBeNull();
      const { points = [] } = line("worker");
      expect(points.length).toBeGreaterThan(0);
      // It was blocked for 400 ms in one of them.
      expect(Math.max(...points.map(({ loopDelayMs }) => loopDelayMs ?? 0))).toBeGreaterThan(200);
      for (const point of points) {
        expect(point["memoryBytes"]).toBeGreaterThan(20 * MB);
        expect(point["processor"]).toBeGreaterThan(0);
        expect(point).toMatchObject({ samples: 1, limit: 8 });
      }
      expect(Math.max(...points.map(({ runningMax }) => runningMax ?? 0))).toBeGreaterThan(0);
      const { jobs = {} } = line("report");
      expect(jobs["program"]?.cpuMs).toBe(line("program").usage?.cpuMs);
      expect(jobs["program"]?.peakMemoryBytes).toBe(line("program").usage?.peakMemoryBytes);
      expect(jobs["block"]).toEqual({ cpuMs: null, peakMemoryBytes: null });
      expect(code).toBe(0);
    },
  );

  it("are none where they are switched off", { timeout: 120_000 }, async () => {
    await using program = spawnProgram(runtime, PROGRAM, { args: ["off", execPath] });
    const { code } = await program.exit;
    const line = linesOf(program.output());
    for (const name of ["program", "script", "compute", "block"])
      expect(line(name)).toEqual({ name, state: "Succeeded", usage: null, usageSeries: null });
    expect(line("worker")).toEqual({ name: "worker", points: [], samples: null });
    expect(line("report").jobs?.["program"]).toEqual({ cpuMs: null, peakMemoryBytes: null });
    expect(code).toBe(0);
  });
});
