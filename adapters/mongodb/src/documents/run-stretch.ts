import type { Filter } from "mongodb";
import { documentId } from "./instance-document.ts";
import type { InstanceDocument } from "./mongodb-documents.ts";
import { exactly, startsWith, through } from "./typed-filter.ts";

/** A tenant's runs behind this document id, in the order of their ids, up to the last one. */
export function runsFrom(tenant: string, after: string): Filter<InstanceDocument> {
  return { _id: { $gt: exactly(after), $lte: startsWith(documentId(tenant, "")).$lte } };
}

/** Runs by their document ids, all of one tenant. */
export interface RunStretch {
  /** Behind this one. */
  readonly after: string;
  readonly last: string;
}

/** Runs of a stretch that have ended and do not say so in one field. */
export function unmarkedEnds({ after, last }: RunStretch): Filter<InstanceDocument> {
  return through(
    { _id: { $gt: exactly(after), $lte: exactly(last) } },
    { completedAt: { $gt: new Date(0) }, ended: { $exists: false } },
  );
}
