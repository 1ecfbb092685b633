import { type IMoStateStore, MoJobError, MoJobErrorCode, Permission } from "@mojob/core";
import { type InputIssue, invalidInput, isOneLine, issueAt, principalLabel } from "@mojob/core/engine";
import { type Clock, createId } from "@mojob/core/ports";
import {
  EVERYTHING,
  type Giving,
  rightsOfMembership,
  rightsOfPerson,
  withPermission,
} from "./given-rights.ts";
import { actOf, byOf, changesOf, type Doer, type NoteAct } from "./identity-act.ts";
import type { IdentityRecords } from "./identity-records.ts";
import type { Links, MadeLink } from "./links.ts";
import type { Membership } from "./membership.ts";
import { makeMembership, type MembershipRequest } from "./membership-request.ts";
import { canSignIn, isActive, type KnownPerson, type Person } from "./person.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long an invitation counts. */
export const INVITATION_MS: number = 3 * DAY_MS;
const NAME = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/;
const EMAIL = /^[^\s@]{1,128}@[^\s@]{1,126}$/;
/** Held while one process changes who may do everything, so that two do not end each other's right at once. */
const SUPERADMINS_LEASE = "mojob/superadmins";
const LEASE_MS = 10_000;
const SHOWN = ["displayName", "email", "isDisabled", "isSuperadmin"] as const;

/** Somebody to be added. */
export interface PersonRequest {
  /** The name to sign in with: lower-case letters, digits, dots, hyphens and underscores. */
  readonly name: string;
  /** @default the name */
  readonly displayName?: string | undefined;
  readonly email?: string | null | undefined;
  readonly isSuperadmin?: boolean | undefined;
}

/** The changes of a person. */
export interface PersonPatch {
  readonly displayName?: string | undefined;
  readonly email?: string | null | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly isSuperadmin?: boolean | undefined;
}

export interface PeopleOptions {
  readonly records: IdentityRecords;
  readonly links: Links;
  readonly state: Pick<IMoStateStore, "acquireLease" | "releaseLease">;
  readonly clock: Clock;
  readonly giving: Giving;
  readonly note: NoteAct;
}

/** The people of a deployment, and the roles they have in its tenants. */
export class People {
  readonly #options: PeopleOptions;

  constructor(options: PeopleOptions) {
    this.#options = options;
  }

  /** The people who were not removed, by name. */
  async list(): Promise<readonly KnownPerson[]> {
    const { people } = await this.#options.records.readNow();
    return [...people.values()]
      .filter(({ removedMs }) => removedMs === null)
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** @throws MoJobError `person_not_found` */
  async get(name: string): Promise<KnownPerson> {
    const person = (await this.#options.records.readNow()).people.get(name);
    if (person !== undefined && person.removedMs === null) return person;
    throw new MoJobError(MoJobErrorCode.PersonNotFound, `Cannot find "${name}": nobody has this name`);
  }

  /** Whether somebody may do everything. */
  async hasSuperadmin(): Promise<boolean> {
    return (await this.list()).some((one) => one.isSuperadmin && isActive(one));
  }

  /** @throws MoJobError `invalid_argument`, `person_taken`; `last_superadmin` for one besides whom nobody could keep the others */
  async add(request: PersonRequest, doer: Doer | null): Promise<KnownPerson> {
    const nowMs = this.#options.clock.now().getTime();
    const person: Person = {
      name: request.name,
      displayName: request.displayName ?? request.name,
      email: normalEmail(request.email ?? null),
      isDisabled: false,
      isSuperadmin: request.isSuperadmin ?? false,
      memberships: [],
      password: null,
      secondFactor: null,
      logins: [],
      createdMs: nowMs,
      createdBy: doer === null ? null : principalLabel(doer.principal),
      signedInMs: null,
      endedMs: 0,
      removedMs: null,
    };
    await this.#assertValid(person, "add a person");
    if (doer !== null && person.isSuperadmin)
      await this.#options.giving.assertHeld([EVERYTHING], doer, `let "${person.name}" do everything`);
    if (doer !== null && !person.isSuperadmin && !(await this.hasSuperadmin()))
      throw new MoJobError(
        MoJobErrorCode.LastSuperadmin,
        `Cannot add "${person.name}" like this: nobody may do everything yet, and from the first person on nobody is let in without a sign-in; make them one who may`,
      );
    const added = await this.#options.records.addPerson(person);
    await this.#noteChange("create_user", EMPTY, added, doer);
    return added;
  }

  /** @throws MoJobError `person_not_found`, `stale_revision`, `invalid_argument`, `last_superadmin` */
  async edit(name: string, patch: PersonPatch, revision: number | null, doer: Doer): Promise<KnownPerson> {
    await this.get(name);
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
    const email = patch.email === undefined ? {} : { email: normalEmail(patch.email) };
    return this.#guarded(name, given["isDisabled"] === true || given["isSuperadmin"] === false, async () => {
      const before = await this.get(name);
      await this.#assertValid({ ...before, ...given, ...email }, `change "${name}"`);
      await this.#assertMayAllow(before, patch, doer);
      const after = await this.#options.records.changePerson(
        name,
        // Who comes back signs in again.
        (person) => ({
          ...person,
          ...given,
          ...email,
          ...(given["isDisabled"] === true && this.#ended(person)),
        }),
        revision,
      );
      await this.#noteChange("edit_user", before, after, doer);
      return after;
    });
  }

