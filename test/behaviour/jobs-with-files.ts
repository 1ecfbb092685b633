import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileRunner } from "@mojob/file-runner";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import type { DeploymentHarness, RunJson } from "./deployment.ts";
import { beatOf } from "./pace.ts";
import { inState } from "./states.ts";

/** Jobs that do something with files below roots of their workers. */
export function describeJobsWithFiles(harness: DeploymentHarness): void {
  describe(`jobs with files (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async () => {
      const folder = mkdtempSync(join(tmpdir(), "mojob-behaviour-"));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      for (const name of ["in", "out"]) mkdirSync(join(folder, name));
      const runner = fileRunner({
        roots: { in: { folder: join(folder, "in"), readOnly: true }, out: { folder: join(folder, "out") } },
      });
      const deployment = await harness.open({ jobs: [], runners: [runner] });
      const create = (key: string, work: object, options: object = {}) =>
        deployment.api.call<{ errors?: readonly object[] }>("POST", "/jobs", {
          key,
          app: "behaviour",
          kind: "triggered",
          work: { kind: "file", ...work },
          options,
        });
      const trigger = async (key: string, args: unknown = null): Promise<string> => {
        const { body } = await deployment.api.call<{ instance: RunJson }>("POST", `/jobs/${key}/instances`, {
          args,
        });
        return body.instance.id;
      };
      return { folder, deployment, create, trigger };
    };

    test("are made where a worker has their roots, and leave files that others read", async () => {
      const { folder, deployment, create, trigger } = await open();
      for (const name of ["a", "b"]) writeFileSync(join(folder, "in", `${name}.csv`), `${name}\n`);
      for (const at of ["other:a", "in:a"]) {
        const { status, body } = await create("refused", { do: "remove", at });
        expect([status, body.errors]).toMatchObject([400, [{ code: "not_one_of" }]]);
      }
      const joined = { do: "concat", from: "in:", to: { store: "all.csv" } };
      expect((await create("join", { ...joined, match: "*.csv" })).status).toBe(201);
      const { result } = await inState(deployment, await trigger("join"), "Succeeded");
      expect(result).toMatchObject({ files: 2, size: 4 });
      const { file } = result as { readonly file: object };
      expect(
        (await create("pack", { do: "copy", from: { stored: "args.file" }, to: "out:{args.day}/all.csv" }))
          .status,
      ).toBe(201);
      await inState(deployment, await trigger("pack", { file, day: "monday" }), "Succeeded");
      expect(readFileSync(join(folder, "out/monday/all.csv"), "utf8")).toBe("a\nb\n");
    });

    test("are tried again where a file is not there yet, and not where a path is refused", async () => {
      const { folder, deployment, create, trigger } = await open();
      const options = { retryCount: 3, retryIntervalMs: beatOf(harness) };
      await create("copy", { do: "copy", from: "in:{args}", to: "out:copy" }, options);
      const refused = await inState(deployment, await trigger("copy", "../out"), "Terminated");
      expect(refused).toMatchObject({ attempt: 1, error: { code: "path_refused" } });
      const id = await trigger("copy", "later");
      await inState(deployment, id, "Failed");
      writeFileSync(join(folder, "in/later"), "here");
      await deployment.elapse(beatOf(harness));
      expect(await inState(deployment, id, "Succeeded")).toMatchObject({ attempt: 2, result: { size: 4 } });
      expect(readdirSync(join(folder, "out"))).toEqual(["copy"]);
    });
  });
}
