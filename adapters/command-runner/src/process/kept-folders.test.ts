import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { aWorkAttempt, MadeFiles, type WorkAttemptOptions } from "@mojob/contract-tests";
import { type IMoWorkRunner, PhaseName, type WorkKind } from "@mojob/core/ports";
import type { JobContext } from "@mojob/core";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { commandRunner } from "../command-runner.ts";
import type { KeptFoldersOptions } from "./kept-folders.ts";

function aRoot(): string {
  const path = mkdtempSync(join(tmpdir(), "mojob-kept-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const keeping = (path: string, more: Partial<KeptFoldersOptions> = {}): IMoWorkRunner<JobContext> =>
  commandRunner({ programs: ["sh"], keep: { path, ...more } });

const command = (script: string) => ({
  kind: "command" as typeof WorkKind.Command,
  argv: ["sh", "-c", script],
});

interface Ran {
  readonly path: string;
  readonly result: unknown;
  readonly lines: readonly string[];
}

/** Runs a script as the run of this id, and resolves to where its folder is. */
async function run(
  runner: IMoWorkRunner<JobContext>,
  root: string,
  instanceId: string,
  script: string,
  options: WorkAttemptOptions = {},
  recorded?: readonly string[],
): Promise<Ran> {
  const { attempt, lines } = aWorkAttempt(command(script), { ...options, instanceId });
  const { tenant, app, jobKey } = attempt.instance;
  const recordedRuns = recorded && (async () => new Set(recorded));
  const result: unknown = await runner
    .run({ ...attempt, ...(recordedRuns && { recordedRuns }) })
    .catch((error: unknown) => error);
  return { path: join(root, tenant, app, `job-${jobKey}-${instanceId}`), result, lines };
}

const textOf = (path: string, name: string): string => readFileSync(join(path, name), "utf8");
const kept = (path: string): readonly string[] =>
  readdirSync(dirname(path)).filter((name) => !name.startsWith("."));

describe("the kept folder of a run", () => {
  it("has its context, code, parameters, outputs, status and logs as they were written", async () => {
    const root = aRoot();
    const files = new MadeFiles();
    const args = { file: files.put("in.txt", "given\n"), n: 1 };
    const { path } = await run(
      keeping(root),
      root,
      "run-1",
      `echo out; echo careful >&2; printf 42 > "$MOJOB_OUTPUTS_DIR/total"; cp inputs/in.txt mine.txt`,
      { files, args },
    );
    expect(readdirSync(path).toSorted()).toEqual([
      "ctx.json",
      "ctx.log",
      "executeCode",
      "inputs",
      "job-error.log",
      "job.log",
      "mine.txt",
      "outputs",
      "params.json",
      "status",
    ]);
    expect(textOf(path, "status")).toBe("1\n");
    expect(textOf(path, "job.log")).toBe("out\n");
    expect(textOf(path, "job-error.log")).toBe("careful\n");
    expect(textOf(path, "outputs/total")).toBe("42");
    expect(textOf(path, "inputs/in.txt")).toBe("given\n");
    expect(textOf(path, "executeCode/process")).toContain("echo out");
    expect(JSON.parse(textOf(path, "params.json"))).toEqual({ file: join(path, "inputs/in.txt"), n: 1 });
    expect(JSON.parse(textOf(path, "ctx.json"))).toMatchObject({
      instanceId: "run-1",
      attempt: 1,
      phase: "process",
      params: args,
    });
    const events = textOf(path, "ctx.log")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(events).toEqual([
      { at: expect.stringMatching(/Z$/), event: "begins", phase: "process" },
      { at: expect.stringMatching(/Z$/), event: "ends", phase: "process", succeeded: true },
    ]);
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it("has no secrets, and its logs have none either", async () => {
    const root = aRoot();
    const secrets = { TOKEN: "s3cret-value" };
    const { path } = await run(keeping(root), root, "run-1", 'cat "$MOJOB_SECRET_TOKEN_FILE"', { secrets });
    expect(existsSync(join(path, "secrets"))).toBe(false);
    expect(textOf(path, "job.log")).toBe("***");
  });

  it("says that what failed has failed", async () => {
    const root = aRoot();
    const { path, result } = await run(keeping(root), root, "run-1", "echo begun; exit 3");
    expect(result).toMatchObject({ code: "exit_code" });
    expect(textOf(path, "status")).toBe("0\n");
    expect(textOf(path, "job.log")).toBe("begun\n");
  });

  it("is begun again by another attempt of its run, without what the one before has left", async () => {
    const root = aRoot();
    const runner = keeping(root);
    const first = await run(runner, root, "run-1", "echo one > left; echo 1 > outputs/a; exit 1");
    expect(existsSync(join(first.path, "left"))).toBe(true);
    const { path } = await run(runner, root, "run-1", "ls; ls outputs", { attempt: 2 });
    expect(path).toBe(first.path);
    expect(textOf(path, "job.log").split("\n")).not.toContain("left");
    expect(readdirSync(join(path, "outputs"))).toEqual([]);
    expect(JSON.parse(textOf(path, "ctx.json"))).toMatchObject({ attempt: 2 });
  });

  it("is that of the later attempt where the one before ends late", async () => {
    const root = aRoot();
    const runner = keeping(root);
    const wait = "until [ -e ../go ]; do sleep 0.05; done; exit 1";
    const late = run(runner, root, "run-1", wait);
    const { path } = await run(runner, root, "run-2", "exit 0");
    const first = join(dirname(path), "job-test.job-run-1");
    const place = kept(path).includes("job-test.job-run-1")
      ? first
      : join(dirname(path), kept(path)[0] ?? "");
    await expect.poll(() => existsSync(join(place, "job.log"))).toBe(true);
    const second = await run(runner, root, "run-1", "echo second", { attempt: 2 });
    writeFileSync(join(dirname(path), "go"), "");
    await late;
    expect(textOf(second.path, "status")).toBe("1\n");
    expect(textOf(second.path, "job.log")).toBe("second\n");
  });

  it("is the same for the phases of an attempt, of which `end` sees what `process` came to", async () => {
    const root = aRoot();
    const runner = keeping(root);
    const parts = new Map<string, Promise<{ remove(): Promise<void> }>>();
    const shared = {
      get: async <Part>(name: string, make: () => Promise<Part>): Promise<Part> => {
        if (!parts.has(name)) parts.set(name, make() as Promise<never>);
        return (await parts.get(name)) as Part;
      },
    };
    let path = "";
    for (const [phase, script] of [
      [PhaseName.Ready, "echo of ready > made"],
      [PhaseName.Process, "cat made; echo 7 > outputs/total"],
      [PhaseName.End, "cat status outputs/total"],
    ] as const) {
      const { attempt } = aWorkAttempt(command(script), { instanceId: "run-1" });
      path = join(
        root,
        attempt.instance.tenant,
        attempt.instance.app,
        `job-${attempt.instance.jobKey}-run-1`,
      );
      await runner.run({ ...attempt, shared, phase });
    }
    for (const part of parts.values()) await (await part).remove();
    expect(textOf(path, "job.log")).toBe("of ready\n1\n7\n");
    expect(readdirSync(join(path, "executeCode")).toSorted()).toEqual(["end", "process", "ready"]);
    expect(textOf(path, "executeCode/ready")).toContain("of ready");
    expect(textOf(path, "status")).toBe("1\n");
  });
});

describe("kept folders", () => {
  it("have names that fit into a file system, however long the id of a run is", async () => {
    const root = aRoot();
    const id = `shop.close#${"k".repeat(240)}`;
    const { path, result } = await run(keeping(root), root, id, "exit 0");
    expect(result).toBeNull();
    expect(kept(path)).toEqual([expect.stringMatching(/^job-.{190,}-[0-9a-f]{16}$/)]);
  });

  it("go with their runs", async () => {
    const root = aRoot();
    await run(keeping(root), root, "run-1", "exit 0");
    const { path } = await run(keeping(root), root, "run-2", "exit 0", {}, ["run-2"]);
    expect(kept(path)).toEqual([expect.stringMatching(/-run-2$/)]);
  });

  it("go after some days", async () => {
    const root = aRoot();
    const { path } = await run(keeping(root), root, "run-1", "exit 0");
    const [file] = readdirSync(join(dirname(path), ".kept"));
    const record = join(dirname(path), ".kept", file ?? "");
    const ended = JSON.parse(readFileSync(record, "utf8")) as object;
    writeFileSync(record, JSON.stringify({ ...ended, endedAt: new Date(0).toISOString() }));
    utimesSync(record, new Date(0), new Date(0));
    keeping(root);
    await expect.poll(() => kept(path)).toEqual([]);
  });

  it("have a quota for each app: the oldest go first, and one that alone has more is not kept", async () => {
    const root = aRoot();
    const runner = keeping(root, { mbPerApp: 2 });
    const write = (kb: number): string => `dd if=/dev/zero of=x bs=1024 count=${kb} 2>/dev/null`;
    await run(runner, root, "run-1", write(1000));
    await run(runner, root, "run-2", write(700));
    const { path } = await run(runner, root, "run-3", write(900));
    expect(kept(path).toSorted()).toEqual([
      expect.stringMatching(/-run-2$/),
      expect.stringMatching(/-run-3$/),
    ]);
    const large = await run(runner, root, "run-4", write(3000));
    expect(existsSync(large.path)).toBe(false);
    expect(large.lines.join("\n")).toMatch(/it has 3 MB, and app "[^"]+" may keep 2 MB \(mbPerApp\)/);
    expect(kept(path)).toHaveLength(2);
  });

  it("of a worker that was killed lose their secrets when one begins, and are kept as what did not end", async () => {
    const root = aRoot();
    const { path } = await run(keeping(root), root, "run-1", "exit 0");
    const [file] = readdirSync(join(dirname(path), ".kept"));
    const record = join(dirname(path), ".kept", file ?? "");
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").replaceAll(/[^0-9a-f]/g, "");
    const { folderPrefix } = await import("./folder-owner.ts");
    // The process of this number that began at another time.
    const owner = `${folderPrefix().replace(/-\d+-$/, "-1-")}abcdef`;
    expect(owner).toContain(boot.slice(0, 12));
    writeFileSync(record, JSON.stringify({ id: "run-1", owner, endedAt: null, kb: 0 }));
    mkdirSync(join(path, "secrets"));
    keeping(root);
    await expect.poll(() => existsSync(join(path, "secrets"))).toBe(false);
    await expect
      .poll(() => JSON.parse(readFileSync(record, "utf8")) as object)
      .toMatchObject({ id: "run-1", owner: null, endedAt: expect.stringMatching(/Z$/) });
    expect(existsSync(path)).toBe(true);
  });

  it("of one worker are not removed by another that looks at them while an attempt begins in one again", async () => {
    const root = aRoot();
    const [one, other] = [keeping(root), keeping(root)];
    const { path } = await run(one, root, "run-1", "exit 1");
    const asked = Promise.withResolvers<void>();
    const told = Promise.withResolvers<ReadonlySet<string>>();
    const { attempt } = aWorkAttempt(command("exit 0"), { instanceId: "run-2" });
    const looks = other.run({
      ...attempt,
      recordedRuns: () => {
        asked.resolve();
        return told.promise;
      },
    });
    await asked.promise;
    const go = join(root, "go");
    const again = run(one, root, "run-1", `touch begun; until [ -e ${go} ]; do sleep 0.05; done`, {
      attempt: 2,
    });
    await expect.poll(() => existsSync(join(path, "begun"))).toBe(true);
    // The run had been removed as that worker asked, and was there again before it was told.
    told.resolve(new Set(["run-2"]));
    await looks;
    expect(existsSync(join(path, "begun"))).toBe(true);
    writeFileSync(go, "");
    expect((await again).result).toBeNull();
    expect(textOf(path, "status")).toBe("1\n");
  });

  it("of a killed worker are not ended by one that begins where a third has begun an attempt in them meanwhile", async () => {
    const root = aRoot();
    const third = keeping(root);
    const { path } = await run(third, root, "run-1", "exit 1");
    const [file] = readdirSync(join(dirname(path), ".kept"));
    const record = join(dirname(path), ".kept", file ?? "");
    const { folderPrefix } = await import("./folder-owner.ts");
    const owner = `${folderPrefix().replace(/-\d+-$/, "-1-")}abcdef`;
    writeFileSync(record, JSON.stringify({ id: "run-1", owner, endedAt: null, kb: 0 }));
    // It measures the folder for as long as it is to.
    const [measures, measured] = [join(root, "measures"), join(root, "measured")];
    const programs = mkdtempSync(join(tmpdir(), "mojob-du-"));
    onTestFinished(() => rmSync(programs, { recursive: true }));
    const du = `#!/bin/sh\ntouch ${measures}\nuntil [ -e ${measured} ]; do sleep 0.05; done\necho 4\n`;
    writeFileSync(join(programs, "du"), du, { mode: 0o700 });
    vi.stubEnv("PATH", `${programs}:${process.env["PATH"]}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const begins = keeping(root);
    await expect.poll(() => existsSync(measures)).toBe(true);
    const go = join(root, "go");
    const secrets = { TOKEN: "s3cret-value" };
    const again = run(third, root, "run-1", `touch begun; until [ -e ${go} ]; do sleep 0.05; done`, {
      attempt: 2,
      secrets,
    });
    await expect.poll(() => existsSync(join(path, "begun"))).toBe(true);
    expect(existsSync(join(path, "secrets"))).toBe(true);
    writeFileSync(measured, "");
    // Its attempts wait until it has looked at all that was left.
    await run(begins, root, "run-2", "exit 0");
    expect(JSON.parse(readFileSync(record, "utf8"))).toMatchObject({
      owner: expect.any(String),
      endedAt: null,
    });
    writeFileSync(go, "");
    await again;
    expect(existsSync(join(path, "secrets"))).toBe(false);
    expect(JSON.parse(readFileSync(record, "utf8"))).toMatchObject({
      owner: null,
      endedAt: expect.any(String),
    });
  });

  it.each([
    [{ path: "runs" }, /"runs" is no absolute path/],
    [{ path: "/srv/runs", days: 0 }, /0 days/],
    [{ path: "/srv/runs", mbPerApp: -1 }, /-1 MB/],
  ])("are refused with %j", (keep, message) => {
    expect(() => commandRunner({ programs: ["sh"], keep })).toThrow(message);
  });
});
