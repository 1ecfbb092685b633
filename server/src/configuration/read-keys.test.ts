import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readKeys } from "./read-keys.ts";

const folder = mkdtempSync(join(tmpdir(), "mojob-keys-"));
afterAll(() => rmSync(folder, { recursive: true }));

const KEY = btoa("k".repeat(32));

function aFile(text: string, mode = 0o600): string {
  const path = join(folder, "keys");
  writeFileSync(path, text);
  // The process's mask has no say in this.
  chmodSync(path, mode);
  return path;
}

describe("readKeys()", () => {
  it.each([0o600, 0o400, 0o440, 0o640])("reads a file of mode %o", async (mode) => {
    expect((await readKeys(aFile(`a ${KEY}`, mode))).newest).toBe("a");
    rmSync(join(folder, "keys"));
  });

  it.each([
    [0o644, "0644"],
    [0o604, "0604"],
    [0o660, "0660"],
  ])("refuses a file of mode %o, which others can use", async (mode, shown) => {
    await expect(readKeys(aFile(`a ${KEY}`, mode))).rejects.toMatchObject({
      code: "invalid_configuration",
      message: expect.stringContaining(`(mode ${shown}): chmod 600`),
    });
    rmSync(join(folder, "keys"));
  });

  it("names the file that is not there, and the line that is wrong without its text", async () => {
    await expect(readKeys(join(folder, "none"))).rejects.toThrow(
      'none" (MOJOB_KEYS_FILE): it cannot be read',
    );
    const wrong: unknown = await readKeys(aFile(`a ${KEY}x`)).catch((error: unknown) => error);
    expect(String(wrong)).toContain("line 1 must be");
    expect(String(wrong)).not.toContain(KEY);
  });
});
