import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import type { MeasuredUsage } from "@mojob/core/ports";
import { describe, expect, it, vi } from "vitest";
import type { Argv } from "../launch.ts";
import { resolveLimits } from "../process-limits.ts";
import { runProcess } from "../run-process.ts";
import { UsageMeter } from "./usage-meter.ts";

vi.setConfig({ testTimeout: 60_000 });

const MB = 1024 * 1024;
/** Fills 100 MB, computes until it has used so much processor time, and keeps the memory until it was looked at. */
const burn = (cpuMs: number): string =>
  `const kept=Buffer.alloc(100*${MB},1);const used=()=>{const{user,system}=process.cpuUsage();return(user+system)/1000};` +
  `while(used()<${cpuMs});let waits=0;` +
  `const wait=setInterval(()=>{if(kept.length&&(fs.existsSync("seen")||++waits>1000))clearInterval(wait)},10)`;

interface Measured {
  readonly looks: readonly MeasuredUsage[];
  readonly usage: MeasuredUsage | undefined;
}

interface RunOptions {
  readonly isMeasured?: boolean;
  readonly signal?: AbortSignal;
  readonly onLook?: (usage: MeasuredUsage) => void;
}

async function run(
  argv: Argv,
  { isMeasured = true, signal = new AbortController().signal, onLook = () => {} }: RunOptions = {},
): Promise<Measured> {
  const cwd = await mkdtemp(join(tmpdir(), "usage-"));
  await writeFile(join(cwd, "in"), "");
  const looks: MeasuredUsage[] = [];
  const see = (usage: MeasuredUsage): void => {
    looks.push(usage);
    onLook(usage);
    if ((usage.peakMemoryBytes ?? 0) > 100 * MB) writeFileSync(join(cwd, "seen"), "");
  };
  const note = (): void => {};
  try {
    await runProcess({
      argv,
      cwd,
      env: { PATH: "/usr/bin:/bin" },
      stdinPath: join(cwd, "in"),
      limits: resolveLimits(isMeasured ? {} : { memoryMb: null, processes: null }),
      killAfterMs: 1000,
      context: { signal, log: { debug: note, info: note, warn: note, error: note } },
      onUsage: isMeasured ? see : undefined,
      onAbandon: () => {},
    }).catch(() => {});
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
  return { looks, usage: looks.at(-1) };
}

/** It has what the program says it used, and no more than an interpreter needs besides. */
function expectBurnt({ usage }: Measured, cpuMs: number): void {
  expect(usage?.cpuMs).toBeGreaterThanOrEqual(cpuMs - 20);
  expect(usage?.cpuMs).toBeLessThan(cpuMs + 250);
  expect(usage?.peakMemoryBytes).toBeGreaterThan(100 * MB);
  expect(usage?.peakMemoryBytes).toBeLessThan(260 * MB);
}

// Other systems show no table of processes.
describe.skipIf(process.platform !== "linux")("the usage of a program", () => {
  it("is its processor time and its peak memory", async () => {
    expectBurnt(await run([process.execPath, "-e", burn(300)]), 300);
  });

  it("has that of a child, which it waits for", async () => {
    const script = `"${process.execPath}" -e '${burn(300)}'; exit 0`;
    expectBurnt(await run(["/bin/sh", "-c", script]), 300);
  });

  it("is its own where several run and end at the same time", async () => {
    const together = await Promise.all(
      [200, 300, 400].map(async (cpuMs) => ({
        cpuMs,
        measured: await run([process.execPath, "-e", burn(cpuMs)]),
      })),
    );
    for (const { cpuMs, measured } of together) expectBurnt(measured, cpuMs);
  });

  it("is there of one that ends at once, and of one that is ended by its signal", async () => {
    const { usage } = await run(["/bin/sh", "-c", "exit 0"]);
    expect(usage?.cpuMs).toBeLessThan(100);
    const ending = new AbortController();
    const cut = await run([process.execPath, "-e", burn(60_000)], {
      signal: ending.signal,
      onLook: ({ cpuMs }) => (cpuMs ?? 0) > 50 && ending.abort(new Error("enough")),
    });
    expect(cut.usage?.cpuMs).toBeGreaterThan(50);
    expect(cut.usage?.cpuMs).toBeLessThan(30_000);
  });

  it("comes with its course where it took some seconds", async () => {
    const measured = await run([process.execPath, "-e", burn(5500)]);
    expectBurnt(measured, 5500);
    const { cpuMs = 0, series } = measured.usage ?? {};
    const { everyMs = 0, cpu = [], memoryBytes = [] } = series ?? {};
    expect(cpu.length).toBeGreaterThan(5000 / everyMs);
    // The shares of steps are rounded, and the last step is a part of one.
    expect(cpu.reduce((sum, one) => sum + one * everyMs, 0)).toBeGreaterThan((cpuMs ?? 0) - 10);
    expect(Math.max(...memoryBytes)).toBeGreaterThan(100 * MB);
  });

  it("is whole where the last look came between the program's end and word of it", async () => {
    const looks: MeasuredUsage[] = [];
    const [program, other] = [1, 2].map((pid) => ({
      pid,
      parent: 0,
      group: 1,
      memoryBytes: MB,
      cpuSeconds: 0,
    }));
    if (program === undefined || other === undefined) expect.fail();
    const meter = new UsageMeter(program.pid, (usage) => looks.push(usage));
    meter.look([program, other], performance.now());
    spawnSync(process.execPath, ["-e", burn(300).replace(/let waits.*/, "")]);
    meter.look([other], performance.now());
    await meter.end();
    expect(looks.at(-1)?.cpuMs).toBeGreaterThanOrEqual(280);
  });

  it("is not measured where nobody asks for it", async () => {
    const { looks } = await run([process.execPath, "-e", "process.cpuUsage()"], { isMeasured: false });
    expect(looks).toEqual([]);
  });
});
