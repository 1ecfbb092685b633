import { defineTriggeredJob } from "@mojob/core";
import { describe, expect, it } from "vitest";
import { addPerson, bearer, type Cookies, OWN_PAGE, withRoot } from "./signed-in.ts";
import { type Answer, itemsOf, type Json, openTestApi, type TestApi } from "./test-api.ts";

const MAIL = defineTriggeredJob({ key: "ops.mail", whenFull: "queue", execute: (args) => args as object });
const JOBS = [
  MAIL,
  defineTriggeredJob({ key: "ops.skips", maxConcurrency: 1, execute: () => {} }),
  defineTriggeredJob({ key: "ops.works", maxConcurrency: null, execute: () => {} }),
];
const DAILY = { name: "Mornings", job: "ops.mail", interval: "daily", hour: 8, timeZone: "Asia/Shanghai" };
const ANY_REVISION = { "If-Match": "*" };

const summaryOf = ({ body }: Answer): Json => body["summary"] as Json;

/** A summary that is made. */
async function make(api: TestApi, body: object = DAILY, headers: Cookies = {}): Promise<Json> {
  const made = await api.call("createReportSummary", { body, headers });
  expect([made.status, made.headers.get("ETag")]).toEqual([201, '"1"']);
  return summaryOf(made);
}

const pathOf = ({ id }: Json): { readonly id: string } => ({ id: String(id) });

const namesOf = async (api: TestApi, headers: Cookies = {}): Promise<readonly (readonly unknown[])[]> =>
  itemsOf((await api.call("listReportSummaries", { headers })).body).map(({ name, owner, isOwn }) => [
    name,
    owner,
    isOwn,
  ]);

/** Changes, removes and sends one; the responses in that order. */
async function tryAll(api: TestApi, path: { readonly id: string }, headers: Cookies): Promise<Answer[]> {
  const conditional = { ...headers, ...ANY_REVISION };
  return [
    await api.call("replaceReportSummary", { path, body: DAILY, headers: conditional }),
    await api.call("removeReportSummary", { path, headers: conditional }),
    await api.call("sendReportSummary", { path, body: {}, headers }),
  ];
}

const shortOf = ({ status, body }: Answer): readonly unknown[] => [status, body["code"]];

