import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileValue } from "@mojob/core";
import { scriptRunner } from "@mojob/script-runner";
import { until } from "@mojob/test-services/until";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import type { Deployment, DeploymentHarness, RunJson } from "./deployment.ts";
import { TaskCalls } from "./task-calls.ts";

const shell = (source: string): object => ({ kind: "script", language: "shell", source });

// The fourth seed's example 4.4.1: its parameters, output, success sign and program, with its quotes and the line ends that a page has lost.
const CONCAT = `#!/bin/bash
LINE1=\`wc -l \${file1} | awk '{print $1}'\`
echo \${LINE1}
LINE2=\`wc -l \${file2} | awk '{print $1}'\`
echo \${LINE2}
cat \${file2} >> \${file1}
LINE3=\`wc -l \${file1} | awk '{print $1}'\`
echo \${LINE3}
SUM=\`expr \${LINE1}+\${LINE2}\`
if (( \${LINE3} == \${SUM} ))
then
echo 'success'
else
echo 'failed'
fi`;

const month = (id: string, text: string): object => ({
  id,
  type: "job",
  job: {
    work: shell(`printf '${text}' > "$MOJOB_OUTPUTS_DIR/${id}.txt"`),
    results: [{ name: "file", type: "file", expression: `$.SELF.RESULT.files['${id}.txt']` }],
  },
});

const JOIN = {
  nodes: [
    month("january", String.raw`a\nb\n`),
    month("february", String.raw`c\n`),
    {
      id: "concat",
      type: "job",
      pre: [{ node: "january" }, { node: "february" }],
      job: {
        work: shell(CONCAT),
        params: ["file1", "file2"].map((name) => ({ name, type: "file" })),
        results: [{ name: "fileOutput", type: "file", expression: "$.JOB[‘concat’].PARAMS[‘file1’]" }],
        successCondition: { type: "logic", expression: "$.JOB[‘concat’].LOG#’success’" },
      },
      params: [
        { name: "file1", expression: "$.JOB['january'].RESULT.file" },
        { name: "file2", expression: "$.JOB['february'].RESULT.file" },
      ],
    },
  ],
  results: [{ name: "fileOutput", type: "file", expression: "$.JOB['concat'].RESULT.fileOutput" }],
};

/** The run once it is in a state. Programs take real time, for which a clock that stands still does not wait. */
function inState({ api, elapse }: Deployment, id: string, state: string): Promise<RunJson> {
  return until(`run "${id}" in state ${state}`, async () => {
    await elapse(50);
    const run = await api.run(id);
    return run.state === state && run;
  });
}

/** Where a worker keeps a folder, of whichever tenant the deployment is. */
function keptAt(kept: string, name: string): string {
  const [tenant = ""] = readdirSync(kept);
  return join(kept, tenant, "behaviour", name);
}

