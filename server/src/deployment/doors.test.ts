import { type Permission, PrincipalKind } from "@mojob/core";
import { ALL_PERMISSIONS, createTenantDirectory, type Grant, isReading } from "@mojob/core/engine";
import { createManagementApp } from "@mojob/http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSigningKey } from "../../fixtures/signing.ts";
import {
  type Door,
  type Doors,
  failureOf,
  knock,
  makeObjects,
  type Objects,
  openDoors,
  readState,
  sign,
  TOKENS,
} from "../../fixtures/doors.ts";

const ACME = "http://127.0.0.1/tenants/acme";
const GLOBEX = "http://127.0.0.1/tenants/globex";
const OWN = "0f9c1b7a5e2d40863f9c1b7a";

let world: Doors;
/** Of acme and of globex. */
let own: Objects;
let foreign: Objects;
let key: { readonly privateKey: CryptoKey; readonly keyid: string };
let removed: typeof key;

beforeAll(async () => {
  world = await openDoors();
  const acme = world.scheduler("acme");
  own = await makeObjects(acme);
  foreign = await makeObjects(world.scheduler("globex"));
  key = await addKey();
  removed = await addKey();
  await acme.removeExecutorKey("shop", removed.keyid.split("/").at(-1) ?? "");
}, 60_000);

afterAll(() => world[Symbol.asyncDispose]());

async function addKey(): Promise<typeof key> {
  const { privateKey, publicKey } = await createSigningKey();
  const { keyid } = await world.scheduler("acme").addExecutorKey("shop", { publicKey });
  return { privateKey, keyid };
}

const isExecutors = ({ path }: Door): boolean => path.startsWith("/api/v1/executor/");

async function stateOfBoth(): Promise<string> {
  return (await readState(world.scheduler("acme"))) + (await readState(world.scheduler("globex")));
}

type Send = (request: Request) => Promise<Response>;

/**
 * Knocks at doors for both tenants' objects, and expects each to refuse with one of these, and all together to change nothing: to read
 * both tenants takes longer than the knocking.
 */
async function expectRefused(
  doors: readonly Door[],
  statuses: readonly number[],
  send: Send,
  base: string = ACME,
): Promise<void> {
  expect(doors.length).toBeGreaterThan(0);
  const before = await stateOfBoth();
  for (const door of doors) {
    for (const [whose, objects] of Object.entries({ own, foreign })) {
      const response = await send(knock(door, objects, { base }));
      const name = `${door.method} ${door.path} (${whose})`;
      expect.soft(statuses, `${name}: ${await response.text()}`).toContain(response.status);
      expect.soft(response.headers.get("Set-Cookie"), name).toBeNull();
    }
  }
  expect(await stateOfBoth()).toBe(before);
}

function bearing(token: string): Send {
  return (request) => {
    const sent = new Request(request);
    sent.headers.set("Authorization", `Bearer ${token}`);
    return world.fetch(sent);
  };
}

const guarded = (): readonly Door[] => world.doors.filter(({ isOpen }) => !isOpen);
const beyondExecutors = (): readonly Door[] => guarded().filter((door) => !isExecutors(door));
const ofExecutors = (): readonly Door[] => guarded().filter(isExecutors);

