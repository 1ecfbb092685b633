import { defineTriggeredJob } from "@mojob/core";
import { describe, expect, it } from "vitest";
import { addPerson, withRoot } from "./signed-in.ts";
import {
  type Answer,
  itemsOf,
  type Json,
  openTestApi,
  OWN_MACHINE,
  succeeded,
  type TestApi,
} from "./test-api.ts";

const RANGE = { from: "2025-12-31T00:00:00Z", to: "2027-01-01T00:00:00Z" };
const GZIP = { "Content-Type": "application/gzip" };

const SEND = defineTriggeredJob({
  key: "mail.send",
  async execute(args, { log, files }) {
    log.info("sent");
    await files.write("out.txt", "hello");
    return args as { to: string };
  },
});

const exportOf = ({ body }: Answer): Json => body["export"] as Json;
const archiveOf = ({ body }: Answer): Json => body["archive"] as Json;

/** An export that is made. */
async function made(api: TestApi, request: object, headers = {}): Promise<Json> {
  const asked = await api.call("createExport", { body: request, headers });
  expect([asked.status, asked.body]).toMatchObject([202, { export: { state: "running" } }]);
  const path = { id: String(exportOf(asked)["id"]) };
  for (let passes = 0; passes < 20; passes += 1) {
    await api.clock.advance(1000);
    const found = exportOf(await api.call("getExport", { path, headers }));
    if (found["state"] === "ready") return found;
  }
  throw new Error("The export was not made");
}

/** A run once it has ended: its file is written by real input and output, for which a standing clock does not wait. */
async function ended(api: TestApi, id: string): Promise<Answer> {
  const found = async (): Promise<Answer> => api.call("getInstance", { path: { id } });
  await expect
    .poll(async () => {
      await api.clock.advance(1000);
      return (await found()).body["state"];
    })
    .toBe("Succeeded");
  return found();
}

async function download(api: TestApi, id: unknown, headers = {}): Promise<Response> {
  const request = new Request(`http://localhost/api/v1/exports/${String(id)}/file`, { headers });
  return api.app.request(request, undefined, OWN_MACHINE);
}

async function upload(
  api: TestApi,
  file: Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = GZIP,
): Promise<Answer> {
  const answer = await api.fetch("/api/v1/archives?name=week.ndjson.gz", {
    method: "POST",
    body: file,
    headers,
  });
  if (answer.status === 201) succeeded.add("importArchive");
  return answer;
}

