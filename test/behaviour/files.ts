import {
  defineTriggeredJob,
  type FileValue,
  isMoJobError,
  type JobContext,
  type JobRegistration,
} from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness, RunJson } from "./deployment.ts";
import { beatOf } from "./pace.ts";
import { inState } from "./states.ts";
import { TaskCalls } from "./task-calls.ts";

const codeOf = async (doing: Promise<unknown>): Promise<string> => {
  try {
    await doing;
    return "none";
  } catch (error) {
    return isMoJobError(error) ? error.code : String(error);
  }
};

const textOf = async ({ files }: JobContext, file: unknown): Promise<string> =>
  new Response(await files.read(file)).text();

async function* inPieces(text: string): AsyncGenerator<Uint8Array> {
  for (const character of text) yield new TextEncoder().encode(character);
}

/** Stores the text it gets; with `failsFirst` its first attempt fails after that. */
const write = defineTriggeredJob({
  key: "write",
  maxConcurrency: null,
  retryCount: 1,
  retryIntervalMs: 1000,
  execute: async (
    { text, name = "报告 1.csv", failsFirst = false }: { text: string; name?: string; failsFirst?: boolean },
    { files, attempt },
  ) => {
    const file = await files.write(name, inPieces(`${text}${failsFirst ? attempt : ""}`));
    if (failsFirst && attempt === 1) throw new Error("Not yet");
    return { file };
  },
});

const read = defineTriggeredJob({
  key: "read",
  maxConcurrency: null,
  execute: async ({ file }: { file: unknown }, context) => ({
    code: await codeOf(textOf(context, file)),
    text: await textOf(context, file).catch(() => null),
  }),
});

