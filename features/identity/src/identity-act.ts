import type { Principal } from "@mojob/core";
import { principalLabel } from "@mojob/core/engine";
import type { ActOrigin as RequestOrigin } from "@mojob/core/ports";

export type { ActOrigin as RequestOrigin } from "@mojob/core/ports";

/** The kinds of acts on people, tokens and sign-ins. */
export type IdentityActKind =
  | "set_up"
  | "sign_in"
  | "sign_in_refused"
  | "sign_out"
  | "end_session"
  | "create_user"
  | "edit_user"
  | "delete_user"
  | "give_role"
  | "take_role"
  | "create_token"
  | "rotate_token"
  | "revoke_token"
  | "token_reused"
  | "break_glass";

/** Somebody who changes people, roles and tokens, in one tenant. */
export interface Doer {
  readonly principal: Principal;
  readonly tenant: string;
  readonly from: RequestOrigin;
  /** Whether a person acts by a token, which may be limited. @default false: in person, or who is none */
  readonly isByToken?: boolean;
}

/** One act, to be kept with who did it. */
export interface IdentityAct {
  readonly kind: IdentityActKind;
  /** `null` is of no tenant: it concerns the deployment. */
  readonly tenant: string | null;
  readonly by: string | null;
  readonly subject: { readonly type: "user" | "token" | "session"; readonly id: string };
  readonly outcome: "done" | "refused";
  readonly code: string | null;
  readonly note: string | null;
  readonly changes: readonly {
    readonly pointer: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
  readonly from: RequestOrigin | null;
}

/** Keeps acts; what was done stands where one cannot be kept. */
export type NoteAct = (act: IdentityAct) => Promise<void>;

/** An act that succeeded and changed nothing that is shown, where nothing else is said. */
export function actOf(
  kind: IdentityActKind,
  subject: IdentityAct["subject"],
  {
    by,
    tenant = null,
    from = null,
    outcome = "done",
    code = null,
    note = null,
    changes = [],
  }: Partial<Omit<IdentityAct, "kind" | "subject" | "by">> & { readonly by: string | null },
): IdentityAct {
  return { kind, subject, by, tenant, from, outcome, code, note, changes };
}

/** The values that two records have different, for those names. */
export function changesOf<Kept extends object>(
  before: Kept,
  after: Kept,
  names: readonly (keyof Kept & string)[],
): IdentityAct["changes"] {
  return names.flatMap((name) => {
    const [from, to] = [JSON.stringify(before[name]), JSON.stringify(after[name])];
    return from === to ? [] : [{ pointer: `/${name}`, before: from ?? null, after: to ?? null }];
  });
}

/** Who does it and from where, as an act has it. */
export function byOf(doer: Doer | null): Pick<IdentityAct, "by" | "from"> {
  return doer === null ? { by: null, from: null } : { by: principalLabel(doer.principal), from: doer.from };
}
