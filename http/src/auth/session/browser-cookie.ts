import type { BrowserSeals } from "@mojob/identity";
import type { Clock } from "@mojob/core/ports";
import { cookieNameOf, cookiesOf, isSecureRequest } from "./session-cookie.ts";

export interface BrowserCookieOptions {
  readonly name: string;
  readonly seals: BrowserSeals;
  readonly clock: Clock;
  /** Where browsers send it. */
  readonly path: string;
  readonly maxAgeMs: number;
  /** `Strict` where no other site begins the request that reads it. */
  readonly sameSite: "Lax" | "Strict";
}

interface Kept {
  readonly value: string;
  readonly untilMs: number;
}

/** A cookie that keeps something for the API which its browser can neither read nor change. */
export class BrowserCookie {
  readonly #options: BrowserCookieOptions;

  constructor(options: BrowserCookieOptions) {
    this.#options = options;
  }

  /** The `Set-Cookie` that has a browser keep a value. */
  async write(request: Request, value: string): Promise<string> {
    const { seals, clock, name, maxAgeMs } = this.#options;
    const kept: Kept = { value, untilMs: clock.now().getTime() + maxAgeMs };
    return this.#header(request, await seals.seal(JSON.stringify(kept), name), maxAgeMs);
  }

  /** The `Set-Cookie` that has it forgotten. */
  forget(request: Request): string {
    return this.#header(request, "", 0);
  }

  /** Resolves to what the browser keeps; `null` for nothing, or for what is not ours or too old. */
  async read(request: Request): Promise<string | null> {
    const { seals, clock, name, path } = this.#options;
    for (const sealed of cookiesOf(request, name, path)) {
      const opened = await seals.open(sealed, name);
      const kept = opened === null ? null : (JSON.parse(opened) as Kept);
      if (kept !== null && clock.now().getTime() < kept.untilMs) return kept.value;
    }
    return null;
  }

  #header(request: Request, value: string, maxAgeMs: number): string {
    const { name, path, sameSite } = this.#options;
    return [
      `${cookieNameOf(request, name, path)}=${value}`,
      `Path=${path}`,
      `Max-Age=${Math.floor(maxAgeMs / 1000)}`,
      "HttpOnly",
      `SameSite=${sameSite}`,
      ...(isSecureRequest(request) ? ["Secure"] : []),
    ].join("; ");
  }
}
