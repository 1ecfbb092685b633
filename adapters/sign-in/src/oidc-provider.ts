import { MoJobError, MoJobErrorCode } from "@mojob/core";
import type { JsonObject } from "@mojob/core/ports";
import type { IdentityProvider, ProviderProfile } from "@mojob/identity";
import * as oauth from "oauth4webapi";
import { groupsIn } from "./groups-claim.ts";

const DISCOVERED_FOR_MS = 60 * 60 * 1000;
const TIMEOUT_MS = 10_000;

export interface OidcOptions {
  /** Where the provider describes itself: `https://login.example.com/realms/ops`. */
  readonly issuer: string;
  readonly clientId: string;
  /** @default none: a public client */
  readonly clientSecret?: string | null;
  /** @default "openid email profile" */
  readonly scopes?: string;
  /** The claim with the groups of a person, or the way to it through other claims: `realm_access.roles`. @default "groups" */
  readonly groupsClaim?: string;
  /** The text of the button. @default the issuer's host */
  readonly label?: string;
  /** Lets the provider be reached without TLS: for tests, and providers of the same machine. @default false */
  readonly allowInsecure?: boolean;
}

/**
 * Sign-in by OpenID Connect: authorization code with PKCE, state and nonce.
 * @example
 * ```ts
 * import { oidcProvider } from "@mojob/sign-in";
 *
 * const provider = oidcProvider({ issuer: "https://login.example.com", clientId: "mojob" });
 * console.log(provider.label);
 * ```
 */
export function oidcProvider(options: OidcOptions): IdentityProvider {
  return new OidcLogin(options);
}

type RequestOptions = { readonly signal: AbortSignal; readonly [oauth.allowInsecureRequests]: boolean };

class OidcLogin implements IdentityProvider {
  readonly label: string;
  readonly #options: OidcOptions;
  readonly #issuer: URL;
  readonly #client: oauth.Client;
  #known: { readonly server: oauth.AuthorizationServer; readonly atMs: number } | null = null;

  constructor(options: OidcOptions) {
    this.#options = options;
    this.#issuer = new URL(options.issuer);
    this.#client = { client_id: options.clientId };
    this.label = options.label ?? this.#issuer.host;
  }

  async begin(redirectUri: string): Promise<{ readonly url: string; readonly pending: JsonObject }> {
    const { clientId, scopes = "openid email profile" } = this.#options;
    const url = new URL(endpointOf(await this.#server()));
    const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
    const verifier = oauth.generateRandomCodeVerifier();
    const parameters = {
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: "code",
      scope: scopes,
      state,
      nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return { url: url.href, pending: { state, nonce, verifier } };
  }

  async finish(returned: URL, redirectUri: string, pending: JsonObject): Promise<ProviderProfile> {
    try {
      return profileOf(
        await this.#claimsOf(returned, redirectUri, pending as unknown as Pending),
        this.#issuer,
        this.#options.groupsClaim ?? "groups",
      );
    } catch (error) {
      throw failed(error);
    }
  }

  async #claimsOf(
    returned: URL,
    redirectUri: string,
    { state, nonce, verifier }: Pending,
  ): Promise<Readonly<Record<string, unknown>>> {
    const [server, client] = [await this.#server(), this.#client];
    const { clientSecret } = this.#options;
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      clientSecret == null ? oauth.None() : oauth.ClientSecretBasic(clientSecret),
      oauth.validateAuthResponse(server, client, returned, state),
      redirectUri,
      verifier,
      this.#requestOptions(),
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(server, response, this.#requestOptions());
    const claims = oauth.getValidatedIdTokenClaims(tokens);
    if (claims === undefined) throw new Error("the provider sent no ID token");
    if (server.userinfo_endpoint === undefined) return claims;
    // Many providers put groups and names into the user info alone.
    const info = await oauth.userInfoRequest(server, client, tokens.access_token, this.#requestOptions());
    return { ...(await oauth.processUserInfoResponse(server, client, claims.sub, info)), ...claims };
  }

  /** The provider's description, read again every hour. */
  async #server(): Promise<oauth.AuthorizationServer> {
    if (this.#known !== null && Date.now() - this.#known.atMs < DISCOVERED_FOR_MS) return this.#known.server;
    try {
      const response = await oauth.discoveryRequest(this.#issuer, this.#requestOptions());
      const server = await oauth.processDiscoveryResponse(this.#issuer, response);
      this.#known = { server, atMs: Date.now() };
      return server;
    } catch (error) {
      throw failed(error);
    }
  }

  #requestOptions(): RequestOptions {
    return {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      [oauth.allowInsecureRequests]: this.#options.allowInsecure === true,
    };
  }
}

/** The values that are kept while somebody is at the provider. */
interface Pending {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

function endpointOf({ authorization_endpoint: endpoint, issuer }: oauth.AuthorizationServer): string {
  if (endpoint !== undefined) return endpoint;
  throw failed(new Error(`"${issuer}" has no authorization endpoint`));
}

function profileOf(
  claims: Readonly<Record<string, unknown>>,
  issuer: URL,
  groupsClaim: string,
): ProviderProfile {
  const textOf = (name: string): string | null => {
    const value = claims[name];
    return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
  };
  const { groups, origin } = groupsIn(claims, groupsClaim);
  return {
    issuer: typeof claims["iss"] === "string" ? claims["iss"] : issuer.href,
    subject: String(claims["sub"]),
    preferredName: textOf("preferred_username"),
    displayName: textOf("name"),
    // Anybody may write somebody else's address into a profile.
    email: claims["email_verified"] === true ? textOf("email") : null,
    groups,
    groupsOrigin: origin,
  };
}

function failed(cause: unknown): MoJobError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new MoJobError(MoJobErrorCode.SignInFailed, `Cannot sign in at the identity provider: ${reason}`, {
    cause,
  });
}
