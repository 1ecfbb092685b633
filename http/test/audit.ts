import { Permission, type Principal, PrincipalKind } from "@mojob/core";
import type { Authenticate } from "@mojob/http";
import { describe, expect, it } from "vitest";
import { itemsOf, type Json, openTestApi, type TestApi } from "./test-api.ts";

const TOKEN = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";
const READ_BY = { Authorization: `Bearer ${TOKEN}` };
const FROM = { "User-Agent": `panel ${"x".repeat(300)}`, "X-Request-Id": "edge-7" };

/** May read jobs, and only that. */
const wang: Principal = { kind: PrincipalKind.User, name: "wang", permissions: [Permission.ReadJobs] };
const byHeader: Authenticate = (request) => (request.headers.get("X-User") === "wang" ? wang : null);

const AS_WANG = { "X-User": "wang", "Sec-Fetch-Site": "same-origin" };

/** The audit, read by the token; what is asked of it leaves nothing there. */
async function audit(api: TestApi, query: string = ""): Promise<readonly Json[]> {
  const { body, status } = await api.fetch(`/api/v1/audit?limit=200${query}`, { headers: READ_BY });
  expect(status).toBe(200);
  return itemsOf(body);
}

function pauseAs(api: TestApi, headers: Readonly<Record<string, string>>, peer = "192.0.2.7") {
  return api.fetch(
    "/api/v1/jobs/ledger%2Fclose/pause",
    { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: "{}" },
    { peer },
  );
}

