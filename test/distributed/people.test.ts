import { uniqueName } from "@mojob/contract-tests";
import { Identity } from "@mojob/identity";
import { systemClock } from "@mojob/core/ports";
import { scryptHasher, timeCodes } from "@mojob/sign-in";
import { connectMongodb } from "@mojob/mongodb";
import { startMongodb } from "@mojob/test-services/mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";

const PASSWORD = "correct horse battery staple";
const FROM = { address: "203.0.113.7", agent: null, requestId: "test" };

/** Two control planes of one deployment, each with what it remembers of people. */
let planes: readonly [Identity, Identity];
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const mongodb = await startMongodb();
  closers.push(async () => {
    await mongodb[Symbol.asyncDispose]();
  });
  const store = new URL(mongodb.url);
  store.pathname = `/${uniqueName("people")}`;
  const open = async (): Promise<Identity> => {
    const { state, close } = await connectMongodb(store.href);
    closers.unshift(close);
    return new Identity({
      state,
      clock: systemClock,
      hasher: scryptHasher({ logN: 4, block: 8, parallel: 1 }),
      codes: timeCodes(),
    });
  };
  planes = [await open(), await open()];
}, 120_000);

afterAll(async () => {
  for (const close of closers) await close();
});

const codesOf = (all: readonly PromiseSettledResult<unknown>[]): readonly unknown[] =>
  all.map((one) => (one.status === "rejected" ? (one.reason as { readonly code: string }).code : "done"));

test("of many who set up at once on two control planes, one does", async () => {
  const link = await planes[0].setUpLink();
  const all = await Promise.allSettled(
    Array.from({ length: 8 }, (_, at) =>
      planes[at % 2 === 0 ? 0 : 1].signIn.redeem(
        link?.secret ?? "",
        { password: PASSWORD, person: { name: `person-${at}` } },
        FROM,
      ),
    ),
  );
  expect(codesOf(all).filter((code) => code === "done")).toHaveLength(1);
  expect(await planes[1].people.list()).toHaveLength(1);
});

test("what one control plane changes counts in the other within a second", async () => {
  const [first, second] = planes;
  await first.people.add({ name: "li" }, null);
  await expect.poll(() => second.userOf("li", "default"), { timeout: 2000 }).not.toBeNull();
  const [root] = (await first.people.list()).filter(({ isSuperadmin }) => isSuperadmin);
  const doer = {
    principal: (await first.userOf(root?.name ?? "", "default"))?.principal ?? {
      kind: "anonymous",
      name: null,
      permissions: [],
    },
    tenant: "default",
    from: FROM,
  } as const;
  await first.people.edit("li", { isDisabled: true }, null, doer);
  await expect.poll(() => second.userOf("li", "default"), { timeout: 2000 }).toBeNull();
  const { token, text } = await second.tokens.make({ name: "ci", kind: "service", role: "viewer" }, doer);
  await expect.poll(() => first.tokens.find(text, FROM), { timeout: 2000 }).not.toBeNull();
  await second.tokens.revoke(token.id, doer);
  await expect
    .poll(
      () =>
        first.tokens.find(text, FROM).then(
          () => "found",
          (error: { code: string }) => error.code,
        ),
      { timeout: 2000 },
    )
    .toBe("token_revoked");
});

test("two who take each other's rights on two control planes do not both succeed", async () => {
  const [first, second] = planes;
  const [root] = (await first.people.list()).filter(({ isSuperadmin }) => isSuperadmin);
  await first.people.add({ name: "wang", isSuperadmin: true }, null);
  const doer = {
    principal: { kind: "user", name: "x", permissions: [] },
    tenant: "default",
    from: FROM,
  } as const;
  const all = await Promise.allSettled([
    first.people.edit(root?.name ?? "", { isSuperadmin: false }, null, doer),
    second.people.edit("wang", { isSuperadmin: false }, null, doer),
  ]);
  expect(codesOf(all).filter((code) => code === "done").length).toBeLessThan(2);
  expect((await second.people.list()).filter(({ isSuperadmin }) => isSuperadmin).length).toBeGreaterThan(0);
});

test("wrong passwords are counted over both", async () => {
  const codes: unknown[] = [];
  for (let tries = 0; tries < 6; tries += 1)
    codes.push(
      ...codesOf(
        await Promise.allSettled([
          planes[tries % 2 === 0 ? 0 : 1].signIn.withPassword({ name: "nobody", password: "wrong" }, FROM),
        ]),
      ),
    );
  expect(codes).toEqual([...Array.from({ length: 5 }, () => "wrong_credentials"), "too_many_attempts"]);
});
