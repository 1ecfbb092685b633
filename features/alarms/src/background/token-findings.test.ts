import { PrincipalKind } from "@mojob/core";
import { ALL_PERMISSIONS } from "@mojob/core/engine";
import {
  type Doer,
  Giving,
  IdentityRecords,
  type Person,
  TokenKind,
  type TokenRequest,
  Tokens,
} from "@mojob/identity";
import { describe, expect, it } from "vitest";
import { watchAlarms } from "../../fixtures/alarm-watch.ts";

const A_DAY_MS = 24 * 3_600_000;
const FROM = { address: null, agent: null, requestId: "test" };

const LI: Person = {
  name: "li",
  displayName: "Li",
  email: null,
  isDisabled: false,
  isSuperadmin: true,
  memberships: [],
  password: null,
  secondFactor: null,
  logins: [],
  createdMs: 0,
  createdBy: null,
  signedInMs: null,
  endedMs: 0,
  removedMs: null,
};

/** A deployment with one person, who makes tokens. */
async function watchTokens(tenant = "default") {
  const watch = await watchAlarms();
  const { state, clock } = watch.world;
  const records = new IdentityRecords({ state, clock });
  const giving = new Giving({ records, clock });
  const tokens = new Tokens({ records, state, clock, giving, note: () => Promise.resolve() });
  await records.addPerson(LI);
  const principal = { kind: PrincipalKind.User, name: "li", permissions: ALL_PERMISSIONS };
  const doer: Doer = { principal, tenant, from: FROM };
  const make = (name: string, request: Partial<TokenRequest> = {}) =>
    tokens.make({ name, kind: TokenKind.Service, ...request }, doer);
  const afterDays = async (days: number) => {
    await clock.advance(days * A_DAY_MS);
    await watch.passFor(20_000);
  };
  return { ...watch, records, tokens, doer, make, afterDays };
}

describe("a token that ends", () => {
  it("is one incident from a week before its end, which the rotation ends", async () => {
    const { make, tokens, doer, afterDays, incidents, open } = await watchTokens();
    const { token, text } = await make("ci");
    await tokens.find(text, FROM);
    await afterDays(82);
    expect(await open()).toEqual([]);
    await afterDays(1.1);
    expect(await incidents()).toMatchObject([
      {
        id: `token_expiring:token:${token.id}:1`,
        severity: "warning",
        app: null,
        parameters: {
          token: "ci",
          kind: "service",
          owner: "user:li",
          expires: new Date(token.expiresMs ?? 0).toISOString(),
          hasExpired: false,
        },
      },
    ]);
    await tokens.rotate(token.id, {}, doer);
    await afterDays(0);
    expect(await open()).toEqual([]);
    expect(await incidents()).toHaveLength(1);
  });

  it("says that it has ended, and is forgotten a week later", async () => {
    const { make, tokens, afterDays, incidents, open } = await watchTokens();
    await tokens.find((await make("ci")).text, FROM);
    await afterDays(91);
    expect(await incidents()).toMatchObject([{ state: "open", parameters: { hasExpired: true } }]);
    await afterDays(6.5);
    expect(await open()).toEqual([]);
  });

  it("is noticed a tenth of its life before, where that is less", async () => {
    const { make, tokens, afterDays, open } = await watchTokens();
    await tokens.find((await make("mine", { kind: TokenKind.Personal })).text, FROM);
    await afterDays(26.9);
    expect(await open()).toEqual([]);
    await afterDays(0.2);
    expect(await open()).toHaveLength(1);
  });

  it("is of its app where it has one, and rules of the app count", async () => {
    const { make, tokens, afterDays, incidents, rules, open } = await watchTokens();
    const { token, text } = await make("ci", { apps: ["shop"] });
    await tokens.find(text, FROM);
    await tokens.find((await make("two", { apps: ["shop", "mail"] })).text, FROM);
    await rules({
      id: "shop",
      condition: "token_expiring",
      apps: ["shop"],
      parameters: { beforeMs: A_DAY_MS },
    });
    await afterDays(84);
    expect(await incidents()).toMatchObject([{ app: null, parameters: { token: "two" } }]);
    await afterDays(5.1);
    expect(await open()).toContain(`token_expiring:token:${token.id}`);
  });

  it("is of the tenant of its rights where an earlier version made it", async () => {
    const { make, tokens, records, afterDays, open } = await watchTokens();
    const { token, text } = await make("ci");
    await tokens.find(text, FROM);
    await records.changeToken(token.id, (kept) => {
      const before: { tenant?: string } & typeof kept = { ...kept };
      delete before.tenant;
      return before;
    });
    await afterDays(85);
    expect(await open()).toEqual([`token_expiring:token:${token.id}`]);
  });

  it("is over once it is revoked", async () => {
    const { make, tokens, doer, afterDays, open } = await watchTokens();
    const { token, text } = await make("ci");
    await tokens.find(text, FROM);
    await afterDays(85);
    expect(await open()).toHaveLength(1);
    await tokens.revoke(token.id, doer);
    await afterDays(0);
    expect(await open()).toEqual([]);
  });
});

describe("a token whose end nobody has to know of", () => {
  it("was never used, never ends, or is another tenant's", async () => {
    const { make, tokens, doer, afterDays, incidents } = await watchTokens();
    await make("unused");
    const executor = await make("executor", { kind: TokenKind.Executor, apps: ["shop"] });
    await tokens.find(executor.text, FROM);
    const elsewhere = await tokens.make(
      { name: "other", kind: TokenKind.Service },
      { ...doer, tenant: "globex" },
    );
    await tokens.find(elsewhere.text, FROM);
    await afterDays(85);
    expect(await incidents()).toEqual([]);
  });

  it("is of somebody who may not sign in", async () => {
    const { make, tokens, records, afterDays, incidents } = await watchTokens();
    await tokens.find((await make("mine", { kind: TokenKind.Personal })).text, FROM);
    await records.changePerson("li", (person) => ({ ...person, isDisabled: true }));
    await afterDays(28);
    expect(await incidents()).toEqual([]);
  });
});