/** What became of runs, sent each day or week. */
export function describeReportSummaries(): void {
  describe("summaries of reports", () => {
    it("are made, listed, changed at their revision alone, and removed", async () => {
      const api = await openTestApi({ jobs: JOBS });
      const made = await make(api);
      const at = "2026-01-01T00:00:00.000Z";
      expect(made).toEqual({
        ...DAILY,
        id: expect.any(String) as string,
        revision: 1,
        owner: "local",
        isOwn: true,
        weekday: null,
        language: "en",
        apps: null,
        tag: null,
        enabled: true,
        sentFor: at,
        createdAt: at,
        changedAt: at,
      });
      await make(api, { ...DAILY, name: "A week", interval: "weekly", weekday: 1, enabled: false });
      expect(await namesOf(api)).toEqual([
        ["A week", "local", true],
        ["Mornings", "local", true],
      ]);
      const path = pathOf(made);
      const body = { ...DAILY, name: "Evenings", hour: 18, language: "zh", apps: ["ledger"], tag: "money" };
      const replace = (headers: Cookies): Promise<Answer> =>
        api.call("replaceReportSummary", { path, body, headers });
      const changed = await replace({ "If-Match": '"1"' });
      expect([changed.headers.get("ETag"), summaryOf(changed)]).toMatchObject([
        '"2"',
        { ...body, id: path.id, owner: "local", revision: 2 },
      ]);
      expect(shortOf(await replace({ "If-Match": '"1"' }))).toEqual([412, "stale_revision"]);
      expect(shortOf(await replace({}))).toEqual([428, "precondition_required"]);
      const remove = (headers: Cookies): Promise<Answer> =>
        api.call("removeReportSummary", { path, headers });
      expect(shortOf(await remove({ "If-Match": '"1"' }))).toEqual([412, "stale_revision"]);
      expect(shortOf(await remove({}))).toEqual([428, "precondition_required"]);
      expect(summaryOf(await remove({ "If-Match": '"2"' }))).toMatchObject({ name: "Evenings" });
      expect(await namesOf(api)).toEqual([["A week", "local", true]]);
      for (const answer of await tryAll(api, path, {}))
        expect(shortOf(answer)).toEqual([404, "summary_not_found"]);
    });

    it("are sent by a run of their job, now and when they are due", async () => {
      const api = await openTestApi({ jobs: JOBS, start: "2026-01-01T23:00:00.000Z" });
      const path = pathOf(await make(api));
      const sent = await api.call("sendReportSummary", { path, body: {} });
      expect(sent.status).toBe(202);
      await api.clock.settle();
      const run = await api.call("getInstance", { path: { id: String(sent.body["run"]) } });
      expect(run.body).toMatchObject({
        jobKey: "ops.mail",
        args: { event: "summary", count: 0, text: expect.stringContaining("Mornings: ") as string },
      });
      const count = async (): Promise<number> =>
        itemsOf((await api.call("listInstances", { query: { jobKey: "ops.mail" } })).body).length;
      expect(await count()).toBe(1);
      await api.clock.advance(3_660_000);
      await expect.poll(count).toBe(2);
      expect((await api.call("removeReportSummary", { path, headers: { "If-Match": '"1"' } })).status).toBe(
        412,
      );
    });

    it("are somebody's own: others neither see nor touch them, but for who edits the whole tenant", async () => {
      const { api, root } = await withRoot({ jobs: JOBS });
      const li = await addPerson(api, root, "li", { role: "operator" });
      const wu = await addPerson(api, root, "wu", { role: "operator" });
      const path = pathOf(await make(api, DAILY, li));
      await make(api, { ...DAILY, name: "Of wu" }, wu);
      expect(await namesOf(api, li)).toEqual([["Mornings", "user:li", true]]);
      expect(await namesOf(api, root)).toEqual([
        ["Mornings", "user:li", false],
        ["Of wu", "user:wu", false],
      ]);
      for (const answer of await tryAll(api, path, wu)) expect(shortOf(answer)).toEqual([403, "forbidden"]);
      expect((await api.call("sendReportSummary", { path, body: {}, headers: root })).status).toBe(202);
      const changed = await api.call("replaceReportSummary", {
        path,
        body: { ...DAILY, hour: 9 },
        headers: { ...root, ...ANY_REVISION },
      });
      expect(summaryOf(changed)).toMatchObject({ owner: "user:li", isOwn: false, hour: 9 });
      const { body: account } = await api.call("getAccount", { headers: li });
      const id = String((account["memberships"] as Json)[0]?.["id"]);
      await api.call("takeRole", { path: { name: "li", id }, headers: root });
      const late = await api.call("sendReportSummary", { path, body: {}, headers: root });
      expect(shortOf(late)).toEqual([403, "forbidden"]);
    });

    it("need the right to start runs and to read each app, and an owner whose rights are known later", async () => {
      const { api, root } = await withRoot({ jobs: JOBS });
      const viewer = await addPerson(api, root, "viewer", { role: "viewer" });
      const bounded = await addPerson(api, root, "bounded", { role: "operator", apps: ["ledger"] });
      const refused = async (body: object, headers: Cookies): Promise<readonly unknown[]> =>
        shortOf(await api.call("createReportSummary", { body, headers }));
      expect(await refused(DAILY, viewer)).toEqual([403, "forbidden"]);
      expect(await refused({ ...DAILY, apps: ["shop"] }, bounded)).toEqual([403, "forbidden"]);
      await make(api, { ...DAILY, apps: ["ledger"] }, bounded);
      const { body } = await api.call("makeToken", {
        body: { name: "ci", kind: "service", role: "operator" },
        headers: root,
      });
      const token = await api.call("createReportSummary", {
        body: DAILY,
        headers: { ...bearer(body["text"]), ...OWN_PAGE },
      });
      expect(token).toMatchObject({ status: 400, body: { errors: [{ code: "summary_owner" }] } });
    });

    it.each<readonly [string, object, string, string]>([
      ["no name", { name: " " }, "/name", "empty"],
      ["another interval", { interval: "hourly" }, "/interval", "not_one_of"],
      ["an hour that is none", { hour: 24 }, "/hour", "too_large"],
      ["a week without its day", { interval: "weekly" }, "/weekday", "out_of_range"],
      ["an unknown zone", { timeZone: "Mars/Olympus" }, "/timeZone", "not_a_zone"],
      ["an unknown language", { language: "de" }, "/language", "not_one_of"],
      ["an unknown job", { job: "nobody" }, "/job", "unknown_job"],
      ["a job that skips runs", { job: "ops.skips" }, "/job", "skips_runs"],
      ["no app of a list", { apps: [] }, "/apps", "too_few"],
      ["an unknown member", { owner: "user:li" }, "/owner", "unknown_name"],
    ])("are refused with %s, made and changed, and stay as they are", async (_, part, pointer, code) => {
      const api = await openTestApi({ jobs: JOBS });
      const made = await make(api);
      const body = { ...DAILY, ...part };
      const wanted = { status: 400, body: { errors: [{ pointer, code }] } };
      expect(await api.call("createReportSummary", { body })).toMatchObject(wanted);
      expect(
        await api.call("replaceReportSummary", { path: pathOf(made), body, headers: ANY_REVISION }),
      ).toMatchObject(wanted);
      expect(itemsOf((await api.call("listReportSummaries")).body)).toEqual([made]);
    });

    it("are sent with an empty object alone", async () => {
      const api = await openTestApi({ jobs: JOBS });
      const path = pathOf(await make(api));
      const answer = await api.call("sendReportSummary", { path, body: { to: "li" } });
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "/to" }] } });
      expect(itemsOf((await api.call("listInstances")).body)).toEqual([]);
    });
  });
}
