import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AttackedServer, type Headerlike, startAttacked } from "./attacked-server.ts";

interface Door {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly needs: readonly string[];
  readonly isOpen: boolean;
  readonly example: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly security?: readonly unknown[];
  readonly "x-permissions"?: readonly string[];
  readonly requestBody?: {
    readonly content: { readonly "application/json"?: { readonly example?: unknown } };
  };
}

let server: AttackedServer;
let doors: readonly Door[];
let run: string;

beforeAll(async () => {
  server = await startAttacked();
  await server.send("/api/v1/people", { body: { name: "root", isSuperadmin: true }, headers: server.admin });
  const started = await server.send("/api/v1/jobs/billing.close/instances", {
    body: { args: { note: "canary-of-billing" } },
    headers: server.admin,
  });
  run = started.json.instance.id;
  const { json } = await server.send("/openapi.json", { headers: server.admin });
  doors = Object.entries<Record<string, Operation>>(json.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operationId: operation.operationId,
      needs: operation["x-permissions"] ?? [],
      isOpen: operation.security?.length === 0,
      example: operation.requestBody?.content["application/json"]?.example,
    })),
  );
}, 60_000);
afterAll(() => server[Symbol.asyncDispose]());

/** An object of the app "billing" in place of each parameter. */
const filled = (path: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const values: Record<string, string> = { key: "billing.close", app: "billing", id: run, name: "root" };
    return encodeURIComponent(values[name] ?? "1");
  });

const knock = ({ method, path, example }: Door, headers: Headerlike) =>
  server.send(filled(path), {
    method,
    ...(method !== "GET" && method !== "DELETE" && { body: example ?? {} }),
    headers: { ...headers, "If-Match": "*" },
  });

describe("every door of the document", () => {
  it.each(["nobody", "a wrong token", "a cut token"])("is shut for %s", { timeout: 120_000 }, async (who) => {
    const headers: Record<string, Headerlike> = {
      nobody: {},
      "a wrong token": { Authorization: `Bearer ${"0".repeat(40)}` },
      "a cut token": { Authorization: server.admin["Authorization"]?.slice(0, -1) ?? "" },
    };
    for (const door of doors.filter(({ isOpen }) => !isOpen)) {
      const { status, text } = await knock(door, headers[who] ?? {});
      expect.soft([401, 429], `${door.operationId}: ${text}`).toContain(status);
      expect.soft(text).not.toContain("canary");
    }
  });

  it.each([
    ["a viewer of another app", { kind: "service", role: "viewer", apps: ["ledger"] }],
    ["an editor of another app", { kind: "service", role: "editor", apps: ["ledger"] }],
    ["an admin of another app", { kind: "service", role: "admin", apps: ["ledger"] }],
    ["an executor of another app", { kind: "executor", apps: ["ledger"] }],
    ["a token for metrics", { kind: "service", permissions: ["metrics:read"] }],
  ])("shows and changes nothing of others to %s", { timeout: 120_000 }, async (name, request) => {
    const { headers } = await server.token({ name: name.replaceAll(" ", "-"), ...request });
    const before = await server.send("/api/v1/jobs/billing.close", { headers: server.admin });
    for (const door of doors.filter(({ operationId }) => operationId !== "streamEvents")) {
      const { status, text } = await knock(door, headers);
      expect.soft(status, `${door.operationId}: ${text}`).toBeLessThan(500);
      expect.soft(text, door.operationId).not.toContain("canary");
    }
    const after = await server.send("/api/v1/jobs/billing.close", { headers: server.admin });
    expect(after.json).toEqual(before.json);
    expect((await server.send(`/api/v1/instances/${run}`, { headers: server.admin })).json.state).toBe(
      "Enqueued",
    );
  });

  it("opens no file", async () => {
    const paths = [
      "/..%2f..%2f..%2fetc/passwd",
      "/assets/..%2f..%2f..%2f..%2fetc%2fpasswd",
      "/%2e%2e/%2e%2e/etc/passwd",
      "/assets/%00",
      `/api/v1/instances/${encodeURIComponent(run)}/files/..%2f..%2fetc%2fpasswd`,
      "/tenants/..%2f..%2fetc/passwd",
    ];
    for (const path of paths) {
      const { status, text } = await server.send(path, { headers: server.admin });
      expect.soft(status, path).toBeLessThan(500);
      expect.soft(text, path).not.toContain("root:");
    }
  });
});
