import type { IMoJobScheduleMetadataStore } from "@mojob/core";
import type { Incident, LinkedAct, Page, RecordDefinition } from "@mojob/core/ports";
import { COPY_BATCH } from "./copied-runs.ts";

type Store = IMoJobScheduleMetadataStore;
/** The kinds of records that features declare. */
export type FeatureRecords = RecordDefinition<never, "id">;
interface Kept {
  readonly tenant: string;
  readonly revision?: number;
}

/** Copies the versions of scripts and graphs that are no longer in force, of jobs by their keys. */
export async function copyScripts(
  from: Store,
  to: Store,
  tenant: string,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) {
    let before: number | null = null;
    for (;;) {
      const page = await from.scripts.list(tenant, key, before, COPY_BATCH);
      for (const { version } of page) {
        const kept = await from.scripts.get(tenant, key, version);
        if (kept !== null) await to.scripts.keep(kept);
      }
      if (page.length < COPY_BATCH) break;
      before = page.at(-1)?.version ?? null;
    }
  }
}

/** Copies what people did, with the links that show that none of it was changed. */
export async function copyHistory(from: Store, to: Store, tenant: string): Promise<void> {
  await eachPage<LinkedAct>(
    (cursor) => from.history.listLinked(tenant, { limit: COPY_BATCH, ...cursor }),
    (linked) =>
      to.history.append(
        linked.map(({ act }) => act),
        linked.flatMap(({ links }) => links),
      ),
  );
}

/** Copies what went wrong; what is there already stays as it is. */
export async function copyIncidents(from: Store, to: Store, tenant: string): Promise<void> {
  await eachPage<Incident>(
    (cursor) => from.incidents.list({ tenant }, { limit: COPY_BATCH, ...cursor }),
    // The first write of a record is its first revision.
    (incidents) => to.incidents.write(incidents.map((incident) => ({ ...incident, revision: 1 }))),
  );
}

/** Copies the small records of features; what is there already stays as it is. */
export async function copyRecords(
  from: Store,
  to: Store,
  tenant: string,
  definitions: readonly FeatureRecords[],
): Promise<void> {
  // What they are is their features' business: an id and a revision are all that a copy needs.
  for (const definition of definitions as readonly unknown[] as readonly RecordDefinition<Kept, "id">[]) {
    const [source, target] = [from.records(definition), to.records(definition)];
    let last: Kept | undefined;
    for (;;) {
      const after = last === undefined ? {} : { after: [definition.key(last)] };
      const page: readonly Kept[] = await source.find({ tenant, order: ["id"], limit: COPY_BATCH, ...after });
      // The first write of a record is its first revision.
      await target.put(page.map((item) => (item.revision === undefined ? item : { ...item, revision: 1 })));
      if (page.length < COPY_BATCH) break;
      last = page.at(-1);
    }
  }
}

async function eachPage<Item>(
  read: (cursor: { readonly cursor?: string }) => Promise<Page<Item>>,
  write: (items: readonly Item[]) => Promise<unknown>,
): Promise<void> {
  let cursor: string | null = null;
  do {
    const page: Page<Item> = await read(cursor === null ? {} : { cursor });
    await write(page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
}
