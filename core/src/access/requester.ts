import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import { invalidInput } from "../base/input.ts";
import { issueAt } from "../base/issue/issue.ts";
import { AppSet } from "./app-set.ts";
import { appsWith, type Granted } from "./grant.ts";
import type { ActOrigin } from "../model/history/act.ts";
import { Permission } from "./permission.ts";

export interface RequesterOptions {
  readonly by: string | null;
  readonly scope: string | null;
  readonly may: AppSet;
  /** Is called where it matters, which is seldom. */
  readonly known: () => AppSet;
  readonly needed: readonly Permission[];
  /** Where its request came from. @default null: no request asked */
  readonly from?: ActOrigin | null;
  /** Resolves to whether it may do now what it could when the call began. @default it always does */
  readonly isLive?: (() => Promise<boolean>) | null;
  /** All that it holds, whatever the call needs. @default everything */
  readonly granted?: Granted;
}

/** Who makes one call, and in which apps: the one place that judges whose objects a call may touch. */
export class Requester {
  /** As a record names it; `null` is the program itself. */
  readonly by: string | null;
  /** Where its request came from. */
  readonly from: ActOrigin | null;
  /** The one app that the scheduler is limited to: names of jobs are those that its code gives them. */
  readonly scope: string | null;
  /** The apps in which it may make this call. */
  readonly apps: AppSet;
  /** The apps of which it may do anything: objects of others do not exist to it. */
  readonly #known: () => AppSet;
  /** The permissions that the call needs. */
  readonly needed: readonly Permission[];
  readonly #granted: Granted | null;
  readonly #isLive: (() => Promise<boolean>) | null;
  /** Whether it reads the payloads of every app. */
  readonly readsAllPayloads: boolean;

  constructor({ by, from, scope, may, known, needed, granted, isLive = null }: RequesterOptions) {
    const within = scope === null ? AppSet.ALL : AppSet.of([scope]);
    this.by = by;
    this.from = from ?? null;
    this.scope = scope;
    this.apps = may.and(within);
    this.#known = () => known().and(within);
    this.needed = needed;
    this.#granted = granted ?? null;
    this.#isLive = isLive;
    this.readsAllPayloads = granted === undefined || granted.permissions.includes(Permission.ReadPayloads);
  }

  /** The apps in which it holds a permission, whether or not the call needs it. */
  appsWith(permission: Permission): AppSet {
    return this.#granted === null ? AppSet.ALL : appsWith(this.#granted, permission);
  }

  /** Whether it holds a permission in an app, whether or not the call needs it. */
  holds(permission: Permission, app: string): boolean {
    return this.appsWith(permission).has(app);
  }

  /**
   * Refuses what needs a permission besides, as is known by what is stored.
   * @throws MoJobError `forbidden` where it is not held in the app
   */
  assertHolds(permission: Permission, app: string): void {
    if (!this.holds(permission, app)) throw this.#forbidden(app, [permission]);
  }

  /**
   * Whether an object of this app exists to the caller.
   * @throws MoJobError `forbidden` where it does, and the caller may not do this with it
   */
  finds(app: string): boolean {
    if (this.apps.has(app)) return true;
    if (this.#known().has(app)) throw this.#forbidden(app);
    return false;
  }

  /**
   * Refuses an app that the request names itself.
   * @param doing what the caller was about to do, for the message: `register jobs`
   * @throws MoJobError `invalid_argument` where the scheduler is limited to another app; `forbidden` where the caller may not do this in it
   */
  assertApp(app: string, doing: string): void {
    if (this.apps.has(app)) return;
    if (this.scope === null || this.scope === app) throw this.#forbidden(app);
    throw invalidInput(doing, [issueAt("/app", "other_app", { app: this.scope })]);
  }

  /** Resolves to why a call that does many things one after the other may not go on; `null` where its caller has the rights that it began with. */
  async lost(): Promise<MoJobError | null> {
    if (this.#isLive === null || (await this.#isLive())) return null;
    return new MoJobError(
      MoJobErrorCode.Forbidden,
      `Cannot go on with this as "${this.by ?? "code"}": its rights have changed since it began`,
    );
  }

  #forbidden(app: string, permissions: readonly Permission[] = this.needed): MoJobError {
    const needed = permissions.map((one) => `"${one}"`).join(" and ");
    return new MoJobError(
      MoJobErrorCode.Forbidden,
      `Cannot do this in app "${app}" as "${this.by ?? "code"}": the permission ${needed} is needed in it`,
    );
  }
}

/** The program itself, in every app. */
export const PROGRAM: Requester = new Requester({
  by: null,
  scope: null,
  may: AppSet.ALL,
  known: () => AppSet.ALL,
  needed: [],
});
