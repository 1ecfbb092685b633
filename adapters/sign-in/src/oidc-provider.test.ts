import { isMoJobError } from "@mojob/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LoginProvider, startLoginProvider } from "@mojob/test-services/login-provider";
import { oidcProvider } from "./oidc-provider.ts";

const REDIRECT = "http://127.0.0.1:7788/api/v1/sign-in/provider/callback";
const REFUSED = expect.toSatisfy((error) => isMoJobError(error, "sign_in_failed")) as Error;

let login: LoginProvider;
beforeAll(async () => void (login = await startLoginProvider(REDIRECT)));
afterAll(() => login[Symbol.asyncDispose]());

const open = (changes: Partial<Parameters<typeof oidcProvider>[0]> = {}) =>
  oidcProvider({
    issuer: login.issuer,
    clientId: login.clientId,
    clientSecret: login.clientSecret,
    allowInsecure: true,
    ...changes,
  });

describe("a sign-in at a provider of OpenID Connect", () => {
  it("says who came back, with the groups and a verified mail address", async () => {
    login.claims = {
      sub: "person-1",
      name: "李娜",
      preferred_username: "li",
      email: "li@example.com",
      email_verified: true,
      groups: ["ops", "ledger"],
    };
    const provider = open();
    const { url, pending } = await provider.begin(REDIRECT);
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      scope: "openid email profile",
    });
    const returned = await login.signIn(url);
    expect(await provider.finish(returned, REDIRECT, pending)).toEqual({
      issuer: login.issuer,
      subject: "person-1",
      preferredName: "li",
      displayName: "李娜",
      email: "li@example.com",
      groups: ["ops", "ledger"],
      groupsOrigin: {
        claim: "groups",
        fault: null,
        claims: expect.arrayContaining(["groups", "sub"]) as string[],
      },
    });
  });

  it("reads the groups of a claim within a claim, from the provider's own messages", async () => {
    login.claims = { sub: "person-3", name: "Wang", realm_access: { roles: ["ops", ["ledger"]] } };
    const provider = open({ groupsClaim: "realm_access.roles" });
    const { url, pending } = await provider.begin(REDIRECT);
    const profile = await provider.finish(await login.signIn(url), REDIRECT, pending);
    expect(profile).toMatchObject({ groups: ["ops", "ledger"], groupsOrigin: { fault: null } });
  });

  it("keeps no mail address that nobody verified", async () => {
    login.claims = { sub: "person-2", email: "root@example.com", email_verified: false };
    const provider = open();
    const { url, pending } = await provider.begin(REDIRECT);
    const profile = await provider.finish(await login.signIn(url), REDIRECT, pending);
    expect(profile).toMatchObject({ subject: "person-2", email: null, groups: [] });
  });

  it("refuses another state, nonce and verifier than those it began with, and a code that was used", async () => {
    const provider = open();
    const begin = async () => {
      const { url, pending } = await provider.begin(REDIRECT);
      return { returned: await login.signIn(url), pending: pending as Record<string, string> };
    };
    for (const name of ["state", "nonce", "verifier"]) {
      const { returned, pending } = await begin();
      const other = { ...pending, [name]: `${pending[name]?.slice(0, -1)}x` };
      await expect(provider.finish(returned, REDIRECT, other), name).rejects.toEqual(REFUSED);
    }
    const { returned, pending } = await begin();
    await provider.finish(returned, REDIRECT, pending);
    await expect(provider.finish(returned, REDIRECT, pending)).rejects.toEqual(REFUSED);
  });

  it("refuses a wrong secret of the client, an error that the provider sends, and a provider that is another", async () => {
    const wrong = open({ clientSecret: "not the secret" });
    const { url, pending } = await wrong.begin(REDIRECT);
    await expect(wrong.finish(await login.signIn(url), REDIRECT, pending)).rejects.toEqual(REFUSED);
    const denied = new URL(`${REDIRECT}?error=access_denied&state=${pending["state"] as string}`);
    await expect(open().finish(denied, REDIRECT, pending)).rejects.toEqual(REFUSED);
    await expect(open({ issuer: "http://127.0.0.1:1" }).begin(REDIRECT)).rejects.toEqual(REFUSED);
    await expect(open({ issuer: `${login.issuer}/other` }).begin(REDIRECT)).rejects.toEqual(REFUSED);
    await expect(open({ allowInsecure: false }).begin(REDIRECT)).rejects.toEqual(REFUSED);
  });
});
