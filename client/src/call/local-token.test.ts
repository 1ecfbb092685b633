import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { connectScheduler } from "@mojob/client";
import { localToken } from "./local-token.ts";

const LOCAL = "http://127.0.0.1:7788";

beforeEach(() => {
  vi.stubEnv("MOJOB_TOKEN", "");
  vi.stubEnv("MOJOB_TOKEN_FILE", "");
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "mojob-client-token-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "token");
  writeFileSync(path, text);
  return path;
}

/** What is below the working folder. */
function standInFiles(files: Readonly<Record<string, string>>): void {
  const readFileSync = (path: string): string => {
    const text = files[path];
    if (text === undefined) throw new Error(`ENOENT: no such file: ${path}`);
    return text;
  };
  vi.spyOn(process, "getBuiltinModule").mockReturnValue({ readFileSync });
}

describe("localToken()", () => {
  it("is of the variable, else of the file that a variable names, else of the folder of a start", () => {
    standInFiles({ ".mojob/token": "of-the-folder\n", "named/token": "of-the-file\r\n" });
    expect(localToken(LOCAL)).toBe("of-the-folder");
    vi.stubEnv("MOJOB_TOKEN_FILE", "named/token");
    expect(localToken(LOCAL)).toBe("of-the-file");
    vi.stubEnv("MOJOB_TOKEN", "of-the-variable");
    expect(localToken(LOCAL)).toBe("of-the-variable");
  });

  it("is none where there is none, and an error where the file that is named cannot be read", () => {
    standInFiles({});
    expect(localToken(LOCAL)).toBeNull();
    vi.stubEnv("MOJOB_TOKEN_FILE", "nowhere/token");
    expect(() => localToken(LOCAL)).toThrow("nowhere/token");
  });

  it.each(["http://[::1]:7788", "http://localhost", new URL("https://127.0.0.2/ops")])(
    "is for %s, a loopback address",
    (url) => {
      vi.stubEnv("MOJOB_TOKEN", "of-the-variable");
      expect(localToken(url)).toBe("of-the-variable");
    },
  );

  it.each([
    "http://jobs.example.com",
    "http://127.0.0.1.example.com",
    "http://10.0.0.1",
    "http://127.0.0.1@example.com",
  ])("is not for %s", (url) => {
    vi.stubEnv("MOJOB_TOKEN", "of-the-variable");
    expect(localToken(url)).toBeNull();
  });

  it("is none in a browser, and where the runtime allows to read neither", () => {
    vi.stubGlobal("process", undefined);
    expect(localToken(LOCAL)).toBeNull();
    vi.stubGlobal("process", { env: {} });
    expect(localToken(LOCAL)).toBeNull();
    const env = new Proxy({}, { get: () => expect.fail("Requires env access") });
    vi.stubGlobal("process", { env });
    expect(localToken(LOCAL)).toBeNull();
  });
});

describe("connectScheduler() without a token", () => {
  it("sends that of this machine as it is at each call, and one that is given in its place", async () => {
    const sent: (string | null)[] = [];
    const send: typeof fetch = (_url, init) => {
      sent.push(new Headers(init?.headers).get("Authorization"));
      return Promise.resolve(Response.json({ items: [], nextCursor: null }));
    };
    vi.stubEnv("MOJOB_TOKEN_FILE", fileWith("of-the-file\n"));
    const scheduler = connectScheduler({ url: LOCAL, fetch: send });
    await scheduler.call("getOverview", {});
    vi.stubEnv("MOJOB_TOKEN", "of-the-variable");
    await scheduler.call("getOverview", {});
    await connectScheduler({ url: LOCAL, fetch: send, token: "given" }).call("getOverview", {});
    await connectScheduler({ url: "http://10.0.0.1", fetch: send }).call("getOverview", {});
    expect(sent).toEqual(["Bearer of-the-file", "Bearer of-the-variable", "Bearer given", null]);
  });
});
