import { mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parseStatus, StatusFile } from "./status-file.ts";

interface Followed {
  readonly path: string;
  readonly file: StatusFile;
  readonly progress: readonly unknown[];
  readonly warnings: readonly string[];
}

async function aStatusFile(): Promise<Followed> {
  const folder = await mkdtemp(join(tmpdir(), "mojob-status-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const progress: unknown[] = [];
  const warnings: string[] = [];
  const ignore = (): void => {};
  const log = {
    debug: ignore,
    info: ignore,
    warn: (line: string) => void warnings.push(line),
    error: ignore,
  };
  const path = join(folder, "status");
  const report = (fraction: number, message?: string): void => void progress.push([fraction, message]);
  return { path, file: new StatusFile(path, { progress: report, log }), progress, warnings };
}

describe("parseStatus()", () => {
  it.each([
    ["0.4", 0.4, undefined],
    ["1\n", 1, undefined],
    ["40%", 0.4, undefined],
    [" 12.5%  copying 文件 ", 0.125, "copying 文件"],
    ["0 begun", 0, "begun"],
  ])("reads %j", (text, fraction, message) => expect(parseStatus(text)).toEqual({ fraction, message }));

  it.each(["2", "101%", "-1", "half", "1e-3", "0.5\n0.6", "{}", "NaN", "0.5x"])("refuses %j", (text) => {
    expect(() => parseStatus(text)).toThrow("it must be one line");
  });
});

describe("StatusFile", () => {
  it("reports what is written, once each time", async () => {
    const { path, file, progress, warnings } = await aStatusFile();
    await file.look();
    await writeFile(path, "25% copying");
    await file.look();
    await file.look();
    await writeFile(path, "0.75 checking");
    await file.close();
    expect(progress).toEqual([
      [0.25, "copying"],
      [0.75, "checking"],
    ]);
    expect(warnings).toEqual([]);
  });

  it("waits for the end of what is being written before it warns, and warns once", async () => {
    const { path, file, progress, warnings } = await aStatusFile();
    await writeFile(path, "0.");
    await file.look();
    await writeFile(path, "0.5");
    await file.look();
    expect([progress, warnings]).toEqual([[[0.5, undefined]], []]);
    for (const bad of ["half", "nearly", "whole"]) {
      await writeFile(path, bad);
      await file.look();
      await file.look();
    }
    await writeFile(path, "0.9");
    await file.close();
    expect(progress).toEqual([
      [0.5, undefined],
      [0.9, undefined],
    ]);
    expect(warnings).toEqual([expect.stringContaining("The status file was left out: ")]);
  });

  it("reads no link, and nothing that is large", async () => {
    const large = await aStatusFile();
    await writeFile(large.path, "");
    await truncate(large.path, 1024 ** 3);
    await large.file.close();
    expect(large.warnings).toEqual([expect.stringContaining("more than 4096 bytes")]);
    const linked = await aStatusFile();
    await symlink("/etc/hostname", linked.path);
    await linked.file.close();
    expect(linked.warnings).toEqual([expect.stringContaining("not a plain file")]);
    expect([large.progress, linked.progress]).toEqual([[], []]);
  });

  it("says that the program has succeeded where that is the last that the program itself has written", async () => {
    const { path, file, progress } = await aStatusFile();
    await writeFile(path, "1\n");
    await file.begin();
    await file.look();
    expect([file.saysSuccess, progress]).toEqual([false, []]);
    for (const [text, says] of [
      ["1 \n", true],
      ["100%", false],
      ["1", true],
      ["1 done", false],
      ["  1", true],
      ["", false],
    ] as const) {
      await writeFile(path, text);
      await file.look();
      expect([text, file.saysSuccess]).toEqual([text, says]);
    }
    await file.close();
  });
});
