import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AttackedServer, type Headerlike, type Sent, startAttacked } from "./attacked-server.ts";

const LEDGER = "c0ffee00c0ffee11c0ffee22c0ffee33";
const BILLING = "feedface00112233feedface44556677";
const CANARY = "canary-of-billing <script>alert(1)</script>";
const PAGE = "invoice.html";

const bearer = (token: string): Headerlike => ({ Authorization: `Bearer ${token}` });

/** A program that runs the jobs of an app, and a run that it holds. */
interface Holder {
  readonly headers: Headerlike;
  readonly executor: string;
  readonly lease: string;
  readonly run: string;
}

let server: AttackedServer;
let ledger: Holder;
let billing: Holder;
/** The value of a file of billing's run. */
let file: object;

beforeAll(async () => {
  const MOJOB_EXECUTORS = JSON.stringify({ ledger: [LEDGER], billing: [BILLING] });
  server = await startAttacked({ MOJOB_EXECUTORS });
  await server.send("/api/v1/people", { body: { name: "root", isSuperadmin: true }, headers: server.admin });
  ledger = await holderOf("ledger", LEDGER);
  billing = await holderOf("billing", BILLING);
  const stored = await upload(billing, { name: PAGE, content: btoa(CANARY) });
  expect([stored.status, stored.text]).toEqual([200, expect.stringContaining(PAGE)]);
  file = stored.json.file as object;
}, 60_000);
afterAll(() => server[Symbol.asyncDispose]());

/** @param args of the run that it comes to hold */
async function holderOf(
  app: string,
  token: string,
  job = `${app}.close`,
  args: unknown = null,
): Promise<Holder> {
  const headers = bearer(token);
  const started = await server.send(`/api/v1/jobs/${job}/instances`, {
    body: { args },
    headers: server.admin,
  });
  const registered = await server.send("/api/v1/executor/register", {
    body: { app, jobs: [], handlers: [job] },
    headers,
  });
  expect([registered.status, registered.text]).toEqual([201, expect.any(String)]);
  const { executor } = registered.json as { executor: string };
  for (let polls = 0; polls < 20; polls += 1) {
    // oxlint-disable-next-line no-await-in-loop -- One poll at a time is open.
    const polled = await server.send("/api/v1/executor/poll", {
      body: { executor, max: 1, waitMs: 1000 },
      headers,
    });
    const [taken] = (polled.json as { runs: readonly { lease: string }[] }).runs;
    if (taken !== undefined)
      return { headers, executor, lease: taken.lease, run: started.json.instance.id as string };
  }
  throw new Error(`The executor of ${app} got no run`);
}

let uploads = 0;

function upload(
  { executor, lease, headers }: Omit<Holder, "run">,
  given: {
    readonly name: string;
    readonly content?: string;
    readonly offset?: number;
    readonly last?: boolean;
  },
): Promise<Sent> {
  uploads += 1;
  const body = { executor, lease, upload: `u${uploads}`, offset: 0, content: "", last: true, ...given };
  return server.send("/api/v1/executor/upload", { body, headers });
}

const download = ({ executor, lease, headers }: Omit<Holder, "run">, value: object): Promise<Sent> =>
  server.send("/api/v1/executor/download", { body: { executor, lease, file: value }, headers });

/** The names of the files of a run, as the holder of the server's token sees them. */
async function filesOf({ run }: Holder): Promise<readonly string[]> {
  const { json } = await server.send(`/api/v1/instances/${encodeURIComponent(run)}/files`, {
    headers: server.admin,
  });
  return (json as { items: readonly { name: string }[] }).items.map(({ name }) => name);
}

const pathOf = ({ run }: Holder, name: string): string =>
  `/api/v1/instances/${encodeURIComponent(run)}/files/${encodeURIComponent(name)}`;

