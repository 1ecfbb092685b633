import { defineTriggeredJob, type FileValue } from "@mojob/core";
import { describe, expect, it } from "vitest";
import { itemsOf, openTestApi, OWN_MACHINE, type TestApi } from "./test-api.ts";

const write = defineTriggeredJob({
  key: "write",
  execute: async (names: readonly string[], { files }) => {
    const written: FileValue[] = [];
    for (const name of names) written.push(await files.write(name, `<script>${name}</script>`));
    return written;
  },
});

export function describeFiles(): void {
  describe("files of runs", () => {
    const open = async (...names: readonly string[]): Promise<{ api: TestApi; id: string }> => {
      const api = await openTestApi({ jobs: [write] });
      const { body } = await api.call("triggerJob", { path: { key: "write" }, body: { args: names } });
      const id = String(body["instance"]?.["id"]);
      await api.scheduler.ended(id);
      return { api, id };
    };

    it("are listed by name, and downloaded to be saved and not to be shown", async () => {
      const { api, id } = await open("b.html", '报告 "1".csv');
      const list = await api.call("listInstanceFiles", { path: { id } });
      expect(list.status).toBe(200);
      expect(itemsOf(list.body)).toEqual([
        {
          name: "b.html",
          size: 23,
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          storedAt: expect.stringMatching(/Z$/),
        },
        expect.objectContaining({ name: '报告 "1".csv' }),
      ]);
      const urlOf = (name: string): string =>
        `http://localhost/api/v1/instances/${id}/files/${encodeURIComponent(name)}`;
      const page = await api.app.request(urlOf("b.html"), undefined, OWN_MACHINE);
      expect(page.status).toBe(200);
      expect(Object.fromEntries(page.headers)).toMatchObject({
        "content-type": "application/octet-stream",
        "content-length": "23",
        "content-disposition": `attachment; filename="b.html"; filename*=UTF-8''b.html`,
        "x-content-type-options": "nosniff",
      });
      expect(await page.text()).toBe("<script>b.html</script>");
      const named = await api.app.request(urlOf('报告 "1".csv'), undefined, OWN_MACHINE);
      expect(named.headers.get("content-disposition")).toBe(
        `attachment; filename="__ _1_.csv"; filename*=UTF-8''%E6%8A%A5%E5%91%8A%20%221%22.csv`,
      );
      expect(await named.text()).toContain("报告");
      expect((await api.call("downloadInstanceFile", { path: { id, file: "b.html" } })).status).toBe(200);
    });

    it("are not found by another name, nor where there is no such run", async () => {
      const { api, id } = await open("a");
      expect(await api.call("downloadInstanceFile", { path: { id, file: "b" } })).toMatchObject({
        status: 404,
        body: { code: "file_not_found" },
      });
      expect(await api.call("downloadInstanceFile", { path: { id: "nobody", file: "a" } })).toMatchObject({
        status: 404,
        body: { code: "instance_not_found" },
      });
      expect((await api.call("listInstanceFiles", { path: { id: "nobody" } })).status).toBe(404);
    });
  });
}
