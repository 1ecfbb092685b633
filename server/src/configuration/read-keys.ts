import { open } from "node:fs/promises";
import process from "node:process";
import { MoJobError, MoJobErrorCode } from "@mojob/core";
import { type KeyRing, parseKeyRing } from "@mojob/core/engine";

/** Write for the group, and anything for others. */
const TOO_OPEN = 0o027;

/**
 * Reads the key ring that `MOJOB_KEYS_FILE` names.
 * @throws MoJobError `invalid_configuration` where it cannot be read, where other users could read it, and as `parseKeyRing`
 */
export async function readKeys(path: string): Promise<KeyRing> {
  const file = await open(path).catch((error: unknown) => {
    throw refused(path, "it cannot be read", error);
  });
  try {
    const { mode } = await file.stat();
    // Windows has no such bits.
    if (process.platform !== "win32" && (mode & TOO_OPEN) !== 0)
      throw refused(
        path,
        `other users can use it (mode ${(mode & 0o777).toString(8).padStart(4, "0")}): chmod 600, or defaultMode 0400 of a Kubernetes secret`,
      );
    return parseKeyRing(await file.readFile("utf8"));
  } finally {
    await file.close();
  }
}

function refused(path: string, why: string, cause?: unknown): MoJobError {
  return new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    `Cannot use the keys in "${path}" (MOJOB_KEYS_FILE): ${why}`,
    { cause },
  );
}
