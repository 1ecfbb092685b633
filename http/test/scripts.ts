import type { JobContext } from "@mojob/core";
import type { IMoWorkRunner } from "@mojob/core/ports";
import { describe, expect, it } from "vitest";
import { itemsOf, openTestApi, type TestApi } from "./test-api.ts";

const JOB = { path: { key: "ops/report" } };

/** Ends every script with its source; which programs run is the runner's own test. */
const runner: IMoWorkRunner<JobContext> = {
  kind: "script",
  names: ["shell"],
  handlers: [],
  canRun: ({ work }) => work.kind === "script",
  run: async ({ definition: { work } }) => (work.kind === "script" ? work.source : null),
};

function versionPath(version: number): { readonly path: Record<string, string> } {
  return { path: { key: "ops/report", version: String(version) } };
}

async function openWithScript(): Promise<TestApi> {
  const api = await openTestApi({ runners: [runner] });
  const work = { kind: "script", language: "shell", source: "one\ntwo\n" };
  const body = { key: "ops/report", app: "ledger", kind: "triggered", work };
  const created = await api.call("createJob", { body });
  expect(created).toMatchObject({ status: 201, body: { script: { version: 1, comment: null } } });
  return api;
}

/** The versions of the scripts that jobs run. */
export function describeScripts(): void {
  describe("scripts", () => {
    it("are saved as versions, listed, compared, rolled back, and named by the runs that took them", async () => {
      const api = await openWithScript();
      const body = { source: "one\n2\n", expectedVersion: 1, comment: "Count" };
      const saved = await api.call("saveScript", { ...JOB, body });
      expect(saved).toMatchObject({
        status: 200,
        body: { version: 2, source: "one\n2\n", language: "shell", bytes: 6, comment: "Count" },
      });
      const triggered = await api.call("triggerJob", { ...JOB, body: {} });
      const id = String(triggered.body["instance"]?.["id"]);
      await api.scheduler.ended(id);
      const run = await api.call("getInstance", { path: { id } });
      expect(run.body).toMatchObject({
        result: "one\n2\n",
        script: { version: 2, hash: saved.body["hash"] },
        history: [{}, { reason: "Started with version 2 of the script", reasonCode: "script_started" }, {}],
      });

      const diff = await api.call("diffScriptVersions", { ...JOB, query: { from: 1, to: 2 } });
      expect(diff.body).toMatchObject({
        from: { version: 1 },
        to: { version: 2 },
        hunks: [
          {
            fromLine: 1,
            toLine: 1,
            lines: [
              { kind: "same", text: "one" },
              { kind: "removed", text: "two" },
              { kind: "added", text: "2" },
            ],
          },
        ],
      });

      const released = await api.call("releaseScriptVersion", {
        ...versionPath(1),
        body: { expectedVersion: 2 },
      });
      expect(released).toMatchObject({ status: 200, body: { version: 3, restored: 1 } });
      const first = await api.call("listScriptVersions", { ...JOB, query: { limit: 2 } });
      expect(itemsOf(first.body).map(({ version }) => version)).toEqual([3, 2]);
      const query = { limit: 2, cursor: String(first.body["nextCursor"]) };
      const second = await api.call("listScriptVersions", { ...JOB, query });
      expect(itemsOf(second.body).map(({ version }) => version)).toEqual([1]);
      expect((await api.call("getScriptVersion", versionPath(1))).body).toMatchObject({
        source: "one\ntwo\n",
      });
    });

    it("are kept as drafts with what is wrong with them, and take no number of another version", async () => {
      const api = await openWithScript();
      const path = { path: { key: "ops/night" } };
      const node = { id: "count", type: "wait", for: { signal: "go" } };
      const work = { kind: "task", body: { engine: 1, nodes: [node] } };
      const made = await api.call("createJob", {
        body: { key: "ops/night", app: "ledger", kind: "triggered", work },
      });
      expect(made.status).toBe(201);
      const open = { engine: 1, nodes: [node, { id: "report", type: "job" }] };
      const draft = await api.call("saveScriptDraft", {
        ...path,
        body: { source: JSON.stringify(open), comment: "Not ready" },
      });
      expect(draft).toMatchObject({
        status: 201,
        body: { version: 2, draft: true, comment: "Not ready", issues: [{ pointer: "/nodes/1/job" }] },
      });
      const job = await api.call("getJob", path);
      expect(job.body).toMatchObject({ script: { version: 1 }, work, revision: 2 });
      const release = { path: { key: "ops/night", version: "2" }, body: { expectedVersion: 1 } };
      expect(await api.call("releaseScriptVersion", release)).toMatchObject({
        status: 400,
        body: { code: "invalid_argument" },
      });
      const whole = { engine: 1, nodes: [node, { ...node, id: "report" }] };
      const second = await api.call("saveScriptDraft", { ...path, body: { source: JSON.stringify(whole) } });
      expect(second.body).toMatchObject({ version: 3, issues: [] });
      const third = { path: { key: "ops/night", version: "3" }, body: { expectedVersion: 1 } };
      expect(await api.call("releaseScriptVersion", third)).toMatchObject({
        status: 200,
        body: { version: 4, draft: false, restored: 3, source: JSON.stringify(whole) },
      });
      const { body } = await api.call("listScriptVersions", path);
      expect(itemsOf(body).map(({ version, draft: isDraft }) => [version, isDraft])).toEqual([
        [4, false],
        [3, true],
        [2, true],
        [1, false],
      ]);
      const stale = { ...path, body: { source: JSON.stringify(open), expectedVersion: 1 } };
      expect(await api.call("saveScript", stale)).toMatchObject({ status: 409, body: { version: 4 } });
      const diff = await api.call("diffScriptVersions", { ...path, query: { from: 4, to: 2 } });
      expect(diff.body).toMatchObject({ to: { version: 2, draft: true } });
      expect(await api.call("saveScriptDraft", { ...path, body: { source: "not JSON" } })).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: "/work/body" }] },
      });
    });

    it("are refused where another version is in force, with its number", async () => {
      const api = await openWithScript();
      const body = { source: "2", expectedVersion: 1 };
      expect((await api.call("saveScript", { ...JOB, body })).status).toBe(200);
      const stale = { status: 409, body: { code: "stale_script", version: 2 } };
      expect(await api.call("saveScript", { ...JOB, body: { ...body, source: "3" } })).toMatchObject(stale);
      const release = await api.call("releaseScriptVersion", {
        ...versionPath(1),
        body: { expectedVersion: 1 },
      });
      expect(release).toMatchObject(stale);
    });

    it("are refused with a pointer or a reason where the request is wrong", async () => {
      const api = await openWithScript();
      const missing = await api.call("saveScript", { ...JOB, body: { source: "2" } });
      expect(missing).toMatchObject({ status: 400, body: { errors: [{ pointer: "/expectedVersion" }] } });
      const long = { source: "x".repeat(262_145), expectedVersion: 1 };
      expect(await api.call("saveScript", { ...JOB, body: long })).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: "/source", code: "too_long" }] },
      });
      const code = { path: { key: "mail.send" }, body: { source: "2", expectedVersion: 1 } };
      expect(await api.call("saveScript", code)).toMatchObject({
        status: 409,
        body: { code: "wrong_job_kind" },
      });
      expect(await api.call("getScriptVersion", versionPath(7))).toMatchObject({
        status: 404,
        body: { code: "script_version_not_found" },
      });
      const bad = { path: { key: "ops/report", version: "1e0" } };
      expect(await api.call("getScriptVersion", bad)).toMatchObject({ status: 404 });
      const none = await api.call("listScriptVersions", { path: { key: "mail.send" } });
      expect(none.body).toEqual({ items: [], nextCursor: null });
    });
  });
}
