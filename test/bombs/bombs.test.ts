import { defineRecurringJob, defineTriggeredJob } from "@mojob/core";
import { executorGateway } from "@mojob/executor-gateway";
import { createManagementApp, type ManagementApp } from "@mojob/http";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { scriptRunner } from "@mojob/script-runner";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bomb, BOMBS } from "./bombs.ts";
import { longestTurn } from "./longest-turn.ts";

/** What one turn of the event loop may take, so that timers and sockets feel nothing of it … */
const LONGEST_TURN_MS = 50;
/** … and how much more it may take here, where collecting garbage and compiling count too. */
const TOLERANCE = 4;
const MOST_RESPONSE_BYTES = 64 * 1024;
const ADMIN = "feedfacefeedface00112233";
const SHOP = "c0ffee00c0ffee11c0ffee22";

let app: ManagementApp;
let close: () => Promise<void>;

beforeAll(async () => {
  const embedded = await startEmbedded({
    features: FEATURES,
    app: "ops",
    inMemory: true,
    jobs: [
      defineTriggeredJob({
        key: "mail.send",
        argsJsonSchema: {
          type: "object",
          properties: { to: { type: "string" } },
          required: ["to"],
          additionalProperties: false,
        },
        execute: () => null,
      }),
      defineRecurringJob({ key: "ops.tick", cron: "0 0 1 1 1 *", execute: () => null }),
    ],
    runners: [scriptRunner({ languages: ["shell"], sandbox: "unsandboxed" })],
    onWarning: () => {},
    shutdownGraceMs: 0,
  });
  app = createManagementApp(embedded.scheduler, {
    token: ADMIN,
    registration: true,
    extensions: [executorGateway(embedded.executorHost(), { tokens: { shop: [SHOP] } })],
  });
  close = async () => {
    await app.close();
    await embedded.close();
  };
});

afterAll(() => close());

interface Sent {
  readonly path: string;
  readonly token: string;
  readonly body: string;
  readonly method?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

async function send({ path, token, body, method = "POST", signal }: Sent): Promise<Response> {
  return app.request(`http://127.0.0.1/api/v1${path}`, {
    method,
    signal: signal ?? null,
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}`, "If-Match": "*" },
    body,
  });
}

/** Makes the request, ready to be sent. */
async function prepare({ path, method, body }: Bomb): Promise<(signal?: AbortSignal) => Promise<Response>> {
  const token = path.startsWith("/executor/") ? SHOP : ADMIN;
  const text = typeof body === "string" ? body : body(await register());
  return (signal) => send({ path, token, body: text, method, signal });
}

async function register(): Promise<string> {
  const registered = await send({
    path: "/executor/register",
    token: SHOP,
    body: '{"app":"shop","handlers":["shop.any"]}',
  });
  const { executor } = (await registered.json()) as { executor: string };
  return executor;
}

describe.each([...new Set(BOMBS.map(({ door }) => door))])("a request made to cost, at %s", (door) => {
  const bombs = BOMBS.filter((bomb) => bomb.door === door).map((bomb) => [bomb.name, bomb] as const);

  it.each(bombs)(
    "%s is handled in short turns, with a short response",
    { timeout: 60_000 },
    async (_, bomb) => {
      // Once before, so that compiling counts less; for what takes all the time it may have, a second of it is enough.
      const explode = await prepare(bomb);
      await (await explode(AbortSignal.timeout(1000))).text();
      const { result, longestTurnMs } = await longestTurn(async () => {
        const response = await explode();
        return { status: response.status, text: await response.text() };
      });
      expect([result.status, result.text.slice(0, 300)]).toEqual([bomb.status, expect.any(String)]);
      expect(result.text.length).toBeLessThan(bomb.mostResponseBytes ?? MOST_RESPONSE_BYTES);
      expect(longestTurnMs).toBeLessThan(LONGEST_TURN_MS * TOLERANCE);
    },
  );
});
