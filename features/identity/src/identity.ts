import { type IMoStateStore, type Permission, type Principal, PrincipalKind } from "@mojob/core";
import { ALL_PERMISSIONS, type KeyRing } from "@mojob/core/engine";
import { BREAK_GLASS_PREFIX, grantedByBoth } from "@mojob/core/feature";
import { type Clock, createId } from "@mojob/core/ports";
import { type KnownToken, TokenKind } from "./access-token.ts";
import { Attempts } from "./attempts.ts";
import { BrowserSeals } from "./browser-seals.ts";
import { Giving } from "./given-rights.ts";
import { actOf, type NoteAct } from "./identity-act.ts";
import { IdentityRecords } from "./identity-records.ts";
import { Links, type MadeLink } from "./links.ts";
import { grantedBy } from "./membership.ts";
import type { PasswordHasher } from "./password.ts";
import { People } from "./people.ts";
import { isActive, type Person } from "./person.ts";
import { SecondFactors, type TimeCodes } from "./second-factors.ts";
import { SignIn } from "./sign-in.ts";
import { Tokens } from "./tokens.ts";

/** How long the link to the first person counts. */
const SET_UP_MS = 60 * 60 * 1000;

export interface IdentityOptions {
  /** The deployment's: its processes share it. */
  readonly state: IMoStateStore;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly codes: TimeCodes;
  /** Whether people have to sign in also while there are none. @default false: requests of the same machine need no sign-in then */
  readonly isRequired?: boolean;
  /** Seals the secrets of second factors. @default they are kept as they are */
  readonly keys?: KeyRing | null;
  /** Keeps who did what. @default nothing is kept */
  readonly note?: NoteAct;
}

/** Who may do what in a deployment: its people, their roles and their tokens. */
export class Identity {
  readonly records: IdentityRecords;
  readonly people: People;
  readonly tokens: Tokens;
  readonly links: Links;
  readonly secondFactors: SecondFactors;
  readonly signIn: SignIn;
  /** Seals what browsers keep for the API. */
  readonly browserSeals: BrowserSeals;
  readonly state: IMoStateStore;
  readonly #clock: Clock;
  readonly #isRequired: boolean;
  readonly #note: NoteAct;

  constructor({
    state,
    clock,
    hasher,
    codes,
    isRequired = false,
    keys = null,
    note = () => Promise.resolve(),
  }: IdentityOptions) {
    this.#clock = clock;
    this.#isRequired = isRequired;
    this.#note = note;
    this.state = state;
    this.records = new IdentityRecords({ state, clock });
    this.links = new Links(state, clock);
    this.browserSeals = new BrowserSeals(state);
    const giving = new Giving({ records: this.records, clock });
    this.people = new People({ records: this.records, links: this.links, state, clock, giving, note });
    this.tokens = new Tokens({ records: this.records, state, clock, giving, note });
    const attempts = new Attempts({ state, clock });
    this.secondFactors = new SecondFactors({
      records: this.records,
      state,
      attempts,
      hasher,
      codes,
      keys,
      clock,
      giving,
      note,
    });
    const { records, people, links, secondFactors } = this;
    this.signIn = new SignIn({ records, people, links, attempts, hasher, secondFactors, clock, note });
  }

  /** Whether nobody is let in without a sign-in: from the first person on, or always. */
  async isInUse(): Promise<boolean> {
    return this.#isRequired || this.hasPeople();
  }

  async hasPeople(): Promise<boolean> {
    return (await this.records.read()).people.size > 0;
  }

  /** A link to the first person who may do everything; `null` where there is one. */
  async setUpLink(): Promise<MadeLink | null> {
    return (await this.people.hasSuperadmin()) ? null : this.links.make({ kind: "set_up" }, SET_UP_MS);
  }

