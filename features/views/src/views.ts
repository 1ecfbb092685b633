import { isMoJobError, type JobDefinition, MoJobError, MoJobErrorCode, Permission } from "@mojob/core";
import { describeProcess, invalidInput, issueAt, type SavedView, type ViewPage } from "@mojob/core/engine";
import {
  type PerRequester,
  type Requester,
  byText,
  findJob,
  type ServiceParts,
  type ViewService,
} from "@mojob/core/feature";
import { createId, type IMoRecordStore, type RecordFilter } from "@mojob/core/ports";
import { VIEW_RECORDS, type ViewField } from "./view-records.ts";
import { parseViewRequest, type ViewRequest } from "./view-request.ts";

/** How many views one owner has at most, shared ones among them. */
const MOST_OF_OWNER = 100;
/** How many views are shared in a tenant at most. */
const MOST_SHARED = 200;
/** Processes that save at the same instant can pass the bounds by a few. */
const READ_AT_ONCE = 1000;

export type ViewsOptions = Pick<ServiceParts, "tenant" | "store" | "cache" | "clock" | "standby">;

/** Keeps filters of lists, and says who sees and changes which. */
export class SavedViews implements PerRequester<ViewService> {
  readonly #options: ViewsOptions;
  readonly #records: IMoRecordStore<SavedView, ViewField>;
  /** The latest save: what is counted for one has been written by the one before. */
  #saved: Promise<unknown> = Promise.resolve();

  constructor(options: ViewsOptions) {
    this.#options = options;
    this.#records = options.store.records(VIEW_RECORDS);
  }

  async list(requester: Requester, page?: ViewPage): Promise<readonly SavedView[]> {
    const [own, shared] = await Promise.all([
      this.#find({ owner: requester.by }),
      this.#find({ isShared: true }),
    ]);
    const byId = new Map([...own, ...shared].map((view) => [view.id, view]));
    return [...byId.values()]
      .filter((view) => (page === undefined || view.page === page) && sees(requester, view))
      .sort((a, b) => byText(a.name, b.name) || byText(a.id, b.id));
  }

  /** @throws MoJobError `view_not_found`; `forbidden` where the caller may do other things in its app */
  async get(requester: Requester, id: string): Promise<SavedView> {
    const [view = null] = await this.#records.get(this.#options.tenant, [id]);
    const isFound =
      view !== null &&
      isFor(requester, view) &&
      readsPage(requester, view) &&
      (view.app === null || requester.finds(view.app));
    if (isFound) return view;
    throw new MoJobError(MoJobErrorCode.ViewNotFound, `Cannot find view "${id.slice(0, 64)}"`);
  }

