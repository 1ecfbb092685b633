import type { RuntimeAdapter } from "@mojob/core/platform";

/** The adapter of the runtime that this program runs on. */
export async function ownAdapter(): Promise<RuntimeAdapter> {
  if ("Bun" in globalThis) return await import("@mojob/bun");
  if ("Deno" in globalThis) return await import("@mojob/deno");
  return await import("@mojob/node");
}
