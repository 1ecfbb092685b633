import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { startFtpServerOfFiles } from "@mojob/test-services/connections";
import { expect, onTestFinished, test, vi } from "vitest";
import { call, startProgram, urlOf } from "../fixtures/program.ts";

/** The kinds of work that every worker runs. */
const OF_EVERY_WORKER = [{ kind: "condition" }, { kind: "wait" }, { kind: "task" }];

const PATIENCE = { timeout: 60_000, interval: 50 };
const TOKEN = "5f0c9a1be7d2463c8f1b0d6e";

/** The worker of the image, with these variables, on one file. */
async function startWorker(folder: string, env: Readonly<Record<string, string>>) {
  const program = startProgram("worker", {
    MOJOB_STORE: `sqlite:${join(folder, "jobs.db")}`,
    MOJOB_PORT: "0",
    MOJOB_APP: "ops",
    MOJOB_TOKEN: TOKEN,
    ...env,
  });
  const api = `${await urlOf(program)}/api/v1`;
  return {
    post: (path: string, body: object) => call(`${api}${path}`, TOKEN, { method: "POST", body }),
    get: (path: string) => call(`${api}${path}`, TOKEN),
    async stop(): Promise<void> {
      program.signalAlone("SIGTERM");
      expect((await program.exit).code).toBe(0);
    },
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  };
}

type Worker = Awaited<ReturnType<typeof startWorker>>;

async function trigger(worker: Worker, key: string): Promise<string> {
  const { status, json } = await worker.post(`/jobs/${key}/instances`, { args: "Ada" });
  expect(status).toBe(202);
  return `/instances/${encodeURIComponent((json as { instance: { id: string } }).instance.id)}`;
}

async function succeeds(worker: Worker, path: string): Promise<object> {
  return vi.waitFor(async () => {
    const { json } = await worker.get(path);
    expect(json).toMatchObject({ state: "Succeeded" });
    return json as object;
  }, PATIENCE);
}

async function lines(worker: Worker, path: string): Promise<readonly string[]> {
  const { json } = await worker.get(`${path}/logs`);
  const { items } = json as {
    readonly items: readonly { readonly level: string; readonly message: string }[];
  };
  return items.filter(({ level }) => level === "info").map(({ message }) => message);
}

