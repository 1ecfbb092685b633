import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram, tryProgram } from "@mojob/command-runner/process";
import { describe, expect, it, onTestFinished } from "vitest";
import { sandboxWords } from "./sandbox-words.ts";
import { seccompFilter } from "./seccomp-filter.ts";

const PATH = process.env["PATH"] ?? "";
const bubblewrap = findProgram("bwrap", PATH) ?? "";
const perl = findProgram("perl", "/usr/bin:/bin");
const NOT_PERMITTED = 1;
const NOT_IMPLEMENTED = 38;

function wordsIn(folder: string, hasFilter: boolean): readonly [string, ...string[]] {
  const path = join(folder, "filter");
  const filter = seccompFilter(process.arch);
  if (hasFilter && filter !== null) writeFileSync(path, filter);
  return sandboxWords({
    bubblewrap,
    folder,
    readOnly: [],
    memoryMb: 8,
    tasks: null,
    refusesNamespaces: false,
    filter: hasFilter ? path : null,
  });
}

function inFolder<Result>(work: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), "mojob-seccomp-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return work(folder);
}

const canFilter =
  bubblewrap !== "" &&
  perl !== null &&
  (() => {
    const folder = mkdtempSync(join(tmpdir(), "mojob-seccomp-"));
    try {
      return tryProgram([...wordsIn(folder, true), "/bin/sh", "-c", ":"]) === null;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  })();

/** By name: its number on x64 and on arm64, and arguments. */
const CALLS: readonly (readonly [name: string, x64: number, arm64: number, args: string, errno: number])[] = [
  ["keyctl", 250, 219, "0, -3, 1", NOT_PERMITTED],
  ["bpf", 321, 280, "0, 0, 0", NOT_PERMITTED],
  ["ptrace", 101, 117, "0, 0, 0, 0", NOT_PERMITTED],
  ["mount", 165, 40, "0, 0, 0, 0, 0", NOT_PERMITTED],
  ["fsopen", 430, 430, "0, 0", NOT_PERMITTED],
  ["kexec_load", 246, 104, "0, 0, 0, 0", NOT_PERMITTED],
  ["userfaultfd", 323, 282, "1", NOT_PERMITTED],
  ["perf_event_open", 298, 241, "0, 0, 0, 0, 0", NOT_PERMITTED],
  ["unshare with a namespace of users", 272, 97, "0x10000000", NOT_PERMITTED],
  ["unshare with nothing", 272, 97, "0", NOT_PERMITTED],
  ["clone with a namespace of users", 56, 220, "0x10000011, 0, 0, 0, 0", NOT_PERMITTED],
  ["clone3", 435, 435, "0, 0", NOT_IMPLEMENTED],
  ["io_uring_setup", 425, 425, "0, 0", NOT_IMPLEMENTED],
  ["ioctl that types into the terminal", 16, 29, "0, 0x5412, 0", NOT_PERMITTED],
];

/** Calls the kernel; prints the number of the error. */
function errnoOf(words: readonly string[], call: readonly [string, number, number, string, number]): number {
  const [, x64, arm64, args] = call;
  const number = process.arch === "x64" ? x64 : arm64;
  const line = `my $r = syscall(${number}, ${args}); exit 0 if $r == 0 && ${number} == ${process.arch === "x64" ? 56 : 220}; print $r == -1 ? $!+0 : 0;`;
  const [program = "", ...rest] = words;
  const { stdout } = spawnSync(program, [...rest, perl ?? "", "-e", line], { encoding: "utf8" });
  return Number(stdout);
}

describe("seccompFilter()", () => {
  // Where bubblewrap, filters of system calls or Perl are not there.
  it.skipIf(!canFilter).each(CALLS)("refuses a script %s", (...call) => {
    const [, , , , errno] = call;
    expect(
      errnoOf(
        inFolder((folder) => wordsIn(folder, true)),
        call,
      ),
    ).toBe(errno);
  });

  // Where bubblewrap, filters of system calls or Perl are not there.
  it.skipIf(!canFilter)("lets programs start others, make threads and use files", () => {
    const line = "echo one | cat > x && (sleep 0 & wait) && cat x && perl -e 'fork or exit; wait; print 2'";
    const [program, ...words] = inFolder((folder) => wordsIn(folder, true));
    const { stdout, status } = spawnSync(program, [...words, "/bin/sh", "-c", line], { encoding: "utf8" });
    expect([status, stdout]).toEqual([0, "one\n2"]);
  });

  // Where bubblewrap, filters of system calls or Perl are not there.
  it.skipIf(!canFilter)("is what refuses them", () => {
    const unshare = CALLS.find(([name]) => name === "unshare with nothing") ?? CALLS[0]!;
    expect(
      errnoOf(
        inFolder((folder) => wordsIn(folder, false)),
        unshare,
      ),
    ).toBe(0);
  });

  it("knows the numbers of two processors, and refuses every other program", () => {
    expect(seccompFilter("x64")?.length).toBeGreaterThan(0);
    expect(seccompFilter("arm64")?.length).toBeGreaterThan(0);
    expect(seccompFilter("s390x")).toBeNull();
  });

  it.each(["x64", "arm64"])("jumps to places within itself, on %s", (arch) => {
    const bytes = seccompFilter(arch) ?? new Uint8Array();
    const view = new DataView(bytes.buffer);
    const count = bytes.length / 8;
    for (let index = 0; index < count; index += 1)
      if ((view.getUint16(index * 8, true) & 0x07) === 0x05)
        for (const jump of [view.getUint8(index * 8 + 2), view.getUint8(index * 8 + 3)])
          expect(index + 1 + jump).toBeLessThan(count);
    // The last one lets the call through.
    expect(view.getUint32((count - 1) * 8 + 4, true)).toBe(0x7fff_0000);
  });
});
