import { isMoJobError, type MoJobScheduler, type Principal } from "@mojob/core";
import { principalLabel } from "@mojob/core/engine";
import { ActKind, type ActOrigin, ActOutcome, type Actor, SubjectType } from "@mojob/core/ports";
import { HTTPException } from "hono/http-exception";

const REFUSED: ReadonlySet<number> = new Set([401, 403, 429]);
const LONGEST_PATH = 200;

export interface RefusedRequest {
  readonly operationId: string;
  readonly request: Request;
  readonly from: ActOrigin;
  /** Resolves to who sent it; `null` where nobody is known. */
  readonly findSender: () => Promise<Principal | null>;
}

/** Writes into the audit that a request was refused. One that only has to sign in first is nobody's attempt. */
export async function noteRefusal(
  error: unknown,
  { operationId, request, from, findSender }: RefusedRequest,
  audit: Pick<MoJobScheduler["audit"], "note">,
): Promise<void> {
  const refusal = await refusalIn(error);
  if (refusal === null) return;
  const { code, status } = refusal;
  const sender = await findSender();
  if (sender === null && status === 401 && !hasCredential(request)) return;
  await audit.note({
    kind: ActKind.Refused,
    app: null,
    by: sender && actorOf(sender),
    from,
    subject: { type: SubjectType.Operation, id: operationId },
    outcome: ActOutcome.Refused,
    code,
    note: `${request.method} ${new URL(request.url).pathname}`.slice(0, LONGEST_PATH),
  });
}

/** What a refusal says; `null` for any other error. */
async function refusalIn(error: unknown): Promise<{ readonly code: string; readonly status: number } | null> {
  if (isMoJobError(error)) return error.code === "forbidden" ? { code: error.code, status: 403 } : null;
  if (!(error instanceof HTTPException) || !REFUSED.has(error.status) || error.res === undefined) return null;
  // A clone: the caller still gets the response itself.
  const { code } = (await error.res.clone().json()) as { readonly code: string };
  return { code, status: error.status };
}

function hasCredential({ headers }: Request): boolean {
  return headers.has("Authorization") || headers.has("Cookie") || headers.has("Signature");
}

/** Who a principal is, as the audit names it. */
export function actorOf(principal: Principal): Actor {
  const { kind, name } = principal;
  return { id: principalLabel(principal) ?? kind, name: name ?? kind };
}