/** Files that runs leave in the store, which are values. */
export function describeFiles(harness: DeploymentHarness): void {
  describe(`files (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = (more: readonly JobRegistration[] = []): Promise<Deployment> =>
      harness.open({ jobs: [write, read, ...more] });

    const resultOf = async <Result>(deployment: Deployment, { id }: Pick<RunJson, "id">): Promise<Result> =>
      (await inState(deployment, id, "Succeeded")).result as Result;

    const written = async (
      deployment: Deployment,
      args: object,
    ): Promise<{ readonly id: string; readonly file: FileValue }> => {
      const run = await deployment.api.trigger("write", { args });
      const { file } = await resultOf<{ readonly file: FileValue }>(deployment, run);
      return { id: run.id, file };
    };

    test("a file that one run leaves is an argument of another one, which reads it", async () => {
      const deployment = await open();
      const { id, file } = await written(deployment, { text: "hello" });
      expect(file).toEqual({
        $file: `run-file:${id}/报告 1.csv`,
        name: "报告 1.csv",
        size: 5,
        sha256: "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
      });
      const reading = await deployment.api.trigger("read", { args: { file } });
      expect(await resultOf(deployment, reading)).toEqual({ code: "none", text: "hello" });
    });

    test("an attempt that follows replaces the file of the one before", async () => {
      const deployment = await open();
      const run = await deployment.api.trigger("write", { args: { text: "of attempt ", failsFirst: true } });
      await deployment.until("the first attempt to fail", async () => {
        await deployment.elapse(beatOf(harness));
        return (await deployment.api.run(run.id)).state === "Succeeded";
      });
      const { file } = await resultOf<{ file: FileValue }>(deployment, run);
      const reading = await deployment.api.trigger("read", { args: { file } });
      expect(await resultOf(deployment, reading)).toEqual({ code: "none", text: "of attempt 2" });
    });

    test("a file is listed and downloaded with its run, and goes with it", async () => {
      const rotated = defineTriggeredJob({
        key: "rotated",
        retention: { maxInstances: 1 },
        execute: async (text: string, { files }) => files.write("a.txt", text),
      });
      const deployment = await open([rotated]);
      const { api } = deployment;
      const first = await api.trigger("rotated", { args: "first" });
      const file = await resultOf<FileValue>(deployment, first);
      const path = `/instances/${first.id}/files`;
      const list = await api.call<{ readonly items: readonly object[] }>("GET", path);
      const { name, size, sha256 } = file;
      expect(list.body.items).toEqual([{ name, size, sha256, storedAt: expect.any(String) as string }]);
      expect(new TextDecoder().decode(await api.download(`${path}/a.txt`))).toBe("first");
      // The sweep is the same everywhere, and comes every half a minute.
      if (harness.isRealTime === true) return;
      const second = await api.trigger("rotated", { args: "second" });
      await inState(deployment, second.id, "Succeeded");
      await deployment.until("the first run to be removed, and its file", async () => {
        await deployment.elapse(beatOf(harness));
        const reading = await api.trigger("read", { args: { file } });
        return (await resultOf<{ readonly code: string }>(deployment, reading)).code === "file_not_found";
      });
      expect((await api.call("GET", path)).status).toBe(404);
      expect((await api.download(`/instances/${second.id}/files/a.txt`)).length).toBe(6);
    });

    test("an attempt that was asked to end stores nothing more", async () => {
      const gates = { go: (): void => {}, refusal: "" };
      const slow = defineTriggeredJob({
        key: "slow",
        execute: async (_: unknown, { files, signal }) => {
          const content = async function* (): AsyncGenerator<string> {
            yield "half";
            await new Promise<void>((resolve) => {
              signal.addEventListener("abort", () => resolve());
              gates.go();
            });
            yield "whole";
          };
          gates.refusal = await codeOf(files.write("a.txt", content()));
        },
      });
      const begun = new Promise<void>((resolve) => (gates.go = resolve));
      const deployment = await open([slow]);
      const { api } = deployment;
      const { id } = await api.trigger("slow");
      await begun;
      await api.cancel(id);
      await inState(deployment, id, "Cancelled");
      expect(gates.refusal).toBe("cancelled");
      expect((await api.call<{ items: unknown }>("GET", `/instances/${id}/files`)).body.items).toEqual([]);
    });

    test("a file of one node is a result of its task and a parameter of another node, also in a run that takes it over", async () => {
      const made = defineTriggeredJob({
        key: "made",
        execute: async (_: unknown, { files, instanceId }) => ({
          report: await files.write("report.txt", instanceId),
        }),
      });
      let reads = 0;
      const frail = defineTriggeredJob({
        key: "frail",
        execute: async ({ file }: { file: unknown }, context) => {
          const text = await textOf(context, file);
          reads += 1;
          if (reads === 1) throw new Error("Not yet");
          return { text };
        },
      });
      const deployment = await open([made, frail]);
      const tasks = new TaskCalls(deployment);
      const results = [{ name: "out", type: "file", expression: "$.SELF.RESULT.report" }];
      await tasks.create("task", {
        nodes: [
          { id: "make", type: "job", job: { work: { kind: "code", handler: "made" }, results } },
          {
            id: "take",
            type: "job",
            job: { key: "frail" },
            pre: [{ node: "make" }],
            params: [{ name: "file", expression: "$.JOB['make'].RESULT.out" }],
          },
        ],
        results: [
          { name: "report", type: "file", expression: "$.JOB['make'].RESULT.out" },
          { name: "text", type: "text", expression: "$.JOB['take'].RESULT.text" },
        ],
      });
      const { id } = await deployment.api.trigger("task");
      await inState(deployment, id, "Terminated");
      const again = await tasks.call<{ readonly instance: RunJson }>("POST", id, "/task/rerun", {
        mode: "smart",
      });
      expect([again.status, again.body]).toEqual([202, expect.anything()]);
      const maker = `~${id}/#make`;
      expect(await resultOf(deployment, again.body.instance)).toEqual({
        report: expect.objectContaining({ $file: `run-file:${maker}/report.txt`, size: maker.length }),
        text: maker,
      });
      const path = `/instances/${encodeURIComponent(maker)}/files/report.txt`;
      expect(new TextDecoder().decode(await deployment.api.download(path))).toBe(maker);
    });

    test("a node whose result is to be a file and is none has failed", async () => {
      const named = defineTriggeredJob({ key: "named", execute: () => ({ report: "report.txt" }) });
      const deployment = await open([named]);
      const tasks = new TaskCalls(deployment);
      const job = (expression: string): object => ({
        work: { kind: "code", handler: "named" },
        results: [{ name: "out", type: "file", expression }],
      });
      await tasks.create("task", {
        nodes: [
          { id: "text", type: "job", job: job("$.SELF.RESULT.report"), allowFailure: true },
          { id: "path", type: "job", job: job("File(/srv/report.txt)") },
        ],
      });
      const { id } = await deployment.api.trigger("task");
      await deployment.until("the task to succeed", async () => {
        // Both nodes end at once: what one of them makes of the other's step may wait for the next look.
        await deployment.elapse(beatOf(harness));
        return (await deployment.api.run(id)).state === "Succeeded";
      });
      const { nodes } = await tasks.read(id);
      expect(nodes).toMatchObject([
        { id: "text", code: "result_missing" },
        { id: "path", status: "Succeeded" },
      ]);
    });

    test("what is no file, was made up, or has other content since is not read", async () => {
      const deployment = await open();
      const { file } = await written(deployment, { text: "hello" });
      const madeUp: readonly (readonly [unknown, string])[] = [
        [{ ...file, sha256: "0".repeat(64) }, "file_not_found"],
        [{ ...file, $file: "run-file:other/报告 1.csv" }, "file_not_found"],
        [{ ...file, name: "other" }, "invalid_argument"],
        [{ $file: "/etc/passwd" }, "invalid_argument"],
        ["/etc/passwd", "invalid_argument"],
      ];
      for (const [value, code] of madeUp) {
        const reading = await deployment.api.trigger("read", { args: { file: value } });
        expect(await resultOf(deployment, reading)).toEqual({ code, text: null });
      }
    });

    test("names that are no names are refused, and whatever is no bytes", async () => {
      const refused = defineTriggeredJob({
        key: "refused",
        execute: async (_: unknown, { files }) => [
          await codeOf(files.write("../up", "x")),
          await codeOf(files.write("", "x")),
          await codeOf(files.write("number", 5 as never)),
          await codeOf(files.write("numbers", [1, 2] as never)),
        ],
      });
      const deployment = await open([refused]);
      const run = await deployment.api.trigger("refused");
      expect(await resultOf(deployment, run)).toEqual(Array.from({ length: 4 }, () => "invalid_argument"));
    });
  });
}
