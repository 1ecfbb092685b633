import { realpath, stat } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";

/** The same path is refused again however often it is tried: `retryable: false` says so to the scheduler. */
export class RefusedPathError extends Error {
  override readonly name = "RefusedPathError";
  readonly retryable = false;
}

/**
 * The real path of a file at or below a directory.
 *
 * @throws RefusedPathError for what lies outside (by `..`, as an absolute path or behind a symbolic link), is not there,
 * or is not a regular file
 */
export async function resolveFileWithin(directory: string, path: string): Promise<string> {
  const root = await realpath(directory);
  const asked = resolve(root, path);
  // Checked before the disk is read, so that the response reveals nothing about files outside.
  assertWithin(root, asked, path);
  const real = await realpath(asked).catch((cause: unknown) => {
    throw new RefusedPathError(`Cannot read "${path}": there is no such file`, { cause });
  });
  assertWithin(root, real, path);
  const { isFile, isDirectory } = await kindOf(real);
  if (isDirectory) throw new RefusedPathError(`Cannot read "${path}": it is a directory; name a file in it`);
  if (!isFile) throw new RefusedPathError(`Cannot read "${path}": it is not a regular file`);
  return real;
}

function assertWithin(root: string, path: string, asked: string): void {
  const way = relative(root, path);
  const leadsOut = way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way);
  if (leadsOut) {
    throw new RefusedPathError(`Cannot read "${asked}": it leads out of the directory this job may read`);
  }
}

async function kindOf(path: string): Promise<{ readonly isFile: boolean; readonly isDirectory: boolean }> {
  const found = await stat(path);
  return { isFile: found.isFile(), isDirectory: found.isDirectory() };
}
