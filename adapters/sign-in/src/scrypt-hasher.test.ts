import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMoJobError } from "@mojob/core";
import { expect, it } from "vitest";
import { scryptHasher } from "./scrypt-hasher.ts";

const SMALL = { logN: 4, block: 8, parallel: 1 };

it("a password is verified against its own hash alone", async () => {
  const hasher = scryptHasher(SMALL);
  const hash = await hasher.hash("correct horse battery staple");
  expect(hash).toMatch(/^\$scrypt\$ln=4,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await hasher.verify("correct horse battery staple", hash)).toBe(true);
  expect(await hasher.verify("correct horse battery stapl", hash)).toBe(false);
  expect(await hasher.hash("correct horse battery staple")).not.toBe(hash);
  for (const damaged of ["", "$scrypt$", hash.replace("ln=4", "ln=x"), hash.replace(/\$[^$]*$/, "$")])
    expect(await hasher.verify("correct horse battery staple", damaged)).toBe(false);
});

it("the same letters are the same password, however a keyboard composes them", async () => {
  const hasher = scryptHasher(SMALL);
  const hash = await hasher.hash("p\u00e4sswort der Größe");
  expect(await hasher.verify("pa\u0308sswort der Größe", hash)).toBe(true);
});

it("a hash of weaker parameters is outdated", async () => {
  const hash = await scryptHasher(SMALL).hash("correct horse battery staple");
  expect(scryptHasher(SMALL).isOutdated(hash)).toBe(false);
  expect(scryptHasher({ ...SMALL, logN: 5 }).isOutdated(hash)).toBe(true);
  expect(await scryptHasher({ ...SMALL, logN: 5 }).verify("correct horse battery staple", hash)).toBe(true);
});

it("two are hashed at once, eight wait, and the others are refused with how long to wait", async () => {
  const hasher = scryptHasher({ logN: 12, block: 8, parallel: 1 });
  const all = await Promise.allSettled(
    Array.from({ length: 12 }, () => hasher.hash("correct horse battery staple")),
  );
  const refused = all.flatMap((one) => (one.status === "rejected" ? [one.reason as Error] : []));
  expect(refused).toHaveLength(2);
  expect(isMoJobError(refused[0], "too_many_attempts")).toBe(true);
  await expect(hasher.hash("correct horse battery staple")).resolves.toContain("$scrypt$");
});

it("hashes of the usual cost leave the event loop free", async () => {
  const hasher = scryptHasher();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  await hasher.hash("the first one loads what is needed");
  delay.enable();
  await Promise.all([
    hasher.hash("correct horse battery staple"),
    hasher.hash("correct horse battery staple"),
  ]);
  delay.disable();
  // The median: other programs of the machine hold a single turn up.
  expect(delay.percentile(50) / 1e6).toBeLessThan(20);
}, 30_000);
