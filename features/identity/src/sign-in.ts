import { MoJobError, MoJobErrorCode, PrincipalKind } from "@mojob/core";
import { invalidInput } from "@mojob/core/engine";
import type { Clock } from "@mojob/core/ports";
import { type Attempt, type Attempts, ownAttemptsOf } from "./attempts.ts";
import { actOf, type NoteAct, type RequestOrigin } from "./identity-act.ts";
import type { IdentityRecords } from "./identity-records.ts";
import type { Links, LinkPurpose } from "./links.ts";
import { passwordMistake, type PasswordHasher } from "./password.ts";
import { type Membership, MembershipSource } from "./membership.ts";
import { newcomer } from "./newcomer.ts";
import type { GroupRoles, ProviderProfile } from "./provider.ts";
import type { People, PersonRequest } from "./people.ts";
import { isActive, type KnownPerson, type Person } from "./person.ts";
import type { SecondFactors } from "./second-factors.ts";
import { withoutRole, withoutRoleInWords } from "./without-role.ts";

/** The password that a try of an unknown name is compared with, so that it takes as long. */
const NOBODY_PASSWORD = "nobody has this password";

export interface PasswordSignIn {
  /** The name, or the mail address. */
  readonly name: string;
  readonly password: string;
  /** The code of the second factor, where there is one. */
  readonly code?: string | undefined;
  /** Resolves to which browser it is, where this person has signed in with it before; `null` for one that is not known. @default not known */
  readonly browser?: ((person: string) => Promise<string | null>) | undefined;
}

export interface SignInOptions {
  readonly records: IdentityRecords;
  readonly people: People;
  readonly links: Links;
  readonly attempts: Attempts;
  readonly hasher: PasswordHasher;
  readonly secondFactors: SecondFactors;
  readonly clock: Clock;
  readonly note: NoteAct;
}

/** Lets people in by a password, and sets passwords. */
export class SignIn {
  readonly #options: SignInOptions;
  #nobody: Promise<string> | null = null;

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  /**
   * Resolves to who signed in.
   * @throws MoJobError `wrong_credentials`, the same whatever is wrong; `second_factor_needed`; `too_many_attempts` with `waitMs`
   */
  async withPassword(
    { name: given, password, code, browser }: PasswordSignIn,
    from: RequestOrigin,
  ): Promise<KnownPerson> {
    const { attempts, hasher } = this.#options;
    const typed = given.trim().toLowerCase();
    const person = await this.#find(typed);
    // The name and the mail address are two ways to write one person: both count as one.
    const name = person?.name ?? typed;
    const known = (await browser?.(name)) ?? null;
    const attempt = await attempts.begin({ name, address: from.address, browser: known });
    const hash = person !== null && isActive(person) ? person.password : null;
    const isRight = await this.#verify(password, hash ?? (await this.#nobodyHash()), attempt);
    if (person === null || hash === null || !isRight) throw await this.#refused(person, from);
    await this.#assertSecondFactor(person, code, attempt, from);
    await attempt.takeBack();
    const rehashed = hasher.isOutdated(hash) ? await hasher.hash(password) : null;
    return this.enter(person.name, "password", from, () => (rehashed === null ? {} : { password: rehashed }));
  }

  /**
   * Resolves to the person that an identity provider let in: known by issuer and subject, never by the mail address alone. Roles of groups
   * are those of this sign-in; those given by hand stay.
   * @throws MoJobError `no_access` for somebody without any role; `wrong_credentials` for somebody who may not sign in
   */
  async withProvider(profile: ProviderProfile, roles: GroupRoles, from: RequestOrigin): Promise<KnownPerson> {
    const { records, people } = this.#options;
    const { issuer, subject } = profile;
    const { people: known } = await records.read();
    const linked = [...known.values()].find(({ logins }) =>
      logins.some((one) => one.issuer === issuer && one.subject === subject),
    );
    if (linked !== undefined && !isActive(linked)) throw await this.#refused(linked, from);
    const isEntitled =
      roles.memberships.length > 0 ||
      (linked?.memberships ?? []).some(isByHand) ||
      linked?.isSuperadmin === true;
    if (!isEntitled || (linked === undefined && !roles.addsPeople))
      throw await this.#withoutAccess(profile, roles, linked, from);
    const { name } = linked ?? (await people.add(newcomer(profile, new Set(known.keys())), null));
    // Roles of groups end with them, so the audit says why none came.
    const method =
      (profile.groupsOrigin?.fault ?? null) === null
        ? "oidc"
        : `oidc: ${withoutRoleInWords(withoutRole(profile, roles))}`;
    return this.enter(name, method, from, (person) => ({
      logins: linked === undefined ? [{ issuer, subject }] : person.logins,
      memberships: [...person.memberships.filter(isByHand), ...roles.memberships],
    }));
  }

