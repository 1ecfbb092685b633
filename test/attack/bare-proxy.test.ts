import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { OPERATIONS } from "@mojob/client/operations";
import { NODE, spawnProgram, type SpawnedProgram } from "@mojob/test-services/spawned-program";
import { startBearer } from "@mojob/test-services/start-token";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const PROGRAM = fileURLToPath(new URL("../../server/programs/control-plane.ts", import.meta.url));

/** What lets nobody in by itself: it is the same for every installation, or what is sent with it is the credential. */
const OPEN: ReadonlySet<string> = new Set([
  "getLiveness",
  "getReadiness",
  "reportCallback",
  "ping",
  "openSessionByLink",
  "getSignIn",
  "signIn",
  "beginProviderSignIn",
  "endProviderSignIn",
  "lookAtLink",
  "redeemLink",
]);

let folder: string;
let program: SpawnedProgram;
let proxy: Server;
/** Where everybody reaches the server. */
let outside: string;

/** As nginx 1.29.7 with `proxy_pass` alone: HTTP/1.1, the name of the upstream as `Host`, and no header that says who called. */
function bareProxy(upstream: URL): Server {
  return createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const { connection: _, ...kept } = headers;
    const forwarded = request(
      {
        host: upstream.hostname,
        port: upstream.port,
        method,
        path,
        headers: { ...kept, host: upstream.host },
      },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 0, response.headers);
        response.pipe(outgoing);
      },
    );
    incoming.pipe(forwarded);
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mojob-bare-proxy-"));
  program = spawnProgram(NODE, PROGRAM, {
    env: {
      MOJOB_STORE: `sqlite:${join(folder, "jobs.db")}`,
      MOJOB_PORT: "0",
      MOJOB_EXECUTORS: "{}",
      MOJOB_HTTP_REGISTRATION: "true",
    },
  });
  const url = (await program.line(/^control plane: /)).slice("control plane: ".length);
  proxy = bareProxy(new URL(url));
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  outside = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}, 60_000);
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await program[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const knock = (path: string, method = "GET", headers: Record<string, string> = {}): Promise<Response> =>
  fetch(outside + path, {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    ...(method !== "GET" && method !== "DELETE" && { body: "{}" }),
    signal: AbortSignal.timeout(20_000),
  });

describe("behind a proxy of this machine that says nothing", () => {
  it("no operation lets anybody in without the token or the link", { timeout: 60_000 }, async () => {
    const tried: string[] = [];
    for (const [id, { method, path }] of Object.entries(OPERATIONS)) {
      if (OPEN.has(id)) continue;
      // One after the other: what one of them opens would be seen by the next.
      // oxlint-disable-next-line no-await-in-loop
      const { status } = await knock(`/${path.replaceAll(/\{\w+\}/g, "1")}`, method);
      expect.soft(status, id).toBe(401);
      tried.push(id);
    }
    expect(tried.length).toBeGreaterThan(100);
  });

  it("probes and the files of the panel are everybody's, and so is no event stream", async () => {
    for (const path of ["/livez", "/readyz", "/", "/jobs", "/docs"])
      // oxlint-disable-next-line no-await-in-loop
      expect((await knock(path, "GET", { Accept: "text/html" })).status, path).toBe(200);
    expect((await knock("/api/v1/events")).status).toBe(401);
    expect((await knock("/metrics")).status).toBe(401);
  });

  it("no executor registers without a token, though none are configured", async () => {
    const path = "/api/v1/executor/register";
    expect((await knock(path, "POST")).status).toBe(401);
    const { authorization } = await startBearer(join(folder, "token"));
    // It is let in, and sent no app.
    expect((await knock(path, "POST", { authorization })).status).toBe(400);
  });

  it("who has the token of the file gets in", async () => {
    const { authorization } = await startBearer(join(folder, "token"));
    expect((await knock("/api/v1/jobs", "GET", { authorization })).status).toBe(200);
    const wrong = { authorization: authorization.slice(0, -1) };
    expect((await knock("/api/v1/jobs", "GET", wrong)).status).toBe(401);
  });
});
