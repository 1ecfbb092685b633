import type { ApiAnswer } from "../../api/call-api.ts";

/** A person as the API lists them. */
export type Person = ApiAnswer<"listPeople">["items"][number];
export type Membership = Person["memberships"][number];

/** The roles of people; an executor's is a token's. */
export const PERSON_ROLES = [
  "viewer",
  "operator",
  "editor",
  "admin",
] as const satisfies readonly Membership["role"][];
export type PersonRole = (typeof PERSON_ROLES)[number];
