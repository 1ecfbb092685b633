import { describe, expect, it } from "vitest";
import { OWN_MACHINE, openTestApi, type TestApi } from "./test-api.ts";

async function get(api: TestApi, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return api.app.request(new Request(`http://localhost${path}`, { headers }), undefined, OWN_MACHINE);
}

async function unzipped(response: Response): Promise<unknown> {
  const stream = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(
    new DecompressionStream("gzip"),
  );
  return new Response(stream).json();
}

export function describeCompression(): void {
  describe("compression", () => {
    it("compresses JSON for those who accept it, and keeps the revision as the ETag", async () => {
      const api = await openTestApi();
      const path = "/api/v1/jobs/ledger%2Fclose";
      const [plain, zipped] = await Promise.all([
        get(api, path, { "Accept-Encoding": "identity" }),
        get(api, path, { "Accept-Encoding": "gzip, br" }),
      ]);
      expect(plain.headers.get("Content-Encoding")).toBeNull();
      expect(zipped.headers.get("Content-Encoding")).toBe("gzip");
      expect(zipped.headers.get("Vary")).toContain("Accept-Encoding");
      expect(zipped.headers.get("ETag")).toBe('"1"');
      const body = await plain.text();
      const bytes = (await zipped.clone().arrayBuffer()).byteLength;
      expect(bytes).toBeLessThan(body.length / 2);
      expect(await unzipped(zipped)).toEqual(JSON.parse(body));
    });

    it("leaves JSON, the panel's page and its files as they are where the app around it compresses", async () => {
      const api = await openTestApi({ compress: false });
      const accept = { "Accept-Encoding": "gzip, br", Accept: "text/html" };
      const page = await get(api, "/overview", accept);
      const [, script = ""] = /(assets\/[\w.-]+\.js)"/.exec(await page.text()) ?? [];
      const file = await get(api, `/${script}`, accept);
      expect(await file.text()).toContain("mojob");
      const jobs = await get(api, "/api/v1/jobs/ledger%2Fclose", { "Accept-Encoding": "gzip" });
      for (const { status, headers } of [page, file, jobs]) {
        expect(status).toBe(200);
        expect(headers.get("Content-Encoding")).toBeNull();
      }
    });

    it("leaves what is small, a stream and a HEAD request as they are", async () => {
      const api = await openTestApi();
      const accept = { "Accept-Encoding": "gzip" };
      const small = await get(api, "/api/v1/recent-bars?jobKey=fail", accept);
      expect(small.headers.get("Content-Encoding")).toBeNull();
      expect(await small.json()).toEqual({ items: [{ jobKey: "fail", bars: [] }] });
      const events = await get(api, "/api/v1/events", accept);
      expect(events.headers.get("Content-Encoding")).toBeNull();
      await events.body?.cancel();
      const head = new Request("http://localhost/api/v1/jobs", { method: "HEAD", headers: accept });
      expect(
        (await api.app.request(head, undefined, OWN_MACHINE)).headers.get("Content-Encoding"),
      ).toBeNull();
    });
  });
}
