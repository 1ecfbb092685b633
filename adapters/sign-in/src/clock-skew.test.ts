import { CODE_PRINCIPAL } from "@mojob/core/engine";
import { type Doer, Identity } from "@mojob/identity";
import { createFakeClock, type FakeClock } from "@mojob/core/testing";
import { StateStoreInMemory } from "@mojob/memory";
import { TOTP } from "otpauth";
import { beforeEach, describe, expect, it } from "vitest";
import { scryptHasher } from "./scrypt-hasher.ts";
import { timeCodes } from "./time-codes.ts";

const PASSWORD = "correct horse battery staple";
const FROM = { address: "203.0.113.7", agent: null, requestId: "test" };
const DOER: Doer = { principal: CODE_PRINCIPAL, tenant: "default", from: FROM };
const HOUR_MS = 3_600_000;

interface Plane {
  readonly identity: Identity;
  readonly clock: FakeClock;
}

/** Two control planes of one deployment. The clock of the first is right, and that of the second ahead by so much. */
function twoPlanes(aheadMs: number): readonly [Plane, Plane] {
  const state = new StateStoreInMemory({ clock: createFakeClock() });
  const hasher = scryptHasher({ logN: 4, block: 8, parallel: 1 });
  const plane = (ms: number): Plane => {
    const clock = createFakeClock(new Date(Date.UTC(2026, 0, 1) + ms));
    return { clock, identity: new Identity({ state, clock, hasher, codes: timeCodes() }) };
  };
  return [plane(0), plane(aheadMs)];
}

const pass = async (planes: readonly Plane[], ms: number): Promise<void> => {
  for (const { clock } of planes) await clock.advance(ms);
};

const codeAt = (secret: string, { clock }: Plane): string =>
  new TOTP({ secret }).generate({ timestamp: clock.now().getTime() });

async function codeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "done",
    (error: { readonly code: string }) => error.code,
  );
}

/** Somebody with a second factor, and a phone whose clock is right. */
async function addLi([right]: readonly [Plane, Plane]): Promise<string> {
  const { people, signIn, secondFactors } = right.identity;
  await people.add({ name: "li" }, null);
  const { secret: link } = await people.invite("li", DOER);
  await signIn.redeem(link, { password: PASSWORD }, FROM);
  const { secret } = await secondFactors.offer("li");
  await secondFactors.confirm("li", { code: codeAt(secret, right), password: PASSWORD }, FROM);
  return secret;
}

const signIn = (plane: Plane, code: string): Promise<string> =>
  codeOf(plane.identity.signIn.withPassword({ name: "li", password: PASSWORD, code }, FROM));

describe("two control planes whose clocks differ by 90 seconds", () => {
  let planes: readonly [Plane, Plane];
  beforeEach(() => {
    planes = twoPlanes(90_000);
  });

  it("take the code of a second factor where the clock is right, and refuse it where it is not", async () => {
    const [right, ahead] = planes;
    const secret = await addLi(planes);
    await pass(planes, 60_000);
    const code = codeAt(secret, right);
    expect(await signIn(ahead, code)).toBe("wrong_credentials");
    expect(await signIn(right, code)).toBe("done");
    // Of the future there, and of the past here.
    await pass(planes, 30_000);
    expect(await signIn(right, codeAt(secret, ahead))).toBe("wrong_credentials");
  });

  it("each end a token by their own clock, and revoke it by none", async () => {
    const [right, ahead] = planes;
    const expires = new Date(right.clock.now().getTime() + HOUR_MS);
    const { tokens } = right.identity;
    const { token, text } = await tokens.make({ name: "ci", kind: "service", role: "viewer", expires }, DOER);
    await pass(planes, HOUR_MS - 60_000);
    expect(await codeOf(tokens.find(text, FROM))).toBe("done");
    expect(await codeOf(ahead.identity.tokens.find(text, FROM))).toBe("token_expired");
    await ahead.identity.tokens.revoke(token.id, DOER);
    await pass(planes, 1000);
    expect(await codeOf(tokens.find(text, FROM))).toBe("token_revoked");
  });

  it("count a role until its end by their own clock", async () => {
    const [right, ahead] = planes;
    const { people } = right.identity;
    await people.add({ name: "wang" }, null);
    const until = new Date(right.clock.now().getTime() + HOUR_MS);
    await people.give("wang", { role: "viewer", until }, DOER);
    await pass(planes, HOUR_MS - 60_000);
    const mayRead = async ({ identity }: Plane): Promise<boolean> =>
      (await identity.userOf("wang", "default"))?.principal.permissions.includes("jobs:read") ?? false;
    expect([await mayRead(right), await mayRead(ahead)]).toEqual([true, false]);
  });

  it("take each other's links, and each link once", async () => {
    const [right, ahead] = planes;
    const { people } = ahead.identity;
    await people.add({ name: "wang" }, null);
    const { secret } = await people.invite("wang", DOER);
    const redeem = ({ identity }: Plane): Promise<string> =>
      codeOf(identity.signIn.redeem(secret, { password: PASSWORD }, FROM));
    expect([await redeem(right), await redeem(ahead)]).toEqual(["done", "link_ended"]);
  });
});

it("a code of a second factor counts within half a minute of either clock, and once on all of them", async () => {
  const planes = twoPlanes(30_000);
  const [right, ahead] = planes;
  const secret = await addLi(planes);
  await pass(planes, 60_000);
  const code = codeAt(secret, right);
  expect(await signIn(ahead, code)).toBe("done");
  expect(await signIn(right, code)).toBe("wrong_credentials");
});
