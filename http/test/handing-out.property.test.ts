import { isMoJobError, type Permission, type Principal } from "@mojob/core";
import { ALL_PERMISSIONS, Role } from "@mojob/core/engine";
import { type Doer, Identity, type KnownToken, TokenKind } from "@mojob/identity";
import { createFakeClock, type FakeClock } from "@mojob/core/testing";
import { timeCodes } from "@mojob/sign-in";
import { StateStoreInMemory } from "@mojob/memory";
import fc from "fast-check";
import { expect, test } from "vitest";
import { beyond, type Rights, rightsOfPerson, rightsOfToken } from "./rights-oracle.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const FROM = { address: null, agent: null, requestId: "test" };
const PERMISSIONS = ["jobs:read", "tokens:edit", "members:edit", "deployment:edit", "runs:trigger"] as const;
const TENANTS = ["default", "globex"] as const;
const NAMES = ["root", "anna", "bert", "cora"] as const;

const role = fc.record({
  role: fc.constantFrom(...Object.values(Role), Role.Admin, Role.Admin, Role.Admin, Role.Admin),
  tenant: fc.constantFrom("default", "default", "globex", "*"),
  apps: fc.option(fc.uniqueArray(fc.constantFrom("ledger", "mail"), { minLength: 1 })),
  payloads: fc.boolean(),
  days: fc.option(fc.integer({ min: 1, max: 3 })),
});
const limit: fc.Arbitrary<readonly Permission[] | null> = fc.oneof(
  fc.constant(null),
  fc.uniqueArray(fc.constantFrom(...PERMISSIONS), { minLength: 1 }),
  // A program may hold everything, in its tenant.
  fc.constant([...ALL_PERMISSIONS]),
);
const request = fc.record({
  kind: fc.constantFrom(TokenKind.Service, ...Object.values(TokenKind)),
  role: fc.constantFrom(...Object.values(Role)),
  apps: fc.option(fc.uniqueArray(fc.constantFrom("ledger", "mail"), { minLength: 1 })),
  permissions: limit,
});
const name = fc.constantFrom(...NAMES);
const at = fc.nat(50);

/** What somebody tries with one of the credentials that they have by then. */
const act = fc.record({
  by: at,
  door: fc.constantFrom(...TENANTS),
  days: fc.constantFrom(0, 0, 0, 1),
  does: fc.oneof(
    fc.record({ kind: fc.constant("make" as const), request }),
    fc.record({ kind: fc.constant("rotate" as const), token: at }),
    fc.record({ kind: fc.constant("give" as const), name, role }),
    fc.record({ kind: fc.constant("take" as const), name }),
    fc.record({ kind: fc.constant("invite" as const), name }),
    fc.record({ kind: fc.constant("add" as const), isSuperadmin: fc.boolean() }),
    fc.record({ kind: fc.constant("raise" as const), name }),
    fc.record({ kind: fc.constant("enable" as const), name }),
  ),
});
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

/** Something by which a caller is let in: a session of somebody, or a token. */
type Credential = { readonly person: string } | { readonly token: string };

const world = fc.record({
  roles: fc.record({
    anna: fc.array(role, { minLength: 1, maxLength: 3 }),
    bert: fc.array(role, { minLength: 1, maxLength: 3 }),
    cora: fc.array(role, { minLength: 1, maxLength: 3 }),
  }),
  disabled: fc.option(fc.constantFrom("bert", "cora")),
  tokens: fc.array(fc.record({ request, owner: name }), { minLength: 1, maxLength: 4 }),
  first: at,
  acts: fc.array(act, { minLength: 6, maxLength: 6 }),
});
type WorldPlan = typeof world extends fc.Arbitrary<infer Value> ? Value : never;

type Snapshot = Awaited<ReturnType<Identity["records"]["readNow"]>>;

class Chain {
  readonly clock: FakeClock = createFakeClock();
  readonly identity: Identity;
  /** What somebody has in hand, the one that they began with first. */
  readonly held: Credential[] = [];
  /** How often something was done that was not refused. */
  done = 0;
  #made = 0;

  constructor() {
    const state = new StateStoreInMemory({ clock: this.clock });
    const hasher = {
      hash: (password: string) => Promise.resolve(password),
      verify: (password: string, hash: string) => Promise.resolve(password === hash),
      isOutdated: () => false,
    };
    this.identity = new Identity({ state, clock: this.clock, hasher, codes: timeCodes() });
  }

