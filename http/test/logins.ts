import { Permission, type Principal, PrincipalKind } from "@mojob/core";
import type { Authenticate } from "@mojob/http";
import { describe, expect, it } from "vitest";
import { openEvents } from "./event-client.ts";
import { type Answer, openTestApi, type TestApi, type TestApiOptions } from "./test-api.ts";

const TOKEN = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";
const OWN_PAGE = { "Sec-Fetch-Site": "same-origin" };
/** A server that does not pass on where requests come from, as those of Next.js. */
const NOT_KNOWN = {};

const li: Principal = { kind: PrincipalKind.User, name: "li", permissions: Object.values(Permission) };
const reader: Principal = { ...li, name: "wang", permissions: [Permission.ReadJobs] };

/** As an app does that looks its session up by a cookie, or by the token of its own API. */
const byCookie: Authenticate = (request) => {
  const found = /user=(\w+)|Bearer of-(\w+)/.exec(
    `${request.headers.get("Cookie")} ${request.headers.get("Authorization")}`,
  );
  return [li, reader].find(({ name }) => name === (found?.[1] ?? found?.[2]));
};

function open(options: TestApiOptions = {}): Promise<TestApi> {
  return openTestApi({ authenticate: byCookie, ...options });
}

function trigger(api: TestApi, headers: Record<string, string>): Promise<Answer> {
  return api.fetch(
    "/api/v1/jobs/fail/instances",
    {
      method: "POST",
      headers: { Host: "shop.example.com", "Content-Type": "application/json", ...headers },
      body: "{}",
    },
    NOT_KNOWN,
  );
}

async function list(api: TestApi, headers: Record<string, string>): Promise<number> {
  return (await api.fetch("/api/v1/jobs", { headers }, NOT_KNOWN)).status;
}

export function describeLogins(): void {
  describe("a login of the app around this one", () => {
    it("names the person in the runs and the history that follow", async () => {
      const api = await open();
      const session = await api.fetch("/api/v1/session", { headers: { Cookie: "user=li" } }, NOT_KNOWN);
      expect(session.body).toMatchObject({ access: "user", permissions: [...li.permissions] });
      const triggered = await trigger(api, { Cookie: "user=li", ...OWN_PAGE });
      expect(triggered.status).toBe(202);
      expect(triggered.body).toMatchObject({ instance: { trigger: { type: "api", by: "user:li" } } });
      const headers = { Cookie: "user=li", "Content-Type": "application/json", ...OWN_PAGE };
      const paused = await api.fetch(
        "/api/v1/jobs/ledger%2Fclose/pause",
        { method: "POST", headers, body: "{}" },
        NOT_KNOWN,
      );
      expect(paused.status).toBe(200);
      const job = await api.fetch(
        "/api/v1/jobs/ledger%2Fclose",
        { headers: { Cookie: "user=li" } },
        NOT_KNOWN,
      );
      expect(JSON.stringify(job.body)).toContain("user:li");
    });

    it("refuses with 401 who is not signed in, wherever the request comes from", async () => {
      const api = await open();
      for (const environment of [NOT_KNOWN, { peer: "127.0.0.1" }]) {
        const { status, body } = await api.fetch("/api/v1/jobs", {}, environment);
        expect([status, body["code"]]).toEqual([401, "not_signed_in"]);
      }
      expect(await list(api, { Cookie: "user=eve" })).toBe(401);
      expect(await list(api, { Cookie: "user=li" })).toBe(200);
      expect((await api.fetch("/livez", {}, NOT_KNOWN)).status).toBe(200);
    });

    it("gives the permissions that it states, and no more", async () => {
      const api = await open();
      expect(await list(api, { Cookie: "user=wang" })).toBe(200);
      const { status, body } = await trigger(api, { Cookie: "user=wang", ...OWN_PAGE });
      expect([status, body["code"]]).toEqual([403, "forbidden"]);
    });

    it("changes nothing for a page of another site, and something for a program with a bearer token", async () => {
      const api = await open();
      for (const foreign of [
        {},
        { "Sec-Fetch-Site": "cross-site" },
        { "Sec-Fetch-Site": "same-site" },
        { Origin: "https://evil.example" },
        { Authorization: "Basic bGk6b2YtbGk=" },
      ]) {
        const { status, body } = await trigger(api, { Cookie: "user=li", ...foreign });
        expect([status, body["code"]], JSON.stringify(foreign)).toEqual([403, "foreign_origin"]);
      }
      expect((await trigger(api, { Cookie: "user=li", Origin: "https://shop.example.com" })).status).toBe(
        202,
      );
      expect((await trigger(api, { Authorization: "Bearer of-li" })).status).toBe(202);
    });

    it("leaves the token to programs where there is one, and a wrong one wrong", async () => {
      const api = await open({ token: TOKEN });
      expect((await trigger(api, { Authorization: `Bearer ${TOKEN}` })).status).toBe(202);
      expect((await trigger(api, { Cookie: "user=li", ...OWN_PAGE })).status).toBe(202);
      const wrong = await api.fetch(
        "/api/v1/jobs",
        { headers: { Authorization: "Bearer of-li", Cookie: "user=li" } },
        NOT_KNOWN,
      );
      expect([wrong.status, wrong.body["code"]]).toEqual([401, "unauthorized"]);
    });

    it("is asked again while live events are open, which end where it names nobody any more", async () => {
      let user: Principal | null = li;
      const api = await open({ authenticate: () => user });
      const events = await openEvents(api);
      await events.piece();
      user = null;
      for (let minutes = 0; minutes < 3; minutes += 1) await api.clock.advance(60_000);
      let piece = await events.piece();
      while (piece !== null) piece = await events.piece();
    });

    it("that throws is reported, and its caller gets a problem without a word of it", async () => {
      const api = await open({
        authenticate: () => Promise.reject(new Error("The sessions are unavailable")),
      });
      const { status, body } = await api.fetch("/api/v1/jobs", {}, NOT_KNOWN);
      expect([status, body["code"]]).toEqual([500, "internal_error"]);
      expect(JSON.stringify(body)).not.toContain("sessions");
      expect(api.reported.map(({ error }) => String(error))).toEqual(["Error: The sessions are unavailable"]);
    });

    it.each([
      ["the program itself", { ...li, kind: PrincipalKind.Code }],
      ["nobody by name", { ...li, name: null }],
      ["a name of two lines", { ...li, name: "li\nadmin" }],
      ["no permissions", { kind: "user", name: "li" } as unknown as Principal],
    ])("that returns %s is a mistake of the program", async (_what, returned) => {
      const api = await open({ authenticate: () => returned });
      const { status } = await api.fetch("/api/v1/jobs", {}, NOT_KNOWN);
      expect(status).toBe(500);
      expect(api.reported).toMatchObject([{ error: { code: "invalid_configuration" } }]);
    });
  });
}