  /** Removes somebody: the name stays taken, so that what it did is not another's. @throws MoJobError as `edit` */
  async remove(name: string, doer: Doer): Promise<void> {
    await this.get(name);
    await this.#guarded(name, true, async () => {
      const removedMs = this.#options.clock.now().getTime();
      await this.#options.records.changePerson(name, (person) => ({
        ...person,
        ...this.#ended(person),
        email: null,
        displayName: name,
        isSuperadmin: false,
        memberships: [],
        password: null,
        secondFactor: null,
        removedMs,
      }));
      await this.#note(actOf("delete_user", { type: "user", id: name }, byOf(doer)));
    });
  }

  /**
   * A link with which somebody chooses a password; one of before ends. Who has it can act as them.
   * @throws MoJobError `person_not_found`; `forbidden` for somebody who may do more than the doer
   */
  async invite(name: string, doer: Doer): Promise<MadeLink> {
    await this.#options.giving.assertHeld(rightsOfPerson(await this.get(name)), doer, `invite "${name}"`);
    const link = await this.#options.links.make({ kind: "password", person: name }, INVITATION_MS);
    await this.#note(
      actOf(
        "edit_user",
        { type: "user", id: name },
        { ...byOf(doer), note: "a link to choose a password was made" },
      ),
    );
    return link;
  }

  /** Ends every session of somebody. @throws MoJobError `person_not_found` */
  async endSessions(name: string, doer: Doer): Promise<void> {
    await this.get(name);
    await this.#options.records.changePerson(name, (person) => ({ ...person, ...this.#ended(person) }));
    await this.#note(actOf("end_session", { type: "user", id: name }, byOf(doer)));
  }

  /** @throws MoJobError `person_not_found`, `invalid_argument`; `forbidden` for more than the doer has */
  async give(name: string, request: MembershipRequest, doer: Doer): Promise<Membership> {
    await this.get(name);
    const membership = makeMembership(request, doer, this.#options.clock);
    await this.#assertMayGive(membership, doer, "give");
    await this.#options.records.changePerson(name, (person) => ({
      ...person,
      memberships: [...person.memberships, membership],
    }));
    await this.#note(
      actOf(
        "give_role",
        { type: "user", id: name },
        {
          ...byOf(doer),
          tenant: tenantOf(membership, doer),
          note: membership.reason,
          changes: [{ pointer: "/memberships", before: null, after: JSON.stringify(shown(membership)) }],
        },
      ),
    );
    return membership;
  }

  /** @throws MoJobError `person_not_found`, `membership_not_found`; `forbidden` for more than the doer has */
  async take(name: string, id: string, doer: Doer): Promise<void> {
    const { memberships } = await this.get(name);
    const membership = memberships.find((one) => one.id === id);
    const isShown = membership !== undefined && (membership.tenant === doer.tenant || keepsDeployment(doer));
    if (membership === undefined || !isShown)
      throw new MoJobError(MoJobErrorCode.MembershipNotFound, `Cannot find this role of "${name}"`);
    // For now alone: somebody whose own role ends takes back one that does not.
    await this.#assertMayGive({ ...membership, untilMs: 0 }, doer, "take");
    await this.#options.records.changePerson(name, (person) => ({
      ...person,
      memberships: person.memberships.filter((one) => one.id !== id),
    }));
    await this.#note(
      actOf(
        "take_role",
        { type: "user", id: name },
        {
          ...byOf(doer),
          tenant: tenantOf(membership, doer),
          changes: [{ pointer: "/memberships", before: JSON.stringify(shown(membership)), after: null }],
        },
      ),
    );
  }

  #assertMayGive(membership: Membership, doer: Doer, verb: "give" | "take"): Promise<void> {
    const given = withPermission(rightsOfMembership(membership), Permission.EditMembers);
    return this.#options.giving.assertHeld([given], doer, `${verb} the role "${membership.role}"`);
  }

  /** Enabling a person again gives back their rights, so it needs the right to give them. */
  #assertMayAllow(before: Person, { isSuperadmin, isDisabled }: PersonPatch, doer: Doer): Promise<void> {
    const given = [
      ...(isSuperadmin === true && !before.isSuperadmin ? [EVERYTHING] : []),
      ...(isDisabled === false && before.isDisabled ? rightsOfPerson(before) : []),
    ];
    return this.#options.giving.assertHeld(given, doer, `change "${before.name}"`);
  }

  /** Sessions are of a millisecond: one that was opened in this one has ended, too. */
  #ended({ endedMs }: Person): Pick<Person, "endedMs"> {
    return { endedMs: Math.max(this.#options.clock.now().getTime(), endedMs + 1) };
  }

  /** Does what may end the right of the last person who may do everything. */
  async #guarded<Result>(name: string, isEnding: boolean, work: () => Promise<Result>): Promise<Result> {
    if (!isEnding || !(await this.get(name)).isSuperadmin) return work();
    const { state, clock } = this.#options;
    const holder = createId(clock.now());
    if ((await state.acquireLease(SUPERADMINS_LEASE, holder, LEASE_MS)) === null)
      throw new MoJobError(
        MoJobErrorCode.StaleRevision,
        `Cannot change "${name}": another change is under way; try again`,
      );
    try {
      const others = (await this.list()).filter(
        (one) => one.name !== name && one.isSuperadmin && isActive(one) && canSignIn(one),
      );
      if (others.length > 0) return await work();
      throw new MoJobError(
        MoJobErrorCode.LastSuperadmin,
        `Cannot take the rights of "${name}": nobody else may do everything; give them to another person first`,
      );
    } finally {
      await state.releaseLease(SUPERADMINS_LEASE, holder);
    }
  }

  async #assertValid(person: Person, doing: string): Promise<void> {
    const { name, displayName, email } = person;
    const issues: InputIssue[] = [];
    if (!NAME.test(name)) issues.push(issueAt("/name", "person_name_rule"));
    if (displayName.trim() === "") issues.push(issueAt("/displayName", "empty"));
    else if (!isOneLine(displayName)) issues.push(issueAt("/displayName", "not_one_line"));
    else if (displayName.length > 128) issues.push(issueAt("/displayName", "too_long", { max: 128 }));
    if (email !== null && !EMAIL.test(email)) issues.push(issueAt("/email", "not_an_email"));
    else if (email !== null && (await this.list()).some((one) => one.email === email && one.name !== name))
      issues.push(issueAt("/email", "given_twice"));
    if (issues.length > 0) throw invalidInput(doing, issues);
  }

  #noteChange(
    kind: "create_user" | "edit_user",
    before: Person,
    after: Person,
    doer: Doer | null,
  ): Promise<void> {
    const changes = changesOf(before, after, SHOWN);
    return this.#note(actOf(kind, { type: "user", id: after.name }, { ...byOf(doer), changes }));
  }

  #note: NoteAct = (act) => this.#options.note(act);
}

const EMPTY = { displayName: null, email: null, isDisabled: false, isSuperadmin: false } as unknown as Person;

function keepsDeployment({ principal }: Doer): boolean {
  return principal.permissions.includes(Permission.EditDeployment);
}

function tenantOf({ tenant }: Membership, doer: Doer): string | null {
  return tenant === "*" ? doer.tenant : tenant;
}

function shown({ role, tenant, apps, payloads, untilMs }: Membership): object {
  return { role, tenant, apps, payloads, until: untilMs === null ? null : new Date(untilMs).toISOString() };
}

function normalEmail(email: string | null): string | null {
  return email === null || email.trim() === "" ? null : email.trim().toLowerCase();
}
