import { Permission } from "@mojob/core";
import { ALL_PERMISSIONS, appsWith, type Engine, type Granted } from "@mojob/core/engine";
import { AppSet, PERSON_PREFIX, Requester } from "@mojob/core/feature";
import { grantedBy, isActive, type Person } from "@mojob/identity";

const USER = "user:";
/** Where nobody signs in, and with the program itself; `null` is the latter. */
const OF_EVERYTHING: readonly (string | null)[] = [null, "local"];
const NEEDED: readonly Permission[] = [Permission.ReadRuns];

/**
 * Somebody with the rights that they have now: a person whom identity knows, or the program itself. `null` for others, such as tokens, and for a
 * person who was removed or disabled, or may read nothing.
 */
export async function readerOf(
  owner: string | null,
  { state, tenant, clock }: Pick<Engine, "state" | "tenant" | "clock">,
): Promise<Requester | null> {
  if (OF_EVERYTHING.includes(owner))
    return new Requester({ by: owner, scope: null, ...within(AppSet.ALL), needed: NEEDED });
  if (owner?.startsWith(USER) !== true) return null;
  const entry = await state.get(PERSON_PREFIX + owner.slice(USER.length));
  if (entry === null) return null;
  const person = entry.value as unknown as Person;
  if (!isActive(person)) return null;
  const granted: Granted = person.isSuperadmin
    ? { permissions: ALL_PERMISSIONS }
    : grantedBy(person.memberships, tenant, clock.now().getTime());
  const apps = appsWith(granted, Permission.ReadRuns);
  return apps.isEmpty
    ? null
    : new Requester({ by: owner, scope: null, ...within(apps), needed: NEEDED, granted });
}

/**
 * Whether it can be known later what a caller may read: of the program itself where it holds it all, because nothing keeps the rights that
 * it was narrowed to.
 */
export async function canOwn(
  requester: Requester,
  engine: Pick<Engine, "state" | "tenant" | "clock">,
): Promise<boolean> {
  if (OF_EVERYTHING.includes(requester.by))
    return NEEDED.concat(Permission.TriggerRuns).every((one) => requester.appsWith(one).isAll);
  return (await readerOf(requester.by, engine)) !== null;
}

function within(apps: AppSet): { readonly may: AppSet; readonly known: () => AppSet } {
  return { may: apps, known: () => apps };
}