/** Files with what ran, and archives. */
export function describeExports(): void {
  describe("exports", () => {
    it("are made, downloaded in parts that go on after each other, and removed", async () => {
      const api = await openTestApi();
      await api.call("triggerJob", { path: { key: "mail.send" }, body: { args: { to: "hello" } } });
      await api.clock.advance(1000);
      const ready = await made(api, { ...RANGE, include: ["logs", "definitions"] });
      expect(ready).toMatchObject({ counts: { runs: 1, definitions: 1 }, by: "local", problem: null });
      const whole = await download(api, ready["id"]);
      expect([whole.status, whole.headers.get("Content-Length"), whole.headers.get("Accept-Ranges")]).toEqual(
        [200, String(ready["size"]), "bytes"],
      );
      const bytes = Buffer.from(await whole.arrayBuffer());
      const first = await download(api, ready["id"], { Range: "bytes=0-99" });
      expect([first.status, first.headers.get("Content-Range")]).toEqual([206, `bytes 0-99/${bytes.length}`]);
      const rest = await download(api, ready["id"], { Range: "bytes=100-" });
      const parts = [await first.arrayBuffer(), await rest.arrayBuffer()].map((one) => Buffer.from(one));
      expect(Buffer.concat(parts).equals(bytes)).toBe(true);
      expect((await download(api, ready["id"], { Range: `bytes=${bytes.length}-` })).status).toBe(416);
      const path = { id: String(ready["id"]) };
      expect((await api.call("downloadExport", { path })).status).toBe(200);
      const other = exportOf(await api.call("createExport", { body: RANGE }));
      const otherPath = { id: String(other["id"]) };
      expect(exportOf(await api.call("cancelExport", { path: otherPath, body: {} }))["state"]).toBe(
        "cancelled",
      );
      const unmade = await download(api, other["id"], { Range: "bytes=0-" });
      expect([unmade.status, ((await unmade.json()) as Json)["code"]]).toEqual([409, "export_not_ready"]);
      expect((await api.call("removeExport", { path: otherPath })).status).toBe(200);
      expect(exportOf(await api.call("cancelExport", { path, body: {} }))["state"]).toBe("ready");
      expect((await api.call("removeExport", { path })).status).toBe(200);
      expect(await api.call("getExport", { path })).toMatchObject({
        status: 404,
        body: { code: "export_not_found" },
      });
      expect(itemsOf((await api.call("listExports")).body)).toEqual([]);
    });

    it("are imported as archives, whose runs are listed and read like others, and change nothing here", async () => {
      const api = await openTestApi({ jobs: [SEND] });
      const run = await api.call("triggerJob", {
        path: { key: "mail.send" },
        body: { args: { to: "hello" } },
      });
      const id = String((run.body["instance"] as Json)["id"]);
      const own = await ended(api, id);
      const ready = await made(api, { ...RANGE, include: ["logs", "files", "facts", "history", "workers"] });
      const file = new Uint8Array(await (await download(api, ready["id"])).arrayBuffer());
      const imported = await upload(api, file);
      expect([imported.status, archiveOf(imported)]).toMatchObject([
        201,
        {
          name: "week.ndjson.gz",
          by: "local",
          counts: { runs: 1 },
          source: { tenant: "default", hasHidden: false },
        },
      ]);
      const path = { id: String(archiveOf(imported)["id"]) };
      const listed = await api.call("listArchivedRuns", { path });
      expect(itemsOf(listed.body)).toMatchObject([{ id, jobKey: "mail.send", state: "Succeeded" }]);
      const none = await api.call("listArchivedRuns", { path, query: { state: "Terminated" } });
      expect(itemsOf(none.body)).toEqual([]);
      const found = await api.call("getArchivedRun", { path: { ...path, run: id } });
      // Who looks it up there sees what is seen here, but for what is known of workers and names of jobs now.
      const { workerName: _, jobName: __, ...same } = own.body as Readonly<Record<string, unknown>>;
      expect(found.body["instance"]).toMatchObject(same);
      const runPath = { ...path, run: id };
      expect(itemsOf((await api.call("listArchivedLogs", { path: runPath })).body)).toMatchObject([
        { seq: 1, level: "info", message: "sent" },
      ]);
      expect(itemsOf((await api.call("listArchivedFacts", { path: runPath })).body)).toEqual([]);
      const filePath = { ...runPath, file: "out.txt" };
      expect((await api.call("downloadArchivedFile", { path: filePath })).status).toBe(200);
      const noFile = await api.call("downloadArchivedFile", { path: { ...runPath, file: "other.txt" } });
      expect(noFile).toMatchObject({ status: 404, body: { code: "file_not_found" } });
      expect(archiveOf(await api.call("getArchive", { path }))).toEqual(archiveOf(imported));
      const records = await api.call("listArchivedRecords", { path, query: { section: "workers" } });
      expect(itemsOf(records.body)).toMatchObject([{ worker: { app: "ledger" } }]);
      expect((await api.call("getInstance", { path: { id } })).body).toEqual(own.body);
      expect(itemsOf((await api.call("listInstances")).body).length).toBe(1);
      expect((await api.call("removeArchive", { path })).status).toBe(200);
      expect((await api.call("listArchivedRuns", { path })).status).toBe(404);
    });

    it("refuse what is no export, and say what was wanted", async () => {
      const api = await openTestApi();
      expect(await upload(api, new TextEncoder().encode("hello"))).toMatchObject({
        status: 422,
        body: { code: "archive_refused", detail: expect.stringContaining("gzip") as string },
      });
      expect((await upload(api, new Uint8Array(3), { "Content-Type": "text/plain" })).status).toBe(415);
      const bad = await api.call("createExport", { body: { from: RANGE.to, to: RANGE.from } });
      expect(bad).toMatchObject({ status: 400, body: { errors: [{ pointer: "/to" }] } });
      expect(itemsOf((await api.call("listArchives")).body)).toEqual([]);
    });

    it("hold what their maker may read, and are read by those who may read all of it", async () => {
      const { api, root } = await withRoot({});
      await api.call("triggerJob", {
        path: { key: "mail.send" },
        body: { args: { to: "hello" } },
        headers: root,
      });
      await api.clock.advance(1000);
      const blind = await addPerson(api, root, "blind", { role: "operator", payloads: false });
      const seeing = await addPerson(api, root, "seeing", { role: "operator" });
      const refused = await api.call("createExport", {
        body: { ...RANGE, include: ["logs"] },
        headers: blind,
      });
      expect(refused).toMatchObject({ status: 403, body: { code: "forbidden" } });
      const ofBlind = await made(api, RANGE, blind);
      const ofSeeing = await made(api, RANGE, seeing);
      const text = async (id: unknown): Promise<string> => {
        const file = await download(api, id, seeing);
        return new Response(file.body!.pipeThrough(new DecompressionStream("gzip"))).text();
      };
      expect(await text(ofBlind["id"])).not.toContain("hello");
      expect(await text(ofSeeing["id"])).toContain("hello");
      expect((await download(api, ofSeeing["id"], blind)).status).toBe(404);
      expect(itemsOf((await api.call("listExports", { headers: blind })).body).map(({ id }) => id)).toEqual([
        ofBlind["id"],
      ]);
      // Somebody else's is removed by who changes the tenant.
      const path = { id: String(ofBlind["id"]) };
      expect((await api.call("removeExport", { path, headers: seeing })).status).toBe(403);
      expect((await api.call("removeExport", { path, headers: root })).status).toBe(200);
      expect((await upload(api, new Uint8Array(3), { ...GZIP, ...seeing })).status).toBe(403);
    });
  });
}
