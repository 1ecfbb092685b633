import { defineTriggeredJob } from "@mojob/core";
import { unpackTar } from "modern-tar";
import { describe, expect, it } from "vitest";
import { addPerson, withRoot } from "./signed-in.ts";
import { itemsOf, type Json, openTestApi, OWN_MACHINE, type TestApi } from "./test-api.ts";

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2]);

const write = defineTriggeredJob({
  key: "write",
  maxConcurrency: null,
  execute: async (_: unknown, { files, log }) => {
    log.info("written");
    log.warn("careful");
    await files.write("page.html", "<script>alert(1)</script>");
    await files.write("rows.csv", "a,b\n1,2\n");
    await files.write("dot.png", PNG);
    await files.write("no.png", "<svg onload=alert(1)>");
    await files.write("paper.pdf", "%PDF-1.7 of nothing");
    await files.write("long.txt", "x".repeat(300_000));
    return { total: 42, text: "hello", "../up": 1, list: [1] };
  },
});
const read = defineTriggeredJob({ key: "read", execute: (args) => ({ got: args }) });

const TASK = {
  kind: "task",
  body: {
    engine: 1,
    params: [{ name: "day", type: "text" }],
    nodes: [
      {
        id: "make",
        type: "job",
        job: {
          work: { kind: "code", handler: "write" },
          results: [
            { name: "sum", type: "number", expression: "$.SELF.RESULT.total + 1" },
            { name: "said", type: "text", expression: "$.SELF.LOG" },
          ],
        },
        params: [{ name: "day", expression: "$.TASK.PARAMS.day" }],
      },
      {
        id: "take",
        type: "job",
        job: { key: "read" },
        pre: [{ node: "make" }],
        params: [{ name: "sum", expression: "$.JOB['make'].RESULT.sum" }],
      },
    ],
    results: [{ name: "sum", type: "number", expression: "$.JOB['make'].RESULT.sum" }],
  },
};

async function ended(api: TestApi, key: string, args: object, headers = {}): Promise<string> {
  const { body } = await api.call("triggerJob", { path: { key }, body: { args }, headers });
  const id = String(body["instance"]?.["id"]);
  await expect
    .poll(async () => {
      await api.clock.advance(1000);
      return (await api.call("getInstance", { path: { id }, headers })).body["state"];
    })
    .toBe("Succeeded");
  return id;
}

const pathsOf = (folder: Json): readonly string[] => (folder["files"] ?? []).map(({ path }) => String(path));

