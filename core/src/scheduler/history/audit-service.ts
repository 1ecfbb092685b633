import type { SealedText } from "../../base/sealing/key-ring.ts";
import type { Act, ActKind, ActOutcome, ActSubject, Actor, SubjectType } from "../../model/history/act.ts";
import type { Page, PageRequest } from "../../ports/page.ts";

/** Who did what or was kept from it, sign-ins included, and whether the record of it is whole. */
export interface AuditService {
  /**
   * The newest first. Of calls whose intent was written before they were done only those are shown that failed, or whose outcome is not
   * known: what was done has an act of its own. Acts on the tenant as a whole are shown to those who read the audit of all its apps. */
  list(query: AuditListQuery, page: PageRequest): Promise<Page<Act>>;
  /**
   * Checks each act against its links: reads all of them.
   * @param kept heads that were kept outside the store: a chain that does not reach one of them was put back. @default none
   * @throws MoJobError `invalid_argument` where they are of another tenant, or not as they were sealed
   */
  verify(kept?: readonly AuditHeads[]): Promise<AuditVerdict>;
  /** Where all chains end, to be kept outside the store, in parts of 1,000 chains: a store that is put back as a whole is found by them alone. */
  heads(): Promise<readonly AuditHeads[]>;
  /**
   * Writes an act that was done, or refused, outside the scheduler: a sign-in, a role given. For the program itself, on behalf of the one it
   * names; where the history cannot be written now, it is written with the next act. Refusals of one actor are counted
   * after ten a minute, and written as one. A process that stands by writes none.
   */
  note(act: NotedAct): Promise<void>;
  /**
   * Does what is changed outside the scheduler: where the audit is strict, its intent is written first.
   * @throws MoJobError `audit_unavailable`: nothing was done; else what the work throws
   */
  around<Result>(
    of: Pick<NotedAct, "by" | "from">,
    operation: string,
    work: () => Promise<Result>,
  ): Promise<Result>;
}

/** An act to note; members that are left out are as for any other act. */
export interface NotedAct extends Pick<Act, "kind" | "app"> {
  /** `null` is the program itself, or nobody who is known. */
  readonly by: Actor | null;
  readonly from: Act["from"];
  readonly subject?: ActSubject | null;
  readonly outcome?: ActOutcome;
  readonly code?: string | null;
  readonly note?: string | null;
  readonly changes?: Act["changes"];
}

export interface AuditListQuery {
  /** An actor's id or name. */
  readonly actor?: string;
  readonly kind?: ActKind;
  readonly app?: string;
  readonly jobKey?: string;
  readonly subject?: { readonly type: SubjectType; readonly id?: string };
  readonly outcome?: ActOutcome;
  /** At this time or later. */
  readonly from?: Date;
  /** Before this time. */
  readonly to?: Date;
}

/** Where all chains of a tenant ended at a time. */
export interface AuditHeads {
  readonly tenant: string;
  readonly at: Date;
  readonly heads: readonly AuditHead[];
  /** By a key outside the store. @default they are not sealed */
  readonly seal?: SealedText;
}

/** Where a chain ended, and when its last act was appended. */
export interface AuditHead {
  readonly writer: string;
  readonly n: number;
  readonly hash: string;
  readonly at: Date;
}

export const ChainBreakReason = {
  /** The act, or its link, is not as it was appended. */
  Changed: "changed",
  /** There was an act in this place, and it is not there. */
  Missing: "missing",
  /** It does not follow on the link before it. */
  Order: "order",
  /** No process appended it. */
  Unlinked: "unlinked",
  /** The chain does not reach a head that was kept outside the store. */
  PutBack: "put_back",
} as const;
export type ChainBreakReason = (typeof ChainBreakReason)[keyof typeof ChainBreakReason];

export interface ChainBreak {
  /** The chain; `null` for an act that is in none. */
  readonly writer: string | null;
  /** The place in it. */
  readonly n: number | null;
  /** `null` where the act is missing. */
  readonly actId: string | null;
  readonly reason: ChainBreakReason;
}

export interface AuditVerdict {
  readonly ok: boolean;
  /** How many acts were checked. */
  readonly entries: number;
  /** How many of them a version before chains wrote, which nothing can be said about. */
  readonly unchained: number;
  /** How many chains there are. */
  readonly writers: number;
  readonly firstBreak: ChainBreak | null;
  /** Whether where the chains end is sealed by a key that is outside the store, and this process has the key. */
  readonly isSealed: boolean;
  /** Calls of which only the intent is there: they are under way, or their process was killed. */
  readonly unknownOutcomes: number;
}
