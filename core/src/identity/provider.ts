import type { JsonObject } from "../base/json.ts";

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
}

/** A sign-in at an identity provider, as a browser is sent there and comes back. */
export interface IdentityProvider {
  /** What the button says. */
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
