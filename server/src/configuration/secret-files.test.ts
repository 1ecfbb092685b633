import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { VARIABLE_NAMES } from "./configuration-variables.ts";
import { parseConfiguration } from "./parse-configuration.ts";
import { SECRET_VARIABLES, withSecretFiles } from "./secret-files.ts";

const TOKEN = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mojob-secrets-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe("withSecretFiles()", () => {
  it("reads each secret from the file that its variable names, without the end of its line", async () => {
    const env = {
      MOJOB_TOKEN_FILE: file("token", `${TOKEN}\n`),
      MOJOB_STORE_FILE: file("store", "mongodb://li:pass@db/jobs\r\n"),
      MOJOB_NOTICE_JOBS: "true",
      MOJOB_SMTP_URL_FILE: file("smtp", "smtps://li:pass@mail.example.com"),
    };
    const read = await withSecretFiles(env);
    expect(read).toEqual({
      MOJOB_TOKEN: TOKEN,
      MOJOB_STORE: "mongodb://li:pass@db/jobs",
      MOJOB_NOTICE_JOBS: "true",
      MOJOB_SMTP_URL: "smtps://li:pass@mail.example.com",
    });
    expect(parseConfiguration(read)).toMatchObject({ token: TOKEN, store: { kind: "mongodb" } });
  });

  it("is about variables that there are", () => {
    expect(SECRET_VARIABLES.filter((variable) => !VARIABLE_NAMES.includes(variable))).toEqual([]);
  });

  it.each([
    [
      "a file that is not there",
      { MOJOB_TOKEN_FILE: "/no/such/file" },
      'MOJOB_TOKEN_FILE names "/no/such/file", which cannot be read',
    ],
    [
      "both at once",
      { MOJOB_TOKEN: TOKEN, MOJOB_TOKEN_FILE: "/x" },
      "MOJOB_TOKEN_FILE must be left out beside MOJOB_TOKEN",
    ],
  ])("refuses %s, without the secret", async (_name, env, message) => {
    await expect(withSecretFiles(env)).rejects.toThrow(message);
  });

  it("refuses an empty file: a secret that is missing must not open the API", async () => {
    await expect(withSecretFiles({ MOJOB_TOKEN_FILE: file("empty", "\n") })).rejects.toThrow(
      "which is empty",
    );
  });
});

it("parseConfiguration() says of such a variable who reads it", () => {
  expect(() => parseConfiguration({ MOJOB_TOKEN_FILE: "/run/secrets/token" })).toThrow(
    "MOJOB_TOKEN_FILE is read by withSecretFiles(), before this",
  );
});
