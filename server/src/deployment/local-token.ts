import { dirname, join } from "node:path";
import type { RuntimeAdapter } from "@mojob/core/platform";
import { LocalAccess } from "@mojob/http";
import type { Configuration } from "../configuration/configuration.ts";

/** Where stores without a folder of their own have it. */
const OWN_FOLDER = ".mojob";

/** What callers of this machine send, and the file where its programs find it. */
export interface LocalToken {
  readonly token: string;
  readonly file: string;
}

/**
 * Reads the token of this machine, or makes it; `null` where it is not asked for.
 * @throws MoJobError as the platform's `keepToken`
 */
export function openLocalToken(
  { token, people, localAccess, store }: Configuration,
  platform: RuntimeAdapter,
): LocalToken | null {
  if (token !== null || people.isRequired || localAccess === LocalAccess.Open) return null;
  const file = join(store.kind === "sqlite" ? dirname(store.path) : OWN_FOLDER, "token");
  return { token: platform.keepToken(file), file };
}
