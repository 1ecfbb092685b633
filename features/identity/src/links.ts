import { type IMoStateStore, MoJobError, MoJobErrorCode } from "@mojob/core";
import { LINK_PREFIX, sha256 } from "@mojob/core/feature";
import type { Clock } from "@mojob/core/ports";
import { makeSecret, readTokenText, writeTokenText } from "./token-text.ts";

/** The purpose of a link that can be used once. */
export type LinkPurpose =
  /** Makes the first person, who may do everything. */
  | { readonly kind: "set_up" }
  /** Sets the password of a person. */
  | { readonly kind: "password"; readonly person: string };

/** The secret of a link, which is shown once. */
export interface MadeLink {
  readonly secret: string;
  readonly until: Date;
}

/** Links that can be used once: an invitation, a forgotten password, the first person. */
export class Links {
  readonly #state: Pick<IMoStateStore, "get" | "set" | "delete" | "list">;
  readonly #clock: Clock;

  constructor(state: Pick<IMoStateStore, "get" | "set" | "delete" | "list">, clock: Clock) {
    this.#state = state;
    this.#clock = clock;
  }

  /** Makes a link; those of before for the same purpose end. */
  async make(purpose: LinkPurpose, ttlMs: number): Promise<MadeLink> {
    await this.end(purpose);
    const secret = writeTokenText({ kind: "link", ...makeSecret() });
    const untilMs = this.#clock.now().getTime() + ttlMs;
    await this.#state.set(
      LINK_PREFIX + (await sha256(secret)),
      { purpose: { ...purpose }, untilMs },
      { ttlMs },
    );
    return { secret, until: new Date(untilMs) };
  }

  /** Ends the links for a purpose. */
  async end(purpose: LinkPurpose): Promise<void> {
    for (const { key, value } of await this.#state.list(LINK_PREFIX))
      if (isSame(purpose, (value as unknown as { readonly purpose: LinkPurpose }).purpose))
        await this.#state.delete(key);
  }

  /** The purpose of a link, which stays usable. @throws MoJobError `link_ended` */
  async look(secret: string): Promise<LinkPurpose> {
    const entry =
      readTokenText(secret) === null ? null : await this.#state.get(LINK_PREFIX + (await sha256(secret)));
    const link = entry?.value as { readonly purpose: LinkPurpose; readonly untilMs: number } | undefined;
    if (link === undefined || this.#clock.now().getTime() >= link.untilMs) throw ended();
    return link.purpose;
  }

  /** Takes a link: of many who use it at the same time, one does. @throws MoJobError `link_ended` */
  async take(secret: string): Promise<LinkPurpose> {
    const purpose = await this.look(secret);
    if (await this.#state.delete(LINK_PREFIX + (await sha256(secret)))) return purpose;
    throw ended();
  }
}

function isSame(one: LinkPurpose, other: LinkPurpose): boolean {
  if (one.kind === "password") return other.kind === "password" && one.person === other.person;
  return one.kind === other.kind;
}

function ended(): MoJobError {
  return new MoJobError(
    MoJobErrorCode.LinkEnded,
    "Cannot use this link: it was used, has expired, or was replaced by another one; have a new one made",
  );
}
