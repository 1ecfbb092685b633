import { setTimeout } from "node:timers/promises";
import { type Permission, PrincipalKind } from "@mojob/core";
import { ALL_PERMISSIONS, CODE_PRINCIPAL, type Grant, isReading } from "@mojob/core/engine";
import type { Doer, KnownToken, TokenRequest } from "@mojob/core/identity";
import { createManagementApp } from "@mojob/http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSigningKey } from "../../fixtures/signing.ts";
import {
  apiFor,
  BY_BODY,
  type Door,
  type Doors,
  failureOf,
  knock,
  makeObjects,
  needsOfDoor,
  type Objects,
  OF_WHOLE_TENANT,
  openDoors,
  readState,
  type Send,
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

const DOER: Doer = {
  principal: CODE_PRINCIPAL,
  tenant: "acme",
  from: { address: null, agent: null, requestId: "test" },
};
const PASSWORD = "correct horse battery staple";

/** The token of a program, after something was done to it. */
async function tokenOf(
  name: string,
  change: (token: KnownToken) => Promise<unknown>,
  request: Partial<TokenRequest> = {},
): Promise<Send> {
  const { token, text } = await world.identity.tokens.make(
    { name, kind: "service", role: "admin", ...request },
    DOER,
  );
  await change(token);
  await seenByTheProgram();
  return bearing(text);
}

/**
 * The people and tokens of these tests are changed by another process than the one that serves them, which may go by what it has read
 * for a second (`CHECKED_FOR_MS`): that is the subject here, and there is no event to wait for.
 */
const seenByTheProgram = (): Promise<void> => setTimeout(1100);

const expire = (id: string): Promise<unknown> =>
  world.identity.records.changeToken(id, (token) => ({ ...token, expiresMs: Date.now() }));

const rotate = ({ id }: KnownToken): Promise<unknown> =>
  world.identity.tokens.rotate(id, { overlapMs: 0 }, DOER);

/** The own token of somebody who may do everything. */
async function personalToken(name: string): Promise<Send> {
  await world.identity.people.add({ name, isSuperadmin: false }, DOER);
  await world.identity.people.give(name, { role: "operator" }, DOER);
  const principal = { kind: PrincipalKind.User, name, permissions: [] };
  const { text } = await world.identity.tokens.make(
    { name: `${name}-laptop`, kind: "personal" },
    { ...DOER, principal },
  );
  await seenByTheProgram();
  return bearing(text);
}

async function personalTokenOf(name: string): Promise<Send> {
  const send = await personalToken(name);
  expect((await send(knock(accountDoor(), own, { base: ACME }))).status).toBe(200);
  await world.identity.people.edit(name, { isDisabled: true }, null, DOER);
  await seenByTheProgram();
  return send;
}

async function endedSession(name: string): Promise<Send> {
  await world.identity.people.add({ name }, DOER);
  await world.identity.people.give(name, { role: "admin" }, DOER);
  const { secret } = await world.identity.people.invite(name, DOER);
  await seenByTheProgram();
  const body = JSON.stringify({ secret, password: PASSWORD });
  const headers = { "Content-Type": "application/json" };
  const welcomed = await world.fetch(
    new Request(`${ACME}/api/v1/welcome`, { method: "POST", headers, body }),
  );
  expect(welcomed.status).toBe(200);
  const cookie = welcomed.headers.get("Set-Cookie")?.split(";")[0] ?? "";
  await world.identity.people.endSessions(name, DOER);
  await seenByTheProgram();
  return (request) => {
    const sent = new Request(request);
    sent.headers.set("Cookie", cookie);
    sent.headers.set("Sec-Fetch-Site", "same-origin");
    return world.fetch(sent);
  };
}

function accountDoor(): Door {
  const door = world.doors.find(({ operationId }) => operationId === "getAccount");
  if (door === undefined) throw new Error("There is no route of the account");
  return door;
}

const guarded = (): readonly Door[] => world.doors.filter(({ isOpen }) => !isOpen);
const beyondExecutors = (): readonly Door[] => guarded().filter((door) => !isExecutors(door));
/** Without those that are about the caller itself. */
const byPermission = (): readonly Door[] => beyondExecutors().filter(({ isOfCaller }) => !isOfCaller);
const ofExecutors = (): readonly Door[] => guarded().filter(isExecutors);

describe("every route of the router", { timeout: 120_000 }, () => {
  it("is among these, with what it needs", () => {
    const management = createManagementApp(world.scheduler("acme"), {
      registration: true,
      identity: world.identity,
    });
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
      "/api/v1/sign-in",
      "/api/v1/sign-in",
      "/api/v1/welcome/look",
      "/api/v1/welcome",
      "/openapi.json",
      "/docs",
      "/docs/style.css",
      "/",
    ]);
  });

  it("that returns pages is one of which core's test of full pages reads the list", () => {
    const paged = world.doors.filter(({ isPaged }) => isPaged).map(({ operationId }) => operationId);
    expect(paged.toSorted()).toEqual([
      "listAudit",
      "listHistory",
      "listIncidents",
      "listInstances",
      "listJobInstances",
      "listJobs",
      // Of one job, whose app it is or not.
      "listScriptVersions",
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

  it.each<[string, () => Promise<Send>]>([
    ["a token that has expired", () => tokenOf("expired", ({ id }) => expire(id))],
    ["a token that is revoked", () => tokenOf("revoked", ({ id }) => world.identity.tokens.revoke(id, DOER))],
    ["a token that was rotated, with its secret of before", () => tokenOf("rotated", rotate)],
    ["a token of a person who is disabled", () => personalTokenOf("disabled")],
    ["the cookie of a session that ended everywhere", () => endedSession("ended")],
  ])("refuses %s, and does nothing", async (_who, make) => {
    await expectRefused(guarded(), [401], await make());
  });

  it("refuses a token that was made for executors but for their calls, and does nothing", async () => {
    const send = await tokenOf("box", () => Promise.resolve(), { kind: "executor", apps: ["shop"] });
    await expectRefused(beyondExecutors(), [403], send);
    await expectRefused(ofExecutors(), [401, 403, 404], send, GLOBEX);
  });

  it("shows a person's own account, sessions and tokens to whom they belong alone", async () => {
    const ofLi = await personalToken("li");
    const ofWang = await personalToken("wang");
    for (const door of world.doors.filter(({ isOfCaller, method }) => isOfCaller && method === "GET")) {
      const seen = await Promise.all(
        [ofLi, ofWang].map(async (send) => await (await send(knock(door, own, { base: ACME }))).text()),
      );
      expect(seen[0], door.operationId).not.toContain("wang");
      expect(seen[1], door.operationId).not.toContain("li-laptop");
    }
    const [token] = (await world.identity.tokens.list()).filter(({ name }) => name === "li-laptop");
    for (const [method, below] of [
      ["DELETE", ""],
      ["POST", "/rotate"],
    ]) {
      const url = `${ACME}/api/v1/tokens/${token?.id}${below}`;
      const headers = { "Content-Type": "application/json" };
      const sent = method === "POST" ? { method, headers, body: "{}" } : { method: method ?? "" };
      expect((await ofWang(new Request(url, sent))).status).toBe(404);
    }
    expect((await ofLi(knock(accountDoor(), own, { base: ACME }))).status).toBe(200);
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
    const changing = byPermission().filter(
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
    for (const door of byPermission()) {
      const objects = await objectsFor(door);
      const call = (): Request => knock(door, objects, { base: "http://127.0.0.1" });
      const before = await stateFor(door);
      for (const lacking of door.permissions) {
        const send = appFor(ALL_PERMISSIONS.filter((one) => one !== lacking));
        const response = await send(call());
        expect.soft(response.status, `${door.operationId} without ${lacking}`).toBe(403);
      }
      expect(await stateFor(door), door.operationId).toBe(before);
      const needed = needsOfDoor(door);
      const send = appFor(needed);
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
    for (const door of byPermission().filter(({ operationId }) => operationId !== "streamEvents")) {
      const objects = { ...(await objectsFor(door)), failure };
      const needed = needsOfDoor(door);
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
      // People are of no tenant: who may change them may do so anywhere.
      const isOfDeployment = ({ permissions, path }: Door): boolean =>
        permissions.includes("deployment:edit") || path.startsWith("/api/v1/people");
      const doors = beyondExecutors().filter(
        (one) => one.operationId !== "streamEvents" && !isOfDeployment(one),
      );
      for (const door of doors) {
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
    const doors = guarded().filter(
      ({ operationId, isOfCaller }) => operationId !== "streamEvents" && !isOfCaller,
    );
    for (const door of doors) {
      const objects = await objectsFor(door);
      const { status } = await bearing(TOKENS.management)(knock(door, objects, { base: ACME }));
      const name = `${door.method} ${door.path}`;
      if (isExecutors(door)) expect([400, 403, 404], name).toContain(status);
      else expect.soft(status, name).toBeLessThan(300);
    }
  });

  it("of executors opens for their tokens, those that were made here too, and signatures", async () => {
    const [register] = ofExecutors();
    if (register === undefined) throw new Error("There is no route to register at");
    const call = (): Request => knock(register, own, { base: ACME });
    expect((await bearing(TOKENS.shop)(call())).status).toBe(201);
    const made = await tokenOf("second-box", () => Promise.resolve(), { kind: "executor", apps: ["shop"] });
    expect((await made(call())).status).toBe(201);
    expect((await world.fetch(await sign(call(), key.privateKey, key.keyid))).status).toBe(201);
  });
});

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
  const app = apps.get(name) ?? apiFor(world.scheduler("acme"), { permissions, grants });
  apps.set(name, app);
  return app;
}
