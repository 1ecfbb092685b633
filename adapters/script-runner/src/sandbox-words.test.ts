import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram, tryProgram } from "@mojob/command-runner/process";
import { describe, expect, it, onTestFinished } from "vitest";
import { type SandboxRequest, sandboxWords } from "./sandbox-words.ts";

const bubblewrap = findProgram("bwrap", process.env["PATH"] ?? "") ?? "";
const request = {
  bubblewrap,
  folder: "/tmp",
  readOnly: [],
  memoryMb: 8,
  tasks: null,
  refusesNamespaces: false,
  filter: null,
};
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

  // Root is exempt from it: as root the test becomes somebody else before.
  const setpriv = findProgram("setpriv", process.env["PATH"] ?? "");
  const other =
    process.getuid?.() === 0 ? [setpriv ?? "", "--reuid=54321", "--regid=54321", "--clear-groups"] : [];
  const canCount = hasSandbox && (other.length === 0 || setpriv !== null);
  // Where there is no sandbox, or nobody else to become.
  it.skipIf(!canCount).each([
    [40, "capped"],
    [null, "60 more"],
  ])("with %s tasks a script that starts sixty processes has them %s", (tasks, outcome) => {
    const folder = mkdtempSync(join(tmpdir(), "mojob-sandbox-"));
    chmodSync(folder, 0o777);
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const words = [...other, ...sandboxWords({ ...request, folder, tasks })];
    const line = "for one in $(seq 60); do sleep 5 & done 2>/dev/null; echo 60 more";
    const { stdout } = spawnSync(words[0] ?? "", [...words.slice(1), "/bin/sh", "-c", line], {
      encoding: "utf8",
      timeout: 20_000,
    });
    expect(stdout.trim() === "" ? "capped" : stdout.trim()).toBe(outcome);
  });
});
