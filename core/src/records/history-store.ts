import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import { type Act, ActOutcome, completeAct, type StoredAct } from "../model/history/act.ts";
import type { ActLink, LinkedAct } from "../model/history/act-link.ts";
import { defineRecords, type RecordDefinition, type Recorded } from "../model/record/record-definition.ts";
import type { HistoryQuery, IMoHistoryStore } from "../ports/history-store.ts";
import type { Page, PageRequest } from "../ports/page.ts";
import type { IMoRecordStore } from "../ports/record-store.ts";

/** An act as a record: it never changes, and its links are added to. */
interface ActRecord extends StoredAct, Recorded, Partial<Pick<LinkedAct, "links" | "isMisfiled">> {}

const FIELDS = {
  id: "text",
  at: "time",
  app: "text",
  jobKey: "text",
  run: { type: "text", path: "instanceId" },
  made: { type: "text", path: "madeId" },
  operation: "text",
  kind: "text",
  actor: { type: "text", path: "by.id" },
  actorName: { type: "text", path: "by.name" },
  subject: { type: "text", path: "subject.type" },
  subjectId: { type: "text", path: "subject.id" },
  outcome: "text",
} as const;

/** An act of an earlier version, which has no outcome, was done. */
const DONE = [ActOutcome.Done, null] as const;

export const HISTORY: RecordDefinition<ActRecord, keyof typeof FIELDS> = defineRecords({
  name: "history",
  key: ({ id }: ActRecord) => id,
  fields: FIELDS,
  indexes: {
    id: { id: -1 },
    job: { jobKey: 1, id: -1 },
    run: { run: 1, id: -1 },
    made: { made: 1, id: -1 },
  },
  apart: { links: "json" },
  isChecked: true,
});

/** Keeps acts as records. */
export class HistoryStore implements IMoHistoryStore {
  readonly #records: IMoRecordStore<ActRecord, keyof typeof FIELDS>;

  constructor(records: IMoRecordStore<ActRecord, keyof typeof FIELDS>) {
    this.#records = records;
  }

  async append(acts: readonly Act[], links: readonly ActLink[] = []): Promise<void> {
    if (acts.length === 0) return;
    const byAct = Map.groupBy(links, ({ act }) => act);
    const linked = acts.map((act) => ({ ...act, links: byAct.get(act.id) ?? [], revision: 1 }));
    const written = await this.#records.put(linked);
    let left: readonly ActRecord[] = linked.filter(
      (act, index) => written[index] !== true && act.links.length > 0,
    );
    // Each pass adds to what is there now; what another process wrote meanwhile is read again.
    while (left.length > 0) left = await this.#link(left);
  }

  async known(tenant: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.#records.get(tenant, ids);
    return new Set(found.flatMap((act) => act?.id ?? []));
  }

  async list(query: HistoryQuery, page: PageRequest): Promise<Page<Act>> {
    const { items, nextCursor } = await this.#page(query, page);
    return { items: items.map(({ act }) => act), nextCursor };
  }

  listLinked(tenant: string, page: PageRequest): Promise<Page<LinkedAct>> {
    return this.#page({ tenant }, page);
  }

  async outdated(tenant: string, before: Date, most: number, limit: number): Promise<readonly LinkedAct[]> {
    const newest = { tenant, order: ["id"], descending: true } as const;
    const [beyond] = await this.#records.find({ ...newest, skip: most, limit: 1 });
    const isBeyond = beyond === undefined ? [] : [{ id: beyond.id }, { id: { before: beyond.id } }];
    const either = [[{ at: { before } }, ...isBeyond]];
    return (await this.#records.find({ tenant, either, order: ["id"], limit })).map(toLinked);
  }

  count(tenant: string): Promise<number> {
    return this.#records.count(tenant);
  }

  remove(tenant: string, ids: readonly string[]): Promise<number> {
    return this.#records.remove(tenant, { id: ids });
  }

  /** Adds links to acts that are there; resolves to those that another process wrote first, or removed. */
  async #link(acts: readonly ActRecord[]): Promise<readonly ActRecord[]> {
    const stored = await Promise.all(
      acts.map(async ({ tenant, id }) => (await this.#records.get(tenant, [id]))[0] ?? null),
    );
    const added = acts.flatMap((act, index) => {
      const {
        links: known = [],
        isMisfiled: _,
        ...before
      } = stored[index] ?? { ...act, links: [], revision: 0 };
      const news = (act.links ?? []).filter((link) => !known.some((one) => isSame(one, link)));
      const next = { ...before, links: [...known, ...news], revision: (before.revision ?? 1) + 1 };
      return news.length === 0 ? [] : [{ act, next }];
    });
    const written = await this.#records.put(added.map(({ next }) => next));
    return added.filter((_, index) => written[index] !== true).map(({ act }) => act);
  }

  async #page(query: HistoryQuery, { limit, cursor }: PageRequest): Promise<Page<LinkedAct>> {
    const found = await this.#records.find({
      ...filtersOf(query),
      order: ["id"],
      descending: true,
      after: cursor === undefined ? [] : [readCursor(cursor)],
      // One more than asked for shows whether another page follows.
      limit: limit + 1,
    });
    const items = found.slice(0, limit).map(toLinked);
    return { items, nextCursor: found.length > limit ? (items.at(-1)?.act.id ?? null) : null };
  }
}

function filtersOf(query: HistoryQuery) {
  const { tenant, app, jobKeys: jobKey, instanceId: run, operation, kind, from, to, actor, subject } = query;
  const outcome = query.outcome === ActOutcome.Done ? DONE : query.outcome;
  return {
    tenant,
    where: {
      app,
      jobKey,
      operation,
      kind,
      at: { from, before: to },
      outcome,
      subject: subject?.type,
      subjectId: subject?.id,
    },
    either: [
      [{ run }, { made: run }],
      [{ actor }, { actorName: actor }],
      [query.isWork === true ? { subject: null, outcome: DONE } : {}],
    ],
  };
}

function toLinked(record: ActRecord): LinkedAct {
  const { links = [], isMisfiled, revision: _, ...act } = record;
  return { act: completeAct(act), links, ...(isMisfiled === true && { isMisfiled }) };
}

function isSame(one: ActLink, other: ActLink): boolean {
  return one.writer === other.writer && one.n === other.n;
}

/** The id of the last act of the page before. */
function readCursor(cursor: string): string {
  if (/^[\da-f-]{36}$/.test(cursor)) return cursor;
  throw new MoJobError(MoJobErrorCode.InvalidArgument, `Cannot go on at cursor "${cursor}": no list made it`);
}
