import { createFakeClock } from "@mojob/core/testing";
import { StateStoreInMemory } from "@mojob/memory";
import { expect, test } from "vitest";
import { BrowserSeals } from "./browser-seals.ts";

const open = (): StateStoreInMemory => new StateStoreInMemory({ clock: createFakeClock() });

test("what one process seals each of the deployment opens, for what it was sealed for alone", async () => {
  const state = open();
  const [one, other] = [new BrowserSeals(state), new BrowserSeals(state)];
  const [first, second] = await Promise.all([one.seal("li", "browser"), other.seal("wang", "browser")]);
  expect(await other.open(first, "browser")).toBe("li");
  expect(await one.open(second, "browser")).toBe("wang");
  expect(await one.open(first, "sign-in")).toBeNull();
  expect(await new BrowserSeals(open()).open(first, "browser")).toBeNull();
  expect(first).toMatch(/^[A-Za-z0-9_-]+$/);
});

test("what was changed, cut or never sealed opens as nothing", async () => {
  const seals = new BrowserSeals(open());
  const sealed = await seals.seal("li", "browser");
  for (let at = 0; at < sealed.length; at += 1) {
    const other = sealed[at] === "A" ? "B" : "A";
    const changed = sealed.slice(0, at) + other + sealed.slice(at + 1);
    // The last character of base64 has bits that say nothing.
    if (at < sealed.length - 1) expect(await seals.open(changed, "browser"), String(at)).toBeNull();
  }
  for (const none of [
    "",
    "x".repeat(40),
    sealed.slice(0, -4),
    `${sealed}AAAA`,
    "=".repeat(40),
    "A".repeat(3001),
  ])
    expect(await seals.open(none, "browser")).toBeNull();
});
