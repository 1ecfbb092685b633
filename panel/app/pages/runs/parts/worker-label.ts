import type { Worker } from "../../../api/operations.generated.ts";

/** The end of the id a worker makes for itself, behind its app. */
const OWN_ID = /-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{6}(?=[\da-f]{6}$)/;

/** A worker's name for people, as the API names it in runs: its name, else its address, else its machine and process. */
export function workerLabel({
  id,
  name,
  address,
  host,
  pid,
}: Pick<Worker, "id" | "name" | "address" | "host" | "pid">): string {
  if (name !== null || address !== null) return name ?? address ?? id;
  if (host === null) return shortWorkerId(id);
  return pid === null ? host : `${host}/${pid}`;
}

/** The id of a worker that nothing more is known of: its app and the end of what is random. */
export function shortWorkerId(id: string): string {
  return id.replace(OWN_ID, "…");
}
