import { createFakeClock, type FakeClock } from "@mojob/core/testing";
import { ALL_PERMISSIONS } from "@mojob/core/engine";
import { expect, it } from "vitest";
import { isMoJobError, type Principal, PrincipalKind } from "@mojob/core";
import {
  createSessions,
  type FoundHolder,
  SESSION_IDLE_MS,
  SESSION_LIMIT_MS,
  type Sessions,
} from "./session.ts";
import { createMemorySessionStore } from "./session-store.ts";

const HOLDER: Principal = { kind: PrincipalKind.Token, name: null, permissions: ALL_PERMISSIONS };

function open(): { readonly sessions: Sessions; readonly clock: FakeClock; readonly known: Set<Principal> } {
  const known = new Set([HOLDER]);
  const clock = createFakeClock();
  const store = createMemorySessionStore();
  const token = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";
  const findHolder = async ({
    kind,
    name,
  }: Pick<Principal, "kind" | "name">): Promise<FoundHolder | null> => {
    const principal = [...known].find((one) => one.kind === kind && one.name === name);
    return principal === undefined ? null : { principal, endedMs: 0 };
  };
  const sessions = createSessions({ prefix: "sessions/", token, clock, store, findHolder, basePath: "" });
  return { clock, known, sessions };
}

const withCookie = (cookie: string): Request =>
  new Request("http://localhost/", { headers: { Cookie: cookie.split(";")[0] ?? "" } });

it("a session ends after 12 hours without use", async () => {
  const { sessions, clock } = open();
  const request = withCookie(await sessions.open(new Request("http://localhost/"), HOLDER));
  await clock.advance(SESSION_IDLE_MS - 1);
  expect(await sessions.find(request)).toEqual(HOLDER);
  await clock.advance(SESSION_IDLE_MS - 1);
  expect(await sessions.find(request)).toEqual(HOLDER);
  await clock.advance(SESSION_IDLE_MS);
  expect(await sessions.find(request)).toBeNull();
});

it("a session ends after 7 days, however much it is used", async () => {
  const { sessions, clock } = open();
  const request = withCookie(await sessions.open(new Request("http://localhost/"), HOLDER));
  for (let passedMs = 0; passedMs < SESSION_LIMIT_MS; passedMs += SESSION_IDLE_MS / 2) {
    expect(await sessions.find(request)).toEqual(HOLDER);
    await clock.advance(SESSION_IDLE_MS / 2);
  }
  expect(await sessions.find(request)).toBeNull();
});

it("a session that ends while it is used stays ended", async () => {
  const { sessions, clock } = open();
  const request = withCookie(await sessions.open(new Request("http://localhost/"), HOLDER));
  await clock.advance(SESSION_IDLE_MS / 2);
  await Promise.all([sessions.find(request), sessions.end(request)]);
  expect(await sessions.find(request)).toBeNull();
});

it("a session is its holder's as that is now, and nobody's once the holder is not known any more", async () => {
  const { sessions, known } = open();
  const request = withCookie(await sessions.open(new Request("http://localhost/"), HOLDER));
  const less: Principal = { ...HOLDER, permissions: [] };
  known.delete(HOLDER);
  known.add(less);
  expect(await sessions.find(request)).toBe(less);
  known.delete(less);
  expect(await sessions.find(request)).toBeNull();
});

it("a holder that is not known has no session", async () => {
  const { sessions } = open();
  const worker: Principal = { kind: PrincipalKind.Worker, name: "shop", permissions: ALL_PERMISSIONS };
  await expect(sessions.open(new Request("http://localhost/"), worker)).rejects.toSatisfy((error) =>
    isMoJobError(error, "forbidden"),
  );
});

it("looking at a session is no use of it", async () => {
  const { sessions, clock } = open();
  const request = withCookie(await sessions.open(new Request("http://localhost/"), HOLDER));
  await clock.advance(SESSION_IDLE_MS - 1);
  expect(await sessions.look(request)).toEqual(HOLDER);
  await clock.advance(1);
  expect(await sessions.look(request)).toBeNull();
});

it("a session ends with all others of its holder, by whichever process, also where its clock is behind", async () => {
  const [ahead, behind] = [createFakeClock("2026-01-01T00:01:30Z"), createFakeClock("2026-01-01T00:00:00Z")];
  const store = createMemorySessionStore();
  let endedMs = 0;
  const findHolder = (): Promise<FoundHolder> => Promise.resolve({ principal: HOLDER, endedMs });
  const shared = { prefix: "sessions/", token: "3f9c1b7a5e2d4086", store, findHolder, basePath: "" };
  const [first, second] = [
    createSessions({ ...shared, clock: ahead }),
    createSessions({ ...shared, clock: behind }),
  ];
  const request = withCookie(await first.open(new Request("http://localhost/"), HOLDER));
  expect(await second.find(request)).toEqual(HOLDER);
  await behind.advance(10_000);
  endedMs = behind.now().getTime();
  expect(await first.find(request)).toBeNull();
  expect(await second.find(request)).toBeNull();
  expect(await first.list(request, null)).toEqual([]);
  // One that is opened after that counts, on either clock.
  const next = withCookie(await second.open(new Request("http://localhost/"), HOLDER));
  expect([await first.find(next), await second.find(next)]).toEqual([HOLDER, HOLDER]);
});
