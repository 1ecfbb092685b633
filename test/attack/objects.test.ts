import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AttackedServer, type Headerlike, type Sent, startAttacked } from "./attacked-server.ts";

const SECRET = { app: "billing", name: "bank", value: "canary-of-billing" };
const KEY = "MCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=";
const JOB = "billing.made";

/** Who has rights in the app "ledger" alone. */
const STRANGERS: readonly (readonly [string, object | null])[] = [
  ["nobody", null],
  ["a viewer", { kind: "service", role: "viewer", apps: ["ledger"] }],
  ["an operator", { kind: "service", role: "operator", apps: ["ledger"] }],
  ["an editor", { kind: "service", role: "editor", apps: ["ledger"] }],
  ["an admin", { kind: "service", role: "admin", apps: ["ledger"] }],
  ["an executor", { kind: "executor", apps: ["ledger"] }],
];

let folder: string;
let server: AttackedServer;
let objects: { readonly operation: string; readonly silence: string; readonly token: string };

const asAdmin = async (path: string, body?: unknown): Promise<Sent> => {
  const sent = await server.send(`/api/v1${path}`, { body, headers: server.admin });
  expect(sent.status, sent.text).toBeLessThan(300);
  return sent;
};

const anHourOn = (): string => new Date(Date.now() + 3_600_000).toISOString();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "mojob-keys-"));
  const keys = join(folder, "keys");
  writeFileSync(keys, `2026-11 ${btoa("k".repeat(32))}\n`, { mode: 0o600 });
  server = await startAttacked({ MOJOB_KEYS_FILE: keys });
  await asAdmin("/people", { name: "root", isSuperadmin: true });
  await asAdmin("/secrets", SECRET);
  await asAdmin("/jobs", { key: JOB, app: "billing", kind: "triggered" });
  const paused = await asAdmin("/jobs/bulk", { action: "pause", keys: [JOB] });
  const until = anHourOn();
  const silenced = await asAdmin("/silences", { reason: "canary", until, apps: ["billing"] });
  const { id } = await server.token({ name: "own", kind: "service", role: "viewer", apps: ["billing"] });
  objects = { operation: paused.json.operation, silence: silenced.json.silence.id, token: id };
}, 60_000);
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** What there is of the other app, as the holder of the server's token sees it. */
async function state(): Promise<readonly unknown[]> {
  const paths = [
    `/jobs/${JOB}`,
    "/secrets?app=billing",
    "/silences",
    `/operations/${objects.operation}`,
    "/apps/billing/executor-keys",
  ];
  const read = await Promise.all(paths.map((path) => asAdmin(path)));
  const tokens = await asAdmin("/tokens");
  const own = (tokens.json.items as { id: string }[]).filter(({ id }) => id === objects.token);
  expect(own).toHaveLength(1);
  return read.map(({ json }) => json as unknown);
}

describe("the secrets, silences, operations, keys, tokens and jobs of an app", () => {
  it.each(STRANGERS)("are neither shown to nor changed by %s of another app", async (name, request) => {
    const headers: Headerlike =
      request === null ? {} : (await server.token({ name: name.replaceAll(" ", "-"), ...request })).headers;
    const before = await state();
    const { operation, silence, token } = objects;
    const acts: readonly (readonly [string, string, object?])[] = [
      ["GET", `/jobs/${JOB}`],
      ["PATCH", `/jobs/${JOB}`, { priority: 1 }],
      ["DELETE", `/jobs/${JOB}`],
      ["POST", `/jobs/${JOB}/copy`, { key: "ledger.copied" }],
      ["POST", `/jobs/${JOB}/resume`, {}],
      ["POST", `/jobs/${JOB}/instances`, {}],
      ["POST", "/jobs", { key: "billing.planted", app: "billing", kind: "triggered" }],
      ["POST", "/jobs", { key: "billing.planted", app: "ledger", kind: "triggered" }],
      ["PATCH", "/secrets/billing/bank", { value: "planted" }],
      ["DELETE", "/secrets/billing/bank"],
      ["POST", "/secrets", { ...SECRET, name: "other" }],
      ["DELETE", `/silences/${silence}`],
      ["POST", "/silences", { reason: "planted", until: anHourOn(), apps: ["billing"] }],
      ["GET", `/operations/${operation}`],
      ["POST", `/operations/${operation}/undo`, {}],
      ["POST", "/apps/billing/executor-keys", { publicKey: KEY }],
      ["POST", "/apps/billing/stop", {}],
      ["POST", `/tokens/${token}/rotate`, { overlapMs: 0 }],
      ["DELETE", `/tokens/${token}`],
    ];
    for (const [method, path, body] of acts) {
      const { status, text } = await server.send(`/api/v1${path}`, {
        method,
        ...(body !== undefined && { body }),
        headers: { ...headers, "If-Match": "*" },
      });
      const doing = `${method} ${path}: ${text}`;
      expect.soft([401, 403, 404], doing).toContain(status);
      expect.soft(text).not.toContain("canary");
    }
    for (const path of ["/secrets", "/silences", "/operations", "/history", "/jobs", "/queue"])
      expect
        .soft((await server.send(`/api/v1${path}`, { headers })).text, path)
        .not.toMatch(/canary|billing\.made/);
    expect(await state()).toEqual(before);
  });
});