export function describeAudit(): void {
  describe("the audit", () => {
    it("shows each act with where it came from, found by who, what, subject, outcome and time, page after page", async () => {
      const api = await openTestApi();
      const path = { key: "ledger/close" };
      await api.call("pauseJob", { path, body: { note: "Release" }, headers: FROM });
      const secret = { app: "ledger", name: "key" };
      await api.call("createSecret", { body: { ...secret, value: "open sesame" } });
      const all = await api.call("listAudit", { query: { limit: 1 } });
      expect(all.body["items"]).toMatchObject([
        {
          kind: "edit_secret",
          app: "ledger",
          subject: { type: "secret", id: "key" },
          changes: [{ pointer: "/value", before: null, after: '"***"' }],
        },
      ]);
      const cursor = all.body["nextCursor"] as string;
      const next = await api.call("listAudit", { query: { limit: 1, cursor } });
      expect(next.body).toMatchObject({
        items: [
          {
            kind: "pause",
            by: { id: "local" },
            jobKey: "ledger/close",
            outcome: "done",
            code: null,
            note: "Release",
            from: { address: "127.0.0.1", requestId: "edge-7" },
          },
        ],
        nextCursor: null,
      });
      expect(itemsOf(next.body)[0]?.["from"]?.["agent"]).toHaveLength(200);
      const kindsOf = async (query: Record<string, string>): Promise<readonly unknown[]> =>
        itemsOf((await api.call("listAudit", { query })).body).map((act) => act["kind"]);
      expect(await kindsOf({ kind: "pause" })).toEqual(["pause"]);
      expect(await kindsOf({ subject: "secret", subjectId: "key" })).toEqual(["edit_secret"]);
      expect(await kindsOf({ subject: "secret", subjectId: "other" })).toEqual([]);
      expect(await kindsOf({ jobKey: "ledger/close" })).toEqual(["pause"]);
      expect(await kindsOf({ actor: "local", outcome: "done" })).toEqual(["edit_secret", "pause"]);
      expect(await kindsOf({ outcome: "refused" })).toEqual([]);
      expect(await kindsOf({ to: "2020-01-01T00:00:00Z" })).toEqual([]);
      // What is no job stays out of the history of jobs.
      const history = itemsOf((await api.call("listHistory", { query: { app: "ledger" } })).body);
      expect(history.map((act) => act["kind"])).toEqual(["pause"]);
      expect(JSON.stringify(history)).not.toContain("127.0.0.1");
    });

    it("is exported line by line, and found whole", async () => {
      const api = await openTestApi();
      for (const key of ["a", "b", "c"])
        await api.call("createSecret", { body: { app: "ledger", name: key, value: "open sesame" } });
      await api.call("exportAudit", { query: { kind: "edit_secret" } });
      const { headers, text } = await exported(api, "?kind=edit_secret");
      expect(headers.get("Content-Disposition")).toBe('attachment; filename="audit-2026-01-01.ndjson"');
      const lines = text.trimEnd().split("\n");
      const acts = lines.map((line) => JSON.parse(line) as { readonly subject: { readonly id: string } });
      expect(acts.map(({ subject }) => subject.id)).toEqual(["c", "b", "a"]);
      expect((await exported(api, "?kind=sign_in")).text).toBe("");
      expect((await api.call("verifyAudit")).body).toEqual({
        ok: true,
        entries: 3,
        unchained: 0,
        writers: 1,
        firstBreak: null,
        isSealed: true,
        unknownOutcomes: 0,
      });
    });

    it("is checked against heads that were kept elsewhere, as they were written", async () => {
      const api = await openTestApi();
      await api.call("createSecret", { body: { app: "ledger", name: "a", value: "open sesame" } });
      const [kept] = await api.scheduler.audit.heads();
      if (kept === undefined) throw new Error("There is one part");
      const { seal, ...own } = kept;
      const verify = (auditHeads: object) =>
        api.call("verifyAuditByHeads", { body: { kept: [{ auditHeads }] } });
      expect((await verify(kept)).body).toMatchObject({ ok: true, entries: 1 });
      const beyond = { ...own, heads: own.heads.map((head) => ({ ...head, n: 7 })) };
      expect((await verify(beyond)).body).toMatchObject({
        ok: false,
        firstBreak: { n: 7, reason: "put_back" },
      });
      expect(seal).toBeDefined();
      expect((await verify({ ...beyond, seal })).status).toBe(400);
    });

    it("has who was refused what, and why; who has to sign in first was refused nothing", async () => {
      const api = await openTestApi({ token: TOKEN, authenticate: byHeader });
      expect((await pauseAs(api, { ...AS_WANG, ...FROM })).status).toBe(403);
      expect((await pauseAs(api, { Authorization: "Bearer wrong" })).status).toBe(401);
      expect((await pauseAs(api, {})).status).toBe(401);
      const acts = await audit(api);
      expect(acts).toMatchObject([
        {
          kind: "refused",
          outcome: "refused",
          code: "unauthorized",
          by: null,
          from: { address: "192.0.2.7" },
          subject: { type: "operation", id: "pauseJob" },
        },
        {
          kind: "refused",
          code: "forbidden",
          by: { id: "user:wang", name: "wang" },
          app: null,
          note: "POST /api/v1/jobs/ledger%2Fclose/pause",
          from: { requestId: "edge-7" },
        },
      ]);
      expect(await audit(api, "&outcome=refused&actor=wang")).toHaveLength(1);
      const asWang = { headers: AS_WANG };
      expect((await api.fetch("/api/v1/audit", asWang)).status).toBe(403);
      expect((await api.fetch("/api/v1/audit/export", asWang)).status).toBe(403);
      expect((await api.fetch("/api/v1/audit/verify", asWang)).status).toBe(403);
    });

    it("counts refusals after ten a minute of one actor, and those of the unknown together", async () => {
      const api = await openTestApi({ token: TOKEN, authenticate: byHeader });
      for (let n = 0; n < 14; n += 1) await pauseAs(api, AS_WANG);
      expect(await audit(api)).toHaveLength(10);
      await api.clock.advance(61_000);
      const [together, ...each] = await audit(api);
      expect(each).toHaveLength(10);
      expect(together).toMatchObject({
        by: { id: "user:wang" },
        changes: [{ pointer: "/refusals", before: null, after: "4" }],
      });
      for (let n = 0; n < 70; n += 1)
        await pauseAs(api, { Authorization: "Bearer wrong" }, `198.51.100.${n}`);
      await api.clock.advance(61_000);
      const unknown = (await audit(api)).filter((act) => act["by"] === null);
      expect(unknown).toHaveLength(61);
      expect(unknown[0]).toMatchObject({ from: null, note: null, changes: [{ after: "10" }] });
    });

    it("has what somebody may not do on whose behalf a program asks", async () => {
      const api = await openTestApi();
      await expect(api.scheduler.as(wang).jobs.pause("ledger/close")).rejects.toMatchObject({
        code: "forbidden",
      });
      const refused = async () =>
        itemsOf((await api.call("listAudit", { query: { kind: "refused" } })).body)[0];
      await expect.poll(refused).toMatchObject({
        by: { id: "user:wang" },
        code: "forbidden",
        subject: { type: "operation", id: "jobs:pause" },
        from: null,
      });
    });
  });
}

async function exported(api: TestApi, query: string) {
  const request = new Request(`http://127.0.0.1/api/v1/audit/export${query}`);
  const response = await api.app.fetch(request, { peer: "127.0.0.1" });
  return { headers: response.headers, text: await response.text() };
}
