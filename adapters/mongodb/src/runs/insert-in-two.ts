import type { ObjectId } from "mongodb";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import { isDuplicateKey } from "../connection/store-error.ts";
import type { InstanceDocument } from "../documents/mongodb-documents.ts";

/** Records of a process that dies in between are removed after this. */
const LEFT_BEHIND_MS = 60_000;

/**
 * Inserts runs in two writes each: without tenant and unique key, by which nothing finds it, and then with them. A server
 * that keeps a freed key for inserts (`isStaleKey`) gives it to an update. Resolves to the positions of those whose id or
 * unique key is taken.
 */
export async function insertInTwo(
  { collections: { instances } }: StoreHandle,
  documents: readonly InstanceDocument[],
  ticket: ObjectId,
): Promise<ReadonlySet<number>> {
  const ids = documents.map(({ _id }) => _id);
  const written = await instances
    .find({ _id: { $in: ids }, ticket })
    .project<{ _id: string }>({ _id: 1 })
    .toArray();
  const done = new Set(written.map(({ _id }) => _id));
  const taken = new Set<number>();
  for (const [index, document] of documents.entries()) {
    if (done.has(document._id)) continue;
    const { tenant, uniqueKey, expiresAt, ...rest } = document;
    const own = { _id: document._id, ticket };
    const whole = { tenant, ...(uniqueKey !== undefined && { uniqueKey }), ...(expiresAt && { expiresAt }) };
    try {
      const expiry = new Date(document.createdAt.getTime() + LEFT_BEHIND_MS);
      await instances.insertOne({ ...rest, expiresAt: expiry } as InstanceDocument);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      taken.add(index);
      continue;
    }
    try {
      const { matchedCount } = await instances.updateOne(own, {
        $set: whole,
        ...(expiresAt === undefined && { $unset: { expiresAt: "" } }),
      });
      // A repeated call has completed it with its own document in the meantime.
      if (matchedCount === 0) taken.add(index);
    } catch (error) {
      await instances.deleteOne(own);
      if (!isDuplicateKey(error)) throw error;
      taken.add(index);
    }
  }
  return taken;
}

/**
 * Writes what a process left behind that died between the two writes of the same run, because a repeated call must not
 * take such a record for a run. Resolves to whether the run is this call's now; `false` where its unique key is taken.
 */
export async function completeHalf(
  { collections: { instances } }: StoreHandle,
  document: InstanceDocument,
): Promise<boolean> {
  const half = { _id: document._id, tenant: { $exists: false } };
  try {
    const { matchedCount } = await instances.replaceOne(half, document);
    return matchedCount === 1;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await instances.deleteOne(half);
    return false;
  }
}