/** The working directories of runs, as they are browsed and downloaded. */
export function describeFolders(): void {
  describe("working directories", () => {
    const open = async (): Promise<TestApi> => {
      const api = await openTestApi({ jobs: [write, read] });
      const body = { key: "nightly", app: "ledger", kind: "triggered", work: TASK };
      expect(await api.call("createJob", { body })).toMatchObject({ status: 201 });
      return api;
    };
    const textOf = async (api: TestApi, id: string, path: string): Promise<string> => {
      const { status, body } = await api.call("downloadInstanceFolderFile", {
        path: { id },
        query: { path },
      });
      expect([path, status]).toEqual([path, 200]);
      return body;
    };

    it("of a task have its context, log, parameters, results, and a folder for each job", async () => {
      const api = await open();
      const id = await ended(api, "nightly", { day: "monday" });
      const { body } = await api.call("getInstanceFolder", { path: { id } });
      expect(body).toMatchObject({ name: `task-nightly-${id}`, isTask: true });
      expect(pathsOf(body)).toEqual([
        "ctx.json",
        "ctx.log",
        "params.json",
        "currJobs",
        "status",
        "outputs/sum",
      ]);
      expect(JSON.parse(await textOf(api, id, "params.json"))).toEqual({ day: "monday" });
      expect(JSON.parse(await textOf(api, id, "ctx.json"))).toMatchObject({
        run: { id, state: "Succeeded" },
        task: { phase: "ended", nodes: [{ id: "make" }, { id: "take" }] },
      });
      const facts = (await textOf(api, id, "ctx.log")).trim().split("\n");
      expect(facts.map((fact) => (JSON.parse(fact) as { seq: number }).seq)).toEqual(
        facts.map((_, index) => index + 1),
      );
      expect(facts.at(-1)).toContain('"type":"ended"');
      expect(await textOf(api, id, "status")).toBe("1\n");
      expect(await textOf(api, id, "currJobs")).toBe("");
      expect(await textOf(api, id, "outputs/sum")).toBe("43");
      const first = await api.call("listInstanceFolderJobs", { path: { id }, query: { limit: 1 } });
      const cursor = first.body["nextCursor"] as string;
      const second = await api.call("listInstanceFolderJobs", { path: { id }, query: { limit: 1, cursor } });
      const names = [...itemsOf(first.body), ...itemsOf(second.body)];
      expect(names).toEqual([
        { name: `job-make-~${id}_#make`, instanceId: `~${id}/#make`, state: "Succeeded" },
        { name: `job-take-~${id}_#take`, instanceId: `~${id}/#take`, state: "Succeeded" },
      ]);
      expect(second.body["nextCursor"]).toBeNull();
    });

    it("of a job have its code, what it was given, what it left, its status and both logs", async () => {
      const api = await open();
      const id = await ended(api, "nightly", { day: "monday" });
      const make = `~${id}/#make`;
      const { body } = await api.call("getInstanceFolder", { path: { id: make } });
      expect(body).toMatchObject({ name: `job-make-~${id}_#make`, isTask: false });
      expect(pathsOf(body)).toEqual([
        "ctx.json",
        "ctx.log",
        "params.json",
        "status",
        "executeCode/process",
        ...["dot.png", "long.txt", "no.png", "page.html", "paper.pdf", "rows.csv"].map(
          (one) => `outputs/${one}`,
        ),
        "outputs/sum",
        "outputs/said",
        "job.log",
        "job-error.log",
      ]);
      expect(JSON.parse(await textOf(api, make, "params.json"))).toEqual({ day: "monday" });
      expect(JSON.parse(await textOf(api, make, "executeCode/process"))).toMatchObject({ handler: "write" });
      expect(await textOf(api, make, "outputs/sum")).toBe("43");
      expect(await textOf(api, make, "outputs/said")).toBe("written\ncareful");
      expect(await textOf(api, make, "outputs/rows.csv")).toBe("a,b\n1,2\n");
      expect(await textOf(api, make, "job.log")).toBe("written\n");
      expect(await textOf(api, make, "job-error.log")).toBe("careful\n");
      expect(await textOf(api, make, "ctx.log")).toContain('"to":"Succeeded"');
      const taken = await api.call("getInstanceFolder", { path: { id: `~${id}/#take` } });
      expect(pathsOf(taken.body)).toContain("outputs/got");
    });

    it("of a run of its own have what it returned, by names that are names", async () => {
      const api = await open();
      const id = await ended(api, "write", {});
      const { body } = await api.call("getInstanceFolder", { path: { id } });
      expect(body["name"]).toBe(`job-write-${id}`);
      expect(pathsOf(body).filter((path) => !path.includes("."))).toEqual([
        "status",
        "executeCode/process",
        "outputs/total",
        "outputs/text",
        "outputs/list",
      ]);
      const stored = await api.call("listInstanceFiles", { path: { id } });
      const rows = itemsOf(stored.body).find(({ name }) => String(name) === "rows.csv");
      const { name, size, sha256 } = rows as unknown as { name: string; size: number; sha256: string };
      const value = { $file: `run-file:${id}/rows.csv`, name, size, sha256 };
      const reader = await ended(api, "read", { file: value, again: { ...value, sha256: "0".repeat(64) } });
      const inputs = await api.call("getInstanceFolder", { path: { id: reader } });
      expect(pathsOf(inputs.body).filter((path) => path.startsWith("inputs/"))).toEqual([
        "inputs/rows.csv",
        "inputs/2-rows.csv",
      ]);
      expect(await textOf(api, reader, "inputs/rows.csv")).toBe("a,b\n1,2\n");
      const other = await api.call("downloadInstanceFolderFile", {
        path: { id: reader },
        query: { path: "inputs/2-rows.csv" },
      });
      expect(other).toMatchObject({ status: 404, body: { code: "file_not_found" } });
    });

    it("are shown as text, tables, images and PDF in a sandbox, and as nothing else", async () => {
      const api = await open();
      const id = await ended(api, "write", {});
      const look = (path: string): Promise<Response> =>
        Promise.resolve(
          api.app.request(
            `http://localhost/api/v1/instances/${id}/folder/preview?path=${encodeURIComponent(path)}`,
            undefined,
            OWN_MACHINE,
          ),
        );
      const text = await look("outputs/rows.csv");
      expect(Object.fromEntries(text.headers)).toMatchObject({
        "content-type": "text/plain; charset=utf-8",
        "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "content-disposition": "inline",
      });
      expect(await text.text()).toBe("a,b\n1,2\n");
      expect((await (await look("outputs/long.txt")).text()).length).toBe(256 * 1024);
      const image = await look("outputs/dot.png");
      expect(image.headers.get("content-type")).toBe("image/png");
      expect(image.headers.get("content-security-policy")).toContain("sandbox");
      expect(new Uint8Array(await image.arrayBuffer())).toEqual(PNG);
      const paper = await look("outputs/paper.pdf");
      expect(paper.headers.get("content-type")).toBe("application/pdf");
      expect(paper.headers.get("content-security-policy")).toContain("default-src 'none'");
      for (const path of ["outputs/page.html", "outputs/no.png"])
        expect(await api.call("previewInstanceFolderFile", { path: { id }, query: { path } })).toMatchObject({
          status: 422,
          body: { code: "file_not_shown" },
        });
      const shown = await api.call("previewInstanceFolderFile", { path: { id }, query: { path: "status" } });
      expect(shown).toMatchObject({ status: 200, body: "1\n" });
    });

    it("have no file but their own, whatever path is asked for", async () => {
      const api = await open();
      const id = await ended(api, "write", {});
      for (const path of [
        "../../etc/passwd",
        "/etc/passwd",
        "outputs/../ctx.json",
        "outputs",
        "outputs//rows.csv",
        "./status",
        "constructor",
      ])
        for (const operation of ["downloadInstanceFolderFile", "previewInstanceFolderFile"])
          expect(await api.call(operation, { path: { id }, query: { path } })).toMatchObject({
            status: 404,
            body: { code: "file_not_found" },
          });
      for (const operation of ["getInstanceFolder", "listInstanceFolderJobs", "downloadInstanceFolder"])
        expect((await api.call(operation, { path: { id: "nobody" } })).status).toBe(404);
    });

    it("are downloaded whole, with the folders of their jobs", async () => {
      const api = await open();
      const id = await ended(api, "nightly", { day: "monday" });
      expect((await api.call("downloadInstanceFolder", { path: { id } })).status).toBe(200);
      const url = `http://localhost/api/v1/instances/${id}/folder/archive`;
      const response = await api.app.request(url, undefined, OWN_MACHINE);
      expect(response.headers.get("content-disposition")).toContain(`task-nightly-${id}.tar.gz`);
      const tar = new Response(response.body!.pipeThrough(new DecompressionStream("gzip")));
      const entries = await unpackTar(new Uint8Array(await tar.arrayBuffer()));
      const files = new Map(entries.map(({ header, data }) => [header.name, new TextDecoder().decode(data)]));
      const root = `task-nightly-${id}`;
      const make = `${root}/jobs/job-make-~${id}_#make`;
      expect([...files.keys()].filter((name) => !name.startsWith(root))).toEqual([]);
      expect(files.get(`${root}/status`)).toBe("1\n");
      expect(files.get(`${make}/outputs/rows.csv`)).toBe("a,b\n1,2\n");
      expect(files.get(`${make}/outputs/sum`)).toBe("43");
      expect(files.get(`${make}/job-error.log`)).toBe("careful\n");
      expect(files.has(`${root}/jobs/job-take-~${id}_#take/ctx.json`)).toBe(true);
      expect(files.has(`${root}/LEFT-OUT.txt`)).toBe(false);
    });

    it("show states alone to those who may not read payloads", async () => {
      const { api, root } = await withRoot({ jobs: [write, read] });
      const created = { key: "nightly", app: "ledger", kind: "triggered", work: TASK };
      expect((await api.call("createJob", { body: created, headers: root })).status).toBe(201);
      const id = await ended(api, "nightly", { day: "monday" }, root);
      const blind = await addPerson(api, root, "blind", { role: "viewer", payloads: false });
      const seen = await api.call("getInstanceFolder", { path: { id }, headers: blind });
      expect(seen.body).toMatchObject({
        name: `task-nightly-${id}`,
        hidden: expect.arrayContaining(["args"]),
      });
      expect(pathsOf(seen.body)).toEqual(["currJobs", "status"]);
      const make = await api.call("getInstanceFolder", { path: { id: `~${id}/#make` }, headers: blind });
      expect(pathsOf(make.body)).toEqual(["status"]);
      for (const path of ["ctx.json", "params.json", "job.log", "outputs/sum", "executeCode/process"])
        expect(
          (
            await api.call("downloadInstanceFolderFile", {
              path: { id: `~${id}/#make` },
              query: { path },
              headers: blind,
            })
          ).status,
        ).toBe(404);
      const jobs = await api.call("listInstanceFolderJobs", { path: { id }, headers: blind });
      expect(itemsOf(jobs.body)).toHaveLength(2);
      const url = `http://localhost/api/v1/instances/${id}/folder/archive`;
      const response = await api.app.request(url, { headers: blind }, OWN_MACHINE);
      const tar = new Response(response.body!.pipeThrough(new DecompressionStream("gzip")));
      const names = (await unpackTar(new Uint8Array(await tar.arrayBuffer()))).map(
        ({ header }) => header.name,
      );
      expect(names.map((name) => name.split("/").at(-1))).toEqual(["currJobs", "status", "status", "status"]);
      const nobody = await addPerson(api, root, "nobody");
      expect((await api.call("getInstanceFolder", { path: { id }, headers: nobody })).status).toBe(403);
    });
  });
}
