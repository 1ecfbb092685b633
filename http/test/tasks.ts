import {
  compileTask,
  foldFacts,
  newTaskState,
  readRunFile,
  showNodes,
  type TaskBody,
  type TaskFact,
} from "@mojob/tasks/replay";
import { defineTriggeredJob } from "@mojob/core";
import { describe, expect, it } from "vitest";
import { type Answer, openTestApi, OWN_MACHINE, type TestApi } from "./test-api.ts";

const SEND = { id: "send", type: "job", job: { key: "mail.send" }, params: [{ name: "to", value: "ada" }] };

/** Runs of tasks: where they stand, what happened in them, and what people ask of them. */
export function describeTasks(): void {
  describe("tasks", () => {
    const create = async (api: TestApi, nodes: readonly object[], more: object = {}): Promise<void> => {
      const work = { kind: "task", body: { engine: 1, nodes, ...more } };
      const options = { maxConcurrency: null };
      const body = { key: "nightly", app: "ledger", kind: "triggered", work, options };
      expect(await api.call("createJob", { body })).toMatchObject({ status: 201 });
    };
    const start = async (api: TestApi): Promise<string> => {
      const { body } = await api.call("triggerJob", { path: { key: "nightly" }, body: {} });
      await api.clock.advance(100);
      return String(body["instance"]?.["id"]);
    };

    it("are found by their nodes, inner ones too, by those who may read them", async () => {
      const api = await openTestApi();
      const inner = { id: "rates", title: "Load the rates", type: "job", job: { key: "mail" } };
      const group = { id: "all", type: "group", each: { items: "[1]" }, nodes: [inner] };
      await create(api, [group, { ...inner, id: "Rate-2", title: "After them", pre: [{ node: "all" }] }]);
      const find = (search: string, limit = "5"): Promise<Answer> =>
        api.call("findTaskNodes", { query: { search, limit } });
      const rates = { jobKey: "nightly", node: "rates", title: "Load the rates", type: "job" };
      expect((await find("RATE")).body["items"]).toMatchObject([rates, { node: "Rate-2" }]);
      expect((await find("RATE", "1")).body["items"]).toHaveLength(1);
      expect((await find("load the")).body["items"]).toMatchObject([rates]);
      expect((await find("none")).body["items"]).toEqual([]);
      expect(await find("")).toMatchObject({ status: 400 });
    });

    it("are checked whole, with a pointer to each mistake", async () => {
      const api = await openTestApi();
      const nodes = [
        { ...SEND, pre: [{ node: "none" }] },
        { id: "more", type: "task", key: "nightly" },
      ];
      const checked = await api.call("validateTask", {
        body: { body: { engine: 1, nodes }, key: "nightly" },
      });
      expect(checked).toMatchObject({
        status: 200,
        body: {
          issues: [{ pointer: "/nodes/0/pre/0/node", code: "unknown_node" }, { pointer: "/nodes/1/key" }],
        },
      });
      const refused = await api.call("createJob", {
        body: {
          key: "bad",
          app: "ledger",
          kind: "triggered",
          work: { kind: "task", body: { engine: 1, nodes } },
        },
      });
      expect(refused).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: "/work/body/nodes/0/pre/0/node" }] },
      });
      const text = { engine: 1, nodes: [{ id: "send", type: "job", job: "mail.send" }] };
      const work = { kind: "task", body: text };
      const unclear = await api.call("createJob", {
        body: { key: "bad", app: "ledger", kind: "triggered", work },
      });
      expect(unclear).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: expect.stringMatching("^/work/body/nodes/0/job") as unknown }] },
      });
    });

    it("are simulated with outcomes in place of runs, and refused where these cannot be", async () => {
      const api = await openTestApi();
      const nodes = [SEND, { ...SEND, id: "more", pre: [{ node: "send" }] }];
      const simulated = await api.call("simulateTask", {
        body: { body: { engine: 1, nodes }, outcomes: { send: "Failed" }, args: {} },
      });
      expect(simulated).toMatchObject({
        status: 200,
        body: {
          state: "Failed",
          stop: null,
          nodes: [
            { id: "send", state: "Failed", visits: 1, code: "job_error", reason: null },
            { id: "more", state: "Blocked", visits: 0, reason: "blocked", after: ["send"] },
          ],
          order: [{ id: "send", visit: "" }],
        },
      });
      const refused = await api.call("simulateTask", {
        body: { body: { engine: 1, nodes }, outcomes: { none: "Failed" } },
      });
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: "/outcomes/none" }] } });
      const wrong = await api.call("simulateTask", { body: { body: { engine: 1, nodes: [{}] } } });
      expect(wrong).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: expect.stringMatching("^/body/nodes/0") as unknown }] },
      });
    });

    it("are warned of secrets that their app does not have, at each place, and saved all the same", async () => {
      const api = await openTestApi();
      const use = { name: "to", expression: "$.SECRET.LEDGER_KEY" };
      const nodes = [
        { ...SEND, params: [use] },
        { id: "box", type: "group", nodes: [{ ...SEND, id: "in", params: [use] }] },
      ];
      await create(api, nodes);
      const warned = async () => {
        const checked = await api.call("validateTask", {
          body: { body: { engine: 1, nodes }, key: "nightly" },
        });
        expect(checked.body["issues"]).toEqual([]);
        return (checked.body["warnings"] ?? []).filter(({ code }) => code === "unknown_secret");
      };
      const parameters = { name: "LEDGER_KEY", app: "ledger" };
      expect(await warned()).toMatchObject([
        { pointer: "/nodes/0/params/0/expression", parameters },
        { pointer: "/nodes/1/nodes/0/params/0/expression", parameters },
      ]);
      await api.call("createSecret", {
        body: { app: "ledger", name: "LEDGER_KEY", value: "a long enough value" },
      });
      expect(await warned()).toEqual([]);
    });

    it("say what is worth a look wherever a body is saved, as where one is checked or created", async () => {
      const api = await openTestApi();
      const taskOf = (nodes: readonly object[]): object => ({ kind: "task", body: { engine: 1, nodes } });
      const odd = (name: string): object => ({
        ...SEND,
        params: [{ name: "to", expression: `$.SECRET.${name}` }],
      });
      const named = (body: Readonly<Record<string, unknown>>): readonly unknown[] =>
        ((body["warnings"] ?? []) as readonly { parameters: { name: string } }[]).map(
          ({ parameters: { name } }) => name,
        );
      const body = { key: "nightly", app: "ledger", kind: "triggered", work: taskOf([odd("ONE")]) };
      const created = await api.call("createJob", { body });
      expect([created.status, named(created.body)]).toEqual([201, ["ONE"]]);
      const path = { key: "nightly" };
      const headers = { "If-Match": "*" };
      const patched = await api.call("updateJob", {
        path,
        headers,
        body: { work: taskOf([odd("TWO")]) },
      });
      expect([patched.status, named(patched.body)]).toEqual([200, ["TWO"]]);
      const options = await api.call("updateJob", { path, headers, body: { retryCount: 1 } });
      expect([options.status, named(options.body)]).toEqual([200, []]);
      const source = JSON.stringify({ engine: 1, nodes: [odd("THREE")] });
      const saved = await api.call("saveScript", { path, body: { source, expectedVersion: 2 } });
      expect([saved.status, named(saved.body)]).toEqual([200, ["THREE"]]);
      const back = { path: { key: "nightly", version: "1" }, body: { expectedVersion: 3 } };
      const released = await api.call("releaseScriptVersion", back);
      expect([released.status, named(released.body)]).toEqual([200, ["ONE"]]);
      const copied = await api.call("copyJob", { path, body: { key: "nightly-2" } });
      expect([copied.status, named(copied.body)]).toEqual([201, ["ONE"]]);
    });

    it("have versions that are compared line by line, and mistakes with what a sentence about them needs", async () => {
      const api = await openTestApi();
      await create(api, [SEND]);
      const path = { key: "nightly" };
      const source = JSON.stringify({ engine: 1, nodes: [SEND], maxParallel: 7 });
      const saved = await api.call("saveScript", { path, body: { source, expectedVersion: 1 } });
      expect(saved).toMatchObject({ status: 200, body: { version: 2 } });
      const { body } = await api.call("diffScriptVersions", { path, query: { from: 1, to: 2 } });
      const lines = JSON.stringify(body["hunks"]);
      expect(lines).toContain('\\"maxParallel\\": 7');
      expect(lines).toContain('"same"');
      const nodes = [{ ...SEND, id: "much", priority: 9 }];
      const checked = await api.call("validateTask", { body: { body: { engine: 1, nodes } } });
      expect(checked).toMatchObject({
        body: {
          issues: [{ pointer: "/nodes/0/priority", code: "out_of_range", parameters: { min: 1, max: 5 } }],
        },
      });
    });

    it("show where they stand, do what they are asked, and say what they cannot do now", async () => {
      const api = await openTestApi();
      await create(api, [
        { id: "ask", type: "wait", for: { signal: "go" } },
        { ...SEND, pre: [{ node: "ask" }] },
      ]);
      const path = { id: await start(api) };
      expect(await api.call("getTask", { path })).toMatchObject({
        status: 200,
        body: {
          task: {
            version: 1,
            phase: "running",
            nodes: [
              { id: "ask", status: "Waiting" },
              { id: "send", status: null, waitsFor: ["ask"], runId: null },
            ],
          },
        },
      });
      const operate = (body: object) => api.call("operateTask", { path, body });
      expect(await operate({ type: "retryNode", node: "send" })).toMatchObject({
        status: 409,
        body: { code: "task_refused" },
      });
      expect(await operate({ type: "fly" })).toMatchObject({ status: 400 });
      expect(await operate({ type: "pause" })).toMatchObject({
        status: 200,
        body: { task: { phase: "paused" } },
      });
      expect(await operate({ type: "signal", signal: "go" })).toMatchObject({ status: 200 });
      expect(await operate({ type: "resume" })).toMatchObject({ status: 200 });
      await api.clock.advance(100);
      const { body } = await api.call("listTaskFacts", { path, query: { limit: 100 } });
      expect((body["items"] as unknown as readonly { type: string }[]).map(({ type }) => type)).toEqual([
        "begun",
        "waits",
        "paused",
        "decided",
        "ready",
        "resumed",
        "started",
        "decided",
        "ended",
      ]);
      const pointersOf = async (body: object): Promise<readonly unknown[]> => {
        const { status, body: refused } = await api.call("rerunTask", {
          path,
          body: { mode: "from", ...body },
        });
        return [status, ...(refused["errors"] ?? []).map(({ pointer, code }) => `${pointer} ${code}`)];
      };
      const nodes = ["send"];
      expect(await pointersOf({ nodes, items: { "a/b": [1] } })).toEqual([400, "/items/a~1b needs"]);
      expect(await pointersOf({ mode: "smart", items: { send: [1] } })).toEqual([400, "/items needs"]);
      const tooMany = Array.from({ length: 100_001 }, (_, place) => place);
      for (const items of [[], [-1], [0.5], [100_001], tooMany])
        expect(await pointersOf({ nodes, items: { send: items } })).toEqual([
          400,
          expect.stringMatching(/^\/items\/send/),
        ]);
      const noBatch = await api.call("rerunTask", {
        path,
        body: { mode: "from", nodes, items: { send: [0] } },
      });
      expect(noBatch).toMatchObject({
        status: 409,
        body: { parameters: { reason: "item_not_failed", nodes: [{ node: "send", problem: "items" }] } },
      });
      const preview = await api.call("rerunTask", { path, body: { mode: "smart", dryRun: true } });
      expect(preview).toMatchObject({ status: 409, body: { code: "task_refused" } });
      const whole = await api.call("rerunTask", {
        path,
        body: { mode: "from", nodes: ["send"], dryRun: true },
      });
      expect(whole).toMatchObject({
        status: 200,
        body: {
          nodes: [
            { node: "ask", reason: null },
            { node: "send", reason: "chosen" },
          ],
        },
      });
      expect(await api.call("rerunTask", { path, body: { mode: "from", nodes: ["sent"] } })).toMatchObject({
        status: 409,
        body: { parameters: { reason: "no_such_node", nodes: [{ node: "sent" }] } },
      });
      const again = await api.call("rerunTask", { path, body: { mode: "from", nodes: ["send"] } });
      expect(again).toMatchObject({
        status: 202,
        body: { instance: { trigger: { type: "rerun", of: path.id } } },
      });
    });

    it("are run again by the version of the run that is repeated, unless the newest is asked for", async () => {
      const api = await openTestApi();
      await create(api, [SEND]);
      const id = await start(api);
      const source = JSON.stringify({ engine: 1, nodes: [{ ...SEND, id: "new" }] });
      const saving = { path: { key: "nightly" }, body: { source, expectedVersion: 1 } };
      expect(await api.call("saveScript", saving)).toMatchObject({ status: 200 });
      const again = async (operation: "rerunTask" | "rerunInstance", body: object): Promise<unknown[]> => {
        const { body: made } = await api.call(operation, { path: { id }, body });
        await api.clock.advance(100);
        const { id: run, trigger } = made["instance"] as unknown as { id: string; trigger: object };
        const { body: shown } = await api.call("getTask", { path: { id: run } });
        const { version, nodes } = shown["task"] as unknown as { version: number; nodes: { id: string }[] };
        return [(trigger as { version?: number }).version, version, ...nodes.map((node) => node.id)];
      };
      expect(await again("rerunInstance", {})).toEqual([1, 1, "send"]);
      expect(await again("rerunTask", { mode: "from", nodes: ["send"] })).toEqual([1, 1, "send"]);
      expect(await again("rerunInstance", { version: "newest" })).toEqual([undefined, 2, "new"]);
      expect(await again("rerunTask", { mode: "whole", version: 2 })).toEqual([2, 2, "new"]);
      const none = await api.call("rerunInstance", { path: { id }, body: { version: 7 } });
      expect(none).toMatchObject({ status: 400, body: { errors: [{ pointer: "/version" }] } });
    });

    it("say what a re-run by another version would execute, and execute just that", async () => {
      const api = await openTestApi();
      const ask = { id: "ask", type: "approval", by: {}, timeoutMs: 1000, onTimeout: "refused" };
      await create(api, [SEND, { ...ask, pre: [{ node: "send" }] }]);
      const path = { id: await start(api) };
      await api.clock.advance(2000);
      const nodes = [
        { ...SEND, id: "first" },
        { ...SEND, pre: [{ node: "first" }] },
        { ...SEND, id: "last" },
      ];
      const saving = {
        path: { key: "nightly" },
        body: { source: JSON.stringify({ engine: 1, nodes }), expectedVersion: 1 },
      };
      expect(await api.call("saveScript", saving)).toMatchObject({ status: 200 });
      const wouldRun = async (body: object): Promise<unknown> => {
        const { status, body: dry } = await api.call("rerunTask", { path, body: { ...body, dryRun: true } });
        const planned = dry["nodes"] as unknown as readonly { node: string; reason: string | null }[];
        return status === 200 ? planned.flatMap((one) => (one.reason === null ? [] : [one.node])) : status;
      };
      expect(await wouldRun({ mode: "smart" })).toEqual(["ask"]);
      expect(await wouldRun({ mode: "smart", version: "newest" })).toEqual(["first", "send", "last"]);
      expect(await wouldRun({ mode: "from", nodes: ["last"] })).toBe(409);
      expect(await wouldRun({ mode: "from", nodes: ["ask"], version: 2 })).toBe(409);
      expect(await wouldRun({ mode: "smart", version: 7 })).toBe(400);
      const { body } = await api.call("rerunTask", { path, body: { mode: "smart", version: 2 } });
      await api.clock.advance(100);
      const made = { id: String(body["instance"]?.["id"]) };
      const { body: shown } = await api.call("getTask", { path: made });
      expect(shown["task"]).toMatchObject({
        version: 2,
        nodes: nodes.map(({ id }) => ({ id, status: "Succeeded", isTakenOver: false })),
      });
    });

    it("are not deleted while a run is under way: its cleanup would be lost with its graph", async () => {
      const api = await openTestApi();
      await create(api, [
        { id: "ask", type: "wait", for: { signal: "go" } },
        { ...SEND, id: "tidy", pre: [{ node: "ask" }], cleanup: true },
      ]);
      const path = { id: await start(api) };
      const { body: run } = await api.call("getInstance", { path });
      const key = { key: String((run["instance"] ?? run)["jobKey" as never]) };
      const remove = { path: key, headers: { "If-Match": "*" } };
      expect(await api.call("deleteJob", remove)).toMatchObject({
        status: 409,
        body: { code: "task_refused", parameters: { reason: "runs_under_way", runs: [path.id] } },
      });
      await api.call("cancelInstance", { path });
      await api.clock.advance(1000);
      const { body } = await api.call("getTask", { path });
      expect(JSON.stringify(body)).toContain('"id":"tidy"');
      expect((await api.call("deleteJob", remove)).status).toBe(204);
    });

    it("a node is run by hand before what it waits for has ended", async () => {
      const api = await openTestApi();
      const late = { ...SEND, id: "late", pre: [{ node: "ask" }] };
      await create(api, [{ id: "ask", type: "wait", for: { signal: "go" } }, late]);
      const path = { id: await start(api) };
      const body = { type: "runNode", node: "late", note: "The bank asked for it" };
      expect(await api.call("operateTask", { path, body })).toMatchObject({ status: 200 });
      await api.clock.advance(100);
      const { body: task } = await api.call("getTask", { path });
      expect(JSON.stringify(task)).toMatch(/"id":"late"[^}]*"status":"Succeeded"/u);
      const refused = await api.call("operateTask", { path, body: { ...body, node: "ask" } });
      expect(refused).toMatchObject({ status: 409, body: { parameters: { reason: "no_run_by_hand" } } });
    });

    it("stay readable after their job was deleted: graph, facts, moments and export, until they are removed", async () => {
      const api = await openTestApi();
      await create(api, [{ id: "ask", type: "wait", for: { signal: "go" } }]);
      const path = { id: await start(api) };
      await api.call("operateTask", { path, body: { type: "signal", signal: "go" } });
      await api.clock.advance(1000);
      const before = await api.call("getTask", { path });
      expect(JSON.stringify(before.body)).toContain('"phase":"ended"');
      const { body: run } = await api.call("getInstance", { path });
      const key = String((run["instance"] ?? run)["jobKey" as never]);
      const removed = await api.call("deleteJob", { path: { key }, headers: { "If-Match": "*" } });
      expect(removed.status).toBe(204);
      expect((await api.call("getTask", { path })).body).toEqual(before.body);
      expect(await api.call("getTaskAt", { path, query: { at: "1" } })).toMatchObject({ status: 200 });
      expect(await api.call("listTaskFacts", { path })).toMatchObject({ status: 200 });
      expect(await api.call("exportTask", { path })).toMatchObject({ status: 200 });
      const again = await api.call("rerunTask", { path, body: { mode: "whole" } });
      expect(again).toMatchObject({ status: 404, body: { code: "job_not_found" } });
    });

    it("keep why somebody had them do something in the history", async () => {
      const api = await openTestApi();
      await create(api, [{ id: "ask", type: "wait", for: { signal: "go" } }]);
      const path = { id: await start(api) };
      const body = { type: "skipNode", node: "ask", note: "The bank is closed" };
      expect(await api.call("operateTask", { path, body })).toMatchObject({ status: 200 });
      const history = await api.call("listHistory", { query: { limit: 20 } });
      expect(JSON.stringify(history.body)).toContain("skipNode ask: The bank is closed");
    });

    it("have values that are changed as they were looked at, and say what keeps the value before", async () => {
      const api = await openTestApi();
      const nodes = [
        { ...SEND, params: [{ name: "to", expression: "$.VARS.to" }] },
        { id: "ask", type: "wait", for: { signal: "go" } },
        { ...SEND, id: "late", pre: [{ node: "ask" }], params: [{ name: "to", expression: "$.VARS.to" }] },
      ];
      const vars = [{ name: "to", type: "text", expression: "'ada'" }];
      await create(api, nodes, { vars });
      const path = { id: await start(api) };
      const shown = await api.call("getTask", { path });
      const etag = shown.headers.get("ETag") ?? "";
      const edit = (body: object, ifMatch: string = etag) =>
        api.call("editTaskValue", {
          path,
          body: { path: ["VARS", "to"], value: "bob", reason: "wrong", ...body },
          headers: { "If-Match": ifMatch },
        });
      expect(
        await api.call("editTaskValue", { path, body: { path: ["VARS", "to"], value: 1, reason: "x" } }),
      ).toMatchObject({
        status: 428,
      });
      const uses = [{ node: "send", as: "params", name: "to", value: "ada", runId: `~${path.id}/#send` }];
      const dry = await edit({ dryRun: true });
      expect(dry).toMatchObject({ status: 200, body: { value: "ada", useCount: 1, uses } });
      const saved = await edit({});
      expect(saved).toMatchObject({ status: 200, body: { value: "ada", useCount: 1, uses } });
      expect(saved.headers.get("ETag")).toBe(`"${String(saved.body["revision"])}"`);
      expect(await edit({ value: "cho" })).toMatchObject({
        status: 412,
        body: { code: "stale_revision", parameters: { value: "bob" }, revision: saved.body["revision"] },
      });
      expect(await edit({ value: "cho" }, saved.headers.get("ETag") ?? "")).toMatchObject({ status: 200 });
      expect(await edit({ path: ["TASK", "ID"] })).toMatchObject({
        status: 422,
        body: { code: "value_not_editable", parameters: { reason: "read_only" } },
      });
      expect(await edit({ path: ["SECRET", "x"] })).toMatchObject({ status: 403 });
      expect(await edit({ path: ["JOB", "ask", "RESULT"] })).toMatchObject({
        status: 409,
        body: { code: "task_refused", parameters: { reason: "node_not_ended" } },
      });
      expect(await edit({ reason: "" })).toMatchObject({ status: 400 });
      await api.call("operateTask", { path, body: { type: "signal", signal: "go" } });
      await api.clock.advance(100);
      const late = await api.call("getInstance", { path: { id: `~${path.id}/#late` } });
      expect(late).toMatchObject({ body: { args: { to: "cho" } } });
      const changes = [{ pointer: "/values/VARS/to", before: '"bob"', after: '"cho"' }];
      const { body: history } = await api.call("listHistory", { query: { limit: 10 } });
      expect(history["items"]).toContainEqual(
        expect.objectContaining({ kind: "operate_task", note: "wrong", changes }),
      );
      const viewer = { kind: "user", name: "li", permissions: ["jobs:read", "runs:read"] } as const;
      const hidden = await api.scheduler.as(viewer).history.list({}, { limit: 10 });
      const ofValue = hidden.items.filter(({ changes: [first] }) => first?.pointer === "/values/VARS/to");
      expect(ofValue.map(({ changes: [first] }) => [first?.before, first?.after])).toEqual([
        [null, null],
        [null, null],
      ]);
    });

    it("are shown as they stood after any fact, and at any time", async () => {
      const api = await openTestApi();
      await create(api, [
        { id: "ask", type: "wait", for: { signal: "go" } },
        { ...SEND, pre: [{ node: "ask" }] },
      ]);
      const path = { id: await start(api) };
      const before = api.clock.now().toISOString();
      await api.clock.advance(60_000);
      await api.call("operateTask", { path, body: { type: "signal", signal: "go" } });
      await api.clock.advance(100);
      const at = async (moment: string) =>
        (await api.call("getTaskAt", { path, query: { at: moment } })).body;
      const { body: now } = await api.call("getTask", { path });
      const { body: log } = await api.call("listTaskFacts", { path });
      const facts = log["items"] as unknown as readonly { seq: number }[];
      expect(await at("0")).toMatchObject({
        seq: 0,
        at: null,
        task: { phase: "new", nodes: [{ status: null }, {}] },
      });
      expect(await at(before)).toMatchObject({
        seq: 2,
        task: { phase: "running", nodes: [{ status: "Waiting" }, {}] },
      });
      expect(await at("2")).toEqual(await at(before));
      const last = facts.at(-1)?.seq ?? 0;
      expect(await at(String(last))).toMatchObject({ task: now["task"], seq: last, lastSeq: last });
      expect(await at("999999")).toEqual(await at(String(last)));
      for (const wrong of ["yesterday", "-1", "2026-02-30T00:00:00Z"])
        expect(await api.call("getTaskAt", { path, query: { at: wrong } })).toMatchObject({
          status: 400,
          body: { errors: [{ parameter: "at", code: "not_moment" }] },
        });
      expect(await api.call("getTaskAt", { path, query: {} })).toMatchObject({ status: 400 });
    });

    it("are seen node by node over the newest runs of their job, also those that are older", async () => {
      const api = await openTestApi();
      await create(api, [
        { id: "ask", type: "wait", for: { signal: "go" } },
        { ...SEND, pre: [{ node: "ask" }] },
      ]);
      const ids: string[] = [];
      for (let count = 0; count < 22; count += 1) ids.push(await start(api));
      const [first = "", second = ""] = ids;
      await api.clock.advance(5000);
      for (const id of [first, ids.at(-1) ?? ""])
        await api.call("operateTask", { path: { id }, body: { type: "signal", signal: "go" } });
      await api.clock.advance(100);
      const history = async (id: string) => (await api.call("getTaskHistory", { path: { id } })).body;
      const newest = await history(ids.at(-1) ?? "");
      expect(newest).toMatchObject({ nodes: ["ask", "send"], isComplete: true });
      const runs = newest["runs"] as unknown as readonly {
        readonly id: string;
        readonly states: readonly unknown[];
        readonly ms: readonly unknown[];
      }[];
      expect(runs.map(({ id }) => id)).toEqual(ids.slice(2).toReversed());
      expect(runs[0]).toMatchObject({ state: "Succeeded", version: 1, states: ["Succeeded", "Succeeded"] });
      // Its own 100 ms, and the five seconds until the signal.
      expect(runs[0]?.ms[0]).toBe(5100);
      expect(runs[1]).toMatchObject({ states: ["Waiting", null], ms: [null, null] });
      // What is remembered is what was read.
      expect(await history(ids.at(-1) ?? "")).toEqual(newest);
      const oldest = (await history(second))["runs"] as unknown as typeof runs;
      expect(oldest.map(({ id }) => id)).toEqual([second, first]);
      expect((await api.call("getTaskHistory", { path: { id: "nobody" } })).status).toBe(404);
      const { body: sent } = await api.call("triggerJob", {
        path: { key: "mail.send" },
        body: { args: { to: "a" } },
      });
      const path = { id: String(sent["instance"]?.["id"]) };
      expect(await api.call("getTaskHistory", { path })).toMatchObject({
        status: 409,
        body: { code: "not_a_task" },
      });
    });

    it("have the lines of all their nodes by time, read in parts, for those who may read payloads", async () => {
      const say = defineTriggeredJob({
        key: "say",
        execute: (_, { log, instanceId }) => {
          log.info(`one of ${instanceId}`);
          log.warn("two");
        },
      });
      const api = await openTestApi({ jobs: [say] });
      const node = (id: string, more: object = {}) => ({ id, type: "job", job: { key: "say" }, ...more });
      await create(api, [
        node("a"),
        node("b", { each: { items: "[1, 2]", maxParallel: 1 }, pre: [{ node: "a" }] }),
        node("c", { pre: [{ node: "b" }] }),
      ]);
      const path = { id: await start(api) };
      await api.clock.advance(5000);
      const read = async (query: Record<string, string | number>) =>
        (await api.call("listTaskLines", { path, query })).body;
      const { items, next } = await read({});
      const namesOf = (lines: unknown) =>
        (lines as readonly { run: string; seq: number }[]).map(({ run, seq }) => `${run} ${seq}`);
      const all = ["a 1", "a 2", "b:0 1", "b:0 2", "b:1 1", "b:1 2", "c 1", "c 2"];
      expect(namesOf(items)).toEqual(all);
      expect(next).toBeNull();
      expect(items?.[0]).toMatchObject({
        node: "a",
        level: "info",
        message: expect.stringContaining("one of") as unknown,
      });
      expect(namesOf((await read({ node: "b" }))["items"])).toEqual(all.slice(2, 6));
      const parts: string[] = [];
      let after: string | null = null;
      do {
        const part: Awaited<ReturnType<typeof read>> = await read({
          limit: 3,
          ...(after !== null && { after }),
        });
        parts.push(...namesOf(part["items"]));
        after = part["next"] as string | null;
      } while (after !== null);
      expect(parts).toEqual(all);
      for (const wrong of ["yesterday", "2026-01-31T08:00:00.000Z~", "2026-01-31T08:00:00.000Z~x"])
        expect(await api.call("listTaskLines", { path, query: { after: wrong } })).toMatchObject({
          status: 400,
          body: { errors: [{ parameter: "after" }] },
        });
      const viewer = { kind: "user", name: "li", permissions: ["jobs:read", "runs:read"] } as const;
      const { tasks } = api.scheduler.as(viewer);
      await expect(tasks.lines(path.id, { limit: 1 })).rejects.toMatchObject({ code: "forbidden" });
      expect((await tasks.history(path.id)).runs).toHaveLength(1);
    });

    it("have expressions evaluated on what they had, for those who may read payloads", async () => {
      const say = defineTriggeredJob({
        key: "say",
        execute: (args, { log }) => {
          const { n = 0 } = args as { n?: number };
          log.info(`line ${n}`);
          if (n === 13) throw new Error("Not this one");
          return { twice: 2 * n };
        },
      });
      const api = await openTestApi({ jobs: [say] });
      const node = (id: string, expression: string, more: object = {}) => ({
        id,
        type: "job",
        job: { key: "say" },
        params: [{ name: "n", expression }],
        ...more,
      });
      const loop = {
        id: "again",
        type: "condition",
        branches: [{ name: "once", when: "$.VISIT < 3" }],
        else: "done",
        pre: [{ node: "in" }],
        loop: { maxVisits: 5 },
      };
      await create(
        api,
        [
          node("first", "$.TASK.PARAMS.n"),
          node("all", "$.ITEM.n", { each: { items: "$.TASK.PARAMS.items" } }),
          loop,
          node("in", "$.VISIT", { pre: [{ node: "again", branch: "once" }] }),
        ],
        {
          params: [
            { name: "n", type: "number", value: 4 },
            { name: "items", type: "json", value: [{ n: 1 }, { n: 13 }] },
          ],
        },
      );
      const id = await start(api);
      await api.clock.advance(5000);
      const evaluate = async (expressions: readonly object[]) =>
        (await api.call("evaluateTask", { body: { instanceId: id, expressions } })).body["values"];
      expect(
        await evaluate([
          { text: "$.JOB.first.RESULT.twice + 1" },
          { text: "$.JOB.first.OUTPUT" },
          { text: "$.SELF.STATUS", node: "first" },
          { text: "$.ITEM.n", node: "all", item: 1 },
          { text: "$.SELF.PARAMS.n", node: "all", item: 0 },
          { text: "$.SELF.STATUS", node: "all" },
          { text: "$.VISIT", node: "in", visit: "1" },
          { text: "$.SELF.RESULT.twice", node: "in", visit: "1" },
          { text: "$.SELF.RESULT.twice", node: "in", visit: "2" },
          { text: "$.TASK.KEY" },
        ]),
      ).toEqual([9, "line 4", "Succeeded", 13, 1, "Failed", 1, 2, 4, "nightly"].map((value) => ({ value })));
      const issues = await evaluate([
        { text: "$.SECRET.LEDGER_KEY" },
        { text: "1 +" },
        { text: "$.JOB.first.RESULT.none" },
        { text: "1", node: "none" },
        { text: "$.ITEM", node: "all", item: 2 },
        { text: "1", node: "in", visit: "9" },
      ]);
      expect(
        (issues as unknown as readonly { issue: { code: string } }[]).map(({ issue }) => issue.code),
      ).toEqual(["secret", "syntax", "undefined_reference", "unknown_node", "unknown_item", "unknown_visit"]);
      const viewer = { kind: "user", name: "li", permissions: ["jobs:read", "runs:read"] } as const;
      const { tasks } = api.scheduler.as(viewer);
      await expect(tasks.evaluate(id, [{ text: "1" }])).rejects.toMatchObject({ code: "forbidden" });
    });

    it("say which fields of results their body reads that no run had, to those who may read payloads", async () => {
      const found = { lines: 4 };
      const count = defineTriggeredJob({ key: "count", execute: () => found });
      const other = defineTriggeredJob({ key: "other", execute: () => null });
      const api = await openTestApi({ jobs: [count, other] });
      const node = (id: string, key: string, more: object = {}) => ({
        id,
        type: "job",
        job: { key },
        ...more,
      });
      const reads = (key: string, text: string) => {
        const params = [{ name: "to", expression: text }];
        return {
          engine: 1,
          nodes: [node("count", key), node("next", "other", { pre: [{ node: "count" }], params })],
        };
      };
      await create(api, [node("count", "count"), node("next", "other", { pre: [{ node: "count" }] })]);
      const warnings = async (body: object) => {
        const answer = await api.call("validateTask", { body: { body, key: "nightly" } });
        const all = answer.body["warnings"] as unknown as readonly { code: string; pointer: string }[];
        return all.filter(({ code }) => code === "unseen_result").map(({ pointer }) => pointer);
      };
      const missing = reads("count", "$.JOB['count'].RESULT.rows");
      // Nothing is known before the first run.
      expect(await warnings(missing)).toEqual([]);
      await start(api);
      await api.clock.advance(1000);
      expect(await warnings(missing)).toEqual(["/nodes/1/params/0/expression"]);
      expect(await warnings(reads("count", "$.JOB['count'].RESULT.lines"))).toEqual([]);
      expect(await warnings(reads("count", "$.JOB['count'].RESULT.rows ?? 0"))).toEqual([]);
      // It would run something else now.
      expect(await warnings(reads("other", "$.JOB['count'].RESULT.rows"))).toEqual([]);
      const viewer = { kind: "user", name: "li", permissions: ["jobs:read", "runs:read"] } as const;
      const seen = await api.scheduler.as(viewer).tasks.validate(missing, "nightly");
      expect(seen.warnings.map(({ code }) => code)).not.toContain("unseen_result");
    });

    it("do the work of one for all expressions together", async () => {
      const api = await openTestApi();
      await create(api, [SEND], { params: [{ name: "long", type: "text" }] });
      const started = await api.call("triggerJob", {
        path: { key: "nightly" },
        body: { args: { long: "x".repeat(100_000) } },
      });
      const id = String(started.body["instance"]?.["id"]);
      const text = "$.TASK.PARAMS.long + $.TASK.PARAMS.long";
      const expressions = Array.from({ length: 50 }, () => ({ text }));
      const { body } = await api.call("evaluateTask", { body: { instanceId: id, expressions } });
      const values = body["values"] as unknown as readonly { value?: string; issue?: { code: string } }[];
      expect(values[0]?.value).toHaveLength(200_000);
      expect(values.at(-1)?.issue?.code).toBe("too_large");
      const sum = values.reduce((all, { value = "" }) => all + value.length, 0);
      expect(sum).toBeLessThanOrEqual(1_048_576);
    });

    it("that ended are run again in part with other arguments", async () => {
      const api = await openTestApi();
      const given = { name: "to", expression: "$.TASK.PARAMS.to" };
      await create(
        api,
        [
          { ...SEND, params: [given] },
          { ...SEND, id: "next", pre: [{ node: "send" }], params: [given] },
        ],
        { params: [{ name: "to", type: "text", value: "ada" }] },
      );
      const path = { id: await start(api) };
      const body = { mode: "from", nodes: ["next"], args: { to: "bob" } };
      const { status, body: answer } = await api.call("rerunTask", { path, body });
      expect(status).toBe(202);
      await api.clock.advance(100);
      const id = String(answer["instance"]?.["id"]);
      expect((await api.call("getInstance", { path: { id } })).body).toMatchObject({ args: { to: "bob" } });
      expect((await api.call("getTask", { path: { id } })).body).toMatchObject({
        task: { phase: "ended", nodes: [{ isTakenOver: true }, { isTakenOver: false }] },
      });
      const next = await api.call("getInstance", { path: { id: `~${id}/#next` } });
      expect(next.body).toMatchObject({ args: { to: "bob" } });
      const wrong = await api.call("rerunTask", { path, body: { ...body, args: { to: 3 } } });
      expect(wrong).toMatchObject({ status: 400, body: { code: "invalid_args" } });
    });

    it("are exported as one file that shows changes and says all that happened", async () => {
      const api = await openTestApi();
      await create(api, [SEND, { ...SEND, id: "next", pre: [{ node: "send" }] }]);
      const path = { id: await start(api) };
      await api.clock.advance(100);
      expect((await api.call("exportTask", { path })).status).toBe(200);
      const url = `http://localhost/api/v1/instances/${encodeURIComponent(path.id)}/task/export`;
      const response = await api.app.request(url, undefined, OWN_MACHINE);
      expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "application/gzip"]);
      expect(response.headers.get("Content-Disposition")).toMatch(
        /^attachment; filename="run-[\w.-]+\.ndjson\.gz"$/,
      );
      const unzipped = response.body?.pipeThrough(new DecompressionStream("gzip"));
      const file = await readRunFile(unzipped ?? new ReadableStream());
      const { body: log } = await api.call("listTaskFacts", { path });
      expect(file.facts).toEqual(log["items"]);
      const { body: whole } = await api.call("getInstance", { path });
      expect(file.instance).toEqual(whole["instance"] ?? whole);
      const part = { id: `~${path.id}/#next` };
      const { body: run } = await api.call("getInstance", { path: part });
      expect(file.runs.get(part.id)).toEqual(run["instance"] ?? run);
      const { body: lines } = await api.call("listInstanceLogs", { path: part });
      expect(file.logs.get(part.id) ?? []).toEqual(lines["items"]);
      const { body: now } = await api.call("getTask", { path });
      const state = foldFacts(
        newTaskState({
          id: path.id,
          tenant: "default",
          key: "nightly",
          version: file.bodies[0]?.version ?? 0,
        }),
        file.facts as unknown as readonly TaskFact[],
      );
      const shown = showNodes(compileTask(file.bodies[0]?.body as TaskBody), state);
      expect(shown.map(({ id, status }) => ({ id, status }))).toMatchObject(
        (now["task"] as unknown as { nodes: readonly { id: string; status: string }[] }).nodes.map(
          ({ id, status }) => ({ id, status }),
        ),
      );
      for (const id of ["nobody", part.id])
        expect((await api.call("exportTask", { path: { id } })).status).toBe(id === "nobody" ? 404 : 409);
    });

    it("take an approval of those who may give it, with a form that fits", async () => {
      const api = await openTestApi();
      const form = { type: "object", properties: { why: { type: "string" } }, required: ["why"] };
      const late = { timeoutMs: 60_000, onTimeout: "refused" };
      await create(api, [
        { id: "ask", type: "approval", by: {}, form, ...late },
        { id: "another", type: "approval", by: { notTheStarter: true }, ...late },
        { id: "other", type: "approval", by: { users: ["ada"] }, ...late },
        { id: "editors", type: "approval", by: { users: ["ada"], roles: ["jobs:edit"] }, ...late },
      ]);
      const path = { id: await start(api) };
      const approve = (node: string, given: object) =>
        api.call("operateTask", { path, body: { type: "approve", node, branch: "approved", ...given } });
      expect(await approve("ask", {})).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: "/form" }] },
      });
      expect(await approve("ask", { form: { why: 1 } })).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: "/form/why" }] },
      });
      for (const node of ["another", "other"])
        expect(await approve(node, {})).toMatchObject({ status: 403, body: { code: "forbidden" } });
      expect(await approve("ask", { form: { why: "checked" } })).toMatchObject({ status: 200 });
      const as = (apps: readonly string[]) =>
        api.scheduler
          .as({
            kind: "user",
            name: "li",
            permissions: ["runs:read", "runs:operate"],
            grants: [{ permission: "jobs:edit", apps }],
          })
          .tasks.operate(path.id, { type: "approve", node: "editors", branch: "approved" });
      await expect(as(["mail"])).rejects.toMatchObject({
        code: "forbidden",
        message: 'Cannot approve node "editors": ada, who holds "jobs:edit" may',
      });
      expect((await as(["ledger"])).nodes.find(({ id }) => id === "editors")).toMatchObject({
        status: "Succeeded",
      });
    });

    it("let nobody who only operates them go past an approval, and nobody operate them who only looks", async () => {
      const api = await openTestApi();
      await create(api, [
        { id: "ask", type: "approval", by: { users: ["eve"] }, timeoutMs: 60_000, onTimeout: "refused" },
        { ...SEND, pre: [{ node: "ask", branch: "approved" }] },
      ]);
      const id = await start(api);
      const as = (name: string, ...permissions: readonly string[]) =>
        api.scheduler.as({ kind: "user", name, permissions: ["runs:read", ...permissions] } as never).tasks;
      const node = SEND.id;
      const operator = as("ada", "runs:operate");
      for (const operation of [
        { type: "runNode", node },
        { type: "markNode", node },
        { type: "skipNode", node },
        { type: "markNode", node: "ask", branches: [] },
        { type: "skipNode", node: "ask" },
      ] as const)
        await expect(operator.operate(id, operation as never)).rejects.toMatchObject({
          code: "task_refused",
          parameters: { reason: "needs_approval" },
        });
      const approval = { type: "approve", node: "ask", branch: "approved" } as const;
      await expect(operator.operate(id, approval)).rejects.toMatchObject({ code: "forbidden" });
      for (const operation of [approval, { type: "pause" }, { type: "runNode", node }] as const)
        await expect(as("eve", "runs:cancel").operate(id, operation as never)).rejects.toMatchObject({
          code: "forbidden",
        });
      await as("eve", "runs:operate").operate(id, approval);
      expect(await api.call("getTask", { path: { id } })).toMatchObject({
        body: { task: { nodes: [{ status: "Succeeded" }, { id: node }] } },
      });
    });

    it("are seen and operated by those of their app alone", async () => {
      const api = await openTestApi();
      await create(api, [SEND, { id: "ask", type: "wait", for: { signal: "go" } }]);
      const id = await start(api);
      const own = api.scheduler.scoped("ledger");
      expect((await own.tasks.get(id)).nodes.map((one) => one.id)).toEqual([SEND.id, "ask"]);
      const other = api.scheduler.scoped("mail");
      for (const call of [
        () => other.tasks.get(id),
        () => other.tasks.operate(id, { type: "signal", signal: "go" }),
        () => other.tasks.rerun(id, { type: "whole" }),
      ])
        await expect(call()).rejects.toMatchObject({ code: "instance_not_found" });
    });

    it("are refused with parts that nothing would execute", async () => {
      const api = await openTestApi();
      const job = {
        work: { kind: "code", handler: "mail.send" },
        ready: { kind: "task", body: { engine: 1, nodes: [SEND] } },
      };
      const nodes = [
        { id: "own", type: "job", job },
        { id: "ask", type: "approval", by: { roles: ["boss"] }, timeoutMs: 1000, onTimeout: "refused" },
      ];
      const { body } = await api.call("validateTask", { body: { body: { engine: 1, nodes } } });
      expect(
        (body["issues"] as unknown as readonly { pointer: string }[]).map(({ pointer }) => pointer),
      ).toEqual(["/nodes/0/job/ready/kind", "/nodes/1/by/roles/0"]);
    });

    it("are no runs of other jobs", async () => {
      const api = await openTestApi();
      const { body } = await api.call("triggerJob", {
        path: { key: "mail.send" },
        body: { args: { to: "ada" } },
      });
      const path = { id: String(body["instance"]?.["id"]) };
      expect(await api.call("getTask", { path })).toMatchObject({
        status: 409,
        body: { code: "not_a_task" },
      });
      expect(await api.call("getTask", { path: { id: "nobody" } })).toMatchObject({ status: 404 });
    });
  });
}
