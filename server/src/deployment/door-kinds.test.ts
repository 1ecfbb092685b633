import type { Permission } from "@mojob/core";
import { appsWith, type Granted, permissionsOf, Role } from "@mojob/core/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  apiFor,
  CANARIES,
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
} from "../../fixtures/doors.ts";

const BASE = "http://127.0.0.1";
/** The app of all objects. */
const APP = "ledger";
const CANARY = /canary-\w+/;

/** Somebody who calls, and what is expected of that. */
interface Kind {
  readonly name: string;
  /** What it may do, by which the table says what each route does. */
  readonly granted: Granted;
}

const inApp = (permissions: readonly Permission[], ...apps: readonly string[]): Granted => ({
  permissions: [],
  grants: permissions.map((permission) => ({ permission, apps })),
});

/** One more line tries one more kind of caller at every route. */
const KINDS: readonly Kind[] = [
  ...Object.values(Role).map((role) => ({ name: role, granted: { permissions: permissionsOf(role) } })),
  ...[Role.Viewer, Role.Operator, Role.Editor].map((role) => ({
    name: `${role} without payloads`,
    granted: { permissions: permissionsOf(role, { payloads: false }) },
  })),
  { name: "operator of the app", granted: inApp(permissionsOf(Role.Operator), APP, "shop") },
  {
    name: "editor of the app without payloads",
    granted: inApp(permissionsOf(Role.Editor, { payloads: false }), APP),
  },
  { name: "admin of another app", granted: inApp(permissionsOf(Role.Admin), "shop") },
  {
    name: "viewer of the app, with the payloads of another",
    granted: {
      permissions: [],
      grants: [
        ...(inApp(permissionsOf(Role.Viewer, { payloads: false }), APP).grants ?? []),
        ...(inApp(permissionsOf(Role.Viewer), "shop").grants ?? []),
      ],
    },
  },
  { name: "a token for metrics", granted: { permissions: ["metrics:read"] } },
];

let world: Doors;
let own: Objects;
let foreign: Objects;

beforeAll(async () => {
  world = await openDoors();
  own = await makeObjects(world.scheduler("acme"));
  foreign = await makeObjects(world.scheduler("globex"));
}, 60_000);

afterAll(() => world[Symbol.asyncDispose]());

const stateOf = (tenant: string): Promise<string> => readState(world.scheduler(tenant));

/** Those that a session or a role can open, without streams, which do not end. */
const doors = (): readonly Door[] =>
  world.doors.filter(
    ({ isOpen, isOfCaller, path, operationId }) =>
      !isOpen &&
      !isOfCaller &&
      !path.startsWith("/api/v1/executor/") &&
      operationId !== "streamEvents" &&
      operationId !== "openSession",
  );

function isAllowed({ granted }: Kind, door: Door): boolean {
  const needed = needsOfDoor(door);
  if (OF_WHOLE_TENANT.has(door.operationId) && granted.permissions.length === 0) return false;
  return needed.every((one) => appsWith(granted, one).has(APP));
}

const readsPayloads = ({ granted }: Kind): boolean => appsWith(granted, "payloads:read").has(APP);

/** Runs have arguments, results, logs and errors at different ends. */
function objectsOf(door: Door, objects: Objects): readonly Objects[] {
  const isOfRun = door.path.includes("/instances/{id}") && !door.path.includes("{file}");
  if (door.method !== "GET" || !isOfRun) return [objects];
  return [objects.run, objects.done, objects.failed].map((run) => ({ ...objects, run }));
}

