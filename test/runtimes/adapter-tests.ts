import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROCESSOR_WAIT_FILE } from "@mojob/core/platform";
import type { RuntimeUnderTest } from "@mojob/test-services/spawned-program";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { spawnFixture, spawnServer, type SpawnedServer } from "./spawned-server.ts";

const FIXTURE = "plain-server.ts";

/** What a server adapter owes, proved on the real runtime with a plain fetch handler. */
export function adapterTests(runtime: RuntimeUnderTest): void {
  describe.concurrent(`the ${runtime.name} adapter`, () => {
    let server: SpawnedServer;
    beforeAll(async () => {
      server = await spawnServer(runtime, FIXTURE);
    });
    afterAll(() => server?.[Symbol.asyncDispose]());

    it("says which runtime it is", async () => {
      const info = (await (await fetch(`${server.url}/runtime`)).json()) as Record<string, unknown>;
      expect(info["name"]).toBe(runtime.name);
      expect(info["version"]).toMatch(/^\d+\.\d+\.\d+/);
      const { processorMs, memoryBytes } = info["usage"] as Record<string, number>;
      expect(processorMs).toBeGreaterThan(1);
      expect(memoryBytes).toBeGreaterThan(1_000_000);
      // Linux says it, where it was built to.
      const isKnown = existsSync(PROCESSOR_WAIT_FILE);
      expect(info["processorWaitMs"]).toEqual(isKnown ? expect.any(Number) : null);
    });

    it("passes the address of the other end on", async () => {
      const { peer } = (await (await fetch(`${server.url}/peer`)).json()) as { peer: string };
      expect(peer).toMatch(/^(::ffff:)?127\.0\.0\.1$/);
    });

    it("keeps a token that its user alone can read, and refuses one that others can", async ({
      onTestFinished,
    }) => {
      const folder = mkdtempSync(join(tmpdir(), "mojob-token-"));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const path = join(folder, "own", "token");
      const keep = async (): Promise<unknown> =>
        (await fetch(`${server.url}/token?path=${encodeURIComponent(path)}`)).json();
      const kept = await keep();
      expect(kept).toEqual({ token: readFileSync(path, "utf8").trim() });
      expect((kept as { token: string }).token).toMatch(/^mjm_[0-9a-f]{64}$/);
      expect(readdirSync(join(folder, "own"))).toEqual(["token"]);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(statSync(join(folder, "own")).mode & 0o777).toBe(0o700);
      expect(await keep()).toEqual(kept);
      chmodSync(path, 0o640);
      expect(await keep()).toEqual({ code: "invalid_configuration" });
      chmodSync(path, 0o600);
      writeFileSync(path, "");
      expect(await keep()).toEqual({ code: "invalid_configuration" });
    });

    it("passes status and headers on", async () => {
      const response = await fetch(`${server.url}/status`);
      expect(response.status).toBe(418);
      expect(response.headers.get("x-mojob")).toBe("yes");
      expect(await response.text()).toBe("teapot");
    });

    it("responds to HEAD without a body", async () => {
      const response = await fetch(`${server.url}/status`, { method: "HEAD" });
      expect(response.status).toBe(418);
      expect(await response.text()).toBe("");
    });

    it("keeps the path as it was encoded", async () => {
      const { pathname, search } = await rawGet(server.url, "/jobs/a%2Fb%20c%3F/%E6%97%A5?q=%2B+1");
      expect(pathname).toBe("/jobs/a%2Fb%20c%3F/%E6%97%A5");
      expect(search).toBe("?q=%2B+1");
    });

    it("takes a large body and sends one", async () => {
      const body = new Uint8Array(8 * 1024 * 1024).fill(7);
      const length = await fetch(`${server.url}/length`, { method: "POST", body });
      expect(await length.json()).toEqual({ length: body.byteLength });
      const echo = await fetch(`${server.url}/echo`, { method: "POST", body });
      expect((await echo.arrayBuffer()).byteLength).toBe(body.byteLength);
    });

    it("sends an event when it is written and notifies the handler when the client leaves", async () => {
      const client = new AbortController();
      const response = await fetch(`${server.url}/events`, { signal: client.signal });
      expect(response.headers.get("content-type")).toContain("text/event-stream");
      const chunk = await response.body?.getReader().read();
      expect(new TextDecoder().decode(chunk?.value)).toBe("data: hello\n\n");
      client.abort();
      await server.line(/^stream cancelled/);
      await server.line(/^request aborted/);
    });

    it("sends a streamed body piece by piece", async () => {
      const response = await fetch(`${server.url}/held`);
      const reader = response.body?.getReader();
      expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("first ");
      await fetch(`${server.url}/release`);
      expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("second");
      expect((await reader?.read())?.done).toBe(true);
    });

    it("refuses a port in use, naming it, and ends with 1", async () => {
      const port = new URL(server.url).port;
      await using second = spawnFixture(runtime, FIXTURE, { env: { MOJOB_PORT: port } });
      expect(await second.exit).toEqual({ code: 1, signal: null });
      expect(second.output()).toContain(`Cannot listen on "127.0.0.1" port ${port}: the port is in use`);
    });

    it("refuses an unknown variable and ends with 1", async () => {
      await using second = spawnFixture(runtime, FIXTURE, { env: { MOJOB_PROT: "1" } });
      expect((await second.exit).code).toBe(1);
      expect(second.output()).toContain('did you mean "MOJOB_PORT"?');
    });

    it.each(["SIGTERM", "SIGINT"] as const)(
      "lets a request under way end at %s, ends event streams and exits with 0",
      async (signal) => {
        await using own = await spawnServer(runtime, FIXTURE);
        const idle = await fetch(`${own.url}/status`);
        await idle.text();
        const events = await fetch(`${own.url}/events`);
        const held = await fetch(`${own.url}/held`);
        own.signal(signal);
        await own.line(new RegExp(`^closing ${signal}`));
        expect(await held.text()).toBe("first second");
        expect(await events.text()).toBe("data: hello\n\n");
        expect(await own.exit).toEqual({ code: 0, signal: null });
        await expect(fetch(`${own.url}/status`)).rejects.toThrow("fetch failed");
      },
    );

    it("cuts off a request that outlasts the grace period and still exits with 0", async () => {
      await using own = await spawnServer(runtime, FIXTURE, { MOJOB_SHUTDOWN_GRACE_MS: "50" });
      const answer = fetch(`${own.url}/stuck`).then(
        ({ status }) => status,
        () => "cut off",
      );
      await own.line(/^stuck/);
      own.signal("SIGTERM");
      expect(await answer).toBeOneOf(["cut off", 503]);
      expect(await own.exit).toEqual({ code: 0, signal: null });
    });

    it("ends at once with 130 when it is interrupted again", async () => {
      await using own = await spawnServer(runtime, FIXTURE);
      // Not an assertion yet: a test beside this one would be blamed for one that is not awaited so far.
      const answer = fetch(`${own.url}/stuck`).then(
        ({ status }) => String(status),
        (error: Error) => error.message,
      );
      await own.line(/^stuck/);
      own.signal("SIGTERM");
      await own.line(/^closing SIGTERM/);
      own.signal("SIGINT");
      expect(await own.exit).toEqual({ code: 130, signal: null });
      expect(await answer).toBe("fetch failed");
    });
  });
}

/** `fetch` normalises a path before it sends it; this does not. */
async function rawGet(url: string, path: string): Promise<Record<string, string>> {
  const { hostname, port } = new URL(url);
  const text = await new Promise<string>((resolve, reject) => {
    request({ hostname, port, path }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
      response.on("end", () => resolve(body));
    })
      .on("error", reject)
      .end();
  });
  return JSON.parse(text) as Record<string, string>;
}
