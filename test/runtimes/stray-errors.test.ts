import { BUN, DENO } from "@mojob/test-services/runtimes";
import { NODE, type RuntimeUnderTest } from "@mojob/test-services/spawned-program";
import { describe, expect, it } from "vitest";
import { spawnFixture, spawnServer } from "./spawned-server.ts";

const FIXTURE = "stray-errors.ts";

interface Expectation {
  readonly runtime: RuntimeUnderTest;
  /** Whether the runtime says of which run an error is; measured, and said in each adapter's docstring. */
  readonly tellsRejections: boolean;
  readonly tellsTimers: boolean;
  /** Only where every exception is reported with its run does one without a run certainly belong to none. */
  readonly tellsFatal: boolean;
}

const EXPECTATIONS: readonly Expectation[] = [
  { runtime: NODE, tellsRejections: true, tellsTimers: true, tellsFatal: true },
  { runtime: BUN, tellsRejections: false, tellsTimers: true, tellsFatal: false },
  { runtime: DENO, tellsRejections: true, tellsTimers: false, tellsFatal: false },
];

describe.each(EXPECTATIONS)("on $runtime.name", ({ runtime, tellsRejections, tellsTimers, tellsFatal }) => {
  it.each([
    ["rejection", tellsRejections],
    ["exception", tellsTimers],
  ])("a stray %s fails at most the run it came from", async (kind, isTold) => {
    await using program = spawnFixture(runtime, FIXTURE, { args: [kind] });
    expect(await program.exit).toEqual({ code: 0, signal: null });
    const [reports, story] = parted(program.output().split("\n"));
    // A failed run is one line on stderr, where the runtime can attribute the error to it.
    expect(reports).toEqual(
      isTold ? [expect.stringContaining(`no retry follows: a stray ${kind}`) as string] : [],
    );
    expect(story).toEqual([
      `stray a stray ${kind} run=${isTold} fatal=false`,
      'bystander Succeeded "undisturbed"',
      isTold ? `careless Terminated a stray ${kind}` : "careless Cancelled null",
      'next Succeeded "ran"',
      "closed",
    ]);
  });

  it.each([
    ["outside", "an exception of the program"],
    ["output", "an error of its output"],
  ])("an exception of no run (%s) is called fatal where the runtime can tell", async (kind, message) => {
    await using program = spawnFixture(runtime, FIXTURE, { args: [kind] });
    expect(await program.exit).toEqual({ code: 0, signal: null });
    expect(program.output().split("\n")).toEqual([
      `stray ${message} run=false fatal=${tellsFatal}`,
      "closed",
    ]);
  });

  it("what nobody reads is no stray error", async ({ signal }) => {
    await using program = await spawnServer(runtime, "unread-output.ts");
    await program.stopReading();
    for (let run = 0; run < 2; run += 1) {
      const ended = await fetch(program.url, { signal });
      expect(await ended.text()).toBe("Terminated its own failure");
    }
    program.signalAlone("SIGTERM");
    expect(await program.exit).toEqual({ code: 0, signal: null });
  });
});

/** The scheduler's own reports, and what the program printed. */
function parted(lines: readonly string[]): readonly [reports: readonly string[], story: readonly string[]] {
  const isReport = (line: string): boolean => line.startsWith("[mojob] ");
  return [lines.filter(isReport), lines.filter((line) => !isReport(line))];
}
