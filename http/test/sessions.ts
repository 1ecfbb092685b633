import { Permission, PrincipalKind } from "@mojob/core";
import { ALL_PERMISSIONS } from "@mojob/core/engine";
import { StateStoreInMemory } from "@mojob/memory";
import { describe, expect, it } from "vitest";
import { openEvents } from "./event-client.ts";
import { openTestApi, type TestApi } from "./test-api.ts";

const TOKEN = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";
const OWN_PAGE = { "Sec-Fetch-Site": "same-origin" };
const HOURS = 60 * 60 * 1000;

async function signIn(api: TestApi, headers: Record<string, string> = {}): Promise<string> {
  const answer = await api.call("openSession", { headers: { Authorization: `Bearer ${TOKEN}`, ...headers } });
  expect(answer.body).toEqual({
    access: "session",
    app: null,
    permissions: [...ALL_PERMISSIONS],
    account: null,
    hasPeople: true,
    hasProtection: false,
    hasWorkflows: false,
    features: [
      "why",
      "alarms",
      "tasks",
      "views",
      "backfill",
      "reports",
      "windows",
      "forecast",
      "exports",
      "calendars",
      "storage",
      "samples",
    ],
    tenant: "default",
    environment: null,
    stopWaiting: "hold",
  });
  return answer.headers.get("Set-Cookie") ?? "";
}

function valueOf(cookie: string): string {
  return cookie.split(";")[0] ?? "";
}

