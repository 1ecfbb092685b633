import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type AttackedServer,
  cookieOf,
  type Headerlike,
  PASSWORD,
  startAttacked,
} from "./attacked-server.ts";

let server: AttackedServer;
let root: Headerlike;

beforeAll(async () => {
  server = await startAttacked();
  const added = await server.send("/api/v1/people", {
    body: { name: "root", isSuperadmin: true },
    headers: server.admin,
  });
  expect(added.status).toBe(201);
  const secret = String(added.json.invitation.url).split("#")[1];
  root = cookieOf(await server.send("/api/v1/welcome", { body: { secret, password: PASSWORD } }));
}, 60_000);
afterAll(() => server[Symbol.asyncDispose]());

const superadmin = (headers: Headerlike, name: string) =>
  server.send("/api/v1/people", { body: { name, isSuperadmin: true }, headers });

describe("who wants more by a token", () => {
  it("gets nothing of a program that keeps the deployment, as an admin of the tenant", async () => {
    const admin = await server.person("admin", { role: "admin" });
    const keeper = await server.token({ name: "keeper", kind: "service", permissions: ["deployment:edit"] });
    const rotate = { body: { overlapMs: 0 }, headers: admin };
    expect((await server.send(`/api/v1/tokens/${keeper.id}/rotate`, rotate)).status).toBe(403);
    expect((await superadmin(admin, "mine")).status).toBe(403);
    // Neither does the program itself.
    expect((await superadmin(keeper.headers, "mine")).status).toBe(403);
    expect(
      (await server.send("/api/v1/people/root/invitation", { body: {}, headers: keeper.headers })).status,
    ).toBe(403);
  });

  it("gets no admin's token by a token that keeps tokens and nothing else", async () => {
    const { headers } = await server.token({ name: "tokens", kind: "service", permissions: ["tokens:edit"] });
    const strong = await server.token({ name: "strong", kind: "service", role: "admin" });
    expect((await server.send(`/api/v1/tokens/${strong.id}/rotate`, { body: {}, headers })).status).toBe(403);
    for (const more of [{ role: "viewer" }, { permissions: ["audit:read"] }]) {
      const body = { name: "more", kind: "service", ...more };
      expect((await server.send("/api/v1/tokens", { body, headers })).status).toBe(403);
    }
    const executor = { name: "box", kind: "executor", apps: ["ledger"] };
    expect((await server.send("/api/v1/tokens", { body: executor, headers })).status).toBe(403);
  });

  it("gets no personal token by one that is limited, and nothing of the account", async () => {
    const few = { name: "few", kind: "personal", permissions: ["jobs:read", "tokens:edit"] };
    const { headers, id } = await server.token(few, root);
    const body = { name: "x", kind: "personal" };
    expect((await server.send("/api/v1/tokens", { body, headers })).status).toBe(403);
    expect((await server.send(`/api/v1/tokens/${id}/rotate`, { body: {}, headers })).status).toBe(404);
    const calls = [
      ["PATCH", "/api/v1/account", { displayName: "Mallory" }],
      ["GET", "/api/v1/sessions", undefined],
      ["POST", "/api/v1/sessions/end", {}],
      ["POST", "/api/v1/account/second-factor", {}],
      ["POST", "/api/v1/session", {}],
    ] as const;
    for (const [method, path, sent] of calls) {
      const { status } = await server.send(path, { method, body: sent, headers });
      expect.soft(status, path).toBe(403);
    }
  });

  it("acts as nobody else, as a superadmin", async () => {
    const li = await server.person("li", { role: "viewer" });
    const { id } = await server.token({ name: "laptop", kind: "personal" }, li);
    expect((await server.send(`/api/v1/tokens/${id}/rotate`, { body: {}, headers: root })).status).toBe(403);
  });

  it("who guesses shuts nobody out whose token is right", async () => {
    const ci = await server.token({ name: "ci", kind: "service", role: "viewer" });
    for (let tries = 0; tries < 25; tries += 1) {
      const headers = { Authorization: `Bearer ${String(tries).padStart(32, "0")}` };
      const { status } = await server.send("/api/v1/jobs", { headers });
      expect([401, 429]).toContain(status);
    }
    for (const headers of [server.admin, ci.headers])
      expect((await server.send("/api/v1/jobs", { headers })).status).toBe(200);
    const wrong = { Authorization: `Bearer ${"f".repeat(40)}` };
    expect((await server.send("/api/v1/jobs", { headers: wrong })).status).toBe(429);
  });
});
