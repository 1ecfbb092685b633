import { apiRoot } from "../api/api-root.ts";

/** The secret of a link that can be used once, where the address is one; it is never sent to a server as part of an address. */
export function welcomeSecret(): string | null {
  const isWelcome = location.pathname === `${new URL(apiRoot(), location.href).pathname}welcome`;
  return isWelcome && location.hash.length > 1 ? location.hash.slice(1) : null;
}
