import { createFakeClock, type FakeClock } from "@mojob/core/testing";
import { expect, it } from "vitest";
import { createSessions, SESSION_IDLE_MS, SESSION_LIMIT_MS, type Sessions } from "./session.ts";
import { createMemorySessionStore } from "./session-store.ts";

function open(): { readonly sessions: Sessions; readonly clock: FakeClock } {
  const clock = createFakeClock();
  const store = createMemorySessionStore();
  const token = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";
  return { clock, sessions: createSessions({ tenant: "default", token, clock, store, basePath: "" }) };
}

const withCookie = (cookie: string): Request =>
  new Request("http://localhost/", { headers: { Cookie: cookie.split(";")[0] ?? "" } });

it("a session ends after 12 hours without use", async () => {
  const { sessions, clock } = open();
  const request = withCookie(await sessions.open(new Request("http://localhost/")));
  await clock.advance(SESSION_IDLE_MS - 1);
  expect(await sessions.find(request)).toBe(true);
  await clock.advance(SESSION_IDLE_MS - 1);
  expect(await sessions.find(request)).toBe(true);
  await clock.advance(SESSION_IDLE_MS);
  expect(await sessions.find(request)).toBe(false);
});

it("a session ends after 7 days, however much it is used", async () => {
  const { sessions, clock } = open();
  const request = withCookie(await sessions.open(new Request("http://localhost/")));
  for (let passedMs = 0; passedMs < SESSION_LIMIT_MS; passedMs += SESSION_IDLE_MS / 2) {
    expect(await sessions.find(request)).toBe(true);
    await clock.advance(SESSION_IDLE_MS / 2);
  }
  expect(await sessions.find(request)).toBe(false);
});

it("a session that ends while it is used stays ended", async () => {
  const { sessions, clock } = open();
  const request = withCookie(await sessions.open(new Request("http://localhost/")));
  await clock.advance(SESSION_IDLE_MS / 2);
  await Promise.all([sessions.find(request), sessions.end(request)]);
  expect(await sessions.find(request)).toBe(false);
});
