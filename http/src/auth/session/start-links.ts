import { type Clock, randomBytes } from "@mojob/core/ports";
import { hexDigest } from "../token-holders.ts";

/** A link that nobody has opened for so long has ended. */
const LINK_MS = 24 * 60 * 60 * 1000;
const SECRET_BYTES = 32;

/** The beginning of the secret of a link that a start has printed. */
export const START_LINK_PREFIX = "mjl_";

/** The one link that signs a browser in to a start without a token: it counts once, within a day, in this process. */
export class StartLinks {
  readonly #clock: Clock;
  #link: { readonly digest: string; readonly untilMs: number } | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves to the secret of a link; the one before has ended. */
  async make(): Promise<string> {
    const secret = START_LINK_PREFIX + hexOf(randomBytes(SECRET_BYTES));
    this.#link = { digest: await hexDigest(secret), untilMs: this.#clock.monotonicMs() + LINK_MS };
    return secret;
  }

  /** Resolves to whether it is the secret of the link, which has ended then. */
  async take(secret: string): Promise<boolean> {
    const digest = await hexDigest(secret);
    const link = this.#link;
    if (link === null || link.digest !== digest || this.#clock.monotonicMs() >= link.untilMs) return false;
    this.#link = null;
    return true;
  }
}

/**
 * Where the token of this machine is kept: beside the file of a store, or in `.mojob`, where the client looks for it. A file in the working
 * folder itself has it there, too: what lies beside it is the program, whose repository is no place for a token.
 */
export function tokenFileOf(storeFile: string | null): string {
  const folder = storeFile?.replace(/[^/\\]*$/, "").replace(/^\.[/\\]$/, "") ?? "";
  return `${folder === "" ? ".mojob/" : folder}token`;
}

/** The message that a start prints, so that the user who started it gets in and nobody else. */
export function startLinkNotice(link: string, tokenFile: string): string {
  return `The panel opens with this link, once, within a day: ${link} (programs send the token in "${tokenFile}")`;
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