  async create(requester: Requester, input: unknown): Promise<SavedView> {
    const doing = "save a view";
    const request = parseViewRequest(input, doing);
    this.#assertActive();
    const app = await this.#appOf(requester, request, doing);
    assertMaySave(requester, { ...request, app }, doing);
    return this.#inTurn(async () => {
      await this.#assertRoom({ owner: requester.by }, MOST_OF_OWNER, doing);
      if (request.isShared) await this.#assertRoom({ isShared: true }, MOST_SHARED, doing);
      const { tenant, clock } = this.#options;
      const at = clock.now();
      const kept = { id: createId(at), tenant, owner: requester.by, app, createdAt: at, changedAt: at };
      return this.#write({ ...request, ...kept, revision: 1 }, doing);
    });
  }

  async replace(
    requester: Requester,
    id: string,
    input: unknown,
    revisions: readonly number[] | null,
  ): Promise<SavedView> {
    const doing = `change view "${id}"`;
    const request = parseViewRequest(input, doing);
    this.#assertActive();
    const app = await this.#appOf(requester, request, doing);
    return this.#inTurn(async () => {
      const before = await this.get(requester, id);
      assertMayChange(requester, before, doing);
      assertMaySave(requester, { ...request, app }, doing);
      assertRevision(before, revisions, doing);
      if (request.isShared && !before.isShared)
        await this.#assertRoom({ isShared: true }, MOST_SHARED, doing);
      const changedAt = this.#options.clock.now();
      return this.#write({ ...before, ...request, app, changedAt, revision: before.revision + 1 }, doing);
    });
  }

  async remove(requester: Requester, id: string, revisions: readonly number[] | null): Promise<SavedView> {
    const doing = `remove view "${id}"`;
    this.#assertActive();
    const view = await this.get(requester, id);
    assertMayChange(requester, view, doing);
    assertRevision(view, revisions, doing);
    const { tenant, revision } = view;
    if ((await this.#records.remove(tenant, { id: view.id, revision })) === 0) throw stale(doing);
    return view;
  }

  #find(where: RecordFilter<ViewField>, limit = READ_AT_ONCE): Promise<readonly SavedView[]> {
    return this.#records.find({ tenant: this.#options.tenant, where, order: ["id"], limit });
  }

  async #write(view: SavedView, doing: string): Promise<SavedView> {
    const [isWritten] = await this.#records.put([view]);
    if (isWritten !== true) throw stale(doing);
    return view;
  }

  async #assertRoom(where: RecordFilter<ViewField>, max: number, doing: string): Promise<void> {
    if ((await this.#find(where, max)).length < max) return;
    throw invalidInput(doing, [issueAt("isShared" in where ? "/isShared" : "", "views_full", { max })]);
  }

  /** The app that a filter is about. A job that the caller does not see is one that is not there. */
  async #appOf(requester: Requester, { filter }: ViewRequest, doing: string): Promise<string | null> {
    const { app, jobKey } = filter;
    if (app !== undefined) {
      requester.assertApp(app, doing);
      return app;
    }
    const job = jobKey === undefined ? null : await this.#jobOf(requester, jobKey);
    return job?.app ?? requester.scope;
  }

  async #jobOf(requester: Requester, key: string): Promise<JobDefinition | null> {
    try {
      return await findJob(this.#options.cache, requester, key);
    } catch (error) {
      if (isMoJobError(error, MoJobErrorCode.JobNotFound)) return null;
      throw error;
    }
  }

  /** Who only reads saves its own views: the gate, which judges by permissions, lets that pass on a process that stands by. */
  #assertActive(): void {
    const { tenant, standby } = this.#options;
    const runner = standby();
    if (runner === null) return;
    throw new MoJobError(
      MoJobErrorCode.LockHeld,
      `Cannot change views of tenant "${tenant}" here: ${describeProcess(runner)} runs it, and this process stands by`,
    );
  }

  #inTurn<Result>(save: () => Promise<Result>): Promise<Result> {
    const saved = this.#saved.then(save);
    // Its caller learns of a failure; the next one begins all the same.
    this.#saved = saved.catch(() => {});
    return saved;
  }
}

function sees(requester: Requester, view: SavedView): boolean {
  return (
    isFor(requester, view) &&
    readsPage(requester, view) &&
    (view.app === null || requester.apps.has(view.app))
  );
}

/** Whether it is one's own or shared: to all others it does not exist. */
function isFor({ by }: Requester, { owner, isShared }: SavedView): boolean {
  return isShared || owner === by;
}

/** A list of jobs is for those who read jobs. */
function readsPage(requester: Requester, { page, app }: Pick<SavedView, "page" | "app">): boolean {
  if (page !== "jobs") return true;
  const apps = requester.appsWith(Permission.ReadJobs);
  return app === null ? !apps.isEmpty : apps.has(app);
}

/** @throws MoJobError `forbidden` for a page that the caller does not read, and for one that is shared without the right to */
function assertMaySave(
  requester: Requester,
  view: Pick<SavedView, "page" | "app" | "isShared">,
  doing: string,
): void {
  if (!readsPage(requester, view)) throw forbidden(requester, doing, Permission.ReadJobs);
  if (view.isShared) assertMayShare(requester, view, doing);
}

/** One's own is free to oneself; what somebody else shares is changed by who could share it. */
function assertMayChange(requester: Requester, view: SavedView, doing: string): void {
  if (view.owner !== requester.by) assertMayShare(requester, view, doing);
}

function assertMayShare(requester: Requester, { app }: Pick<SavedView, "app">, doing: string): void {
  const apps = requester.appsWith(Permission.EditJobs);
  if (app === null ? apps.isAll && requester.scope === null : apps.has(app)) return;
  throw forbidden(requester, doing, Permission.EditJobs);
}

function assertRevision({ revision }: SavedView, revisions: readonly number[] | null, doing: string): void {
  if (revisions !== null && !revisions.includes(revision)) throw stale(doing);
}

function forbidden({ by }: Requester, doing: string, permission: Permission): MoJobError {
  return new MoJobError(
    MoJobErrorCode.Forbidden,
    `Cannot ${doing} as "${by ?? "code"}": the permission "${permission}" is needed in its app, or in every app where it is for all`,
  );
}

function stale(doing: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.StaleRevision,
    `Cannot ${doing}: it was changed meanwhile; read it again before you change it`,
  );
}