  async #withoutAccess(
    profile: ProviderProfile,
    roles: GroupRoles,
    person: KnownPerson | undefined,
    from: RequestOrigin,
  ): Promise<MoJobError> {
    const code = MoJobErrorCode.NoAccess;
    const id = person?.name ?? profile.subject.slice(0, 128);
    const found = withoutRole(profile, roles);
    const note = withoutRoleInWords(found);
    await this.#options.note(
      actOf("sign_in_refused", { type: "user", id }, { by: null, from, outcome: "refused", code, note }),
    );
    return new MoJobError(
      code,
      `The identity provider let you in, but you have no role here: ${note}; ask an administrator for one`,
      { parameters: { ...found } },
    );
  }

  /** Tries that wait for too many others to be judged are not counted. */
  async #verify(password: string, hash: string, attempt: Attempt): Promise<boolean> {
    try {
      return await this.#options.hasher.verify(password, hash);
    } catch (error) {
      await attempt.takeBack();
      throw error;
    }
  }

  /** @throws MoJobError `second_factor_needed` without a code; `wrong_credentials` for a wrong one */
  async #assertSecondFactor(
    person: KnownPerson,
    code: string | undefined,
    attempt: Attempt,
    from: RequestOrigin,
  ): Promise<void> {
    if (person.secondFactor === null) return;
    if (code === undefined || code === "") {
      await attempt.takeBack();
      throw new MoJobError(
        MoJobErrorCode.SecondFactorNeeded,
        "A code of the second factor is needed besides",
      );
    }
    if (!(await this.#options.secondFactors.take(person.name, code))) throw await this.#refused(person, from);
  }

  /** Notes that somebody was let in. */
  async enter(
    name: string,
    method: string,
    from: RequestOrigin,
    change: (person: Person) => Partial<Person> = () => ({}),
  ): Promise<KnownPerson> {
    const signedInMs = this.#options.clock.now().getTime();
    const person = await this.#options.records.changePerson(name, (kept) => ({
      ...kept,
      ...change(kept),
      signedInMs,
    }));
    await this.#options.note(
      actOf(
        "sign_in",
        { type: "user", id: name },
        { by: `${PrincipalKind.User}:${name}`, from, note: method },
      ),
    );
    return person;
  }

  /** Changes one's own password; every session of before ends. @throws MoJobError `wrong_credentials`, `invalid_argument`, `too_many_attempts` */
  async changePassword(
    name: string,
    { before, password }: { readonly before: string; readonly password: string },
    from: RequestOrigin,
  ): Promise<KnownPerson> {
    const { attempts, people } = this.#options;
    const person = await people.get(name);
    const attempt = await attempts.begin({ name: ownAttemptsOf(name), address: from.address });
    if (person.password === null || !(await this.#verify(before, person.password, attempt)))
      throw await this.#refused(person, from);
    await attempt.takeBack();
    return this.#setPassword(person, password, from, "changed");
  }

  /**
   * Sets the password of whom a link is for, or makes the first person; the link is used up. It stands for the password alone: a code of the
   * second factor is needed besides where there is one.
   * @throws MoJobError `link_ended`, `invalid_argument`, `already_set_up`; `second_factor_needed`, `wrong_credentials`, `too_many_attempts`
   */
  async redeem(
    secret: string,
    request: {
      readonly password: string;
      readonly code?: string | undefined;
      readonly person?: PersonRequest | undefined;
    },
    from: RequestOrigin,
  ): Promise<KnownPerson> {
    const { links, people } = this.#options;
    const purpose = await links.look(secret);
    const person = purpose.kind === "password" ? await people.get(purpose.person) : request.person;
    if (person === undefined) throw invalidInput("set up", [{ ...NAME_MISSING }]);
    // Before the link is taken: a password that is refused does not use it up.
    assertPassword(request.password, { name: person.name, email: person.email ?? null });
    if (purpose.kind === "set_up") {
      const { name } = await this.setUp(
        { ...(request.person as PersonRequest) },
        request.password,
        from,
        () => links.take(secret),
      );
      return this.enter(name, "link", from);
    }
    await this.#assertFactorOfLink(person as KnownPerson, request.code, from);
    await links.take(secret);
    const { name } = await this.#setPassword(person as KnownPerson, request.password, from, "set by a link");
    return this.enter(name, "link", from);
  }

  async #assertFactorOfLink(
    person: KnownPerson,
    code: string | undefined,
    from: RequestOrigin,
  ): Promise<void> {
    if (person.secondFactor === null) return;
    const attempt = await this.#options.attempts.begin({ name: person.name, address: from.address });
    await this.#assertSecondFactor(person, code, attempt, from);
    await attempt.takeBack();
  }

  /** Makes the first person. @throws MoJobError `already_set_up` */
  async setUp(
    request: PersonRequest,
    password: string,
    from: RequestOrigin | null,
    take: () => Promise<LinkPurpose | null>,
  ): Promise<KnownPerson> {
    const { people, note, hasher, records } = this.#options;
    assertPassword(password, { name: request.name, email: request.email ?? null });
    if (await people.hasSuperadmin())
      throw new MoJobError(MoJobErrorCode.AlreadySetUp, "Cannot set up: somebody may do everything already");
    await take();
    const { name } = await people.add({ ...request, isSuperadmin: true }, null);
    const hash = await hasher.hash(password);
    const person = await records.changePerson(name, (kept) => ({ ...kept, password: hash }));
    await note(actOf("set_up", { type: "user", id: name }, { by: `${PrincipalKind.User}:${name}`, from }));
    return person;
  }

  async #setPassword(
    { name, email }: Person,
    password: string,
    from: RequestOrigin,
    note: string,
  ): Promise<KnownPerson> {
    assertPassword(password, { name, email });
    const hash = await this.#options.hasher.hash(password);
    const nowMs = this.#options.clock.now().getTime();
    const person = await this.#options.records.changePerson(name, (kept) => ({
      ...kept,
      password: hash,
      endedMs: Math.max(nowMs, kept.endedMs + 1),
    }));
    await this.#options.links.end({ kind: "password", person: name });
    await this.#options.note(
      actOf(
        "edit_user",
        { type: "user", id: name },
        {
          by: `${PrincipalKind.User}:${name}`,
          from,
          note: `password ${note}`,
        },
      ),
    );
    return person;
  }

  async #refused(person: KnownPerson | null, from: RequestOrigin): Promise<MoJobError> {
    const code = MoJobErrorCode.WrongCredentials;
    // An unknown name may be a password that was typed into the wrong field.
    const id = person?.name ?? "unknown";
    await this.#options.note(
      actOf("sign_in_refused", { type: "user", id }, { by: null, from, outcome: "refused", code }),
    );
    return new MoJobError(code, "The name, the password or the code is wrong");
  }

  async #find(name: string): Promise<KnownPerson | null> {
    const { people } = await this.#options.records.read();
    return (
      people.get(name) ?? [...people.values()].find(({ email }) => email !== null && email === name) ?? null
    );
  }

  #nobodyHash(): Promise<string> {
    return (this.#nobody ??= this.#options.hasher.hash(NOBODY_PASSWORD));
  }
}

const isByHand = ({ source }: Membership): boolean => source === MembershipSource.Hand;

const NAME_MISSING = { pointer: "/name", code: "required", message: "is required" } as const;

function assertPassword(
  password: string,
  person: { readonly name: string; readonly email: string | null },
): void {
  const mistake = passwordMistake(password, person);
  if (mistake !== null) throw invalidInput("use this password", [mistake]);
}
