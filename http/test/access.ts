import { isMoJobError, PrincipalKind } from "@mojob/core";
import { createManagementApp } from "@mojob/http";
import { defineRoute, jsonResponse } from "@mojob/http/extension";
import { describe, expect, it } from "vitest";
import { endpointsOf, openTestApi, OWN_MACHINE } from "./test-api.ts";

const TOKEN = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";
const OPEN_WITHOUT_TOKEN = new Set(["/livez", "/readyz", "/openapi.json", "/docs", "/docs/style.css", "/"]);
/** Its address is the credential; these calls send none that is known. */
const CALLBACK = "/api/v1/callbacks/{id}/{token}";
/** Open to those who know the address, which nobody does here. */
const PING = "/api/v1/pings/{token}";
/** For those who sign in: what they send is the credential. */
const SIGN_IN = new Set([
  "/api/v1/session/link",
  "/api/v1/sign-in",
  "/api/v1/welcome",
  "/api/v1/welcome/look",
]);
const PROBES = new Set(["/livez", "/readyz"]);

/** As `@hono/node-server` passes its connection. */
function nodeOf(httpVersion: string): object {
  return { incoming: { httpVersion, socket: { remoteAddress: "::1" } } };
}

export function describeAccess(): void {
  describe("access", () => {
    it.each([
      ["no token", {}],
      ["a wrong token", { Authorization: "Bearer 00000000000000000000000000000000" }],
      ["the beginning of the token", { Authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
      ["another scheme", { Authorization: `Basic ${TOKEN}` }],
      ["the token without a scheme", { Authorization: TOKEN }],
    ])("with a token configured, %s opens no guarded route", async (_name, headers) => {
      const api = await openTestApi({ token: TOKEN, trustedProxies: ["127.0.0.1"] });
      for (const [index, endpoint] of endpointsOf(api.document).entries()) {
        // Each from another caller: one that sends too many wrong tokens gets another response.
        const caller = { Host: "example.com", "X-Forwarded-For": `203.0.113.${index}` };
        const answer = await api.send(endpoint, { headers: { ...headers, ...caller } });
        if (endpoint.path === CALLBACK) expect(answer.status).toBe(400);
        else if (endpoint.path === PING) expect(answer.status).toBe(404);
        else if (SIGN_IN.has(endpoint.path)) expect([200, 400]).toContain(answer.status);
        else if (OPEN_WITHOUT_TOKEN.has(endpoint.path)) expect(answer.status, endpoint.path).toBe(200);
        else {
          expect(answer.status, `${endpoint.method} ${endpoint.path}`).toBe(401);
          expect(answer.headers.get("WWW-Authenticate")).toMatch(/^Bearer/);
        }
      }
    });

    it("the documentation needs a sign-in, too, where that is wanted", async () => {
      const { scheduler } = await openTestApi();
      const app = createManagementApp(scheduler, { token: TOKEN, docs: "guarded" });
      const ask = async (path: string, headers: Record<string, string>): Promise<number> =>
        (await app.request(`http://localhost${path}`, { headers }, OWN_MACHINE)).status;
      for (const path of ["/docs", "/openapi.json"]) {
        expect(await ask(path, {}), path).toBe(401);
        expect(await ask(path, { Authorization: `Bearer ${TOKEN}` }), path).toBe(200);
      }
      expect(await ask("/livez", {})).toBe(200);
      await app.close();
    });

    it.each(["GET", "HEAD"])(
      "without a token and a foreign caller, %s of a guarded route says the same",
      async (method) => {
        const [guarded, local] = [await openTestApi({ token: TOKEN }), await openTestApi()];
        for (const { path, method: ofEndpoint } of endpointsOf(guarded.document)) {
          if (ofEndpoint !== "GET") continue;
          const filled = path.replaceAll(/\{\w+\}/g, "x");
          const isOpen = OPEN_WITHOUT_TOKEN.has(path) || SIGN_IN.has(path);
          const open = path === PING ? 404 : 200;
          const seen = (await guarded.fetch(filled, { method })).status;
          expect(seen, path).toBe(isOpen || path === PING ? open : 401);
          const rebound = { Host: "evil.example" };
          const { status } = await local.fetch(filled, { method, headers: rebound });
          expect(status, path).toBe(PROBES.has(path) ? 200 : 403);
        }
      },
    );

    it("a refused request changes nothing, whatever it asks for", async () => {
      const api = await openTestApi({ token: TOKEN });
      const { revision } = (await api.scheduler.jobs.get("mail.send")).definition;
      for (const endpoint of endpointsOf(api.document).filter(({ method }) => method !== "GET")) {
        const body = endpoint.operation.requestBody?.content["application/json"]?.example ?? {};
        const call = { path: { key: "mail.send" }, headers: { "If-Match": "*" }, body };
        const { status } = await api.send(endpoint, call);
        if (SIGN_IN.has(endpoint.path)) expect([401, 409]).toContain(status);
        else expect(status, endpoint.path).toBe(endpoint.path === CALLBACK ? 404 : 401);
      }
      expect((await api.scheduler.jobs.get("mail.send")).definition.revision).toBe(revision);
      expect(await api.scheduler.instances.count({}, 1)).toBe(0);
      expect(await api.scheduler.registry.check(["ledger/close"])).toEqual([]);
    });

    it("with a token configured, the token opens every route from anywhere", async () => {
      const api = await openTestApi({ token: TOKEN });
      for (const endpoint of endpointsOf(api.document)) {
        const headers = {
          Authorization: `bearer ${TOKEN}`,
          Host: "example.com",
          Origin: "https://example.com",
        };
        const { status } = await api.send(endpoint, { headers });
        // How a person signs in is changed by the person.
        if (/\/account\/(password|second-factor)/.test(endpoint.path)) expect([400, 403]).toContain(status);
        else expect([401, 403], `${endpoint.method} ${endpoint.path}`).not.toContain(status);
      }
    });

    it.each([
      ["a rebound Host", { Host: "evil.example" }],
      ["a Host that only begins like loopback", { Host: "localhost.evil.example:7788" }],
      ["a Host with credentials in it", { Host: "localhost@evil.example" }],
      ["a foreign Origin", { Host: "localhost:7788", Origin: "https://evil.example" }],
      ["another port of this machine", { Host: "localhost:7788", Origin: "http://localhost:3000" }],
      [
        "a page that a proxy serves under another name",
        {
          Host: "127.0.0.1:7788",
          "Sec-Fetch-Site": "same-origin",
          Referer: "https://jobs.example.com/jobs",
        },
      ],
      ["a null Origin", { Host: "localhost:7788", Origin: "null" }],
    ])("without a token, %s opens nothing but the probes", async (_name, headers) => {
      const api = await openTestApi();
      for (const endpoint of endpointsOf(api.document)) {
        const wanted = PROBES.has(endpoint.path) ? 200 : 403;
        const { status } = await api.send(endpoint, { headers });
        expect(status, `${endpoint.method} ${endpoint.path}`).toBe(wanted);
      }
    });

    it.each([
      { Host: "localhost:7788" },
      { Host: "127.0.0.1" },
      { Host: "127.8.9.1:80" },
      { Host: "[::1]:7788", Origin: "http://[::1]:7788" },
      { Host: "LOCALHOST:80", Origin: "http://localhost", "Sec-Fetch-Site": "same-origin" },
    ])("without a token, %j is answered", async (headers) => {
      const api = await openTestApi();
      const answer = await api.call("triggerJob", { path: { key: "fail" }, headers });
      expect(answer.status).toBe(202);
    });

    it("without a token, a request that a browser marks as cross-site is refused, and a link is not", async () => {
      const api = await openTestApi();
      const headers = { Host: "localhost", "Sec-Fetch-Site": "cross-site" };
      expect((await api.call("triggerJob", { path: { key: "fail" }, headers })).status).toBe(403);
      expect((await api.call("listInstances", { headers })).status).toBe(403);
      const link = { ...headers, "Sec-Fetch-Mode": "navigate" };
      expect((await api.fetch("/docs", { headers: link })).status).toBe(200);
    });

    it.each([
      ["node", { incoming: { socket: { remoteAddress: "203.0.113.9" } } }],
      ["bun", { requestIP: () => ({ address: "192.168.0.7" }) }],
      ["deno", { remoteAddr: { hostname: "10.0.0.5" } }],
      ["our adapters", { peer: "fe80::1" }],
    ])(
      "without a token, a peer of another machine is refused whatever its Host, on %s",
      async (_name, env) => {
        const api = await openTestApi();
        const answer = await api.fetch("/api/v1/jobs", { headers: { Host: "localhost" } }, env);
        expect(answer.body["code"]).toBe("foreign_host");
        expect((await api.fetch("/livez", {}, env)).status).toBe(200);
      },
    );

    it.each([
      { incoming: { socket: { remoteAddress: "::ffff:127.0.0.1" } } },
      { requestIP: () => ({ address: "::1" }) },
      { remoteAddr: { hostname: "127.0.0.1" } },
    ])("without a token, the local peer of %j is served", async (env) => {
      const api = await openTestApi();
      expect((await api.fetch("/api/v1/jobs", {}, env)).status).toBe(200);
    });

    it.each([{ peer: null }, {}, undefined, { incoming: {} }])(
      "without a token, a peer that is not known is not local: %j",
      async (env) => {
        const { app } = await openTestApi();
        const response = await app.request("http://127.0.0.1/api/v1/jobs", undefined, env);
        expect([response.status, await response.json()]).toEqual([
          403,
          expect.objectContaining({ code: "foreign_host" }),
        ]);
      },
    );

    it.each([{ peer: "127.0.0.1", httpVersion: "1.0" }, nodeOf("1.0")])(
      "without a token, HTTP/1.0 is a proxy's: %j",
      async (env) => {
        const api = await openTestApi();
        expect((await api.fetch("/api/v1/jobs", {}, env)).body["code"]).toBe("foreign_host");
        expect((await api.fetch("/api/v1/jobs", {}, nodeOf("1.1"))).status).toBe(200);
      },
    );

    it("without a token, another site's page may open a page with a link, and send no form", async () => {
      const api = await openTestApi();
      const headers = {
        Host: "localhost",
        "Sec-Fetch-Site": "cross-site",
        "Sec-Fetch-Mode": "navigate",
        "Content-Type": "application/json",
      };
      const sent = { path: { key: "fail" }, headers };
      expect((await api.call("triggerJob", sent)).body["code"]).toBe("foreign_origin");
      expect((await api.fetch("/docs", { headers })).status).toBe(200);
    });

    it.each([
      "Forwarded",
      "Via",
      "X-Forwarded-For",
      "X-Forwarded-Host",
      "X-Forwarded-Proto",
      "X-Forwarded-Port",
      "X-Real-IP",
      "X-Client-IP",
      "CF-Connecting-IP",
      "True-Client-IP",
    ])("without a token, a request with %s is not local", async (name) => {
      const api = await openTestApi();
      const headers = { Host: "127.0.0.1", [name]: "203.0.113.9" };
      expect((await api.call("listJobs", { headers })).body["code"]).toBe("foreign_host");
      expect((await api.call("triggerJob", { path: { key: "fail" }, headers })).status).toBe(403);
    });

    it("one wrong token, however often it is sent, shuts out nobody behind the same address", async () => {
      const api = await openTestApi({ token: TOKEN });
      const from = async (token: string): Promise<number> => {
        const headers = { Authorization: `Bearer ${token}` };
        return (await api.fetch("/api/v1/jobs", { headers }, { peer: "203.0.113.9" })).status;
      };
      for (let tries = 0; tries < 40; tries += 1) expect(await from(`${TOKEN}wrong`)).toBe(401);
      expect(await from(TOKEN)).toBe(200);
    });

    it("after 20 different wrong tokens a caller is refused for a minute, with one warning, and no other caller is", async () => {
      const warnings: string[] = [];
      const api = await openTestApi({ token: TOKEN, onWarning: (warning) => void warnings.push(warning) });
      const from = async (peer: string, token: string): Promise<number> => {
        const headers = { Authorization: `Bearer ${token}` };
        return (await api.fetch("/api/v1/jobs", { headers }, { peer })).status;
      };
      for (let tries = 0; tries < 20; tries += 1)
        expect(await from("203.0.113.9", `${TOKEN}${tries}`)).toBe(401);
      expect(await from("203.0.113.9", `${TOKEN}x`)).toBe(429);
      // One that is too long to be guessed is no guess.
      expect(await from("203.0.113.9", TOKEN)).toBe(200);
      expect(await from("203.0.113.10", TOKEN)).toBe(200);
      expect(warnings).toEqual([expect.stringContaining('"203.0.113.9"')]);
      await api.clock.advance(60_000);
      expect(await from("203.0.113.9", TOKEN)).toBe(200);
    });

    it("a short token of a caller who guesses is refused, too, and one that was made here is not", async () => {
      const short = TOKEN.slice(0, 20);
      const api = await openTestApi({ token: short, onWarning: () => {} });
      const from = async (peer: string, token: string): Promise<number> => {
        const headers = { Authorization: `Bearer ${token}` };
        return (await api.fetch("/api/v1/jobs", { headers }, { peer })).status;
      };
      const headers = { Authorization: `Bearer ${short}` };
      const body = { name: "ci", kind: "service", role: "viewer" };
      const made = String((await api.call("makeToken", { body, headers })).body["text"]);
      for (let tries = 0; tries < 20; tries += 1)
        expect(await from("203.0.113.9", `${TOKEN}${tries}`)).toBe(401);
      expect(await from("203.0.113.9", short)).toBe(429);
      expect(await from("203.0.113.9", made)).toBe(200);
      // Near misses of it are counted as any other.
      expect(await from("203.0.113.9", `${made.slice(0, -4)}0000`)).toBe(429);
      await api.clock.advance(60_000);
      expect(await from("203.0.113.9", short)).toBe(200);
    });

    it("counts wrong tokens by the peer, whatever header names another address", async () => {
      const api = await openTestApi({ token: TOKEN, onWarning: () => {} });
      const from = async (peer: string, forwarded: string, token: string): Promise<number> => {
        const headers = { Authorization: `Bearer ${token}`, "X-Forwarded-For": forwarded };
        return (await api.fetch("/api/v1/jobs", { headers }, { peer })).status;
      };
      for (let tries = 0; tries < 20; tries += 1)
        expect(await from("10.1.0.9", `203.0.113.${tries}`, `${TOKEN}${tries}`)).toBe(401);
      expect(await from("10.1.0.9", "203.0.113.99", `${TOKEN}x`)).toBe(429);
      // In the name of another peer nobody is shut out.
      expect(await from("203.0.113.1", "", TOKEN)).toBe(200);
    });

    it("counts wrong tokens by the address that a trusted proxy appended, and not by what was before it", async () => {
      const trustedProxies = ["10.1.0.0/16", "fd00::5"];
      const api = await openTestApi({ token: TOKEN, trustedProxies, onWarning: () => {} });
      const from = async (peer: string, forwarded: string, token: string): Promise<number> => {
        const headers = { Authorization: `Bearer ${token}`, "X-Forwarded-For": forwarded };
        return (await api.fetch("/api/v1/jobs", { headers }, { peer })).status;
      };
      for (let tries = 0; tries < 20; tries += 1)
        expect(await from("10.1.0.9", `192.0.2.${tries}, 203.0.113.7, 10.1.0.8`, `${TOKEN}${tries}`)).toBe(
          401,
        );
      expect(await from("::ffff:10.1.0.9", "203.0.113.7", `${TOKEN}x`)).toBe(429);
      expect(await from("fd00::5", "203.0.113.7", `${TOKEN}x`)).toBe(429);
      expect(await from("10.1.0.9", "203.0.113.8", TOKEN)).toBe(200);
      expect(await from("10.1.0.9", "203.0.113.7, nonsense", TOKEN)).toBe(200);
    });

    it("counts the wrong tokens of executors apart from those of people", async () => {
      const principal = { kind: PrincipalKind.Worker, name: "shop", permissions: [] };
      const route = defineRoute({
        method: "POST",
        pattern: "/api/v1/executor/poll",
        uses: [],
        operationId: "poll",
        tag: "Executors",
        summary: "Poll",
        responses: {},
        handle: () => jsonResponse({}),
      });
      const extensions = [{ routes: [route], holders: [{ token: `${TOKEN}shop`, principal }] }];
      const { app } = await openTestApi({ token: TOKEN, extensions, onWarning: () => {} });
      const send = async (method: string, path: string, token: string): Promise<number> => {
        const headers = { Authorization: `Bearer ${token}` };
        return (
          await app.request(`http://localhost/api/v1/${path}`, { method, headers }, { peer: "10.1.0.9" })
        ).status;
      };
      for (let tries = 0; tries < 20; tries += 1) await send("POST", "executor/poll", `${TOKEN}${tries}`);
      expect(await send("POST", "executor/poll", `${TOKEN}wrong`)).toBe(429);
      expect(await send("POST", "executor/poll", `${TOKEN}shop`)).toBe(200);
      expect(await send("GET", "jobs", TOKEN)).toBe(200);
    });

    it("keeps with every change who asked", async () => {
      const headers = { Authorization: `Bearer ${TOKEN}` };
      const api = await openTestApi({ token: TOKEN });
      const edited = await api.call("updateJob", {
        path: { key: "ledger/close" },
        headers: { ...headers, "If-Match": "*" },
        body: { priority: 1 },
      });
      expect(edited.body["updatedBy"]).toBe("token");
      const paused = await api.call("pauseJob", { path: { key: "ledger/close" }, headers, body: {} });
      expect(paused.body["pause"]).toMatchObject({ by: "token" });
      const path = { key: "mail.send" };
      const run = await api.call("triggerJob", {
        path,
        headers,
        body: { args: { to: "a" }, delayMs: 60_000 },
      });
      const id = run.body["instance"]?.["id"] ?? "";
      expect(run.body["instance"]?.["trigger"]).toMatchObject({ by: "token" });
      await api.call("cancelInstance", { path: { id }, headers, body: {} });
      expect(JSON.stringify((await api.call("getInstance", { path: { id }, headers })).body)).toContain(
        "Cancelled by token",
      );
      const local = await openTestApi();
      const own = await local.call("triggerJob", { path: { key: "fail" } });
      expect(own.body["instance"]?.["trigger"]).toMatchObject({ by: "local" });
    });

    it("refuses what the scheduler it was given may not do", async () => {
      const api = await openTestApi({
        wrap: (scheduler) =>
          scheduler.as({ kind: "worker", name: "ledger", permissions: ["jobs:read", "runs:read"] }),
      });
      expect((await api.call("getJob", { path: { key: "mail.send" } })).status).toBe(200);
      const refused = await api.call("triggerJob", { path: { key: "mail.send" } });
      expect(refused.status).toBe(403);
      expect(refused.body["code"]).toBe("forbidden");
      expect(refused.body["detail"]).toContain('"runs:trigger"');
    });

    it("pages of other origins get no CORS header unless they are named", async () => {
      const origin = "https://panel.example.com";
      const closed = await openTestApi({ token: TOKEN });
      const named = await openTestApi({ token: TOKEN, cors: { origins: [origin] } });
      const headers = { Origin: origin, Authorization: `Bearer ${TOKEN}` };
      expect(
        (await closed.call("listJobs", { headers })).headers.get("Access-Control-Allow-Origin"),
      ).toBeNull();
      expect((await named.call("listJobs", { headers })).headers.get("Access-Control-Allow-Origin")).toBe(
        origin,
      );
      const other = await named.call("listJobs", { headers: { ...headers, Origin: "https://evil.example" } });
      expect(other.headers.get("Access-Control-Allow-Origin")).toBeNull();
      // A page must be able to read why it was refused.
      const refused = await named.call("getJob", { path: { key: "nobody" }, headers });
      expect(refused.headers.get("Access-Control-Allow-Origin")).toBe(origin);
      const preflight = await named.app.request("http://localhost/api/v1/jobs/a", {
        method: "OPTIONS",
        headers: { Origin: origin, "Access-Control-Request-Method": "PATCH" },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get("Access-Control-Allow-Methods")).toContain("PATCH");
      expect(preflight.headers.get("Access-Control-Allow-Headers")).toContain("If-Match");
    });

    it("without a token, a named origin may call", async () => {
      const origin = "http://localhost:5173";
      const api = await openTestApi({ cors: { origins: [origin] } });
      const headers = { Host: "localhost:7788", Origin: origin, "Sec-Fetch-Site": "same-site" };
      expect((await api.call("triggerJob", { path: { key: "fail" }, headers })).status).toBe(202);
    });

    it.each([
      [{ token: "short" }],
      [{ token: "" }],
      [{ token: "has a space in the middle 93" }],
      [{ token: "aaaaaaaaaaaaaaaa" }],
      [{ token: "change-me-change-me" }],
      [{ cors: { origins: ["*"] } }],
      [{ cors: { origins: ["https://a.example/"] } }],
      [{ basePath: "mojob/" }],
      [{ trustedProxies: ["10.1.0.0/99"] }],
      [{ trustedProxies: ["proxy.internal"] }],
    ])("the options %j make no app", async (options) => {
      const { scheduler } = await openTestApi();
      expect(() => createManagementApp(scheduler, options)).toThrow(
        expect.toSatisfy((error) => isMoJobError(error, "invalid_configuration")),
      );
    });

    it("every response has the security headers, a refusal too", async () => {
      const api = await openTestApi({ token: TOKEN });
      for (const path of ["/livez", "/docs", "/api/v1/jobs", "/nowhere"]) {
        const { headers } = await api.fetch(path);
        expect(headers.get("X-Content-Type-Options"), path).toBe("nosniff");
        expect(headers.get("Content-Security-Policy"), path).toContain("default-src 'none'");
        expect(headers.get("Content-Security-Policy"), path).toContain("frame-ancestors 'none'");
        expect(headers.get("Referrer-Policy"), path).toBe("no-referrer");
      }
      const { headers } = await api.fetch("/api/v1/jobs");
      expect(headers.get("Cache-Control")).toBe("no-store");
    });
  });
}
