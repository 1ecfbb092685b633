import { GroupsFault, type GroupsOrigin } from "@mojob/identity";

const MOST_GROUPS = 1000;
const MOST_DEPTH = 4;

type Claims = Readonly<Record<string, unknown>>;

export interface GivenGroups {
  readonly groups: readonly string[];
  readonly origin: GroupsOrigin;
}

/**
 * The groups of a claim: a list of names, also of lists, one name, or names in one text with commas between them.
 * @param claim its name (`groups`, `https://example.com/roles`), or the way to it through other claims (`realm_access.roles`); a claim of the whole name counts first
 */
export function groupsIn(claims: Claims, claim: string): GivenGroups {
  const given = valueAt(claims, claim);
  const names = namesIn(given, 0);
  const groups = [...new Set(names)].slice(0, MOST_GROUPS);
  const fault = groups.length > 0 ? null : faultOf(claims, claim, given, names);
  return { groups, origin: { claim, fault, claims: Object.keys(claims).sort() } };
}

/** A dot may be of a name or between two, so each way to read it is tried, the longest name first. */
function valueAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  for (let dot = path.lastIndexOf("."); dot > 0; dot = path.lastIndexOf(".", dot - 1)) {
    const name = path.slice(0, dot);
    const within = Object.hasOwn(claims, name) ? claims[name] : undefined;
    const found = isClaims(within) ? valueAt(within, path.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `null` where something is neither a name nor a list. */
function namesIn(given: unknown, depth: number): readonly string[] | null {
  if (typeof given === "string") return depth === 0 ? namesInText(given) : [given];
  if (!Array.isArray(given) || depth === MOST_DEPTH) return null;
  const lists = given.map((one: unknown) => namesIn(one, depth + 1));
  const read = lists.filter((names) => names !== null);
  return read.length === 0 && lists.length > 0 ? null : read.flat();
}

/** Spaces are part of names ("Domain Users"); a text with commas may be one name, too ("CN=ops,OU=groups"), so it counts whole as well. */
function namesInText(text: string): readonly string[] {
  const whole = text.trim();
  const list = whole.startsWith("[") ? parsedList(whole) : null;
  if (list !== null) return namesIn(list, 1) ?? [];
  const names = whole.split(",").map((name) => name.trim());
  return [whole, ...names].filter((name) => name !== "");
}

function parsedList(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function faultOf(
  claims: Claims,
  claim: string,
  given: unknown,
  names: readonly string[] | null,
): GroupsFault | null {
  const elsewhere = claims["_claim_names"];
  const isElsewhere = isClaims(elsewhere) && Object.hasOwn(elsewhere, claim);
  // Entra ID leaves out groups beyond 200 of a person, and says so in one of these two ways.
  if (isElsewhere || (claim === "groups" && String(claims["hasgroups"]) === "true"))
    return GroupsFault.TooMany;
  if (given === undefined || given === null) return GroupsFault.Absent;
  return names === null ? GroupsFault.Unreadable : null;
}

function isClaims(value: unknown): value is Claims {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