export function describeSessions(): void {
  describe("sessions", () => {
    it("stand for the token until they end", async () => {
      const api = await openTestApi({ token: TOKEN });
      const Cookie = valueOf(await signIn(api));
      expect((await api.call("getSession", { headers: { Cookie } })).body).toEqual({
        access: "session",
        app: null,
        permissions: [...ALL_PERMISSIONS],
        account: null,
        hasPeople: true,
        hasProtection: false,
        hasWorkflows: false,
        features: [
          "why",
          "alarms",
          "tasks",
          "views",
          "backfill",
          "reports",
          "windows",
          "forecast",
          "exports",
          "calendars",
          "storage",
          "samples",
        ],
        tenant: "default",
        environment: null,
        stopWaiting: "hold",
      });
      expect((await api.call("listJobs", { headers: { Cookie: `other=1; ${Cookie}` } })).status).toBe(200);
      const trigger = await api.call("triggerJob", {
        path: { key: "fail" },
        headers: { Cookie, ...OWN_PAGE },
      });
      expect(trigger.status).toBe(202);
      await api.clock.advance(12 * HOURS);
      expect((await api.call("listJobs", { headers: { Cookie } })).status).toBe(401);
    });

    it("are cookies that no script reads and no other site sends, named by port, and safer with TLS", async () => {
      const api = await openTestApi({ token: TOKEN, basePath: "/mojob" });
      expect(await signIn(api, { Host: "localhost:7788" })).toMatch(
        /^mojob_session_7788=[\w-]{43}; Path=\/mojob; Max-Age=604800; HttpOnly; SameSite=Strict$/,
      );
      expect(await signIn(api, { Origin: "https://example.com" })).toMatch(/^mojob_session=.*; Secure$/);
      const atRoot = await openTestApi({ token: TOKEN });
      const Cookie = await signIn(atRoot, { Origin: "https://example.com" });
      expect(Cookie).toMatch(/^__Host-mojob_session=/);
      const headers = { Cookie: valueOf(Cookie) };
      expect((await atRoot.call("listJobs", { headers })).status).toBe(200);
    });

    it("of another port of the same host are left alone", async () => {
      const api = await openTestApi({ token: TOKEN });
      const Cookie = valueOf(await signIn(api, { Host: "localhost:7788" }));
      const status = async (Host: string): Promise<number> =>
        (await api.call("listJobs", { headers: { Cookie, Host } })).status;
      expect(await status("localhost:7788")).toBe(200);
      expect(await status("localhost:7789")).toBe(401);
    });

    it("change nothing for a page of another site, or of another port of this machine", async () => {
      const api = await openTestApi({ token: TOKEN });
      const Cookie = valueOf(await signIn(api, { Host: "localhost:7788" }));
      const trigger = async (headers: Record<string, string>): Promise<number> =>
        (
          await api.call("triggerJob", {
            path: { key: "fail" },
            headers: { Host: "localhost:7788", Cookie, ...headers },
          })
        ).status;
      for (const site of ["cross-site", "same-site", "none"]) {
        expect(await trigger({ "Sec-Fetch-Site": site })).toBe(401);
      }
      expect(await trigger({ Host: "localhost:7788", Origin: "http://localhost:3000" })).toBe(401);
      expect(await trigger({})).toBe(401);
      expect(await trigger({ Host: "localhost:7788", Origin: "http://localhost:7788" })).toBe(202);
    });

    it("cannot be made up, or kept beyond their token", async () => {
      const sessions = new StateStoreInMemory();
      const api = await openTestApi({ token: TOKEN, sessions });
      const [name, secret = ""] = valueOf(await signIn(api)).split("=");
      const flipped = `${secret.startsWith("A") ? "B" : "A"}${secret.slice(1)}`;
      for (const value of [flipped, `${secret}A`, secret.slice(1), "", "../x"]) {
        const headers = { Cookie: `${name}=${value}` };
        expect((await api.call("listJobs", { headers })).status, value).toBe(401);
      }
      const headers = { Cookie: `${name}=${secret}` };
      const same = await openTestApi({ token: TOKEN, sessions });
      expect((await same.call("listJobs", { headers })).status).toBe(200);
      const other = await openTestApi({ token: `${TOKEN}0`, sessions });
      expect((await other.call("listJobs", { headers })).status).toBe(401);
      expect(JSON.stringify(await sessions.list("mojob/"))).not.toContain(secret);
    });

    it("end where the same browser signs in again", async () => {
      const api = await openTestApi({ token: TOKEN });
      const Cookie = valueOf(await signIn(api));
      const next = valueOf(await signIn(api, { Cookie }));
      expect((await api.call("listJobs", { headers: { Cookie } })).status).toBe(401);
      expect((await api.call("listJobs", { headers: { Cookie: next } })).status).toBe(200);
    });

    it("do not open another one", async () => {
      const api = await openTestApi({ token: TOKEN });
      const Cookie = valueOf(await signIn(api));
      expect((await api.call("openSession", { headers: { Cookie, ...OWN_PAGE } })).status).toBe(401);
    });

    it("do not hide that a token is wrong", async () => {
      const api = await openTestApi({ token: TOKEN });
      const Cookie = valueOf(await signIn(api));
      const headers = { Cookie, Authorization: "Bearer 00000000000000000000000000000000" };
      expect((await api.call("getSession", { headers })).status).toBe(401);
      expect((await api.call("openSession", { headers: { ...headers, ...OWN_PAGE } })).status).toBe(401);
    });

    it("end with the sign-out, also for another holder of the cookie", async () => {
      const api = await openTestApi({ token: TOKEN });
      const Cookie = valueOf(await signIn(api));
      const { headers } = await api.call("endSession", { headers: { Cookie, ...OWN_PAGE } });
      expect(headers.get("Set-Cookie")).toMatch(/^mojob_session=; Path=\/; Max-Age=0; /);
      expect((await api.call("listJobs", { headers: { Cookie } })).status).toBe(401);
    });

    it("are not for tokens of extensions, which open nothing but the extension's own routes", async () => {
      const WORKER = "c0ffee00c0ffee11c0ffee22";
      const principal = { kind: PrincipalKind.Worker, name: "shop", permissions: [Permission.RunJobs] };
      const signed = { kind: PrincipalKind.Worker, name: "mail", permissions: [Permission.RunJobs] };
      const api = await openTestApi({
        token: TOKEN,
        extensions: [
          {
            routes: [],
            holders: [{ token: WORKER, principal }],
            signer: ({ headers }) => Promise.resolve(headers.has("Signature") ? signed : null),
          },
        ],
      });
      const credentials: Record<string, string>[] = [
        { Authorization: `Bearer ${WORKER}` },
        { Signature: "mojob=:AA==:" },
        { Signature: "mojob=:AA==:", Authorization: "x" },
        { Signature: "mojob=:AA==:", Authorization: `Bearer ${TOKEN}` },
      ];
      for (const headers of credentials) {
        for (const operation of ["openSession", "getSession", "endSession", "getDebugMode", "getStandby"]) {
          const answer = await api.call(operation, { headers: { ...headers, ...OWN_PAGE } });
          expect([answer.status, answer.body["code"]], operation).toEqual([403, "forbidden"]);
          expect(answer.headers.get("Set-Cookie")).toBeNull();
        }
      }
    });

    it("are for the token of the API alone, also where another token reaches all of it", async () => {
      const OTHER = "c0ffee00c0ffee11c0ffee22";
      const principal = { kind: PrincipalKind.Token, name: "ci", permissions: [Permission.ReadJobs] };
      const holders = [{ token: OTHER, principal, reach: "api" as const }];
      const api = await openTestApi({ token: TOKEN, extensions: [{ routes: [], holders }] });
      const headers = { Authorization: `Bearer ${OTHER}` };
      expect((await api.call("getSession", { headers })).body).toMatchObject({ permissions: ["jobs:read"] });
      expect((await api.call("listJobs", { headers })).status).toBe(200);
      const answer = await api.call("openSession", { headers });
      expect([answer.status, answer.headers.get("Set-Cookie")]).toEqual([403, null]);
    });

    it("of a version that did not keep whose they are have ended", async () => {
      const sessions = new StateStoreInMemory();
      const api = await openTestApi({ token: TOKEN, sessions });
      const Cookie = valueOf(await signIn(api));
      for (const { key, value } of await sessions.list("mojob/")) {
        const { holder, ...before } = value as { readonly holder: object };
        expect(holder).toEqual({ kind: "token", name: null });
        await sessions.set(key, before);
      }
      expect((await api.call("listJobs", { headers: { Cookie } })).status).toBe(401);
    });

    it("end the event streams that were opened with them, at once where they end here", async () => {
      const api = await openTestApi({ token: TOKEN });
      const Cookie = valueOf(await signIn(api));
      const own = await openEvents(api, { headers: { Cookie } });
      const token = await openEvents(api, { headers: { Authorization: `Bearer ${TOKEN}` } });
      expect(await own.next()).toMatchObject({ event: "ready" });
      expect(await token.next()).toMatchObject({ event: "ready" });
      const next = own.piece();
      await api.call("endSession", { headers: { Cookie, ...OWN_PAGE } });
      expect(await next).toBeNull();
      await api.scheduler.jobs.update("mail.send", { priority: 1 }, 1);
      expect(await token.next()).toMatchObject({ event: "jobs" });
      await token.close();
    });

    it.each<[string, (sessions: StateStoreInMemory, api: TestApi) => Promise<unknown>]>([
      [
        "ended with another process",
        async (sessions) => {
          for (const { key } of await sessions.list("mojob/")) await sessions.delete(key);
        },
      ],
      ["was not used for 12 hours", (_sessions, api) => api.clock.advance(12 * HOURS)],
    ])("end the event streams that were opened with one that %s", async (_how, end) => {
      const sessions = new StateStoreInMemory();
      const api = await openTestApi({ token: TOKEN, sessions });
      const Cookie = valueOf(await signIn(api));
      const client = await openEvents(api, { headers: { Cookie } });
      expect(await client.next()).toMatchObject({ event: "ready" });
      await end(sessions, api);
      await api.clock.advance(1000);
      await api.scheduler.jobs.update("mail.send", { priority: 1 }, 1);
      for (let piece = await client.piece(); piece !== null; piece = await client.piece())
        expect(piece).not.toContain("mail.send");
    });

    it("are not needed where no token is", async () => {
      const api = await openTestApi({ scope: { app: "ledger" } });
      expect((await api.call("getSession")).body).toEqual({
        access: "local",
        app: "ledger",
        permissions: [...ALL_PERMISSIONS],
        account: null,
        hasPeople: true,
        hasProtection: false,
        hasWorkflows: false,
        features: [
          "why",
          "alarms",
          "tasks",
          "views",
          "backfill",
          "reports",
          "windows",
          "forecast",
          "exports",
          "calendars",
          "storage",
          "samples",
        ],
        tenant: "default",
        environment: null,
        stopWaiting: "hold",
      });
      const opened = await api.call("openSession");
      expect(opened.body).toEqual({
        access: "local",
        app: "ledger",
        permissions: [...ALL_PERMISSIONS],
        account: null,
        hasPeople: true,
        hasProtection: false,
        hasWorkflows: false,
        features: [
          "why",
          "alarms",
          "tasks",
          "views",
          "backfill",
          "reports",
          "windows",
          "forecast",
          "exports",
          "calendars",
          "storage",
          "samples",
        ],
        tenant: "default",
        environment: null,
        stopWaiting: "hold",
      });
      expect(opened.headers.get("Set-Cookie")).toBeNull();
    });
  });
}
