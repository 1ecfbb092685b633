import { type GroupRoles, GroupsFault, type ProviderProfile } from "./provider.ts";

const MOST_NAMES = 20;
const MOST_LETTERS = 128;

/** Why somebody whom the identity provider let in has no role: what an administrator needs to see. */
export interface WithoutRole {
  /** The groups that came. */
  readonly came: readonly string[];
  /** The groups that would have given a role. */
  readonly wanted: readonly string[];
  /** The claim that was read; `null` where it is not known. */
  readonly claim: string | null;
  readonly fault: GroupsFault | null;
  /** The names of the claims that came, where the one that was read did not. */
  readonly claims: readonly string[];
  /** Whether a group does give a role, and nobody new is added. */
  readonly isUnknown: boolean;
}

export function withoutRole(
  { groups, groupsOrigin }: Pick<ProviderProfile, "groups" | "groupsOrigin">,
  { memberships, known = [] }: GroupRoles,
): WithoutRole {
  const fault = groupsOrigin?.fault ?? null;
  return {
    came: namesOf(groups),
    wanted: namesOf(known),
    claim: groupsOrigin?.claim ?? null,
    fault,
    claims: fault === GroupsFault.Absent ? namesOf(groupsOrigin?.claims ?? []) : [],
    isUnknown: memberships.length > 0,
  };
}

/** The same for the audit and the log. */
export function withoutRoleInWords({ came, wanted, claim, fault, claims, isUnknown }: WithoutRole): string {
  const quoted = claim === null ? "" : ` "${claim}"`;
  const what = {
    [GroupsFault.Absent]: `the provider sent no claim${quoted} but ${listOf(claims)}`,
    [GroupsFault.TooMany]: `the provider left out the groups, because they are too many for the claim${quoted}: have it send only groups that are assigned to this client`,
    [GroupsFault.Unreadable]: `the claim${quoted} is neither a name nor a list of names`,
  };
  const groups =
    fault === null ? `the groups${claim === null ? "" : ` of${quoted}`} were ${listOf(came)}` : what[fault];
  if (isUnknown) return `${groups}, which give a role, but nobody new is added`;
  return `${groups}; a role is given to ${listOf(wanted)}`;
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.map((name) => JSON.stringify(name)).join(", ");
}

function namesOf(names: readonly string[]): readonly string[] {
  const shown = names.slice(0, MOST_NAMES).map((name) => name.slice(0, MOST_LETTERS));
  return names.length > MOST_NAMES ? [...shown, `+${names.length - MOST_NAMES}`] : shown;
}
