import { createManagementApp } from "@mojob/http";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { openTestApi, OWN_MACHINE, type TestApi, type TestApiOptions } from "./test-api.ts";

const ORIGIN = "http://127.0.0.1:7788";
const BEGIN = "/api/v1/sign-in/provider";

/** What the provider was sent back with. */
const finished: object[] = [];

/** A provider that sends everybody back at once, as somebody who is known by a state. */
const PROVIDER: NonNullable<TestApiOptions["provider"]> = {
  provider: {
    label: "Company",
    begin: (redirectUri) =>
      Promise.resolve({ url: `${redirectUri}?code=1&state=s`, pending: { state: "s" } }),
    finish(_, __, pending) {
      finished.push(pending);
      const who = { issuer: "https://login.example.com", subject: "7", preferredName: "wang" };
      return Promise.resolve({ ...who, displayName: null, email: null, groups: [] });
    },
  },
  rolesOf: (_, now) => ({
    addsPeople: true,
    memberships: [
      {
        id: "of-group",
        tenant: "default",
        role: "viewer",
        apps: null,
        payloads: true,
        untilMs: null,
        reason: null,
        source: "groups",
        by: null,
        atMs: now.getTime(),
      },
    ],
  }),
};

/** As a server of several tenants has the first one: at the root and below its own path, with one place for cookies. */
async function atRoot() {
  const api = await openTestApi();
  const shared = { identity: api.identity, provider: PROVIDER, clock: api.clock, cookiePath: "" };
  const publicUrl = `${ORIGIN}/tenants/default`;
  const root = createManagementApp(api.scheduler, { ...shared, publicUrl });
  const own = createManagementApp(api.scheduler, { ...shared, publicUrl, basePath: "/tenants/default" });
  const below = new Hono().route("/tenants/default", own);
  await api.identity.people.add({ name: "root", isSuperadmin: true }, null);
  const send = async (path: string, cookies = ""): Promise<Response> => {
    const app = path.startsWith("/tenants/") ? below : root;
    const request = new Request(ORIGIN + path, { headers: { Cookie: cookies } });
    return app.request(request, undefined, OWN_MACHINE);
  };
  return { api, send };
}

/** The cookies that a browser sends to a path after a response. */
function cookiesFor(path: string, response: Response): string {
  return response.headers
    .getSetCookie()
    .filter((cookie) => path.startsWith(/Path=([^;]+)/.exec(cookie)?.[1] ?? ""))
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

const recordsOf = async ({ identity }: TestApi): Promise<number> =>
  (await identity.state.list("mojob/")).length;

export function describeProviderSignIns(): void {
  describe("a sign-in at the identity provider", () => {
    it.each(["", "/tenants/default"])(
      "begun below %j comes back to the browser that began it",
      async (base) => {
        const { send } = await atRoot();
        const begun = await send(base + BEGIN);
        const back = new URL(begun.headers.get("Location") ?? "");
        expect(back.pathname).toBe(`/tenants/default${BEGIN}/callback`);
        const ended = await send(back.pathname + back.search, cookiesFor(back.pathname, begun));
        expect(ended.headers.get("Location")).toBe("/tenants/default/");
        expect(cookiesFor("/", ended)).toContain("mojob_session");
        expect(finished.at(-1)).toEqual({ state: "s" });
      },
    );

    it("leaves nothing in the store until somebody has come back", async () => {
      const { api, send } = await atRoot();
      await send(BEGIN);
      const before = await recordsOf(api);
      for (let times = 0; times < 20; times += 1) expect((await send(BEGIN)).status).toBe(303);
      expect(await recordsOf(api)).toBe(before);
    });

    it("ends after ten minutes, and with what another browser sends, or one that changed it", async () => {
      const { api, send } = await atRoot();
      const begun = await send(BEGIN);
      const back = new URL(begun.headers.get("Location") ?? "");
      const path = back.pathname + back.search;
      const cookie = cookiesFor(back.pathname, begun);
      const failed = "/tenants/default/#sign-in=sign_in_failed";
      for (const sent of ["", "mojob_oidc_7788=abc", `${cookie.slice(0, -4)}AAAA`])
        expect((await send(path, sent)).headers.get("Location")).toBe(failed);
      await api.clock.advance(10 * 60_000);
      expect((await send(path, cookie)).headers.get("Location")).toBe(failed);
    });
  });
}