describe("an executor", () => {
  it.each(["../up", "..", ".", "a/b", "a\\b", "/etc/passwd", "a\0b", "a\nb", "", "x".repeat(201)])(
    "stores no file by the name %j",
    async (name) => {
      const before = await filesOf(ledger);
      const { status } = await upload(ledger, { name, content: btoa("x") });
      expect(status).toBe(400);
      expect(await filesOf(ledger)).toEqual(before);
    },
  );

  it("stores nothing with a run of another app, by its lease or by its executor", async () => {
    const before = await filesOf(billing);
    const mixed = [
      { ...ledger, lease: billing.lease },
      { ...ledger, executor: billing.executor },
      { ...billing, headers: ledger.headers },
      { ...ledger, lease: `${billing.run}/${billing.run}` },
    ];
    for (const holder of mixed) {
      const { status, text } = await upload(holder, { name: "planted.txt", content: btoa("x") });
      expect([403, 404, 409], text).toContain(status);
      const read = await download(holder, file);
      expect([403, 404, 409], read.text).toContain(read.status);
      expect(read.text).not.toContain("canary");
    }
    expect(await filesOf(billing)).toEqual(before);
  });

  it("reads no file of another app, nor anything else, by a value that it makes up", async () => {
    const { $file: id } = file as { $file: string };
    const made = [
      { ...file, sha256: "0".repeat(64) },
      { ...file, size: 1 },
      { ...file, name: "other.html" },
      { ...file, $file: id.replace(billing.run, ledger.run) },
      { ...file, $file: `${id}/../../../../etc/passwd` },
      { ...file, $file: "file:///etc/passwd", name: "passwd" },
      { ...file, $file: "run-file:../../../../etc/passwd", name: "passwd" },
    ];
    for (const value of made) {
      const { status, text } = await download(ledger, value);
      expect.soft(status, JSON.stringify(value)).toBeGreaterThanOrEqual(400);
      expect.soft(status).toBeLessThan(500);
      expect.soft(text).not.toMatch(/canary|root:/);
    }
    expect((await download(billing, { ...file, size: 1 })).status).toBe(404);
    expect((await download(billing, file)).text).toBe(CANARY);
  });

  it("reads a file of another app where its run was given it, and not by a value that it has from elsewhere", async () => {
    const { status, text } = await download(ledger, file);
    expect([status, text]).toEqual([404, expect.stringContaining("file_not_found")]);
    const unknown = { ...file, $file: `run-file:nobody's/${PAGE}` };
    const said = async (value: object) => (await download(ledger, value)).json as { detail: string };
    expect((await said(unknown)).detail.replace("nobody's", "")).toBe(
      (await said(file)).detail.replace(billing.run, ""),
    );
    const given = await holderOf("ledger", LEDGER, "ledger.report", { report: file });
    expect((await download(given, file)).text).toBe(CANARY);
  });

  it("goes on with no upload at another place, and with none that it never began", async () => {
    const begun = { ...ledger, name: "parts.txt", upload: "parts", content: btoa("abc"), last: false };
    expect((await upload(ledger, begunPart(begun, 0))).status).toBe(200);
    for (const offset of [1, 2, 4, 1_000_000])
      expect((await upload(ledger, begunPart(begun, offset))).status).toBe(400);
    const unknown = await upload(ledger, { name: "late.txt", content: btoa("x"), offset: 3 });
    expect(unknown.status).toBe(404);
    expect(await filesOf(ledger)).not.toContain("late.txt");
    expect(await filesOf(ledger)).not.toContain("parts.txt");
  });

  it("stores nothing with a run that it has ended", async () => {
    const { executor, lease, headers } = ledger;
    const body = { executor, results: [{ lease, status: "succeeded" }] };
    expect((await server.send("/api/v1/executor/settle", { body, headers })).status).toBe(200);
    expect((await upload(ledger, { name: "late.txt", content: btoa("x") })).status).toBe(409);
    expect(await filesOf(ledger)).not.toContain("late.txt");
  });
});

const begunPart = (
  { name, upload: id, content }: { readonly name: string; readonly upload: string; readonly content: string },
  offset: number,
) => ({ name, upload: id, content, last: false, offset });

describe("the files of a run", () => {
  const others: readonly (readonly [string, object | null])[] = [
    ["nobody", null],
    ["a viewer of another app", { kind: "service", role: "viewer", apps: ["ledger"] }],
    ["an operator of another app", { kind: "service", role: "operator", apps: ["ledger"] }],
    ["an editor of another app", { kind: "service", role: "editor", apps: ["ledger"] }],
    ["an admin of another app", { kind: "service", role: "admin", apps: ["ledger"] }],
    ["an executor of another app", { kind: "executor", apps: ["ledger"] }],
    ["an executor of its own app", { kind: "executor", apps: ["billing"] }],
    ["a token for metrics", { kind: "service", permissions: ["metrics:read"] }],
    ["who reads runs and no values", { kind: "service", permissions: ["runs:read"] }],
  ];

  it.each(others)("are not shown to %s", async (name, request) => {
    const headers =
      request === null ? {} : (await server.token({ name: name.replaceAll(" ", "-"), ...request })).headers;
    for (const path of [pathOf(billing, PAGE), `${pathOf(billing, PAGE)}?download=1`]) {
      const { status, text } = await server.send(path, { headers });
      expect([400, 401, 403, 404], text).toContain(status);
      expect(text).not.toContain("canary");
    }
    for (const method of ["DELETE", "PUT", "POST", "PATCH"]) {
      const { status } = await server.send(pathOf(billing, PAGE), { method, headers });
      expect([401, 403, 404, 405]).toContain(status);
    }
    expect(await filesOf(billing)).toEqual([PAGE]);
  });

  it("are saved, and shown as nothing, by those who may read them", async () => {
    const { headers } = await server.token({
      name: "reader",
      kind: "service",
      role: "viewer",
      apps: ["billing"],
    });
    const { status, text, headers: sent } = await server.send(pathOf(billing, PAGE), { headers });
    expect([status, text]).toEqual([200, CANARY]);
    expect(sent.get("Content-Type")).toBe("application/octet-stream");
    expect(sent.get("Content-Disposition")).toMatch(/^attachment/);
    expect(sent.get("X-Content-Type-Options")).toBe("nosniff");
  });

  it.each([
    "..%2f..%2fjobs.db",
    "..",
    "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "%00",
    "..%5cjobs.db",
    `${PAGE}%2f..`,
  ])("are no way to another file by the name %s", async (name) => {
    const path = `/api/v1/instances/${encodeURIComponent(billing.run)}/files/${name}`;
    const { status, text } = await server.send(path, { headers: server.admin });
    expect(status).toBeLessThan(500);
    expect(text).not.toMatch(/canary|root:|SQLite format/);
  });
});
