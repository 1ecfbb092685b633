import { type Permission, PrincipalKind } from "@mojob/core";
import { ALL_PERMISSIONS, type Grant, isReading } from "@mojob/core/engine";
import { createManagementApp } from "@mojob/http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BY_BODY, type Door, needsOfDoor, OF_PEOPLE, OF_WHOLE_TENANT } from "../../fixtures/doors/door.ts";
import { fieldsOf, knock } from "../../fixtures/doors/knock.ts";
import { failureOf } from "../../fixtures/doors/lasting.ts";
import { makeObjects, type Objects, renewObjects } from "../../fixtures/doors/objects.ts";
import { beyondExecutors, byPermission } from "../../fixtures/doors/select.ts";
import { apiFor, bearing, withBearer } from "../../fixtures/doors/senders.ts";
import { settle } from "../../fixtures/doors/settle.ts";
import { differenceOf, readState } from "../../fixtures/doors/state.ts";
import { type Doors, openDoors, type Send, TOKENS } from "../../fixtures/doors/world.ts";

const GLOBEX = "http://127.0.0.1/tenants/globex";
const OWN = "0f9c1b7a5e2d40863f9c1b7a";

let world: Doors;
/** Of acme. */
let own: Objects;

beforeAll(async () => {
  world = await openDoors();
  own = await makeObjects(world, "acme");
}, 60_000);

afterAll(() => world[Symbol.asyncDispose]());

describe("every route of the router", { timeout: 120_000 }, () => {
  it("refuses a caller that may only read what changes something, and does nothing", async () => {
    const reading = ALL_PERMISSIONS.filter(isReading);
    const changing = byPermission(world.doors).filter(
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
      "verifyAuditByHeads",
      "previewAlarmRules",
      "previewAlarmRoutes",
      "applyConfig",
      "previewBackfill",
      "previewWindow",
      "suggestSpreads",
      "previewCalendar",
      "createExport",
      "simulateTask",
      "evaluateTask",
      "validateTask",
    ]);
    const send = appFor(reading);
    const before = await readState(world, "acme");
    for (const door of [...some, ...harmless]) {
      const response = await send(knock(door, own, { base: "http://127.0.0.1" }));
      const text = await response.text();
      const isRefused = response.status === 403 || /"code":"forbidden"/.test(text);
      expect(isRefused, `${door.operationId}: ${text}`).toBe(some.includes(door));
      expect(differenceOf(before, await readState(world, "acme")), door.operationId).toBeNull();
    }
  });

  it("lets a caller in that has exactly its permissions, and nobody who lacks one of them", async () => {
    for (const door of byPermission(world.doors)) {
      const objects = await objectsFor(door);
      const call = (): Request => knock(door, objects, { base: "http://127.0.0.1" });
      const before = await stateFor(door);
      for (const lacking of door.permissions) {
        const send = appFor(ALL_PERMISSIONS.filter((one) => one !== lacking));
        const response = await send(call());
        expect.soft(response.status, `${door.operationId} without ${lacking}`).toBe(403);
      }
      expect(differenceOf(before, await stateFor(door)), door.operationId).toBeNull();
      const needed = needsOfDoor(door);
      const send = appFor(needed);
      const response = await send(call());
      const isStream = door.operationId === "streamEvents";
      const text = isStream ? "" : await response.text();
      if (isStream) await response.body?.cancel();
      const isOfSession = door.operationId === "openSession";
      expect
        .soft(response.status, `${door.operationId}: ${text}`)
        .toSatisfy((status) =>
          OF_PEOPLE.has(door.operationId) ? status === 400 : isOfSession ? status === 403 : status < 300,
        );
      await settle(world, { door, objects, text });
    }
  });

  it("lets a caller in that has exactly its permissions in the app alone, and does nothing where it has one of them in another", async () => {
    const grants = granted(["runs:read"], "ledger", "shop");
    const limited = { kind: PrincipalKind.Token, name: "ci", permissions: [], grants };
    // A group has an id of its own for each set of apps that callers see.
    const failure = await failureOf(world.scheduler("acme").as(limited));
    for (const door of byPermission(world.doors).filter(
      ({ operationId }) => operationId !== "streamEvents",
    )) {
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
      expect(differenceOf(before, await stateFor(door)), door.operationId).toBeNull();
      if (needed.length === 0) continue;
      const send = appFor([], granted(needed, "ledger", "shop"));
      const response = await send(knock(door, objects, { base: "http://127.0.0.1" }));
      const text = await response.text();
      const name = `${door.operationId}: ${text}`;
      if (OF_WHOLE_TENANT.has(door.operationId)) expect.soft(response.status, name).toBe(403);
      else if (OF_PEOPLE.has(door.operationId)) expect.soft(response.status, name).toBe(400);
      else expect.soft(response.status, name).toBeLessThan(300);
      await settle(world, { door, objects, text });
    }
  });

  it("shows and changes nothing of another tenant, or of another app, to a caller that may do everything", async () => {
    const acme = world.scheduler("acme");
    const objects = await makeObjects(world, "acme");
    const secretTexts = [objects.key, objects.run, objects.secret, objects.executorKey];
    const scoped = createManagementApp(acme, {
      token: OWN,
      scope: { app: "shop" },
      registration: true,
    });
    const callers: readonly [string, string, Send][] = [
      ["another tenant", GLOBEX, bearing(world, TOKENS.management)],
      ["another app", "http://127.0.0.1", async (request) => scoped.request(withBearer(request, OWN))],
      ["other apps, by its grants", "http://127.0.0.1", appFor([], granted(ALL_PERMISSIONS, "shop", "mail"))],
    ];
    const before = await readState(world, "acme");
    for (const [who, base, send] of callers) {
      // People are of no tenant: who may change them may do so anywhere.
      const isOfDeployment = ({ permissions, path }: Door): boolean =>
        permissions.includes("deployment:edit") || path.startsWith("/api/v1/people");
      const doors = beyondExecutors(world.doors).filter(
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
      expect(differenceOf(before, await readState(world, "acme")), who).toBeNull();
    }
    await scoped.close();
  });
});

/** These permissions in these apps. */
function granted(permissions: readonly string[], ...apps: readonly string[]): readonly Grant[] {
  return permissions.map((permission) => ({ permission: permission as Permission, apps }));
}

/** What there is in acme, where a call of this door could change it. */
async function stateFor({ method }: Door): Promise<string> {
  return method === "GET" ? "" : await readState(world, "acme");
}

/** Objects that a call of this door may change, or those there are where it changes none. */
function objectsFor(door: Door): Objects | Promise<Objects> {
  if (door.method === "GET") return own;
  return renewObjects(world, "acme", { objects: own, fields: fieldsOf(door, own) });
}

const apps = new Map<string, Send>();

/** The API of acme for the holder of a token with these permissions, and with these in some apps. */
function appFor(permissions: readonly Permission[], grants: readonly Grant[] = []): Send {
  const name = JSON.stringify([permissions, grants]);
  const app = apps.get(name) ?? apiFor(world, "acme", { permissions, grants });
  apps.set(name, app);
  return app;
}
