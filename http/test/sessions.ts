import { describe, expect, it } from "vitest";
import { openTestApi, type TestApi } from "./test-api.ts";

const TOKEN = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";
const OWN_PAGE = { "Sec-Fetch-Site": "same-origin" };
const HOURS = 60 * 60 * 1000;

async function signIn(api: TestApi, headers: Record<string, string> = {}): Promise<string> {
  const answer = await api.call("openSession", { headers: { Authorization: `Bearer ${TOKEN}`, ...headers } });
  expect(answer.body).toEqual({ access: "session", app: null });
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

    it("are cookies no script reads, no other site sends, and TLS alone carries where there is TLS", async () => {
      const api = await openTestApi({ token: TOKEN, basePath: "/mojob" });
      const plain = await signIn(api);
      expect(plain).toMatch(
        /^mojob_session=[0-9a-z]+\.[\w-]{43}; Path=\/mojob; Max-Age=43200; HttpOnly; SameSite=Strict$/,
      );
      expect(await signIn(api, { Origin: "https://example.com" })).toMatch(/; Secure$/);
    });

    it("change nothing for a page of another site, or of another port of this machine", async () => {
      const api = await openTestApi({ token: TOKEN });
      const Cookie = valueOf(await signIn(api));
      const trigger = async (headers: Record<string, string>): Promise<number> =>
        (await api.call("triggerJob", { path: { key: "fail" }, headers: { Cookie, ...headers } })).status;
      for (const site of ["cross-site", "same-site", "none"]) {
        expect(await trigger({ "Sec-Fetch-Site": site })).toBe(401);
      }
      expect(await trigger({ Host: "localhost:7788", Origin: "http://localhost:3000" })).toBe(401);
      expect(await trigger({})).toBe(401);
      expect(await trigger({ Host: "localhost:7788", Origin: "http://localhost:7788" })).toBe(202);
    });

    it("cannot be made up, prolonged, or kept beyond their token", async () => {
      const api = await openTestApi({ token: TOKEN });
      const [name, end = "", signature = ""] = valueOf(await signIn(api)).split(/[=.]/);
      const later = (Number.parseInt(end, 36) + HOURS).toString(36);
      const flipped = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
      for (const value of [
        `${later}.${signature}`,
        `${end}.${flipped}`,
        `${end}.`,
        end,
        `.${signature}`,
        "",
      ]) {
        const headers = { Cookie: `${name}=${value}` };
        expect((await api.call("listJobs", { headers })).status, value).toBe(401);
      }
      const other = await openTestApi({ token: `${TOKEN}0` });
      const headers = { Cookie: `${name}=${end}.${signature}` };
      expect((await other.call("listJobs", { headers })).status).toBe(401);
      expect((await api.call("listJobs", { headers })).status).toBe(200);
    });

    it("do not hide that a token is wrong", async () => {
      const api = await openTestApi({ token: TOKEN });
      const Cookie = valueOf(await signIn(api));
      const headers = { Cookie, Authorization: "Bearer 00000000000000000000000000000000" };
      expect((await api.call("getSession", { headers })).status).toBe(401);
      expect((await api.call("openSession", { headers: { ...headers, ...OWN_PAGE } })).status).toBe(401);
    });

    it("end when they are told to", async () => {
      const api = await openTestApi({ token: TOKEN });
      const Cookie = valueOf(await signIn(api));
      const { headers } = await api.call("endSession", { headers: { Cookie, ...OWN_PAGE } });
      expect(headers.get("Set-Cookie")).toMatch(/^mojob_session=; Path=\/; Max-Age=0; /);
    });

    it("are not needed where no token is", async () => {
      const api = await openTestApi({ scope: { app: "ledger" } });
      expect((await api.call("getSession")).body).toEqual({ access: "local", app: "ledger" });
      const opened = await api.call("openSession");
      expect(opened.body).toEqual({ access: "local", app: "ledger" });
      expect(opened.headers.get("Set-Cookie")).toBeNull();
    });
  });
}