describe.each(KINDS)("$name", { timeout: 120_000 }, (kind) => {
  let send: Send;
  let failure = "";

  beforeAll(async () => {
    const acme = world.scheduler("acme");
    send = apiFor(acme, kind.granted);
    // A group has an id of its own for each set of apps that callers see.
    const sees = acme.as({ kind: "token", name: "ci", ...kind.granted });
    failure = await failureOf(sees).catch(() => own.failure);
  });

  it("is refused by each route that the table of its permissions does not open, which does nothing", async () => {
    const refused = doors().filter((door) => !isAllowed(kind, door));
    const before = await stateOf("acme");
    for (const door of refused) {
      const request = knock(door, own, { base: BASE });
      const asked = request.url + (await request.clone().text());
      const response = await send(request);
      const text = await response.text();
      const name = `${door.operationId}: ${text}`;
      const isElsewhere = needsOfDoor(door).every((one) => !appsWith(kind.granted, one).isEmpty);
      const showsNothing = isElsewhere && !showsOf(own, text, asked);
      // What a body is about is refused item by item; who has the right in another app is shown what there is in that.
      if (response.status < 300) expect.soft(isRefusedWithin(text) || showsNothing, name).toBe(true);
      else expect.soft([403, 404], name).toContain(response.status);
      expect.soft(text, door.operationId).not.toMatch(CANARY);
    }
    expect(await stateOf("acme")).toBe(before);
  });

  it("is let in by each route that the table opens, and sees payloads only where it may", async () => {
    let seen = "";
    for (const door of doors().filter((one) => isAllowed(kind, one))) {
      const objects = door.method === "GET" ? own : await makeObjects(world.scheduler("acme"));
      for (const some of objectsOf(door, { ...objects, failure })) {
        const response = await send(knock(door, some, { base: BASE }));
        const text = await response.text();
        expect.soft(response.status, `${door.operationId}: ${text}`).toBeLessThan(300);
        seen += text;
        if (!readsPayloads(kind)) expect.soft(text, door.operationId).not.toMatch(CANARY);
      }
    }
    // Otherwise there was nothing to be hidden.
    if (readsPayloads(kind) && isAllowed(kind, doorOf("getInstance")))
      expect(Object.values(CANARIES).filter((one) => !seen.includes(one))).toEqual([]);
  });

  it("reads and changes nothing of another tenant", async () => {
    const before = await stateOf("globex");
    for (const door of doors()) {
      // Its id is made of the error, of which both tenants have a group of their own.
      if (!/\{(?:id|key)\}/.test(door.path) || door.operationId === "handleFailure") continue;
      // Whatever is removed and is not there is no error.
      if (/expected|executor-keys/.test(door.path)) continue;
      const request = knock(door, foreign, { base: BASE });
      const asked = request.url + (await request.clone().text());
      const response = await send(request);
      const text = await response.text();
      expect.soft([403, 404], `${door.operationId}: ${response.status} ${text}`).toContain(response.status);
      expect.soft(showsOf(foreign, text, asked), door.operationId).toBe(false);
      expect.soft(text, door.operationId).not.toMatch(CANARY);
    }
    expect(await stateOf("globex")).toBe(before);
  });
});

function doorOf(operationId: string): Door {
  const found = world.doors.find((door) => door.operationId === operationId);
  if (found === undefined) throw new Error(`There is no route "${operationId}"`);
  return found;
}

/** Whether a response of 200 says that each item of the body was refused. */
function isRefusedWithin(text: string): boolean {
  return /"code":"(?:forbidden|job_not_found|instance_not_found)"/.test(text) && !/"done":[1-9]/.test(text);
}

/** Whether a response names objects that the request did not name. */
function showsOf({ run, key, secret, executorKey, incident }: Objects, text: string, asked: string): boolean {
  return [run, key, secret, executorKey, incident].some(
    (id) => !asked.includes(encodeURIComponent(id)) && !asked.includes(id) && text.includes(id),
  );
}

it("live events show runs, and not what they are given", async () => {
  const whole = world.scheduler("acme");
  const send = apiFor(whole, { permissions: permissionsOf(Role.Viewer, { payloads: false }) });
  const seeing = apiFor(whole, { permissions: permissionsOf(Role.Viewer) });
  const open = async (one: Send) => {
    const { body } = await one(knock(doorOf("streamEvents"), own, { base: BASE }));
    const reader = body?.getReader() as ReadableStreamDefaultReader<Uint8Array>;
    return { reader, text: new TextDecoder().decode((await reader.read()).value) };
  };
  const streams = [await open(send), await open(seeing)];
  const { id } = await whole.instances.trigger(own.waiting, { args: { note: CANARIES.args } });
  const texts = await Promise.all(
    streams.map(async ({ reader, text }) => {
      let read = text;
      while (!read.includes(id)) read += new TextDecoder().decode((await reader.read()).value);
      await reader.cancel();
      return read;
    }),
  );
  expect(texts[0]).not.toMatch(CANARY);
  expect(texts[0]).toContain('"hidden":["args","error"]');
  expect(texts[1]).toContain(CANARIES.args);
  expect(texts[1]).not.toContain('"hidden"');
});

it("a filter by what a caller may not see is refused, because what it finds would say it", async () => {
  const send = apiFor(world.scheduler("acme"), {
    permissions: permissionsOf(Role.Operator, { payloads: false }),
  });
  const get = async (path: string): Promise<number> =>
    (await send(new Request(`${BASE}/api/v1${path}`))).status;
  expect(await get("/instances")).toBe(200);
  expect(await get(`/instances?error=${CANARIES.error}`)).toBe(403);
  expect(await get(`/instances?args.note=${CANARIES.args}`)).toBe(403);
  expect(await get(`/jobs/${own.waiting}/instances?error=${CANARIES.error}`)).toBe(403);
  expect(await get(`/failures?search=${CANARIES.error}`)).toBe(403);
  expect(await get(`/incidents?search=${CANARIES.error}`)).toBe(403);
  const bulk = async (body: object): Promise<number> =>
    (
      await send(
        new Request(`${BASE}/api/v1/instances/bulk`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ action: "rerun", dryRun: true, ...body }),
        }),
      )
    ).status;
  expect(await bulk({ filter: { state: ["Terminated"] } })).toBe(200);
  expect(await bulk({ filter: { args: { note: CANARIES.args } } })).toBe(403);
  expect(await bulk({ filter: { state: ["Terminated"] }, cause: CANARIES.error })).toBe(403);
});
