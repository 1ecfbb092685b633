import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Ended, openCallers } from "../../fixtures/doors/callers.ts";
import type { Door } from "../../fixtures/doors/door.ts";
import { knock } from "../../fixtures/doors/knock.ts";
import { makeObjects, type Objects } from "../../fixtures/doors/objects.ts";
import { beyondExecutors, doorOf, guarded, ofExecutors } from "../../fixtures/doors/select.ts";
import { bearing, sign, withCookie } from "../../fixtures/doors/senders.ts";
import { differenceOf, readState } from "../../fixtures/doors/state.ts";
import { type Doors, openDoors, type Send, TOKENS } from "../../fixtures/doors/world.ts";
import { createSigningKey } from "../../fixtures/signing.ts";

const ACME = "http://127.0.0.1/tenants/acme";
const GLOBEX = "http://127.0.0.1/tenants/globex";

let world: Doors;
/** Of acme and of globex. */
let own: Objects;
let foreign: Objects;
let key: { readonly privateKey: CryptoKey; readonly keyid: string };
let removed: typeof key;
let ended: Ended;
/** The personal tokens of two people. */
let ofLi: Send;
let ofWang: Send;
/** A token that was made for executors. */
let box: string;

beforeAll(async () => {
  world = await openDoors();
  own = await makeObjects(world, "acme");
  foreign = await makeObjects(world, "globex");
  key = await addKey();
  removed = await addKey();
  await world.scheduler("acme").removeExecutorKey("shop", removed.keyid.split("/").at(-1) ?? "");
  ({ ended, ofLi, ofWang, box } = await openCallers(world));
}, 60_000);

afterAll(() => world[Symbol.asyncDispose]());

async function addKey(): Promise<typeof key> {
  const { privateKey, publicKey } = await createSigningKey();
  const { keyid } = await world.scheduler("acme").addExecutorKey("shop", { publicKey });
  return { privateKey, keyid };
}

async function stateOfBoth(): Promise<string> {
  return (await readState(world, "acme")) + (await readState(world, "globex"));
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
  expect(differenceOf(before, await stateOfBoth())).toBeNull();
}

describe("every route of the router", { timeout: 120_000 }, () => {
  it.each<[string, Send]>([
    ["nobody", (request) => world.fetch(request)],
    ["a token that is none", (request) => bearing(world, "0".repeat(32))(request)],
    ["a token that was changed", (request) => bearing(world, TOKENS.revoked)(request)],
    ["a token of XXL-JOB's executors", (request) => bearing(world, TOKENS.xxl)(request)],
    [
      "a cookie of a session that is none",
      (request) => withCookie(world, `mojob_session=${"A".repeat(43)}`)(request),
    ],
    [
      "a signature with a key that was removed",
      async (request) => world.fetch(await sign(request, removed.privateKey, removed.keyid)),
    ],
  ])("refuses %s, and does nothing", async (_who, send) => {
    await expectRefused(guarded(world.doors), [401], send);
  });

  it.each<[string, keyof typeof ended]>([
    ["a token that has expired", "expired"],
    ["a token that is revoked", "revoked"],
    ["a token that was rotated, with its secret of before", "rotated"],
    ["a token of a person who is disabled", "disabled"],
    ["the cookie of a session that ended everywhere", "session"],
  ])("refuses %s, and does nothing", async (_who, name) => {
    await expectRefused(guarded(world.doors), [401], ended[name]);
  });

  it("refuses a token that was made for executors but for their calls, and does nothing", async () => {
    const send = bearing(world, box);
    await expectRefused(beyondExecutors(world.doors), [403], send);
    await expectRefused(ofExecutors(world.doors), [401, 403, 404], send, GLOBEX);
  });

  it("shows a person's own account, sessions and tokens to whom they belong alone", async () => {
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
    expect((await ofLi(knock(doorOf(world.doors, "getAccount"), own, { base: ACME }))).status).toBe(200);
  });

  it("refuses an executor's token but for the calls of executors, and does nothing", async () => {
    await expectRefused(beyondExecutors(world.doors), [403], bearing(world, TOKENS.shop));
  });

  it("refuses an executor's signature but for the calls of executors, and does nothing", async () => {
    const signing: Send = async (request) => world.fetch(await sign(request, key.privateKey, key.keyid));
    await expectRefused(beyondExecutors(world.doors), [403], signing);
    // Whatever is sent beside it.
    await expectRefused(beyondExecutors(world.doors), [403], async (request) => {
      const signed = await sign(request, key.privateKey, key.keyid);
      signed.headers.set("Authorization", "x");
      return world.fetch(signed);
    });
  });

  it("refuses an executor of another tenant, and does nothing", async () => {
    await expectRefused(guarded(world.doors), [401], bearing(world, TOKENS.globexShop));
    await expectRefused(guarded(world.doors), [401], bearing(world, TOKENS.shop), GLOBEX);
    const signing: Send = async (request) => world.fetch(await sign(request, key.privateKey, key.keyid));
    await expectRefused(guarded(world.doors), [401], signing, GLOBEX);
  });

  it("refuses an executor that names another app, and does nothing", async () => {
    const door = ofExecutors(world.doors).find(({ operationId }) => operationId === "registerExecutor");
    const send: Send = (request) => {
      const { url, headers } = request;
      const body = JSON.stringify({ app: "ledger" });
      return bearing(world, TOKENS.shop)(new Request(url, { method: "POST", headers, body }));
    };
    await expectRefused(door === undefined ? [] : [door], [403], send);
  });

  it("lets executors of a tenant in that was added while the process runs, by their keys, and nobody else's", async () => {
    const base = "http://127.0.0.1/tenants/late";
    await world.deployment.addTenant("late");
    const { privateKey, publicKey } = await createSigningKey();
    const { keyid } = await world.scheduler("late").addExecutorKey("shop", { publicKey });
    const register = doorOf(world.doors, "registerExecutor");
    const call = (): Request => knock(register, own, { base });
    expect((await world.fetch(await sign(call(), privateKey, keyid))).status).toBe(201);
    expect((await world.fetch(await sign(call(), key.privateKey, key.keyid))).status).toBe(401);
    expect((await bearing(world, TOKENS.shop)(call())).status).toBe(401);
    const jobs = await world.scheduler("late").jobs.list({}, { limit: 200 });
    expect(jobs.items.map(({ definition }) => definition.app)).toContain("shop");
    expect(
      await (await bearing(world, TOKENS.management)(new Request(`${base}/api/v1/tenant`))).json(),
    ).toMatchObject({
      tenant: "late",
    });
    await world.deployment.removeTenant("late");
    const gone = await bearing(world, TOKENS.management)(new Request(`${base}/api/v1/tenant`));
    expect(gone.status).toBe(404);
  });

  it("of executors opens for their tokens, those that were made here too, and signatures", async () => {
    const register = doorOf(world.doors, "registerExecutor");
    const call = (): Request => knock(register, own, { base: ACME });
    expect((await bearing(world, TOKENS.shop)(call())).status).toBe(201);
    expect((await bearing(world, box)(call())).status).toBe(201);
    expect((await world.fetch(await sign(call(), key.privateKey, key.keyid))).status).toBe(201);
  });
});
