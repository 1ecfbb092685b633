import { MoJobError, MoJobErrorCode } from "@mojob/core";
import type { IdentityProvider, ProviderProfile } from "@mojob/core/identity";
import * as oauth from "oauth4webapi";

const DISCOVERED_FOR_MS = 60 * 60 * 1000;
const TIMEOUT_MS = 10_000;
const MOST_GROUPS = 1000;

export interface OidcOptions {
  /** Where the provider describes itself: `https://login.example.com/realms/ops`. */
  readonly issuer: string;
  readonly clientId: string;
  /** @default none: a public client */
  readonly clientSecret?: string | null;
  /** @default "openid email profile" */
  readonly scopes?: string;
  /** The claim with the groups of a person. @default "groups" */
  readonly groupsClaim?: string;
  /** What the button says. @default the issuer's host */
  readonly label?: string;
  /** Lets the provider be reached without TLS: for tests, and providers of the same machine. @default false */
  readonly allowInsecure?: boolean;
}

/**
 * Sign-in by OpenID Connect: authorization code with PKCE, state and nonce.
 * @example
 * ```ts
 * import { oidcProvider } from "@mojob/identity";
 *
 * const provider = oidcProvider({ issuer: "https://login.example.com", clientId: "mojob" });
 * console.log(provider.label);
 * ```
 */
export function oidcProvider(options: OidcOptions): IdentityProvider {
  const { clientId, scopes = "openid email profile" } = options;
  const issuer = new URL(options.issuer);
  const insecure = options.allowInsecure === true;
  const client: oauth.Client = { client_id: clientId };
  const authentication =
    options.clientSecret == null ? oauth.None() : oauth.ClientSecretBasic(options.clientSecret);
  const requestOptions = (): { signal: AbortSignal; [oauth.allowInsecureRequests]: boolean } => ({
    signal: AbortSignal.timeout(TIMEOUT_MS),
    [oauth.allowInsecureRequests]: insecure,
  });
  const discover = discovery(issuer, requestOptions);
  return {
    label: options.label ?? issuer.host,
    async begin(redirectUri) {
      const server = await discover();
      const [state, nonce, verifier] = [
        oauth.generateRandomState(),
        oauth.generateRandomNonce(),
        oauth.generateRandomCodeVerifier(),
      ];
      const url = new URL(endpointOf(server));
      for (const [name, value] of Object.entries({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: "code",
        scope: scopes,
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      }))
        url.searchParams.set(name, value);
      return { url: url.href, pending: { state, nonce, verifier } };
    },
    async finish(returned, redirectUri, pending) {
      const { state, nonce, verifier } = pending as Readonly<Record<"state" | "nonce" | "verifier", string>>;
      try {
        const server = await discover();
        const parameters = oauth.validateAuthResponse(server, client, returned, state);
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          authentication,
          parameters,
          redirectUri,
          verifier,
          requestOptions(),
        );
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
          expectedNonce: nonce,
          requireIdToken: true,
        });
        await oauth.validateApplicationLevelSignature(server, response, requestOptions());
        const claims = oauth.getValidatedIdTokenClaims(tokens);
        if (claims === undefined) throw new Error("the provider sent no ID token");
        return profileOf(
          await withUserInfo(claims, tokens.access_token, server),
          issuer,
          options.groupsClaim ?? "groups",
        );
      } catch (error) {
        throw failed(error);
      }
    },
  };

  /** Many providers put groups and names into the user info alone. */
  async function withUserInfo(
    claims: oauth.IDToken,
    accessToken: string,
    server: oauth.AuthorizationServer,
  ): Promise<Readonly<Record<string, unknown>>> {
    if (server.userinfo_endpoint === undefined) return claims;
    const response = await oauth.userInfoRequest(server, client, accessToken, requestOptions());
    return { ...(await oauth.processUserInfoResponse(server, client, claims.sub, response)), ...claims };
  }
}

/** The provider's description, read again every hour. */
function discovery(
  issuer: URL,
  requestOptions: () => { signal: AbortSignal; [oauth.allowInsecureRequests]: boolean },
): () => Promise<oauth.AuthorizationServer> {
  let known: { readonly server: oauth.AuthorizationServer; readonly atMs: number } | null = null;
  return async () => {
    if (known !== null && Date.now() - known.atMs < DISCOVERED_FOR_MS) return known.server;
    try {
      const response = await oauth.discoveryRequest(issuer, requestOptions());
      const server = await oauth.processDiscoveryResponse(issuer, response);
      known = { server, atMs: Date.now() };
      return server;
    } catch (error) {
      throw failed(error);
    }
  };
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
  const groups = claims[groupsClaim];
  return {
    issuer: typeof claims["iss"] === "string" ? claims["iss"] : issuer.href,
    subject: String(claims["sub"]),
    preferredName: textOf("preferred_username"),
    displayName: textOf("name"),
    // Anybody may write somebody else's address into a profile.
    email: claims["email_verified"] === true ? textOf("email") : null,
    groups: (Array.isArray(groups) ? groups : [groups])
      .filter((one): one is string => typeof one === "string")
      .slice(0, MOST_GROUPS),
  };
}

function failed(cause: unknown): MoJobError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new MoJobError(MoJobErrorCode.SignInFailed, `Cannot sign in at the identity provider: ${reason}`, {
    cause,
  });
}