  async open({ roles, disabled, tokens, first }: WorldPlan): Promise<void> {
    const { people, records } = this.identity;
    const root = await this.#doerOf({ person: "root" }, "default").catch(() => null);
    expect(root).toBeNull();
    for (const who of NAMES) await people.add({ name: who, isSuperadmin: who === "root" }, null);
    const doer = await this.#doerOf({ person: "root" }, "default");
    for (const [who, given] of Object.entries(roles))
      for (const one of given) await people.give(who, this.#requestOf(one), doer);
    for (const { request: asked, owner } of tokens) {
      const isPersonal = asked.kind === TokenKind.Personal;
      const maker = isPersonal ? await this.#doerOf({ person: owner }, "default") : doer;
      await this.identity.tokens.make({ name: this.#name(), ...asked }, maker);
    }
    if (disabled !== null)
      await records.changePerson(disabled, (person) => ({ ...person, isDisabled: true }));
    const all: Credential[] = [
      ...NAMES.slice(1).map((person) => ({ person })),
      ...(await this.identity.tokens.list()).map(({ id }) => ({ token: id })),
    ];
    this.held.push(all[first % all.length] as Credential);
  }

  /** Does one act, or is refused. */
  async step({ by, door, days, does }: Act): Promise<void> {
    await this.clock.advance(days * DAY_MS);
    try {
      const doer = await this.#doerOf(this.held[by % this.held.length] as Credential, door);
      const gained = await this.#do(does, doer);
      this.done += 1;
      if (gained !== null) this.held.push(gained);
    } catch (error) {
      if (!isMoJobError(error)) throw error;
    }
  }

  async #do(does: Act["does"], doer: Doer): Promise<Credential | null> {
    const { people, tokens } = this.identity;
    switch (does.kind) {
      case "make":
        return { token: (await tokens.make({ name: this.#name(), ...does.request }, doer)).token.id };
      case "rotate": {
        const kept = await tokens.list();
        const id = kept[does.token % Math.max(1, kept.length)]?.id ?? "none";
        return { token: (await tokens.rotate(id, {}, doer)).token.id };
      }
      case "give":
        await people.give(does.name, this.#requestOf(does.role), doer);
        return null;
      case "take": {
        const [first] = (await people.get(does.name)).memberships;
        await people.take(does.name, first?.id ?? "none", doer);
        return null;
      }
      // What follows needs a right that its route asks for.
      case "invite":
        keeps(doer);
        await people.invite(does.name, doer);
        return { person: does.name };
      case "add": {
        keeps(doer);
        const added = await people.add({ name: this.#name(), isSuperadmin: does.isSuperadmin }, doer);
        return { person: added.name };
      }
      case "raise":
        keeps(doer);
        await people.edit(does.name, { isSuperadmin: true }, null, doer);
        return null;
      case "enable":
        keeps(doer);
        await people.edit(does.name, { isDisabled: false }, null, doer);
        return null;
    }
  }

  snapshot(): Promise<Snapshot> {
    return this.identity.records.readNow();
  }

  /** All that somebody may do by a credential, whatever has ended of a token itself. */
  rightsBy(credential: Credential, { people, tokens }: Snapshot): Rights {
    const nowMs = this.clock.now().getTime();
    if ("person" in credential) {
      const person = people.get(credential.person);
      return person === undefined ? new Set() : rightsOfPerson(person, nowMs);
    }
    const token = tokens.get(credential.token);
    if (token === undefined) return new Set();
    return rightsOfToken(token, token.person === null ? undefined : people.get(token.person), nowMs);
  }

  async #doerOf(credential: Credential, tenant: string): Promise<Doer> {
    const principal = await this.#principalOf(credential, tenant);
    if (principal === null) throw new Error("Nobody is let in by this");
    return { principal, tenant, from: FROM, isByToken: "token" in credential };
  }

  async #principalOf(credential: Credential, tenant: string): Promise<Principal | null> {
    if ("person" in credential)
      return (await this.identity.userOf(credential.person, tenant))?.principal ?? null;
    const token: KnownToken = await this.identity.tokens.get(credential.token);
    return this.identity.holderOf(token, tenant);
  }

  #requestOf({ days, ...rest }: WorldPlan["roles"]["anna"][number]) {
    return { ...rest, until: days === null ? null : new Date(this.clock.now().getTime() + days * DAY_MS) };
  }

  #name(): string {
    return `made-${(this.#made += 1)}`;
  }
}

function keeps({ principal }: Doer): void {
  if (!principal.permissions.includes("deployment:edit")) throw refusal;
}

const refusal = Object.assign(new Error("Refused by the route"), { isRoute: true });

test("no chain of acts gives somebody more than what they began with", { timeout: 120_000 }, async () => {
  let done = 0;
  await fc.assert(
    fc.asyncProperty(world, async (plan) => {
      const chain = new Chain();
      await chain.open(plan);
      const [first] = chain.held as [Credential];
      const begun = await chain.snapshot();
      for (const one of plan.acts) {
        await chain.step(one).catch((error: unknown) => {
          if (error !== refusal && (error as Error).message !== "Nobody is let in by this") throw error;
        });
        // What ends for somebody ends for all that they gave.
        const own = chain.rightsBy(first, begun);
        const now = await chain.snapshot();
        for (const credential of chain.held)
          expect(beyond(chain.rightsBy(credential, now), own), JSON.stringify(credential)).toEqual([]);
      }
      done += chain.done;
    }),
    { numRuns: 3000 },
  );
  expect(done).toBeGreaterThan(400);
});