test("variables switch on scripts, programs and requests; without them nothing of a job is executed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "mojob-runners-"));
  const target = createServer((_, response) => response.end('"indexed"'));
  onTestFinished(async () => {
    target.close();
    await rm(folder, { recursive: true });
  });
  await new Promise<void>((listens) => target.listen(0, "127.0.0.1", listens));
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/index`;
  const mark = join(folder, "mark");
  const job = (key: string, work: object): object => ({ key, app: "ops", kind: "triggered", work });
  const script = (language: string, source: string): object => ({ kind: "script", language, source });
  const greet = job("ops.greet", script("shell", `echo "Hello $1"; echo ran >> ${mark}`));

  await using worker = await startWorker(folder, {
    MOJOB_SCRIPTS: "shell,nodejs",
    MOJOB_SCRIPTS_SANDBOX: "unsandboxed",
    MOJOB_COMMANDS: "echo",
    MOJOB_HTTP_JOBS: "true",
    MOJOB_HTTP_JOBS_ALLOW: "127.0.0.1",
  });
  expect((await worker.get("/workers")).json).toMatchObject({
    items: [
      {
        runners: [
          { kind: "script", names: ["shell", "nodejs"], sandbox: "unsandboxed" },
          { kind: "command", names: ["echo"] },
          { kind: "http" },
          { kind: "resource", names: ["service"] },
          ...OF_EVERY_WORKER,
        ],
      },
    ],
  });
  const request = { kind: "http", method: "GET", url, headers: {}, body: null };
  for (const made of [
    greet,
    job("ops.say", { kind: "command", argv: ["echo", "Good day"], args: "words" }),
    job("ops.index", request),
  ])
    expect((await worker.post("/jobs", made)).status).toBe(201);
  const greeted = await trigger(worker, "ops.greet");
  await succeeds(worker, greeted);
  expect(await lines(worker, greeted)).toEqual(["Hello Ada"]);
  const said = await trigger(worker, "ops.say");
  await succeeds(worker, said);
  expect(await lines(worker, said)).toEqual(["Good day Ada"]);
  expect(await succeeds(worker, await trigger(worker, "ops.index"))).toMatchObject({ result: "indexed" });

  expect(await worker.post("/jobs", job("ops.count", script("python", "print(1)")))).toMatchObject({
    status: 400,
    json: { errors: [{ pointer: "/work/language", code: "not_one_of" }] },
  });
  const unlisted = job("ops.remove", { kind: "command", argv: ["rm", mark] });
  expect(await worker.post("/jobs", unlisted)).toMatchObject({
    status: 400,
    json: { errors: [{ pointer: "/work/argv/0", code: "not_one_of" }] },
  });
  await worker.stop();

  await using without = await startWorker(folder, {});
  expect((await without.get("/jobs/ops.greet")).json).toMatchObject({ lacksWorker: true });
  const waiting = await trigger(without, "ops.greet");
  expect(await without.post("/jobs", job("ops.later", script("shell", "exit 0")))).toMatchObject({
    status: 400,
    json: {
      errors: [
        { pointer: "/work/kind", code: "no_runner", message: expect.stringContaining("MOJOB_SCRIPTS") },
      ],
    },
  });
  expect((await without.get(waiting)).json).toMatchObject({ state: "Enqueued" });
  await without.stop();
  expect(await readFile(mark, "utf8")).toBe("ran\n");
}, 120_000);

test("a variable switches on jobs with files, below the folders that it names alone", async () => {
  const folder = await mkdtemp(join(tmpdir(), "mojob-files-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of ["in", "out"]) await mkdir(join(folder, name));
  await writeFile(join(folder, "in/Ada.txt"), "Hello");
  await using worker = await startWorker(folder, {
    MOJOB_FILE_JOBS: `in=${folder}/in:ro,out=${folder}/out`,
  });
  expect((await worker.get("/workers")).json).toMatchObject({
    items: [{ runners: [{ kind: "file", names: ["in", "out", "out:write"] }, ...OF_EVERY_WORKER] }],
  });
  const job = (key: string, work: object): object => ({
    key,
    app: "ops",
    kind: "triggered",
    work: { kind: "file", ...work },
  });
  const copy = job("ops.copy", { do: "copy", from: "in:{args}.txt", to: "out:{args}.txt" });
  expect((await worker.post("/jobs", copy)).status).toBe(201);
  expect(await succeeds(worker, await trigger(worker, "ops.copy"))).toMatchObject({
    result: { path: "out:Ada.txt", size: 5 },
  });
  expect(await readFile(join(folder, "out/Ada.txt"), "utf8")).toBe("Hello");
  const read = await worker.post("/jobs", job("ops.write", { do: "write", to: "in:a", text: "" }));
  expect(read).toMatchObject({ status: 400, json: { errors: [{ code: "not_one_of" }] } });
  await worker.stop();
}, 120_000);

test("a variable switches on notices, which a job sends as a test where it is started by hand", async () => {
  const folder = await mkdtemp(join(tmpdir(), "mojob-notices-"));
  const bodies: string[] = [];
  const hook = createServer((request, response) => {
    request.on("data", (chunk: Uint8Array) => bodies.push(new TextDecoder().decode(chunk)));
    request.on("end", () => response.end("ok"));
  });
  onTestFinished(async () => {
    hook.close();
    await rm(folder, { recursive: true });
  });
  await new Promise<void>((listens) => hook.listen(0, "127.0.0.1", listens));
  const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/services/T0/B0`;
  const work = { kind: "notice", service: "slack", url };
  const job = { key: "ops.slack", app: "ops", kind: "triggered", work };

  await using without = await startWorker(folder, {});
  expect(await without.post("/jobs", job)).toMatchObject({
    status: 400,
    json: { errors: [{ code: "no_runner", message: expect.stringContaining("MOJOB_NOTICE_JOBS") }] },
  });
  await without.stop();

  const variables = { MOJOB_NOTICE_JOBS: "true", MOJOB_NOTICE_JOBS_ALLOW: "127.0.0.1" };
  await using worker = await startWorker(folder, variables);
  expect((await worker.get("/workers")).json).toMatchObject({
    items: [
      { runners: [{ kind: "notice", names: expect.not.arrayContaining(["mail"]) }, ...OF_EVERY_WORKER] },
    ],
  });
  expect((await worker.post("/jobs", job)).status).toBe(201);
  const { json } = await worker.post("/jobs/ops.slack/instances", {});
  const { id } = (json as { readonly instance: { readonly id: string } }).instance;
  await succeeds(worker, `/instances/${id}`);
  const tried = await worker.post("/jobs/try", { app: "ops", work });
  expect(tried.status).toBe(202);
  await vi.waitFor(() => expect(bodies).toHaveLength(2), PATIENCE);
  expect(bodies.map((body) => (JSON.parse(body) as { readonly text: string }).text)).toEqual(
    Array(2).fill("This is a test from MoJobScheduler"),
  );
  await worker.stop();

  await using mailing = await startWorker(folder, { ...variables, MOJOB_SMTP_URL: "smtp://127.0.0.1:25" });
  expect((await mailing.get("/workers")).json).toMatchObject({
    items: [
      { runners: [{ kind: "notice", names: expect.arrayContaining(["mail", "slack"]) }, ...OF_EVERY_WORKER] },
    ],
  });
  await mailing.stop();
}, 120_000);

