import { chmod, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as node from "@mojob/node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseConfiguration } from "../configuration/parse-configuration.ts";
import type { OpenedDeployment } from "./deployment-options.ts";
import { openDeployment } from "./open-deployment.ts";

/** The platform without its hold on this process's stray errors. */
const platform = {
  ...node,
  guardStrayErrors: () => ({ scope: { run: <T>(_: string, work: () => T): T => work() }, close: () => {} }),
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mojob-local-access-"));
});
afterEach(() => rm(folder, { recursive: true }));

interface Opened extends AsyncDisposable {
  readonly deployment: OpenedDeployment;
  readonly warnings: readonly string[];
  status(path: string, headers?: Record<string, string>): Promise<number>;
}

async function open(env: Record<string, string> = {}): Promise<Opened> {
  const warnings: string[] = [];
  const configuration = parseConfiguration({
    MOJOB_PORT: "0",
    MOJOB_STORE: `sqlite:${join(folder, "own", "jobs.db")}`,
    ...env,
  });
  const onWarning = (warning: string): void => void warnings.push(warning);
  const deployment = await openDeployment(configuration, { platform, onWarning });
  return {
    deployment,
    warnings,
    status: async (path, headers = {}) => (await fetch(`${deployment.url}${path}`, { headers })).status,
    [Symbol.asyncDispose]: () => deployment.close(),
  };
}

const LINK = { MOJOB_LOCAL_ACCESS: "link" };

describe("a start without a token and people", () => {
  it("lets nobody of this machine in without the token beside the store, in any tenant, and keeps the token", async () => {
    const tokenFile = join(folder, "own", "token");
    let token: string;
    {
      await using opened = await open({ MOJOB_TENANTS: "acme,globex" });
      token = (await readFile(tokenFile, "utf8")).trim();
      expect(((await stat(tokenFile)).mode & 0o777).toString(8)).toBe("600");
      expect(((await stat(join(folder, "own"))).mode & 0o777).toString(8)).toBe("700");
      expect(opened.deployment.localAccess?.tokenFile).toBe(tokenFile);
      for (const base of ["", "/tenants/globex"]) {
        expect(await opened.status(`${base}/api/v1/jobs`)).toBe(401);
        expect(await opened.status(`${base}/api/v1/jobs`, { Authorization: `Bearer ${token}` })).toBe(200);
      }
      expect(await opened.status("/livez")).toBe(200);
      expect(await opened.status("/readyz")).toBe(200);
      expect(await opened.status("/jobs", { Accept: "text/html" })).toBe(200);
      const { url } = opened.deployment;
      const protection = await fetch(`${url}/api/v1/protection`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      const { items } = (await protection.json()) as { items: readonly { id: string; state: string }[] };
      expect(items.find(({ id }) => id === "sign_in")?.state).toBe("on");
    }
    await using again = await open(LINK);
    expect(await again.status("/api/v1/jobs", { Authorization: `Bearer ${token}` })).toBe(200);
  });

  it("prints a link that signs one browser in to every tenant", async () => {
    await using opened = await open({ ...LINK, MOJOB_TENANTS: "acme,globex" });
    const { url, localAccess } = opened.deployment;
    const link = localAccess?.link ?? "";
    expect(link).toMatch(new RegExp(`^${url}/welcome#mjl_[0-9a-f]{64}$`));
    expect(opened.warnings).toEqual([
      `The panel opens with this link, once, within a day: ${link} (programs send the token in "${localAccess?.tokenFile}")`,
    ]);
    const use = (): Promise<Response> =>
      fetch(`${url}/api/v1/session/link`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
        body: JSON.stringify({ secret: link.split("#")[1] }),
      });
    const used = await use();
    expect(used.status).toBe(200);
    const Cookie = used.headers.get("Set-Cookie")?.split(";")[0] ?? "";
    expect(await opened.status("/api/v1/jobs", { Cookie })).toBe(200);
    expect(await opened.status("/tenants/globex/api/v1/jobs", { Cookie })).toBe(200);
    expect((await use()).status).toBe(409);
  });

  it("refuses to be told beside what asks for a sign-in anyway, which keeps no token, and asks for nothing where it is open", async () => {
    for (const other of [{ MOJOB_TOKEN: "3f9c1b7a5e2d40863f9c1b7a5e2d4086" }, { MOJOB_PEOPLE: "true" }])
      expect(() => parseConfiguration({ ...LINK, ...other })).toThrow(
        /MOJOB_LOCAL_ACCESS must be left out beside/,
      );
    expect(() => parseConfiguration({ MOJOB_LOCAL_ACCESS: "none" })).toThrow("must be open or link");
    {
      await using signedIn = await open({ MOJOB_TOKEN: "3f9c1b7a5e2d40863f9c1b7a5e2d4086" });
      expect(signedIn.deployment.localAccess).toBeNull();
    }
    await using opened = await open({ MOJOB_LOCAL_ACCESS: "open" });
    expect(opened.deployment.localAccess).toBeNull();
    expect(await opened.status("/api/v1/jobs")).toBe(200);
    await expect(stat(join(folder, "own", "token"))).rejects.toThrow("ENOENT");
  });

  it("makes no start of a file that others can read", async () => {
    await (await open(LINK))[Symbol.asyncDispose]();
    await chmod(join(folder, "own", "token"), 0o644);
    await expect(open(LINK)).rejects.toMatchObject({ code: "invalid_configuration" });
    // Its store is free again.
    await (await open({ MOJOB_LOCAL_ACCESS: "open" }))[Symbol.asyncDispose]();
  });
});
