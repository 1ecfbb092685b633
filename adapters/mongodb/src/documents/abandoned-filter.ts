import type { CreationPosition } from "@mojob/core/ports";
import type { Filter } from "mongodb";
import type { InstanceDocument } from "./mongodb-documents.ts";
import { exactly, through } from "./typed-filter.ts";

/** Runs whose abandoned code holds a slot, after the position, oldest first. */
export function abandonedRuns(tenant: string, position: CreationPosition | null): Filter<InstanceDocument> {
  return through(
    { tenant: exactly(tenant), ...IS_ABANDONED },
    position === null
      ? {}
      : {
          createdAt: { $gte: new Date(position.at) },
          $or: [{ createdAt: { $gt: new Date(position.at) } }, { id: { $gt: position.id } }],
        },
  );
}

/** Matches every run whose abandoned code holds a slot and no other; an index holds just these. */
export const IS_ABANDONED: { readonly "abandoned.at": { readonly $gt: Date } } = {
  "abandoned.at": { $gt: new Date(0) },
};
