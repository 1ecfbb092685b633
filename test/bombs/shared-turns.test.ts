import { createManagementApp, type ManagementApp } from "@mojob/http";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { afterAll, beforeAll, expect, it } from "vitest";
import { longTexts } from "./many-bodies.ts";

const TOKEN = "feedfacefeedface00112233";
/** As many as the holders of the API's own token may have under way together. */
const MOST = 40;
const LONG = JSON.stringify({ body: longTexts() });
const SHORT = JSON.stringify({ body: { engine: 1, nodes: [] } });
/** Takes longer than forty more requests need to arrive. */
const MIDDLE = JSON.stringify({
  body: {
    engine: 1,
    nodes: Array.from({ length: 300 }, (_, index) => ({ id: `n${index}`, job: "ops.none", after: [] })),
  },
});

const closers: (() => Promise<void>)[] = [];
const apps = new Map<string, ManagementApp>();

/** A tenant of this process; somebody else is signed in by the app around it, by name. */
async function openTenant(tenant: string): Promise<void> {
  const embedded = await startEmbedded({
    features: FEATURES,
    app: "ops",
    tenant,
    inMemory: true,
    jobs: [],
    onWarning: () => {},
    shutdownGraceMs: 0,
  });
  const app = createManagementApp(embedded.scheduler, {
    token: TOKEN,
    authenticate: () => ({ kind: "user", name: "li", permissions: ["jobs:read"] }),
  });
  apps.set(tenant, app);
  closers.push(
    () => app.close(),
    () => embedded.close(),
  );
}

beforeAll(async () => {
  await openTenant("much");
  await openTenant("little");
});
afterAll(async () => {
  for (const close of closers) await close();
});

async function validate(
  tenant: string,
  body: string,
  headers: Readonly<Record<string, string>> = { Authorization: `Bearer ${TOKEN}` },
): Promise<Response> {
  return (apps.get(tenant) as ManagementApp).request("http://127.0.0.1/api/v1/tasks/validate", {
    method: "POST",
    headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin", ...headers },
    body,
  });
}

it(
  "one body of a tenant is checked while another tenant has very many to check",
  { timeout: 120_000 },
  async () => {
    let ended = 0;
    const many = Array.from({ length: 12 }, async () => {
      const { status } = await validate("much", LONG);
      ended += 1;
      return status;
    });
    const { status } = await validate("little", LONG);
    const endedBefore = ended;
    expect(status).toBe(200);
    expect(new Set(await Promise.all(many))).toEqual(new Set([200]));
    // Each of theirs had about one stretch for each of the one's, and needs as many.
    expect(endedBefore).toBeLessThan(4);
  },
);

it(
  "a caller has a bounded number of checks under way, and others beside it are let in",
  { timeout: 120_000 },
  async () => {
    const sent = Array.from({ length: MOST + 5 }, () => validate("much", MIDDLE));
    const other = validate("much", SHORT, {});
    const responses = await Promise.all(sent);
    const refused = responses.filter(({ status }) => status === 429);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(MOST);
    expect(refused).toHaveLength(5);
    for (const response of refused) {
      expect(response.headers.get("Retry-After")).toBe("1");
      expect(await response.json()).toMatchObject({ code: "preview_busy" });
    }
    expect((await other).status).toBe(200);
    expect((await validate("much", SHORT)).status).toBe(200);
  },
);