  /**
   * Lets somebody in again, from the machine itself: enabled, without a second factor, and with a link to choose a password; every session
   * of theirs ends.
   * @throws MoJobError `person_not_found`
   */
  async breakGlass(
    name: string,
    { isSuperadmin, ttlMs }: { readonly isSuperadmin: boolean; readonly ttlMs: number },
  ): Promise<MadeLink> {
    await this.people.get(name);
    const nowMs = this.#clock.now().getTime();
    await this.records.changePerson(name, (person) => ({
      ...person,
      isDisabled: false,
      isSuperadmin: person.isSuperadmin || isSuperadmin,
      secondFactor: null,
      endedMs: Math.max(nowMs, person.endedMs + 1),
    }));
    // The command that does this has no audit of its own.
    await this.state.set(BREAK_GLASS_PREFIX + createId(this.#clock.now()), { name, isSuperadmin });
    return this.links.make({ kind: "password", person: name }, ttlMs);
  }

  /** Notes in the audit what was done from the machine itself since it was called last. */
  async noteBrokenGlass(): Promise<void> {
    for (const { key, value } of await this.state.list(BREAK_GLASS_PREFIX)) {
      // Where several processes start at the same time, one notes it.
      if (!(await this.state.delete(key))) continue;
      const { name, isSuperadmin } = value as { readonly name: string; readonly isSuperadmin: boolean };
      const note = isSuperadmin ? "from the machine itself, with all rights" : "from the machine itself";
      await this.#note(actOf("break_glass", { type: "user", id: name }, { by: null, note }));
    }
  }

  /**
   * Resolves to what somebody may do in a tenant now, and since when their sessions count; `null` for nobody, or for somebody who may not
   * sign in.
   */
  async userOf(
    name: string,
    tenant: string,
  ): Promise<{ readonly principal: Principal; readonly endedMs: number } | null> {
    const person = (await this.records.read()).people.get(name);
    if (person === undefined || !isActive(person)) return null;
    return { principal: this.#principalOf(person, tenant), endedMs: person.endedMs };
  }

  /** Resolves to what a token may do in a tenant; `null` where its person may not sign in any more. */
  async holderOf(token: KnownToken, tenant: string): Promise<Principal | null> {
    if (token.kind === TokenKind.Personal) {
      const user = token.person === null ? null : await this.userOf(token.person, tenant);
      return user === null ? null : limitedTo(user.principal, token.permissions);
    }
    const granted = grantedBy(token.memberships, tenant, this.#clock.now().getTime(), token.permissions);
    return { kind: PrincipalKind.Token, name: token.name, ...granted };
  }

  /** Whether somebody signs in with a password alone: a second factor of an identity provider is not known here, and is its own business. */
  async lacksSecondFactor(name: string): Promise<boolean> {
    const person = (await this.records.read()).people.get(name);
    return person !== undefined && person.password !== null && person.secondFactor === null;
  }

  /** The tenants that somebody has a role in; `null` for every one. */
  async tenantsOf(name: string): Promise<readonly string[] | null> {
    const person = (await this.records.read()).people.get(name);
    if (person === undefined) return [];
    if (person.isSuperadmin) return null;
    const nowMs = this.#clock.now().getTime();
    const live = person.memberships.filter(({ untilMs }) => untilMs === null || nowMs < untilMs);
    return live.some(({ tenant }) => tenant === "*") ? null : [...new Set(live.map(({ tenant }) => tenant))];
  }

  #principalOf(person: Person, tenant: string): Principal {
    const { name } = person;
    if (person.isSuperadmin) return { kind: PrincipalKind.User, name, permissions: ALL_PERMISSIONS };
    return {
      kind: PrincipalKind.User,
      name,
      ...grantedBy(person.memberships, tenant, this.#clock.now().getTime()),
    };
  }
}

/** The principal of a personal token: limited to these permissions, and to those of its person. */
function limitedTo(principal: Principal, permissions: readonly Permission[] | null): Principal {
  if (permissions === null) return principal;
  const { kind, name } = principal;
  return { kind, name, ...grantedByBoth(principal, { permissions }) };
}