describe("every route of the router", { timeout: 120_000 }, () => {
  it("is among these, with what it needs", () => {
    const management = createManagementApp(world.scheduler("acme"), { registration: true });
    const paths = new Set(world.doors.map(({ method, path }) => `${method} ${path}`));
    const isOfPanel = (path: string): boolean => /^\/(?:assets\/\*|[a-z]+(?:\/:below\{\.\*\})?)$/.test(path);
    for (const { method, path } of management.routes) {
      if (method === "ALL" || isOfPanel(path)) continue;
      expect(paths).toContain(`${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
    }
    expect(ofExecutors()).toHaveLength(8);
    expect(guarded().length).toBeGreaterThan(70);
    expect(world.doors.filter(({ isOpen }) => isOpen).map(({ path }) => path)).toEqual([
      "/api/v1/pings/{token}",
      "/api/v1/callbacks/{id}/{token}",
      "/livez",
      "/readyz",
      "/openapi.json",
      "/docs",
      "/docs/style.css",
      "/",
    ]);
  });

  it.each<[string, Send]>([
    ["nobody", (request) => world.fetch(request)],
    ["a token that is none", bearing("00000000000000000000000000000000")],
    ["a token that was changed", bearing(TOKENS.revoked)],
    ["a token of XXL-JOB's executors", bearing(TOKENS.xxl)],
    [
      "a cookie of a session that is none",
      (request) => {
        const sent = new Request(request);
        sent.headers.set("Cookie", `mojob_session=${"A".repeat(43)}`);
        sent.headers.set("Sec-Fetch-Site", "same-origin");
        return world.fetch(sent);
      },
    ],
    [
      "a signature with a key that was removed",
      async (request) => world.fetch(await sign(request, removed.privateKey, removed.keyid)),
    ],
  ])("refuses %s, and does nothing", async (_who, send) => {
    await expectRefused(guarded(), [401], send);
  });

  it("refuses an executor's token but for the calls of executors, and does nothing", async () => {
    await expectRefused(beyondExecutors(), [403], bearing(TOKENS.shop));
  });

  it("refuses an executor's signature but for the calls of executors, and does nothing", async () => {
    const signing: Send = async (request) => world.fetch(await sign(request, key.privateKey, key.keyid));
    await expectRefused(beyondExecutors(), [403], signing);
    // Whatever is sent beside it.
    await expectRefused(beyondExecutors(), [403], async (request) => {
      const signed = await sign(request, key.privateKey, key.keyid);
      signed.headers.set("Authorization", "x");
      return world.fetch(signed);
    });
  });

  it("refuses an executor of another tenant, and does nothing", async () => {
    await expectRefused(guarded(), [401], bearing(TOKENS.globexShop));
    await expectRefused(guarded(), [401], bearing(TOKENS.shop), GLOBEX);
    const signing: Send = async (request) => world.fetch(await sign(request, key.privateKey, key.keyid));
    await expectRefused(guarded(), [401], signing, GLOBEX);
  });

  it("refuses an executor that names another app, and does nothing", async () => {
    const door = ofExecutors().find(({ operationId }) => operationId === "registerExecutor");
    const send: Send = (request) => {
      const { url, headers } = request;
      const body = JSON.stringify({ app: "ledger" });
      return bearing(TOKENS.shop)(new Request(url, { method: "POST", headers, body }));
    };
    await expectRefused(door === undefined ? [] : [door], [403], send);
  });

  it("refuses a caller that may only read what changes something, and does nothing", async () => {
    const reading = ALL_PERMISSIONS.filter(isReading);
    const changing = beyondExecutors().filter(
      ({ method, permissions }) =>
        permissions.length > 0 && (method !== "GET" || permissions.some((one) => !one.endsWith(":read"))),
    );
    // What these need depends on their bodies; the others change nothing.
    const some = changing.filter(
      ({ permissions, operationId }) =>
        operationId in BY_BODY || permissions.some((one) => !one.endsWith(":read")),
    );
    const harmless = changing.filter((door) => !some.includes(door));
    expect(harmless.map(({ operationId }) => operationId)).toEqual([
      "previewImport",
      "previewCron",
      "previewAlarmRules",
      "previewAlarmRoutes",
      "validateTask",
    ]);
    const send = appFor(reading);
    const before = await stateOfBoth();
    for (const door of [...some, ...harmless]) {
      const response = await send(knock(door, own, { base: "http://127.0.0.1" }));
      const text = await response.text();
      const isRefused = response.status === 403 || /"code":"forbidden"/.test(text);
      expect(isRefused, `${door.operationId}: ${text}`).toBe(some.includes(door));
      expect(await stateOfBoth(), door.operationId).toBe(before);
    }
  });

  it("lets a caller in that has exactly its permissions, and nobody who lacks one of them", async () => {
    for (const door of beyondExecutors()) {
      const objects = await objectsFor(door);
      const call = (): Request => knock(door, objects, { base: "http://127.0.0.1" });
      const before = await stateFor(door);
      for (const lacking of door.permissions) {
        const send = appFor(ALL_PERMISSIONS.filter((one) => one !== lacking));
        const response = await send(call());
        expect.soft(response.status, `${door.operationId} without ${lacking}`).toBe(403);
      }
      expect(await stateFor(door), door.operationId).toBe(before);
      const needed = [...door.permissions, ...(BY_BODY[door.operationId] ?? [])];
      const send = appFor(needed as Permission[]);
      const response = await send(call());
      const text = door.operationId === "streamEvents" ? "" : await response.text();
      await response.body?.cancel().catch(() => {});
      const isOfSession = door.operationId === "openSession";
      expect
        .soft(response.status, `${door.operationId}: ${text}`)
        .toSatisfy((status) => (isOfSession ? status === 403 : status < 300));
    }
  });

  it("lets a caller in that has exactly its permissions in the app alone, and does nothing where it has one of them in another", async () => {
    const grants = granted(["runs:read"], "ledger", "shop");
    const limited = { kind: PrincipalKind.Token, name: "ci", permissions: [], grants };
    // A group has an id of its own for each set of apps that callers see.
    const failure = await failureOf(world.scheduler("acme").as(limited));
    for (const door of beyondExecutors().filter(({ operationId }) => operationId !== "streamEvents")) {
      const objects = { ...(await objectsFor(door)), failure };
      const needed = [...door.permissions, ...(BY_BODY[door.operationId] ?? [])];
      const before = await stateFor(door);
      for (const lacking of needed) {
        const others = granted(
          ALL_PERMISSIONS.filter((one) => one !== lacking),
          "ledger",
        );
        const send = appFor([], [...others, ...granted([lacking], "shop", "mail")]);
        const response = await send(knock(door, objects, { base: "http://127.0.0.1" }));
        const name = `${door.operationId} with ${lacking} elsewhere: ${await response.text()}`;
        expect.soft(response.status, name).toBeLessThan(500);
      }
      expect(await stateFor(door), door.operationId).toBe(before);
      if (needed.length === 0) continue;
      const send = appFor([], granted(needed, "ledger", "shop"));
      const response = await send(knock(door, objects, { base: "http://127.0.0.1" }));
      const name = `${door.operationId}: ${await response.text()}`;
      if (OF_WHOLE_TENANT.has(door.operationId)) expect.soft(response.status, name).toBe(403);
      else expect.soft(response.status, name).toBeLessThan(300);
    }
  });

  it("shows and changes nothing of another tenant, or of another app, to a caller that may do everything", async () => {
    const acme = world.scheduler("acme");
    const objects = await makeObjects(acme);
    const secretTexts = [objects.key, objects.run, objects.secret, objects.executorKey];
    const scoped = createManagementApp(acme, {
      token: OWN,
      scope: { app: "shop" },
      registration: true,
    });
    const callers: readonly [string, string, Send][] = [
      ["another tenant", GLOBEX, bearing(TOKENS.management)],
      [
        "another app",
        "http://127.0.0.1",
        async (request) => {
          const sent = new Request(request);
          sent.headers.set("Authorization", `Bearer ${OWN}`);
          return scoped.request(sent);
        },
      ],
      ["other apps, by its grants", "http://127.0.0.1", appFor([], granted(ALL_PERMISSIONS, "shop", "mail"))],
    ];
    const before = await readState(acme);
    for (const [who, base, send] of callers) {
      for (const door of beyondExecutors().filter(({ operationId }) => operationId !== "streamEvents")) {
        const request = knock(door, objects, { base });
        const asked = request.url + (await request.clone().text());
        const response = await send(request);
        const name = `${who}: ${door.operationId}`;
        expect.soft(response.status, name).toBeLessThan(500);
        const text = await response.text();
        for (const one of secretTexts) {
          if (asked.includes(encodeURIComponent(one)) || asked.includes(one)) continue;
          expect(text.includes(one), `${name} shows ${one}`).toBe(false);
        }
      }
      expect(await readState(acme), who).toBe(before);
    }
    await scoped.close();
  });

  it("keeps the metrics and the events of a tenant from another one", async () => {
    const call = bearing(TOKENS.management);
    const stream = await call(new Request(`${GLOBEX}/api/v1/events`));
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    const objects = await makeObjects(world.scheduler("acme"));
    const end = await makeObjects(world.scheduler("globex"));
    let heard = "";
    while (!heard.includes(end.run)) heard += (await reader?.read())?.value ?? "";
    await reader?.cancel();
    expect(heard).not.toContain(objects.key);
    expect(heard).not.toContain(objects.run);
    for (const [tenant, base] of [
      ["acme", ACME],
      ["globex", GLOBEX],
    ]) {
      const text = await (await call(new Request(`${base}/metrics`))).text();
      const samples = text.split("\n").filter((line) => line.startsWith("mojob_"));
      expect(samples.length).toBeGreaterThan(20);
      expect(samples.filter((line) => !line.includes(`tenant="${tenant}"`))).toEqual([]);
    }
  });

  it("lets executors of a tenant in that was added while the process runs, by their keys, and nobody else's", async () => {
    const base = "http://127.0.0.1/tenants/late";
    await world.deployment.addTenant("late");
    const { privateKey, publicKey } = await createSigningKey();
    const { keyid } = await world.scheduler("late").addExecutorKey("shop", { publicKey });
    const [register] = ofExecutors();
    if (register === undefined) throw new Error("There is no route to register at");
    const call = (): Request => knock(register, own, { base });
    expect((await world.fetch(await sign(call(), privateKey, keyid))).status).toBe(201);
    expect((await world.fetch(await sign(call(), key.privateKey, key.keyid))).status).toBe(401);
    expect((await bearing(TOKENS.shop)(call())).status).toBe(401);
    const jobs = await world.scheduler("late").jobs.list({}, { limit: 200 });
    expect(jobs.items.map(({ definition }) => definition.app)).toContain("shop");
    expect(
      await (await bearing(TOKENS.management)(new Request(`${base}/api/v1/tenant`))).json(),
    ).toMatchObject({
      tenant: "late",
    });
    await world.deployment.removeTenant("late");
    const gone = await bearing(TOKENS.management)(new Request(`${base}/api/v1/tenant`));
    expect(gone.status).toBe(404);
  });

  it("opens for the token of the API, but for the calls of executors", async () => {
    for (const door of guarded().filter(({ operationId }) => operationId !== "streamEvents")) {
      const objects = await objectsFor(door);
      const { status } = await bearing(TOKENS.management)(knock(door, objects, { base: ACME }));
      const name = `${door.method} ${door.path}`;
      if (isExecutors(door)) expect([400, 403, 404], name).toContain(status);
      else expect.soft(status, name).toBeLessThan(300);
    }
  });

  it("of executors opens for their tokens and signatures", async () => {
    const [register] = ofExecutors();
    if (register === undefined) throw new Error("There is no route to register at");
    const call = (): Request => knock(register, own, { base: ACME });
    expect((await bearing(TOKENS.shop)(call())).status).toBe(201);
    expect((await world.fetch(await sign(call(), key.privateKey, key.keyid))).status).toBe(201);
  });
});

/** What holds for every app: nobody whose rights end at some apps changes it. */
const OF_WHOLE_TENANT: ReadonlySet<string> = new Set([
  "replaceAlarmRules",
  "replaceAlarmRoutes",
  "replaceHeartbeats",
  "updateTenant",
  "addTenant",
  "updateTenantOf",
  "removeTenant",
]);

/** What a route needs beside its own permissions, for the bodies that these tests send. */
const BY_BODY: Readonly<Record<string, readonly Permission[]>> = {
  bulkJobs: ["jobs:pause"],
  tryWork: ["jobs:edit"],
  undoOperation: ["jobs:pause"],
  bulkInstances: ["runs:cancel"],
};

/** These permissions in these apps. */
function granted(permissions: readonly string[], ...apps: readonly string[]): readonly Grant[] {
  return permissions.map((permission) => ({ permission: permission as Permission, apps }));
}

/** What there is in acme, where a call of this door could change it. */
async function stateFor({ method }: Door): Promise<string> {
  return method === "GET" ? "" : await readState(world.scheduler("acme"));
}

/** Objects that a call of this door may change, or those there are where it changes none. */
function objectsFor({ method }: Door): Objects | Promise<Objects> {
  return method === "GET" ? own : makeObjects(world.scheduler("acme"));
}

const apps = new Map<string, Send>();

/** The API of acme for the holder of a token with these permissions, and with these in some apps. */
function appFor(permissions: readonly Permission[], grants: readonly Grant[] = []): Send {
  const name = JSON.stringify([permissions, grants]);
  const app = apps.get(name) ?? createApp(permissions, grants);
  apps.set(name, app);
  return app;
}

function createApp(permissions: readonly Permission[], grants: readonly Grant[]): Send {
  const principal = { kind: PrincipalKind.Token, name: "ci", permissions, grants };
  const management = createManagementApp(world.scheduler("acme"), {
    token: TOKENS.management,
    registration: true,
    tenants: {
      directory: createTenantDirectory(world.deployment, { fixed: ["acme", "globex"] }),
      isFirst: true,
    },
    extensions: [{ routes: [], holders: [{ token: OWN, principal, reach: "api" }] }],
  });
  return async (request) => {
    const sent = new Request(request);
    sent.headers.set("Authorization", `Bearer ${OWN}`);
    return management.request(sent);
  };
}
