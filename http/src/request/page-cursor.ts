import { MoJobErrorCode } from "@mojob/core";
import { fingerprint, issueAt } from "@mojob/core/engine";
import { httpProblem, parameterError } from "../problem/problem.ts";

/** Hexadecimal digits: enough that no change goes unnoticed by chance, few enough for a link. */
const SEAL_LENGTH = 16;

/**
 * A store's cursor as clients get it, sealed together with the list it belongs to.
 *
 * The seal keeps no secret, as a cursor gives access to nothing that its list does not show. It recognises a cursor that
 * was cut, changed or used with another list, where it would name a wrong position.
 */
export async function sealCursor(cursor: string, list: string): Promise<string> {
  return (await sealOf(cursor, list)) + cursor;
}

/** @throws HTTPException 400 for a cursor that is not of this list */
export async function openCursor(sealed: string, list: string): Promise<string> {
  const cursor = sealed.slice(SEAL_LENGTH);
  if (sealed === (await sealCursor(cursor, list))) return cursor;
  const error = parameterError("cursor", issueAt("", "stale_cursor"));
  throw httpProblem(
    MoJobErrorCode.InvalidArgument,
    'Cannot go on with the list: "cursor" must be the nextCursor of a page of the same list with the same filter',
    { errors: [error] },
  );
}

async function sealOf(cursor: string, list: string): Promise<string> {
  return (await fingerprint([list, cursor])).slice(0, SEAL_LENGTH);
}
