import { fileURLToPath } from "node:url";
import { BUN, DENO } from "@mojob/test-services/runtimes";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { describe, expect, it } from "vitest";

const PROGRAM = fileURLToPath(new URL("../fixtures/threads-program.ts", import.meta.url));

describe.each([NODE, BUN, DENO])("jobs in threads on $name", (runtime) => {
  it("return, log, call, fail and are ended, each without the others", { timeout: 120_000 }, async () => {
    await using program = spawnProgram(runtime, PROGRAM);
    const { code } = await program.exit;
    const lines = program
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"));
    const ends = new Map(
      lines
        .map((line) => JSON.parse(line) as { name: string; stack?: string; lines?: string[] })
        .map((end) => [end.name, end]),
    );
    const ended = (name: string): unknown => ends.get(name);

    expect(ended("compute")).toMatchObject({ state: "Succeeded", result: true });
    expect(ended("greet")).toMatchObject({ state: "Succeeded", result: "Hello ada" });
    expect(ended("talk")).toMatchObject({
      state: "Succeeded",
      result: { child: true, listed: "talk", when: "1970-01-01T00:00:00.000Z" },
      lines: ["info to ada", "error attempt 1", expect.stringContaining('Cannot find run "nobody"')],
    });
    expect(ended("store")).toMatchObject({
      state: "Succeeded",
      result: { name: "note.txt", size: 5, stored: "hello", refusal: "invalid_argument" },
    });
    expect(ended("snooze")).toMatchObject({ state: "Succeeded", attempt: 2, result: "attempt 2" });
    expect(ended("snooze for no time")).toMatchObject({ state: "Terminated", code: "invalid_argument" });
    expect(ended("deaf")).toMatchObject({
      state: "Terminated",
      code: "timeout",
      message: "The attempt took longer than 300 ms; its code ignored the signal and was stopped by force",
    });
    expect(ended("listening")).toMatchObject({ state: "Cancelled" });
    expect(ended("fail final")).toMatchObject({ attempt: 1, message: "gone for good" });
    expect(ended("fail plain")).toMatchObject({ attempt: 2, state: "Terminated", message: "too far" });
    expect(ends.get("fail plain")?.stack).toMatch(/too far[^]*jobs\.ts[^]*Caused by: [^]*the cause/);
    expect(ended("fail exit")).toMatchObject({
      attempt: 1,
      message: "The thread of the run ended with code 3",
    });
    expect(ended("fail stray")).toMatchObject({ message: "nobody waits for this" });
    expect(ended("compute again")).toMatchObject({ state: "Succeeded" });
    expect(ended("worker")).toMatchObject({ running: 0, abandoned: 0 });
    expect(code).toBe(0);
  });
});
