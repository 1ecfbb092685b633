import { sha256 } from "../../base/fingerprint.ts";
import { sha256Now } from "../../base/sha256.ts";
import { canonicalJson, jsonOf, type JsonValue } from "../../base/json.ts";
import type { Act } from "./act.ts";

/** Binds an act to the one that the same writer appended before it. */
export interface ActLink {
  /** The id of the act. */
  readonly act: string;
  /** Names a process's own chain. */
  readonly writer: string;
  /** Its place in the chain, from 1. */
  readonly n: number;
  /** The hash of the link before; the empty text for the first. */
  readonly prev: string;
  /** SHA-256 over the act, the writer, the place and the hash before, as hexadecimal text. */
  readonly hash: string;
}

/** An act with its links: several where several processes took it over. */
export interface LinkedAct {
  readonly act: Act;
  readonly links: readonly ActLink[];
  /** Whether a store that finds acts by copies of their values has others there than the act has. @default it has none */
  readonly isMisfiled?: boolean;
}

/** Links an act, at once: a change waits for it. */
export function linkAct(act: Act, place: Pick<ActLink, "writer" | "n" | "prev">): ActLink {
  const { writer, n, prev } = place;
  return { act: act.id, writer, n, prev, hash: sha256Now(textOf(act, place)) };
}

/** Whether a link is that of the act as it is now. Hundreds of thousands are checked, beside what else goes on. */
export async function isLinkOf(link: ActLink, act: Act): Promise<boolean> {
  return link.act === act.id && link.hash === (await sha256(textOf(act, link)));
}

function textOf(act: Act, { writer, n, prev }: Pick<ActLink, "writer" | "n" | "prev">): string {
  return canonicalJson([jsonOf(knownParts(act)), writer, n, prev]);
}

/** Field by field, so that what a store adds to a record changes no hash. */
function knownParts(act: Act): Readonly<Record<keyof Act, JsonValue>> {
  const { id, tenant, at, kind, by, app, jobKey, instanceId, madeId, note, operation } = act;
  const { changes, subject, outcome, code, from } = act;
  return {
    id,
    tenant,
    at: at.toISOString(),
    kind,
    by: by && { id: by.id, name: by.name },
    app,
    jobKey,
    instanceId,
    madeId,
    note,
    operation,
    changes: changes.map(({ pointer, before, after }) => ({ pointer, before, after })),
    subject: subject && { type: subject.type, id: subject.id },
    outcome,
    code,
    from: from && { address: from.address, agent: from.agent, requestId: from.requestId },
  };
}
