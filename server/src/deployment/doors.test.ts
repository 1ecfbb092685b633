import { createManagementApp } from "@mojob/http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Door, OF_PEOPLE } from "../../fixtures/doors/door.ts";
import { fieldsOf, knock } from "../../fixtures/doors/knock.ts";
import { makeObjects, type Objects, renewObjects } from "../../fixtures/doors/objects.ts";
import { guarded, isExecutors, ofExecutors } from "../../fixtures/doors/select.ts";
import { bearing } from "../../fixtures/doors/senders.ts";
import { type Doors, openDoors, TOKENS } from "../../fixtures/doors/world.ts";

const ACME = "http://127.0.0.1/tenants/acme";
const GLOBEX = "http://127.0.0.1/tenants/globex";

let world: Doors;
/** Of acme. */
let own: Objects;

beforeAll(async () => {
  world = await openDoors();
  own = await makeObjects(world, "acme");
}, 60_000);

afterAll(() => world[Symbol.asyncDispose]());

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
    expect(ofExecutors(world.doors)).toHaveLength(10);
    expect(guarded(world.doors).length).toBeGreaterThan(70);
    expect(world.doors.filter(({ isOpen }) => isOpen).map(({ path }) => path)).toEqual([
      "/api/v1/pings/{token}",
      "/api/v1/callbacks/{id}/{token}",
      "/livez",
      "/readyz",
      "/api/v1/session/link",
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
      // Of an archive, which is of no app.
      "listArchivedRecords",
      "listArchivedRuns",
      "listAudit",
      "listHistory",
      "listIncidents",
      // Of one run, whose app it is or not.
      "listInstanceFolderJobs",
      "listInstances",
      "listJobInstances",
      "listJobs",
      // Of one job, whose app it is or not.
      "listScriptVersions",
    ]);
  });

  it("keeps the metrics and the events of a tenant from another one", async () => {
    const call = bearing(world, TOKENS.management);
    const stream = await call(new Request(`${GLOBEX}/api/v1/events`));
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    const objects = await makeObjects(world, "acme");
    const end = await makeObjects(world, "globex");
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

  it("opens for the token of the API, but for the calls of executors", async () => {
    const doors = guarded(world.doors).filter(
      ({ operationId, isOfCaller }) => operationId !== "streamEvents" && !isOfCaller,
    );
    for (const door of doors) {
      const objects = await objectsFor(door);
      const { status } = await bearing(world, TOKENS.management)(knock(door, objects, { base: ACME }));
      const name = `${door.method} ${door.path}`;
      if (isExecutors(door)) expect([400, 403, 404], name).toContain(status);
      else if (OF_PEOPLE.has(door.operationId)) expect.soft(status, name).toBe(400);
      else expect.soft(status, name).toBeLessThan(300);
    }
  });
});

/** Objects that a call of this door may change, or those there are where it changes none. */
function objectsFor(door: Door): Objects | Promise<Objects> {
  if (door.method === "GET") return own;
  return renewObjects(world, "acme", { objects: own, fields: fieldsOf(door, own) });
}
