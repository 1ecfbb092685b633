import { PANEL_SECTIONS } from "@mojob/panel";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { encodingFor } from "../src/request/accept-encoding.ts";
import { panelBase } from "../src/panel/panel-page.ts";
import { openTestApi, OWN_MACHINE, type TestApi } from "./test-api.ts";

const PLACES = ["", "/jobs", "/jobs/ledger%2Fclose", "/jobs/mail.send/run", "/runs/a%23b", "/workers/"];

async function page(api: TestApi, path: string): Promise<{ text: string; headers: Headers; status: number }> {
  const answer = await api.app.request(`http://localhost${path}`, undefined, OWN_MACHINE);
  return { text: await answer.text(), headers: answer.headers, status: answer.status };
}

function filesOf(text: string): readonly string[] {
  return [...text.matchAll(/(?:src|href)="(\.\/assets\/[^"]+)"/g)].map(([, file]) => file ?? "");
}

function baseOf(text: string): string {
  return /<base href="([^"]*)"/.exec(text)?.[1] ?? "";
}

export function describePanel(): void {
  describe("the panel", () => {
    it("is one page at all its addresses, from where its files and the API are found", async () => {
      const api = await openTestApi();
      for (const path of ["/", ...PANEL_SECTIONS.map((section) => `/${section}`), ...PLACES.slice(1)]) {
        const { text, status } = await page(api, path);
        expect(status, path).toBe(200);
        const root = new URL(baseOf(text), `http://localhost${path}`);
        expect(root.href, path).toBe("http://localhost/");
      }
      const [file] = filesOf((await page(api, "/")).text);
      expect((await page(api, `/${file}`)).status).toBe(200);
    });

    it("leads from the address that runs had before to the one that they have, below any prefix", async () => {
      const api = await openTestApi({ basePath: "/tools/mojob" });
      const host = new Hono().route("/tools/mojob", api.app);
      for (const place of ["", "/a%23b", "/+file", "?state=%5B%22Failed%22%5D", "/a%2Fb?tab=log"]) {
        const url = `http://localhost/tools/mojob/instances${place}`;
        const response = await host.request(url, undefined, OWN_MACHINE);
        expect(response.status).toBe(308);
        const to = new URL(response.headers.get("Location") ?? "", url);
        expect(to.href).toBe(`http://localhost/tools/mojob/runs${place}`);
      }
    });

    it("holds below any prefix: of an app it is mounted in, and of a proxy that the app does not know", async () => {
      const api = await openTestApi({ basePath: "/tools/mojob" });
      const host = new Hono().route("/tools/mojob", api.app);
      for (const place of PLACES) {
        const url = `http://localhost/tools/mojob${place}`;
        const text = await (await host.request(url, undefined, OWN_MACHINE)).text();
        expect(new URL(baseOf(text), url).href, place).toBe("http://localhost/tools/mojob/");
        const file = new URL(filesOf(text)[0] ?? "", new URL(baseOf(text), url));
        expect((await host.request(file.href, undefined, OWN_MACHINE)).status).toBe(200);
      }
      const stripping = await openTestApi();
      for (const place of ["/", ...PLACES.slice(1)]) {
        const seen = `https://example.com/behind/a/proxy${place}`;
        const { text } = await page(stripping, place);
        expect(new URL(baseOf(text), seen).href, place).toBe("https://example.com/behind/a/proxy/");
      }
    });

    it("allows no code but its files, and no styles but its files and those its code bears the nonce of", async () => {
      const api = await openTestApi();
      const [first, second] = [await page(api, "/"), await page(api, "/jobs")];
      const nonce = /nonce="([^"]+)"/.exec(first.text)?.[1];
      expect(first.headers.get("Content-Security-Policy")).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; ` +
          "connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
      );
      expect(second.text).not.toContain(nonce);
      expect(first.headers.get("Cache-Control")).toBe("no-store");
      expect(first.text).not.toMatch(
        /<style(?! nonce=)|style=|\son\w+=|<script(?! type="module"(?: async)? crossorigin src=)/,
      );
    });

    it("is not served for the API, the probes, the documentation or anything unknown", async () => {
      const api = await openTestApi();
      for (const path of [
        "/api/v1/nowhere",
        "/api",
        "/livez/x",
        "/docs/x",
        "/nowhere",
        "/jobsx",
        "/assets/x.js",
      ]) {
        const { status, headers } = await page(api, path);
        expect(status, path).toBe(404);
        expect(headers.get("Content-Type"), path).toBe("application/problem+json");
      }
    });

    it("needs no token, and without one is served to this machine alone", async () => {
      const guarded = await openTestApi({ token: "3f9c1b7a5e2d40863f9c1b7a5e2d4086" });
      expect((await page(guarded, "/jobs")).status).toBe(200);
      const local = await openTestApi();
      const headers = { Host: "evil.example" };
      expect((await local.app.request("http://localhost/jobs", { headers }, OWN_MACHINE)).status).toBe(403);
    });

    it("sends its files as small as they are read, once, for ever", async () => {
      const api = await openTestApi();
      const script =
        filesOf((await page(api, "/")).text).find((file) => /\/pages-[^/]*\.js$/.test(file)) ?? "";
      const get = async (headers: Record<string, string>): Promise<Response> =>
        api.app.request(new URL(script, "http://localhost/"), { headers }, OWN_MACHINE);
      const [plain, gzip, br] = [
        await get({}),
        await get({ "Accept-Encoding": "gzip" }),
        await get({ "Accept-Encoding": "gzip, br;q=0.9" }),
      ];
      const text = await plain.text();
      expect(text.length).toBeGreaterThan(1000);
      expect(gzip.headers.get("Content-Encoding")).toBe("gzip");
      const unpacked = gzip.body?.pipeThrough(new DecompressionStream("gzip"));
      expect(await new Response(unpacked ?? null).text()).toBe(text);
      expect(br.headers.get("Content-Encoding")).toBe("br");
      expect((await br.arrayBuffer()).byteLength).toBeLessThan(text.length / 2);
      for (const { headers } of [plain, gzip, br]) {
        expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
        expect(headers.get("Vary")).toBe("Accept-Encoding");
        expect(headers.get("Content-Type")).toBe("text/javascript; charset=utf-8");
        expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      }
      const etags = [plain, gzip, br].map(({ headers }) => headers.get("ETag") ?? "");
      expect(new Set(etags).size).toBe(3);
      const again = await get({ "Accept-Encoding": "br", "If-None-Match": `"x", W/${etags[2]}` });
      expect([again.status, await again.text()]).toEqual([304, ""]);
      expect((await get({ "Accept-Encoding": "br", "If-None-Match": etags[1] ?? "" })).status).toBe(200);
    });

    it.each([
      ["", "identity"],
      ["deflate", "identity"],
      ["gzip", "gzip"],
      ["*", "gzip"],
      ["gzip, deflate, br, zstd", "br"],
      ["br;q=0, gzip;q=0.5", "gzip"],
      ["br;q=0.0, gzip;q=0", "identity"],
    ])("for Accept-Encoding %j sends %s", (header, encoding) => {
      expect(encodingFor(header)).toBe(encoding);
    });

    it.each([
      ["/", undefined, "./"],
      ["/jobs", undefined, "./jobs/"],
      ["/m/overview", undefined, "./overview/"],
      ["/m/", undefined, "./"],
      ["/jobs", null, "./"],
      ["/m/jobs", null, "./"],
      ["/jobs/", "", "../"],
      ["/jobs/a/run", "a/run", "../../"],
      ["/m/jobs/a", "a", "../"],
      ["/jobs/a%2Fb/run", "a/b/run", "../../"],
    ])("from %s, with %j below a section, its root is %s", (pathname, below, base) => {
      expect(panelBase(pathname, { basePath: "", below })).toBe(base);
      expect(panelBase(pathname, { basePath: "/m", below })).toBe("/m/");
    });

    it("has its root below the address that a framework has shortened, where the server passes that on", async () => {
      const api = await openTestApi();
      const root = async (environment: object): Promise<string> =>
        baseOf(
          await (await api.app.request("http://localhost/", {}, { ...OWN_MACHINE, ...environment })).text(),
        );
      expect(await root({ originalUrl: "/ops?from=1" })).toBe("./ops/");
      expect(await root({ originalUrl: "/ops/" })).toBe("./");
      expect(await root({ incoming: { url: "/", originalUrl: "/tools/jobs" } })).toBe("./jobs/");
      expect(await root({ incoming: { url: "/jobs" } })).toBe("./jobs/");
    });
  });
}
