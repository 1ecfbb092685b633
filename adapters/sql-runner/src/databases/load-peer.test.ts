import { NonRetryableError } from "@mojob/core";
import { expect, it } from "vitest";
import { loadPeer } from "./load-peer.ts";

it("a driver that is not installed is named, with what to do, and not tried again", async () => {
  const name: string = "no-such-package";
  const missing = loadPeer("pg", () => import(name) as Promise<never>);
  await expect(missing).rejects.toBeInstanceOf(NonRetryableError);
  await expect(missing).rejects.toThrow(/"pg", which cannot be loaded; install it beside @mojob\/sql-runner/);
  expect(await loadPeer("pg", () => Promise.resolve(7))).toBe(7);
});
