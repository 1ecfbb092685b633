import type { RuntimeAdapter } from "@mojob/core/platform";
import { LocalAccess, tokenFileOf } from "@mojob/http";
import type { Configuration } from "../configuration/configuration.ts";
import type { OwnUserAccess } from "./deployment-options.ts";
import type { ServedTenants } from "./serve-tenants.ts";

/** The token that callers of this machine send, and the file where its programs find it. */
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
  const file = tokenFileOf(store.kind === "sqlite" ? store.path : null);
  return { token: platform.keepToken(file), file };
}

/** Shows how the user of this process gets in; `null` where no token of this machine is asked for. */
export async function showStartLink(
  server: Pick<ServedTenants, "startLink"> | null,
  local: LocalToken | null,
  show: (access: OwnUserAccess) => void,
): Promise<OwnUserAccess | null> {
  const link = (await server?.startLink()) ?? null;
  if (link === null || local === null) return null;
  const access = { link, tokenFile: local.file };
  show(access);
  return access;
}
