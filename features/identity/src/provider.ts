import type { JsonObject } from "@mojob/core/ports";
import type { Membership } from "./membership.ts";

/** Why somebody came without groups. */
export const GroupsFault = {
  /** The provider sent no such claim. */
  Absent: "absent",
  /** The provider left them out, because they are too many for what it sends. */
  TooMany: "too_many",
  /** The claim is neither a name nor a list of names. */
  Unreadable: "unreadable",
} as const;
export type GroupsFault = (typeof GroupsFault)[keyof typeof GroupsFault];

/** Where the groups of somebody were looked for. */
export interface GroupsOrigin {
  readonly claim: string;
  /** `null`: there were groups, or the list was empty. */
  readonly fault: GroupsFault | null;
  /** The names of all claims that came. */
  readonly claims: readonly string[];
}

/** Who somebody is to an identity provider. */
export interface ProviderProfile {
  readonly issuer: string;
  /** The same for ever. */
  readonly subject: string;
  /** A name for somebody who is new. */
  readonly preferredName: string | null;
  readonly displayName: string | null;
  readonly email: string | null;
  readonly groups: readonly string[];
  /** @default not known: a refusal then names the groups alone */
  readonly groupsOrigin?: GroupsOrigin;
}

/** The rights that follow from the groups of somebody at the provider. */
export interface GroupRoles {
  readonly memberships: readonly Membership[];
  /** Whether somebody who is new is added. */
  readonly addsPeople: boolean;
  /** The groups that mean a role. @default not known: a refusal does not name them */
  readonly known?: readonly string[];
}

/** A sign-in at an identity provider, as a browser is sent there and comes back. */
export interface IdentityProvider {
  /** The text of the button. */
  readonly label: string;
  /** Where to send the browser, and what has to be kept until it comes back. */
  begin(redirectUri: string): Promise<{ readonly url: string; readonly pending: JsonObject }>;
  /**
   * Resolves to who came back.
   * @param returned the address that the browser came back to
   * @throws MoJobError `sign_in_failed`
   */
  finish(returned: URL, redirectUri: string, pending: JsonObject): Promise<ProviderProfile>;
}
