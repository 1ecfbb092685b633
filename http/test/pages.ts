import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { renderLandingPage } from "../src/pages/landing-page.ts";
import { openTestApi, OWN_MACHINE } from "./test-api.ts";

export function describePages(): void {
  describe("pages", () => {
    it("in place of a panel that was not built, the index says how to build it and links to what else there is", async () => {
      const page = String(await renderLandingPage("/mojob"));
      expect(page).toContain("npm run build --workspace panel");
      for (const href of ["/docs", "/openapi.json", "/metrics", "/readyz?verbose"]) {
        expect(page).toContain(`href="/mojob${href}"`);
      }
    });

    it("the documentation has every operation with a call, needs no script and loads nothing from elsewhere", async () => {
      const api = await openTestApi();
      const { body, headers } = await api.call("getDocs");
      const page = body as string;
      for (const methods of Object.values(api.document.paths)) {
        for (const { operationId } of Object.values(methods))
          expect(page).toContain(`<article id="${operationId}">`);
      }
      expect(page).toContain("curl -X POST &#39;http://localhost/api/v1/jobs/ledger%2Fclose/instances&#39;");
      expect(page).not.toMatch(/<script|<style|style=|\son\w+=|\[object/);
      const loaded = [...page.matchAll(/(?:src|href)="([^"#]*)"/g)].map(([, url]) => url);
      expect(loaded.filter((url) => /^(https?:)?\/\//.test(url ?? ""))).toEqual([]);
      expect(headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'; style-src 'self'/);
    });

    it("the root of the API leads to its documentation, also under another app", async () => {
      for (const basePath of ["", "/tools/mojob"]) {
        const api = await openTestApi({ basePath });
        const response = await api.app.request("http://localhost/api/v1", undefined, OWN_MACHINE);
        expect(response.status).toBe(302);
        expect(response.headers.get("Location")).toBe(`${basePath}/docs`);
        const sent = await api.app.request("http://localhost/api/v1", { method: "POST" }, OWN_MACHINE);
        expect(sent.status).toBe(404);
      }
    });

    it("every link within the documentation leads somewhere", async () => {
      const api = await openTestApi();
      const page = (await api.call("getDocs")).body as string;
      const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
      const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
      expect(targets.filter((id) => !ids.has(id))).toEqual([]);
    });

    it("under another app, every link and file of the pages is found there", async () => {
      const api = await openTestApi({ basePath: "/tools/mojob" });
      const host = new Hono().route("/tools/mojob", api.app);
      const get = async (path: string): Promise<Response> =>
        host.request(`http://localhost${path}`, undefined, OWN_MACHINE);
      for (const path of ["/tools/mojob/docs"]) {
        const page = await (await get(path)).text();
        const links = [...page.matchAll(/(?:src|href)="(\/[^"#]*)"/g)].map(([, link]) => link ?? "");
        expect(links.length).toBeGreaterThan(0);
        for (const link of new Set(links)) {
          expect(link).toMatch(/^\/tools\/mojob/);
          expect((await get(link)).status, link).toBe(200);
        }
      }
      const { servers } = (await (await get("/tools/mojob/openapi.json")).json()) as { servers: unknown };
      expect(servers).toEqual([{ url: "/tools/mojob" }]);
      const nowhere = await get("/tools/mojob/api/v1/nowhere");
      expect(nowhere.headers.get("Content-Type")).toBe("application/problem+json");
    });

    it("the style is a file of its own", async () => {
      const api = await openTestApi();
      const { headers } = await api.call("getStyle");
      expect(headers.get("Content-Type")).toBe("text/css; charset=utf-8");
    });
  });
}
