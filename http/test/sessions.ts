import { ALL_PERMISSIONS } from "@mojob/core/engine";
import { StateStoreInMemory } from "@mojob/memory";
import { describe, expect, it } from "vitest";
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
    hasWorkflows: false,
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
        hasWorkflows: false,
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

    it("are not needed where no token is", async () => {
      const api = await openTestApi({ scope: { app: "ledger" } });
      expect((await api.call("getSession")).body).toEqual({
        access: "local",
        app: "ledger",
        permissions: [...ALL_PERMISSIONS],
        hasWorkflows: false,
      });
      const opened = await api.call("openSession");
      expect(opened.body).toEqual({
        access: "local",
        app: "ledger",
        permissions: [...ALL_PERMISSIONS],
        hasWorkflows: false,
      });
      expect(opened.headers.get("Set-Cookie")).toBeNull();
    });
  });
}
