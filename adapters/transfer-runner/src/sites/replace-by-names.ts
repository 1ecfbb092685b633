import { createId } from "@mojob/core/ports";
import { PART_PREFIX } from "@mojob/file-runner/operations";

/** What a server that replaces nothing does one after the other. */
export interface NameSteps {
  readonly rename: (from: string, to: string) => Promise<unknown>;
  readonly remove: (path: string) => Promise<unknown>;
}

/** Gives a file the name of another one, which is put aside first, and back where that fails. */
export async function replaceByNames(from: string, to: string, { rename, remove }: NameSteps): Promise<void> {
  const aside = `${to.slice(0, to.lastIndexOf("/") + 1)}${PART_PREFIX}old-${createId(new Date())}`;
  await rename(to, aside);
  try {
    await rename(from, to);
  } catch (error) {
    await rename(aside, to);
    throw error;
  }
  await remove(aside);
}
