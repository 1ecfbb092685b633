import { fingerprint, MoJobErrorCode } from "@mojob/core";
import { httpProblem } from "../problem/problem.ts";

/** Hexadecimal digits: enough that no change goes unnoticed by chance, few enough for a link. */
const SEAL_LENGTH = 16;

/**
 * A store's cursor as clients carry it, sealed together with the list it belongs to.
 *
 * The seal keeps no secret, as a cursor opens nothing its list does not show: it tells a cursor that was cut, changed or
 * taken to another list from ours, where it would name some place nobody meant.
 */
export async function sealCursor(cursor: string, list: string): Promise<string> {
  return (await sealOf(cursor, list)) + cursor;
}

/** @throws HTTPException 400 for a cursor that is not of this list */
export async function openCursor(sealed: string, list: string): Promise<string> {
  const cursor = sealed.slice(SEAL_LENGTH);
  if (sealed === (await sealCursor(cursor, list))) return cursor;
  const message = "must be the nextCursor of a page of the same list with the same filter";
  throw httpProblem(MoJobErrorCode.InvalidArgument, `Cannot go on with the list: "cursor" ${message}`, {
    errors: [{ parameter: "cursor", message }],
  });
}

async function sealOf(cursor: string, list: string): Promise<string> {
  return (await fingerprint([list, cursor])).slice(0, SEAL_LENGTH);
}