/** The working directories of runs: where programs work, and where people look. */
export function describeRunFolders(harness: DeploymentHarness): void {
  describe(`working directories (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async (): Promise<{ deployment: Deployment; kept: string; tasks: TaskCalls }> => {
      const kept = mkdtempSync(join(tmpdir(), "mojob-behaviour-"));
      onTestFinished(() => rmSync(kept, { recursive: true, force: true }));
      const runner = scriptRunner({
        languages: ["shell"],
        programs: { shell: "bash" },
        sandbox: "unsandboxed",
        keep: { path: kept },
      });
      const deployment = await harness.open({ jobs: [], runners: [runner] });
      return { deployment, kept, tasks: new TaskCalls(deployment) };
    };
    const folderOf = async ({ api }: Deployment, id: string) => {
      const path = `/instances/${encodeURIComponent(id)}/folder`;
      const { body } = await api.call<{ name: string; files: readonly { path: string }[] }>("GET", path);
      const read = async (file: string): Promise<string> =>
        new TextDecoder().decode(await api.download(`${path}/file?path=${encodeURIComponent(file)}`));
      return { name: body.name, paths: body.files.map((file) => file.path), read };
    };

    test("the seed's example of joined text files runs as it is written, and its output is the first file after that", async () => {
      const { deployment, kept, tasks } = await open();
      await tasks.create("join", JOIN);
      const { id } = await deployment.api.trigger("join");
      const { result } = await inState(deployment, id, "Succeeded");
      const { fileOutput } = result as { readonly fileOutput: FileValue };
      expect(fileOutput).toMatchObject({ name: "january.txt", size: 6 });
      const concat = `~${id}/#concat`;
      const path = `/instances/${encodeURIComponent(concat)}/files/january.txt`;
      expect(new TextDecoder().decode(await deployment.api.download(path))).toBe("a\nb\nc\n");

      // The directory of the task and that of the job, as the seed lays them out (4.3.4).
      const whole = await folderOf(deployment, id);
      expect(whole.name).toBe(`task-join-${id}`);
      expect(whole.paths).toEqual(
        expect.arrayContaining(["ctx.json", "ctx.log", "params.json", "currJobs", "outputs/fileOutput"]),
      );
      expect(await whole.read("outputs/fileOutput")).toBe("a\nb\nc\n");
      expect(await whole.read("currJobs")).toBe("");
      const jobs = await deployment.api.call<{ items: readonly { name: string }[] }>(
        "GET",
        `/instances/${id}/folder/jobs`,
      );
      expect(jobs.body.items.map(({ name }) => name).toSorted()).toEqual(
        ["concat", "february", "january"].map((node) => `job-${node}-~${id}_#${node}`),
      );
      const job = await folderOf(deployment, concat);
      expect(job.paths).toEqual(
        expect.arrayContaining([
          "ctx.json",
          "ctx.log",
          "executeCode/process",
          "status",
          "job.log",
          "job-error.log",
          "inputs/january.txt",
          "inputs/february.txt",
          "outputs/fileOutput",
        ]),
      );
      expect(await job.read("status")).toBe("1\n");
      expect(await job.read("executeCode/process")).toBe(CONCAT);
      expect(await job.read("job.log")).toBe("2\n1\n3\nsuccess\n");
      expect(await job.read("inputs/january.txt")).toBe("a\nb\n");
      expect(await job.read("outputs/fileOutput")).toBe("a\nb\nc\n");

      // And where the program really ran.
      const there = keptAt(kept, job.name);
      const textOf = (file: string): string => readFileSync(join(there, file), "utf8");
      for (const name of ["status", "job.log", "job-error.log", "executeCode/process"])
        expect([name, textOf(name)]).toEqual([name, await job.read(name)]);
      expect(textOf("inputs/january.txt")).toBe("a\nb\nc\n");
    });

    test("a script writes its status and results by files, and its phases share the directory", async () => {
      const { deployment, kept, tasks } = await open();
      const job = {
        ready: shell(`echo 20 > "$MOJOB_WORK_DIR/count"`),
        work: shell(
          `echo "$(($(cat count) + 1))" > outputs/total; echo broken >&2; echo 1 > "$MOJOB_STATUS_FILE"; exit 3`,
        ),
        end: shell(`echo "status $(cat status), total $(cat outputs/total)"`),
        results: [{ name: "total", type: "number", expression: "number($.SELF.RESULT.total)" }],
      };
      const results = [{ name: "total", type: "number", expression: "$.JOB['sum'].RESULT.total" }];
      await tasks.create("phases", { nodes: [{ id: "sum", type: "job", job }], results });
      const { id } = await deployment.api.trigger("phases");
      expect((await inState(deployment, id, "Succeeded")).result).toEqual({ total: 21 });
      const shown = await folderOf(deployment, `~${id}/#sum`);
      expect(shown.paths.filter((path) => path.startsWith("executeCode/"))).toEqual([
        "executeCode/ready",
        "executeCode/process",
        "executeCode/end",
      ]);
      expect(await shown.read("outputs/total")).toBe("21");
      expect(await shown.read("status")).toBe("1\n");
      expect(await shown.read("job-error.log")).toContain("broken\n");
      const there = keptAt(kept, shown.name);
      expect(readFileSync(join(there, "job.log"), "utf8")).toBe("status 1, total 21\n");
      expect(readdirSync(join(there, "executeCode")).toSorted()).toEqual(["end", "process", "ready"]);
      expect(existsSync(join(there, "secrets"))).toBe(false);
    });

    test("a job whose script fails without a word of its own has the status 0", async () => {
      const { deployment } = await open();
      const work = shell(`echo 0.5 > "$MOJOB_STATUS_FILE"; exit 3`);
      const created = await deployment.api.call("POST", "/jobs", {
        key: "fails",
        app: "behaviour",
        kind: "triggered",
        work,
      });
      expect(created.status).toBe(201);
      const { id } = await deployment.api.trigger("fails");
      await inState(deployment, id, "Terminated");
      const { name, read } = await folderOf(deployment, id);
      expect(name).toBe(`job-fails-${id}`);
      expect(await read("status")).toBe("0\n");
      expect(JSON.parse(await read("ctx.json"))).toMatchObject({ run: { error: { code: "exit_code" } } });
    });
  });
}
