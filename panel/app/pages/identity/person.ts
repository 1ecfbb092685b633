import type { ApiAnswer } from "../../api/call-api.ts";

/** A person as the API lists them. */
export type Person = ApiAnswer<"listPeople">["items"][number];
export type Membership = Person["memberships"][number];
