import { makeSecret } from "@mojob/identity";
import { BrowserCookie, type BrowserCookieOptions } from "../../auth/session/browser-cookie.ts";

/** How long a browser is known by. */
const KNOWN_MS = 180 * 24 * 60 * 60 * 1000;

/** The cookie of a browser in which somebody has signed in: it may try a password where strangers have used up the attempts of the name. */
export function createKnownBrowser(
  options: Pick<BrowserCookieOptions, "seals" | "clock" | "path">,
): BrowserCookie {
  return new BrowserCookie({ ...options, name: "mojob_browser", maxAgeMs: KNOWN_MS, sameSite: "Strict" });
}

/** The cookie's value for a person: their name and an id of the browser. */
export function knownBrowserOf(person: string): string {
  return `${person} ${makeSecret().secret}`;
}

/** Resolves to the id of the browser where this person signed in with it; `null` for another one. */
export async function browserIdOf(
  cookie: BrowserCookie,
  request: Request,
  person: string,
): Promise<string | null> {
  const [name, id] = (await cookie.read(request))?.split(" ") ?? [];
  return name === person && id !== undefined ? id : null;
}
