import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram, tryProgram } from "@mojob/command-runner/process";
import { describe, expect, it, onTestFinished } from "vitest";
import { type SandboxRequest, sandboxWords } from "./sandbox-words.ts";

const bubblewrap = findProgram("bwrap", process.env["PATH"] ?? "") ?? "";
const request = { bubblewrap, folder: "/tmp", readOnly: [], memoryMb: 8, refusesNamespaces: false };
const canMake = (one: SandboxRequest): boolean =>
  bubblewrap !== "" && tryProgram([...sandboxWords(one), "/bin/sh", "-c", ":"]) === null;
const hasSandbox = canMake(request);
const refusing = { ...request, refusesNamespaces: true };

describe("sandboxWords()", () => {
  it.each([
    [8, 8],
    [null, 256],
    [4096, 256],
  ])("with %s MB of memory gives /tmp and /dev/shm %i MB each", (memoryMb, mb) => {
    const words = sandboxWords({ ...request, memoryMb }).join(" ");
    for (const path of ["/tmp", "/dev/shm"])
      expect(words).toContain(`--size ${mb * 1024 * 1024} --tmpfs ${path}`);
  });

  // Where bubblewrap is not there or namespaces cannot be made.
  it.skipIf(!hasSandbox).each(["/tmp", "/dev/shm"])("lets no script fill the memory by way of %s", (path) => {
    const folder = mkdtempSync(join(tmpdir(), "mojob-sandbox-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const line = `dd if=/dev/zero of=${path}/x bs=1048576 count=20 2>/dev/null; wc -c < ${path}/x; echo ok > ${folder}/y`;
    const [program, ...words] = sandboxWords({ ...request, folder });
    const { stdout, status } = spawnSync(program, [...words, "/bin/sh", "-c", line], { encoding: "utf8" });
    expect([status, Number(stdout)]).toEqual([0, 8 * 1024 * 1024]);
  });

  // Versions of bubblewrap before 0.8 cannot, and unshare(1) is to be there.
  it.skipIf(!canMake(refusing) || findProgram("unshare", process.env["PATH"] ?? "") === null).each([
    [true, "refused"],
    [false, "made"],
  ])("where namespaces inside it are refused (%s), one is %s", (refusesNamespaces, outcome) => {
    const [program, ...words] = sandboxWords({ ...request, refusesNamespaces });
    const line = "unshare --user --map-root-user true 2>/dev/null && echo made || echo refused";
    const { stdout } = spawnSync(program, [...words, "/bin/sh", "-c", line], { encoding: "utf8" });
    expect(stdout.trim()).toBe(outcome);
  });
});
