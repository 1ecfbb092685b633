import type { TaskBody } from "@mojob/core/engine";
import { keysNamedIn, type NamedJob, type NamedJobs, takesSecretArgs } from "@mojob/core/feature";
import { WorkKind } from "@mojob/core/ports";
import { paramsOfSchema, type StoredWork } from "../plan/issues/stored-work.ts";

/** More tasks within tasks than these are not looked at when one is saved. */
const MOST_READ = 2000;

/**
 * Reads the jobs and tasks that the nodes of a task name, and those that these tasks name in their turn, as they are now.
 * @param key the task that is checked; `null` for one without a key yet
 * @param app that of the task; `null` where it is not known
 * @param mayName whether the caller may name jobs of an app: others do not exist to it
 * @param mayCome whether what does not exist may come later: jobs may come with the next deploy. @default false
 */
export async function readStoredWork(
  { key, app: own }: { readonly key: string | null; readonly app: string | null },
  body: unknown,
  cache: NamedJobs,
  mayName: (app: string) => boolean,
  { mayCome = false }: { readonly mayCome?: boolean } = {},
): Promise<StoredWork> {
  const known = new Map<string, NamedJob>();
  let keys = keysNamedIn(body);
  while (keys.length > 0 && known.size < MOST_READ) {
    const found = await cache.getMany(keys);
    const named = [...found].filter(([, { app }]) => mayName(app));
    for (const [name, definition] of named) known.set(name, definition);
    const inner = named.map(([, definition]) => definition).flatMap((one) => keysNamedIn(bodyOf(one)));
    keys = [...new Set(inner)].filter((name) => !known.has(name));
  }
  return {
    ...(key !== null && { key }),
    ...(own !== null && { app: own }),
    mayCome,
    job(name) {
      const definition = known.get(name);
      if (definition === undefined) return null;
      const { app, argsSchema, work } = definition;
      return { ...paramsOfSchema(argsSchema), app, takesSecrets: takesSecretArgs(work) };
    },
    task: (name) => bodyOf(known.get(name)),
  };
}

function bodyOf(definition: NamedJob | undefined): TaskBody | null {
  if (definition?.work.kind !== WorkKind.Task) return null;
  return definition.work.body as unknown as TaskBody;
}