test("a variable names databases, which jobs of the app and tenant use by their names alone", async () => {
  const folder = await mkdtemp(join(tmpdir(), "mojob-sql-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "orders.db");
  const file = new DatabaseSync(path);
  file.exec("CREATE TABLE orders (id INTEGER, total REAL); INSERT INTO orders VALUES (7, 1.5)");
  file.close();
  const work = (connection: string): object => ({
    kind: "sql",
    connection,
    statement: "SELECT id, total FROM orders WHERE id = ?",
    values: [{ arg: "/id" }],
  });
  const job = (key: string, connection: string): object => ({
    key,
    app: "ops",
    kind: "triggered",
    work: work(connection),
  });

  await using without = await startWorker(folder, {});
  expect(await without.post("/jobs", job("ops.orders", "orders"))).toMatchObject({
    status: 400,
    json: { errors: [{ code: "no_runner", message: expect.stringContaining("MOJOB_SQL_JOBS") }] },
  });
  await without.stop();

  const url = `sqlite:${path}`;
  const connections = {
    orders: { url, readOnly: true },
    payroll: { url, apps: ["hr"] },
    partner: { url, tenants: ["partner"] },
  };
  await using worker = await startWorker(folder, { MOJOB_SQL_JOBS: JSON.stringify(connections) });
  expect((await worker.get("/workers")).json).toMatchObject({
    items: [{ runners: [{ kind: "sql", names: ["orders"] }, ...OF_EVERY_WORKER] }],
  });
  expect(JSON.stringify((await worker.get("/workers")).json)).not.toContain(path);
  for (const other of ["payroll", "partner"])
    expect(await worker.post("/jobs", job(`ops.${other}`, other))).toMatchObject({
      status: 400,
      json: { errors: [{ pointer: ["", "work", "connection"].join("/"), code: "not_one_of" }] },
    });
  expect((await worker.post("/jobs", job("ops.orders", "orders"))).status).toBe(201);
  const { json } = await worker.post("/jobs/ops.orders/instances", { args: { id: 7 } });
  const { id } = (json as { readonly instance: { readonly id: string } }).instance;
  expect(await succeeds(worker, `/instances/${id}`)).toMatchObject({
    result: { rows: [{ id: 7, total: 1.5 }], count: 1 },
  });
  await worker.stop();
}, 120_000);

test("a variable names servers, which jobs of the app and tenant transfer files from, into named folders", async () => {
  const folder = await mkdtemp(join(tmpdir(), "mojob-transfers-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "in"));
  await using server = await startFtpServerOfFiles();
  await writeFile(join(server.folder, "a.csv"), "1\n2\n");
  const job = (key: string, connection: string, to = "in:a.csv"): object => ({
    key,
    app: "ops",
    kind: "triggered",
    work: { kind: "transfer", do: "download", connection, from: "{args.name}.csv", to },
  });

  await using without = await startWorker(folder, {});
  expect(await without.post("/jobs", job("ops.fetch", "files"))).toMatchObject({
    status: 400,
    json: { errors: [{ code: "no_runner", message: expect.stringContaining("MOJOB_TRANSFER_JOBS") }] },
  });
  await without.stop();

  const password = "secret";
  const files = { protocol: "ftp", host: "127.0.0.1", port: server.port, user: "shop", password };
  const connections = {
    files: { ...files, readOnly: true },
    payroll: { ...files, apps: ["hr"] },
    partner: { ...files, tenants: ["partner"] },
  };
  await using worker = await startWorker(folder, {
    MOJOB_TRANSFER_JOBS: JSON.stringify(connections),
    MOJOB_FILE_JOBS: `in=${folder}/in`,
  });
  const shown = (await worker.get("/workers")).json;
  expect(shown).toMatchObject({
    items: [
      {
        runners: [
          { kind: "file" },
          { kind: "transfer", names: ["files", "root:in", "root:in:write"] },
          ...OF_EVERY_WORKER,
        ],
      },
    ],
  });
  expect(JSON.stringify(shown)).not.toContain(password);
  for (const other of ["payroll", "partner"])
    expect(await worker.post("/jobs", job(`ops.${other}`, other))).toMatchObject({
      status: 400,
      json: { errors: [{ pointer: ["", "work", "connection"].join("/"), code: "not_one_of" }] },
    });
  expect(await worker.post("/jobs", job("ops.other", "files", "out:a.csv"))).toMatchObject({
    status: 400,
    json: { errors: [{ pointer: ["", "work", "to"].join("/"), code: "not_one_of" }] },
  });
  expect((await worker.post("/jobs", job("ops.fetch", "files"))).status).toBe(201);
  const { json } = await worker.post("/jobs/ops.fetch/instances", { args: { name: "a" } });
  const { id } = (json as { readonly instance: { readonly id: string } }).instance;
  expect(await succeeds(worker, `/instances/${id}`)).toMatchObject({ result: { path: "in:a.csv", size: 4 } });
  expect(await readFile(join(folder, "in/a.csv"), "utf8")).toBe("1\n2\n");
  await worker.stop();
}, 120_000);
