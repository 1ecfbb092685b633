import { PrincipalKind } from "@mojob/core";
import { describe, expect, it } from "vitest";
import { openTestApi, type TestApi } from "./test-api.ts";

const TOKEN = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";
const BEARER = { Authorization: `Bearer ${TOKEN}` };
const OWN_PAGE = { "Sec-Fetch-Site": "same-origin" };
const DAY_MS = 24 * 60 * 60 * 1000;

/** The secret of a new link. */
async function linkOf({ app }: TestApi): Promise<string> {
  const link = (await app.startLink()) ?? "";
  expect(link).toMatch(/^\/welcome#mjl_[0-9a-f]{64}$/);
  return link.slice("/welcome#".length);
}

const open = (api: TestApi, secret: string, headers: Record<string, string> = OWN_PAGE) =>
  api.call("openSessionByLink", { body: { secret }, headers });

/** As a proxy of this machine sends it that adds no header. */
const listJobs = (api: TestApi, headers: Record<string, string> = {}) => api.call("listJobs", { headers });

export function describeStartTokens(): void {
  describe("without a token, that of a start", () => {
    it("is asked for of direct requests of this machine, too, which may be those of a proxy", async () => {
      const api = await openTestApi({ localToken: TOKEN });
      expect((await listJobs(api)).body).toMatchObject({ status: 401, code: "unauthorized" });
      expect((await listJobs(api, { Authorization: `Bearer ${"x".repeat(32)}` })).status).toBe(401);
      expect((await listJobs(api, BEARER)).status).toBe(200);
      expect((await api.call("getLiveness")).status).toBe(200);
      const trigger = { path: { key: "fail" } };
      expect((await api.call("triggerJob", trigger)).status).toBe(401);
      expect((await api.call("triggerJob", { ...trigger, headers: BEARER })).status).toBe(202);
    });

    it("opens nothing to another machine", async () => {
      const api = await openTestApi({ localToken: TOKEN });
      const elsewhere = await api.fetch("/api/v1/jobs", { headers: BEARER }, { peer: "10.0.0.9" });
      expect([elsewhere.status, elsewhere.body]).toEqual([
        403,
        expect.objectContaining({ code: "foreign_host" }),
      ]);
    });

    it("opens nothing to what a proxy is seen to forward, which is trusted or not", async () => {
      for (const trustedProxies of [[], ["127.0.0.1"]]) {
        // oxlint-disable-next-line no-await-in-loop
        const api = await openTestApi({ localToken: TOKEN, trustedProxies });
        for (const address of ["203.0.113.7", "127.0.0.1"]) {
          const headers = { ...BEARER, "X-Forwarded-For": address };
          // oxlint-disable-next-line no-await-in-loop
          const { status, body } = await api.fetch("/api/v1/jobs", { headers }, { peer: "127.0.0.1" });
          expect([status, body]).toEqual([403, expect.objectContaining({ code: "foreign_host" })]);
        }
      }
    });

    it("is had by a browser that opens the link of the start, once", async () => {
      const api = await openTestApi({ localToken: TOKEN });
      const secret = await linkOf(api);
      expect((await open(api, secret, { "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
      const opened = await open(api, secret);
      expect(opened.status).toBe(200);
      const Cookie = opened.headers.get("Set-Cookie")?.split(";")[0] ?? "";
      expect((await listJobs(api, { Cookie })).status).toBe(200);
      expect((await open(api, secret)).body).toMatchObject({ status: 409, code: "link_ended" });
      expect((await api.call("endSession", { headers: { Cookie, ...OWN_PAGE } })).status).toBe(200);
      expect((await listJobs(api, { Cookie })).status).toBe(401);
    });

    it("ends with the first person, and so do its sessions and its link", async () => {
      const api = await openTestApi({ localToken: TOKEN });
      const secret = await linkOf(api);
      const Cookie = (await open(api, secret)).headers.get("Set-Cookie")?.split(";")[0] ?? "";
      const late = await linkOf(api);
      await api.identity.people.add({ name: "root", isSuperadmin: true }, null);
      expect((await listJobs(api, { Cookie })).status).toBe(401);
      expect((await listJobs(api, BEARER)).status).toBe(401);
      expect((await open(api, late)).status).toBe(403);
    });

    it("is shown as a way to sign in until there are people", async () => {
      const api = await openTestApi({ localToken: TOKEN });
      expect((await api.call("getSignIn")).body).toMatchObject({ token: true, startLink: true });
      await api.identity.people.add({ name: "root", isSuperadmin: true }, null);
      expect((await api.call("getSignIn")).body).toMatchObject({ token: false, startLink: false });
      const configured = await openTestApi({ token: TOKEN });
      expect((await configured.call("getSignIn")).body).toMatchObject({ token: true, startLink: false });
    });

    it("is as good as none where callers need none, whichever start left it, and other tokens are not", async () => {
      const principal = { kind: PrincipalKind.Worker, name: "shop", permissions: [] };
      const holders = [{ token: `${TOKEN}shop`, principal }];
      const api = await openTestApi({ extensions: [{ routes: [], holders }] });
      const left = { Authorization: `Bearer mjm_${"4f".repeat(32)}` };
      expect((await listJobs(api, left)).status).toBe(200);
      expect((await api.call("getSession", { headers: left })).body).toMatchObject({ access: "local" });
      expect((await listJobs(api, BEARER)).status).toBe(401);
      const proxied = { headers: { ...left, "X-Forwarded-For": "203.0.113.7" } };
      expect((await api.fetch("/api/v1/jobs", proxied)).status).toBe(403);
      const asked = await openTestApi({ localToken: TOKEN, extensions: [{ routes: [], holders }] });
      expect((await listJobs(asked, left)).status).toBe(401);
    });

    it("is had by no link of before, nor of yesterday, nor where none is needed", async () => {
      const api = await openTestApi({ localToken: TOKEN });
      const before = await linkOf(api);
      const secret = await linkOf(api);
      expect((await open(api, before)).status).toBe(409);
      await api.clock.advance(DAY_MS);
      expect((await open(api, secret)).status).toBe(409);
      expect(await (await openTestApi({ token: TOKEN })).app.startLink()).toBeNull();
      expect(await (await openTestApi()).app.startLink()).toBeNull();
    });
  });
}
