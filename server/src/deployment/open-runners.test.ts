import { describe, expect, test, vi } from "vitest";
import { parseConfiguration } from "../configuration/parse-configuration.ts";
import { openRunners } from "./open-runners.ts";

const CLUSTER = {
  MOJOB_RUNTIME: "temporal://localhost:7233/mojob",
  MOJOB_STORE: "mongodb://localhost/mojob",
};

const FTPS = { protocol: "ftps", host: "files.example.com", user: "shop", password: "pw" };

describe("openRunners()", () => {
  test("opens nothing unless a variable switches it on", async () => {
    expect(await openRunners(parseConfiguration({}))).toEqual([]);
  });

  test("opens what each variable switches on, and no more of it", async () => {
    const runners = await openRunners(
      parseConfiguration({
        ...CLUSTER,
        MOJOB_SCRIPTS: "shell,python",
        MOJOB_SCRIPTS_SANDBOX: "unsandboxed",
        MOJOB_COMMANDS: "rsync",
        MOJOB_FILE_CHECKS: "/srv/in",
        MOJOB_FILE_JOBS: "in=/srv/in:ro,out=/srv/out",
        MOJOB_CONNECTIONS: "orders=postgres://db/orders partner=ftp://files.example.com",
        MOJOB_HTTP_JOBS: "true",
        MOJOB_APP: "shop",
        MOJOB_SQL_JOBS: JSON.stringify({
          orders: { url: "postgres://db/orders", apps: ["shop", "crm"] },
          stock: { url: "mariadb://db/stock" },
          payroll: { url: "postgres://db/payroll", apps: ["hr"] },
        }),
        MOJOB_TRANSFER_JOBS: JSON.stringify({
          partner: { ...FTPS, apps: ["shop"] },
          bank: { ...FTPS, readOnly: true },
          payroll: { ...FTPS, apps: ["hr"] },
        }),
      }),
      "worker",
    );
    expect(runners).toMatchObject([
      { kind: "script", names: ["shell", "python"], sandbox: "unsandboxed" },
      { kind: "command", names: ["rsync"] },
      { kind: "resource", names: ["file"] },
      { kind: "file", names: ["in", "out", "out:write"] },
      { kind: "resource", names: ["database"] },
      { kind: "resource", names: ["ftp"] },
      { kind: "http" },
      { kind: "resource", names: ["service"] },
      { kind: "sql", names: ["orders", "stock"] },
      {
        kind: "transfer",
        names: ["partner", "partner:write", "bank", "root:in", "root:out", "root:out:write"],
      },
    ]);
  });

  test("opens no databases where none is for the app, and names the variable of one that cannot be used", async () => {
    const open = (connection: object) =>
      openRunners(parseConfiguration({ MOJOB_SQL_JOBS: JSON.stringify({ orders: connection }) }));
    expect(await open({ url: "postgres://db/orders", apps: ["shop"] })).toEqual([]);
    await expect(open({ url: "sqlite:orders.db" })).rejects.toThrow(
      /"orders": its file has to have an absolute path.*\(MOJOB_SQL_JOBS\)$/,
    );
  });

  test("opens no transfers where none is for the app, and names the variable of one that cannot be used", async () => {
    const open = (connection: object) =>
      openRunners(parseConfiguration({ MOJOB_TRANSFER_JOBS: JSON.stringify({ partner: connection }) }));
    expect(await open({ ...FTPS, apps: ["shop"] })).toEqual([]);
    expect(await open(FTPS)).toMatchObject([{ kind: "transfer", names: ["partner", "partner:write"] }]);
    await expect(open({ ...FTPS, protocol: "sftp" })).rejects.toThrow(
      /"partner": sftp needs a hostKey.*\(MOJOB_TRANSFER_JOBS\)$/,
    );
  });

  test("refuses scripts without bubblewrap, and names the variable that does without", async () => {
    vi.stubEnv("PATH", "/nowhere");
    const opening = openRunners(parseConfiguration({ MOJOB_SCRIPTS: "shell" }));
    await expect(opening).rejects.toMatchObject({
      code: "invalid_configuration",
      message: expect.stringMatching(/bubblewrap is not on PATH.*"unsandboxed" \(.*MOJOB_SCRIPTS_SANDBOX\)$/),
    });
    vi.unstubAllEnvs();
  });

  test("names the variable of an address that cannot be read", async () => {
    const env = { MOJOB_HTTP_JOBS: "true", MOJOB_HTTP_JOBS_ALLOW: "10.1.0.0/99" };
    await expect(openRunners(parseConfiguration(env))).rejects.toThrow(
      /Cannot allow "10\.1\.0\.0\/99".*MOJOB_HTTP_JOBS_ALLOW/,
    );
  });

  test.each(["MOJOB_SCRIPTS", "MOJOB_COMMANDS"])("refuses %s for a control plane alone", async (variable) => {
    const configuration = parseConfiguration({ ...CLUSTER, [variable]: "php" });
    await expect(openRunners(configuration, "control-plane")).rejects.toThrow(
      `Cannot start with ${variable}: a control plane alone runs no jobs`,
    );
  });
});
