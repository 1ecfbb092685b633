import * as v from "valibot";
import type { JsonValue } from "../base/json.ts";
import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import type { ExpectedExecutor } from "../model/expected-executor.ts";
import { expectedExecutorsKey } from "../model/name/state-key.ts";
import type { IMoStateStore } from "../ports/state-store.ts";

const MOST_TRIES = 10;

/** Labels stand beside the other members, as `xxlApp` always did. */
const ListSchema = v.array(
  v.pipe(
    v.looseObject({ name: v.string(), at: v.string(), by: v.nullable(v.string()) }),
    v.transform(({ name, at, by, ...rest }) => ({ name, labels: labelsIn(rest), at: new Date(at), by })),
  ),
);

function labelsIn(rest: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(rest).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** The executors that an app should have, by name. */
export async function readExpectedExecutors(
  state: Pick<IMoStateStore, "get">,
  tenant: string,
  app: string,
): Promise<readonly ExpectedExecutor[]> {
  return expectedExecutorsIn((await state.get(expectedExecutorsKey(tenant, app)))?.value);
}

/**
 * Changes the list of an app, whatever else changes it meanwhile; resolves to what it is then.
 * @throws MoJobError `stale_revision` where others change it at each try; what `change` throws
 */
export async function changeExpectedExecutors(
  state: Pick<IMoStateStore, "get" | "compareAndSet">,
  tenant: string,
  app: string,
  change: (list: readonly ExpectedExecutor[]) => readonly ExpectedExecutor[],
): Promise<readonly ExpectedExecutor[]> {
  const key = expectedExecutorsKey(tenant, app);
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const entry = await state.get(key);
    const next = change(expectedExecutorsIn(entry?.value)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const value = next.map(({ name, labels, at, by }): JsonValue => ({
      name,
      ...labels,
      at: at.toISOString(),
      by,
    }));
    if ((await state.compareAndSet(key, entry?.version ?? null, value)) !== null) return next;
  }
  throw new MoJobError(
    MoJobErrorCode.StaleRevision,
    `Cannot change the executors of app "${app}": the list is being changed by others`,
  );
}

/** The list in a stored value; what another version wrote counts as none. */
export function expectedExecutorsIn(value: JsonValue | undefined): readonly ExpectedExecutor[] {
  const parsed = v.safeParse(ListSchema, value ?? []);
  return parsed.success ? parsed.output : [];
}
