import { PrincipalKind } from "@mojob/core";
import { CODE_PRINCIPAL } from "@mojob/core/engine";
import type { Doer } from "@mojob/identity";
import { until } from "@mojob/test-services/until";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CANARIES } from "../../fixtures/doors/canaries.ts";
import { makeObjects, type Objects } from "../../fixtures/doors/objects.ts";
import { bearing } from "../../fixtures/doors/senders.ts";
import { differenceOf, readState } from "../../fixtures/doors/state.ts";
import { type Doors, openDoors, type Send, TOKENS } from "../../fixtures/doors/world.ts";

const BASE = "http://127.0.0.1/tenants/acme/api/v1";
const DOER: Doer = {
  principal: CODE_PRINCIPAL,
  tenant: "acme",
  from: { address: null, agent: null, requestId: "test" },
};

let world: Doors;
let objects: Objects;
beforeAll(async () => {
  world = await openDoors();
  objects = await makeObjects(world, "acme");
}, 60_000);
afterAll(() => world[Symbol.asyncDispose]());

interface Held {
  readonly send: Send;
  readonly tokenId: string;
  readonly membershipId: string;
}

/** Somebody with a role in an app, and their own token. */
async function addPerson(name: string, role: "editor" | "admin"): Promise<Held> {
  const { people, tokens } = world.identity;
  await people.add({ name }, DOER);
  const { id } = await people.give(name, { role, apps: ["ledger"] }, DOER);
  await people.give(name, { role, apps: ["shop"] }, DOER);
  const principal = { kind: PrincipalKind.User, name, permissions: [] };
  const request = { name: `${name}-laptop`, kind: "personal" } as const;
  const { token, text } = await tokens.make(request, { ...DOER, principal });
  const send = bearing(world, text);
  await until("the process to know them", async () => (await call(send, "GET", "/account")).status === 200);
  return { send, tokenId: token.id, membershipId: id };
}

function call(send: Send, method: string, path: string, body?: object | ReadableStream): Promise<Response> {
  const isStream = body instanceof ReadableStream;
  return send(
    new Request(`${BASE}${path}`, {
      method,
      headers: { "Content-Type": "application/json", "If-Match": "*" },
      ...(body !== undefined && { body: isStream ? body : JSON.stringify(body) }),
      ...(isStream && { duplex: "half" }),
    }),
  );
}

it("somebody who has lost an app since restores nothing of it, not even what they changed themselves", async () => {
  const { send, membershipId } = await addPerson("li", "editor");
  const { key, schedule } = objects;
  const root = bearing(world, TOKENS.management);
  await call(root, "POST", "/jobs/bulk", { action: "resume", keys: [schedule] });
  const paused = await call(send, "POST", "/jobs/bulk", { action: "pause", keys: [schedule] });
  expect(paused.status).toBe(200);
  const { operation } = (await paused.json()) as { readonly operation: string };
  const saved = await call(send, "POST", `/jobs/${key}/script/versions`, {
    source: "echo li",
    expectedVersion: 2,
  });
  expect(saved.status).toBeLessThan(300);
  await world.identity.people.take("li", membershipId, DOER);
  await until("the process to know it", async () => (await call(send, "GET", `/jobs/${key}`)).status === 404);

  const before = await readState(world, "acme");
  expect([403, 404]).toContain((await call(send, "POST", `/operations/${operation}/undo`)).status);
  // The text of version 1: to save it is to restore it.
  const restored = { source: `echo ${CANARIES.script}`, expectedVersion: 3 };
  const again = await call(send, "POST", `/jobs/${key}/script/versions`, restored);
  expect([403, 404], await again.text()).toContain(again.status);
  const edited = await call(send, "PATCH", `/jobs/${key}`, { priority: 1 });
  expect([403, 404]).toContain(edited.status);
  expect(await (await call(send, "GET", "/operations")).text()).not.toContain(operation);
  expect(differenceOf(before, await readState(world, "acme"))).toBeNull();
  // Who has the app undoes it.
  const undone = await call(root, "POST", `/operations/${operation}/undo`);
  expect([undone.status, await undone.json()]).toMatchObject([200, {}]);
});

it("a call whose token is revoked while its body arrives is done as a whole, and is the last one", async () => {
  const { send, tokenId } = await addPerson("wang", "admin");
  const text = JSON.stringify({ key: "ledger.uploaded", app: "ledger", kind: "triggered" });
  const isRead = Promise.withResolvers<void>();
  let sent: ReadableStreamDefaultController<Uint8Array> | null = null;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void (sent = controller),
    // Called as the process wants more of it.
    pull: () => isRead.resolve(),
  });
  const write = (part: string): void => sent?.enqueue(new TextEncoder().encode(part));
  write(text.slice(0, 20));
  const uploading = call(send, "POST", "/jobs", body);
  await isRead.promise;
  await world.identity.tokens.revoke(tokenId, DOER);
  await until("the process to know it", async () => (await call(send, "GET", "/account")).status === 401);
  write(text.slice(20));
  (sent as ReadableStreamDefaultController<Uint8Array> | null)?.close();
  const response = await uploading;
  expect([response.status, await response.json()]).toMatchObject([201, { key: "ledger.uploaded" }]);
  const { definition } = await world.scheduler("acme").jobs.get("ledger.uploaded");
  expect(definition).toMatchObject({ app: "ledger", kind: "triggered", latestAct: { by: { name: "wang" } } });
  expect((await call(send, "POST", "/jobs", { key: "x", app: "ledger", kind: "triggered" })).status).toBe(
    401,
  );
});
