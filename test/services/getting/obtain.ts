import { join } from "node:path";
import { reportProgress } from "./progress.ts";
import { findCached, keptFolder, SERVICE_CACHE } from "./service-cache.ts";

/** Set once everything that the tests need was looked for: from then on nothing is downloaded or built. */
const PREPARED = "TEST_SERVICES_PREPARED";

/** One way to get a program. */
export interface ProgramSource {
  /** The name of its folder in the cache. */
  readonly name: string;
  /** Puts the program into the folder, or throws an Error with the reason why it cannot. */
  fill(folder: string): Promise<void>;
}

export interface Obtained<Source extends ProgramSource> {
  readonly source: Source;
  readonly folder: string;
}

/**
 * The first source that is in the cache, else the first one that can be filled, tried in their order.
 * @throws Error with the reason of each source when there is none
 */
export async function obtain<Source extends ProgramSource>(
  what: string,
  sources: readonly Source[],
  cache: string = SERVICE_CACHE,
): Promise<Obtained<Source>> {
  for (const source of sources) {
    const folder = await findCached(source.name, cache);
    if (folder !== null) return { source, folder };
  }
  if (isPrepared())
    throw new Error(
      `Cannot get ${what}: it could not be had before the tests began, for the reasons printed there`,
    );
  const reasons: string[] = [];
  for (const source of sources) {
    try {
      return { source, folder: await keptFolder(join(cache, source.name), (made) => source.fill(made)) };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      reportProgress(`${source.name}: ${reason}`);
      reasons.push(`${source.name}: ${reason}`);
    }
  }
  throw new Error([`Cannot get ${what}`, ...reasons].join("\n  "));
}

/** Whether that was done, in this process or the one that started it. */
export function isPrepared(): boolean {
  return process.env[PREPARED] !== undefined;
}

/** From now on `obtain` in this process and in those it starts takes only what is in the cache. */
export function markPrepared(): void {
  process.env[PREPARED] = "yes";
}
