import { describe, expect, it } from "vitest";
import { MoJobError } from "@mojob/core";
import { isLoopback } from "@mojob/core/ports";
import { ScriptLanguage } from "@mojob/script-runner";
import { parseConfiguration, serviceLinks } from "./parse-configuration.ts";
import { SCRIPT_LANGUAGES } from "./script-languages.ts";

const TOKEN = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";

function refusal(env: Record<string, string>): MoJobError {
  try {
    parseConfiguration(env);
  } catch (error) {
    if (error instanceof MoJobError && error.code === "invalid_configuration") return error;
    throw error;
  }
  throw new Error("The configuration was taken");
}

const BANK = {
  protocol: "sftp",
  host: "files.bank.example",
  port: 2222,
  user: "shop",
  privateKey: "key",
  hostKey: [`SHA256:${"A".repeat(43)}`],
  folder: "/in",
  idleMs: 5000,
  apps: ["shop"],
};

describe("parseConfiguration()", () => {
  it("has a default for everything", () => {
    expect(parseConfiguration({ PATH: "/usr/bin" })).toEqual({
      host: "127.0.0.1",
      port: 7788,
      store: { kind: "sqlite", path: ".mojob/mojob.db" },
      whenHeld: "refuse",
      runtime: { kind: "local" },
      token: null,
      localAccess: "link",
      people: { isRequired: false, passwords: true, admin: null, oidc: null },
      tenants: ["default"],
      deployment: "default",
      app: "default",
      corsOrigins: [],
      trustedProxies: [],
      worker: {},
      maxConcurrentRuns: null,
      maxPrograms: 32,
      shutdownGraceMs: 30_000,
      quotas: {
        maxJobs: 10_000,
        maxWaitingRuns: 100_000,
        maxWaitingBytes: 268_435_456,
        maxApps: 1000,
        maxScriptVersions: 1000,
        maxRunsPerMinute: null,
        maxConcurrentRuns: null,
      },
      recurringDebugMode: false,
      triggeredDebugMode: false,
      httpRegistration: false,
      environment: null,
      docs: "open",
      maxCallsPerMinute: null,
      optionRule: "stored",
      log: null,
      newJobs: "running",
      executors: null,
      executorAuth: "bearer",
      xxl: null,
      xxlAddresses: null,
      publicUrl: null,
      heartbeatUrl: null,
      keysFile: null,
      scripts: null,
      commands: null,
      fileChecks: null,
      fileJobs: null,
      connections: null,
      httpJobs: null,
      noticeJobs: null,
      sqlJobs: null,
      transferJobs: null,
      audit: "after",
      auditHeads: null,
      stopWaiting: "hold",
      jobDefaults: {},
      tenantDefaults: {},
    });
  });

  it("reads every variable", () => {
    expect(
      parseConfiguration({
        MOJOB_HOST: "0.0.0.0",
        MOJOB_PORT: "0",
        MOJOB_STORE: "mongodb+srv://user:pw@db.example.com/jobs",
        MOJOB_RUNTIME: "temporal://temporal.internal:7233/prod.jobs",
        MOJOB_TOKEN: TOKEN,
        MOJOB_PEOPLE: "true",
        MOJOB_PASSWORDS: "false",
        MOJOB_ADMIN_NAME: "root",
        MOJOB_ADMIN_PASSWORD_FILE: "/run/secrets/admin",
        MOJOB_OIDC_ISSUER: "https://login.example.com/realms/ops",
        MOJOB_OIDC_CLIENT_ID: "mojob",
        MOJOB_OIDC_CLIENT_SECRET_FILE: "/run/secrets/oidc",
        MOJOB_OIDC_SCOPES: "openid groups",
        MOJOB_OIDC_GROUPS_CLAIM: "roles",
        MOJOB_OIDC_ROLES: '{"ops":"admin@*","ledger":["operator@acme/ledger,mail","viewer@acme"]}',
        MOJOB_OIDC_ADD_PEOPLE: "false",
        MOJOB_TENANT: "acme",
        MOJOB_APP: "ledger",
        MOJOB_CORS_ORIGINS: "https://a.example.com, http://localhost:5173",
        MOJOB_TRUSTED_PROXIES: "10.1.0.5, 10.2.0.0/16",
        MOJOB_VERSION: "2.4.0",
        MOJOB_ENVIRONMENT: "production",
        MOJOB_WORKER_NAME: "ledger-1",
        MOJOB_WORKER_DESCRIPTION: "Closes days",
        MOJOB_WORKER_LABELS: "region=eu, gpu=yes",
        MOJOB_SAMPLE_EVERY_MS: "off",
        MOJOB_MAX_CONCURRENT_RUNS: "8",
        MOJOB_MAX_PROGRAMS: "3",
        MOJOB_SHUTDOWN_GRACE_MS: "0",
        MOJOB_MAX_JOBS: "5",
        MOJOB_MAX_WAITING_RUNS: "6",
        MOJOB_MAX_WAITING_BYTES: "7",
        MOJOB_MAX_APPS: "4",
        MOJOB_MAX_SCRIPT_VERSIONS: "8",
        MOJOB_MAX_RUNS_PER_MINUTE: "9",
        MOJOB_MAX_TENANT_RUNS: "10",
        MOJOB_RECURRING_DEBUG_MODE: "true",
        MOJOB_TRIGGERED_DEBUG_MODE: "false",
        MOJOB_OPTION_RULE: "follow-code",
        MOJOB_LOG: "json",
        MOJOB_NEW_JOBS: "stopped",
        MOJOB_WHEN_HELD: "wait",
        MOJOB_AUDIT: "strict",
        MOJOB_AUDIT_HEADS: "https://logs.example.com/mojob",
        MOJOB_STOP_WAITING: "cancel",
        MOJOB_JOB_DEFAULTS: '{"retryCount":2}',
        MOJOB_TENANT_DEFAULTS: '{"acme":{"retention":{"maxAgeDays":90}}}',
        MOJOB_EXECUTORS: `{"shop":["${TOKEN}"]}`,
        MOJOB_EXECUTOR_AUTH: "signed",
        MOJOB_XXL: `{"shop":{"token":"${TOKEN}","addresses":["10.1.0.0/16"]}}`,
        MOJOB_XXL_ADDRESSES: "10.2.0.0/16,*.shop.internal",
        MOJOB_PUBLIC_URL: "https://jobs.example.com/mojob",
        MOJOB_HEARTBEAT_URL: "https://hc-ping.com/0123",
        MOJOB_KEYS_FILE: "/etc/mojob/keys",
        MOJOB_SCRIPTS: "shell, nodejs,shell",
        MOJOB_SCRIPTS_SANDBOX: "unsandboxed",
        MOJOB_COMMANDS: "rsync, /opt/reports/close-day",
        MOJOB_FILE_CHECKS: "/srv/in,/srv/out",
        MOJOB_FILE_JOBS: "in=/srv/in:ro, out=/srv/out",
        MOJOB_CONNECTIONS: "orders=postgres://reader:a=b@db/orders  partner=ftps://files.example.com",
        MOJOB_HTTP_JOBS: "true",
        MOJOB_HTTP_JOBS_ALLOW: "10.1.0.0/16,fd00::/8,crm.internal",
        MOJOB_HTTP_JOBS_HOSTS: "*.example.com",
        MOJOB_NOTICE_JOBS: "true",
        MOJOB_NOTICE_JOBS_ALLOW: "alerts.internal",
        MOJOB_NOTICE_JOBS_HOSTS: "alerts.internal,hooks.example.com",
        MOJOB_SMTP_URL: "smtps://jobs:pw@mail.example.com:465",
        MOJOB_SQL_JOBS:
          '{"orders":{"url":"postgres://reader:pw@db/orders","readOnly":true,"timeoutMs":5000,"apps":["shop"],"tenants":["acme"]}}',
        MOJOB_TRANSFER_JOBS: JSON.stringify({ bank: BANK }),
      }),
    ).toEqual({
      host: "0.0.0.0",
      port: 0,
      store: { kind: "mongodb", url: "mongodb+srv://user:pw@db.example.com/jobs" },
      runtime: { kind: "temporal", address: "temporal.internal:7233", namespace: "prod.jobs" },
      token: TOKEN,
      localAccess: "link",
      people: {
        isRequired: true,
        passwords: false,
        admin: { name: "root", passwordFile: "/run/secrets/admin" },
        oidc: {
          issuer: "https://login.example.com/realms/ops",
          clientId: "mojob",
          secretFile: "/run/secrets/oidc",
          scopes: "openid groups",
          groupsClaim: "roles",
          roles: {
            ops: [{ role: "admin", tenant: "*", apps: null }],
            ledger: [
              { role: "operator", tenant: "acme", apps: ["ledger", "mail"] },
              { role: "viewer", tenant: "acme", apps: null },
            ],
          },
          addsPeople: false,
        },
      },
      tenants: ["acme"],
      deployment: "acme",
      app: "ledger",
      trustedProxies: ["10.1.0.5", "10.2.0.0/16"],
      corsOrigins: ["https://a.example.com", "http://localhost:5173"],
      worker: {
        name: "ledger-1",
        description: "Closes days",
        labels: { region: "eu", gpu: "yes" },
        version: "2.4.0",
        sampleEveryMs: null,
      },
      maxConcurrentRuns: 8,
      maxPrograms: 3,
      shutdownGraceMs: 0,
      quotas: {
        maxApps: 4,
        maxJobs: 5,
        maxWaitingRuns: 6,
        maxWaitingBytes: 7,
        maxScriptVersions: 8,
        maxRunsPerMinute: 9,
        maxConcurrentRuns: 10,
      },
      recurringDebugMode: true,
      triggeredDebugMode: false,
      httpRegistration: false,
      environment: "production",
      docs: "open",
      maxCallsPerMinute: null,
      optionRule: "follow-code",
      log: "json",
      newJobs: "stopped",
      whenHeld: "wait",
      executors: { acme: { shop: [TOKEN] } },
      executorAuth: "signed",
      xxl: { acme: { shop: { token: TOKEN, addresses: ["10.1.0.0/16"] } } },
      xxlAddresses: ["10.2.0.0/16", "*.shop.internal"],
      publicUrl: "https://jobs.example.com/mojob",
      heartbeatUrl: "https://hc-ping.com/0123",
      keysFile: "/etc/mojob/keys",
      scripts: { languages: ["shell", "nodejs"], sandbox: "unsandboxed" },
      commands: ["rsync", "/opt/reports/close-day"],
      fileChecks: ["/srv/in", "/srv/out"],
      fileJobs: {
        in: { folder: "/srv/in", readOnly: true },
        out: { folder: "/srv/out", readOnly: false },
      },
      connections: { orders: "postgres://reader:a=b@db/orders", partner: "ftps://files.example.com" },
      httpJobs: { allow: ["10.1.0.0/16", "fd00::/8", "crm.internal"], hosts: ["*.example.com"] },
      noticeJobs: {
        allow: ["alerts.internal"],
        hosts: ["alerts.internal", "hooks.example.com"],
        smtpUrl: "smtps://jobs:pw@mail.example.com:465",
      },
      sqlJobs: {
        orders: {
          url: "postgres://reader:pw@db/orders",
          readOnly: true,
          timeoutMs: 5000,
          apps: ["shop"],
          tenants: ["acme"],
        },
      },
      transferJobs: { bank: BANK },
      audit: "strict",
      auditHeads: "https://logs.example.com/mojob",
      stopWaiting: "cancel",
      jobDefaults: { retryCount: 2 },
      tenantDefaults: { acme: { retention: { maxAgeDays: 90 } } },
    });
  });

  it("reads several tenants, and names the deployment like the first", () => {
    expect(parseConfiguration({ MOJOB_TENANTS: "acme, globex" })).toMatchObject({
      tenants: ["acme", "globex"],
      deployment: "acme",
    });
    expect(parseConfiguration({ MOJOB_TENANT: "globex", MOJOB_DEPLOYMENT: "acme" })).toMatchObject({
      tenants: ["globex"],
      deployment: "acme",
    });
    expect(refusal({ MOJOB_TENANT: "acme", MOJOB_TENANTS: "acme,globex" }).message).toContain(
      "must be left out beside MOJOB_TENANT",
    );
  });

  it.each([
    "{",
    "[]",
    `{"shop":{"token":"${TOKEN}","adresses":[]}}`,
    `{"shop":{"token":7}}`,
    `{"shop":{"token":"a","glue":"${TOKEN}"}}`,
  ])("refuses executors of XXL-JOB as %s, and shows no token", (text) => {
    const { message: shown } = refusal({ MOJOB_XXL: text });
    expect(shown).toContain("MOJOB_XXL must be a JSON object by app name");
    expect(shown).not.toContain(TOKEN);
  });

  it("gives each tenant its own executors of XXL-JOB", () => {
    const several = {
      acme: { shop: { token: TOKEN } },
      globex: { shop: { token: `${TOKEN}0`, glue: true } },
    };
    const env = { MOJOB_TENANTS: "acme,globex", MOJOB_STORE: "sqlite:a", MOJOB_XXL: JSON.stringify(several) };
    expect(parseConfiguration(env).xxl).toEqual(several);
    const shared = JSON.stringify({ acme: { a: { token: TOKEN }, b: { token: TOKEN } } });
    expect(parseConfiguration({ ...env, MOJOB_XXL: shared }).xxl).toEqual(JSON.parse(shared));
  });

  it.each([
    [{ shop: { token: TOKEN } }, "must name the tenant of each app"],
    [{ acme: { shop: { token: TOKEN } }, initech: {} }, 'names the tenant "initech"'],
    [{ acme: { shop: { token: TOKEN } }, globex: { shop: { token: TOKEN } } }, "one token is there for two"],
    [{ acme: { shop: { token: TOKEN } }, shop: { token: TOKEN } }, "must be a JSON object by app name"],
  ])("refuses executors of XXL-JOB of which it is not clear whose they are: %j", (xxl, message) => {
    const env = { MOJOB_TENANTS: "acme,globex", MOJOB_XXL: JSON.stringify(xxl) };
    expect(refusal(env).message).toContain(message);
    expect(refusal(env).message).not.toContain(TOKEN);
  });

  it("refuses executors of XXL-JOB with a store that forgets their runs", () => {
    const MOJOB_XXL = `{"shop":{"token":"${TOKEN}"}}`;
    expect(refusal({ MOJOB_STORE: "memory:", MOJOB_XXL }).message).toContain("that is kept");
    const added = refusal({ MOJOB_STORE: "memory:", MOJOB_XXL_ADDRESSES: "10.1.0.0/16" }).message;
    expect(added).toContain("MOJOB_XXL_ADDRESSES needs a MOJOB_STORE that is kept");
  });

  it.each(["{", "[]", `{"shop":"${TOKEN}"}`, `{"Not a name":["${TOKEN}"]}`, '{"shop":["short"]}'])(
    "refuses executors as %s, and shows no token",
    (text) => {
      const { message: shown } = refusal({ MOJOB_EXECUTORS: text });
      expect(shown).toContain("MOJOB_EXECUTORS must be a JSON object of tokens by app");
      expect(shown).not.toContain(TOKEN);
    },
  );

  it("gives each tenant the tokens of its own executors", () => {
    const MOJOB_TENANTS = "acme,globex";
    const tokens = { acme: { shop: [TOKEN] }, globex: { shop: [`${TOKEN}0`], mail: [`${TOKEN}1`] } };
    const several = { MOJOB_TENANTS, MOJOB_EXECUTORS: JSON.stringify(tokens) };
    expect(parseConfiguration(several).executors).toEqual(tokens);
    const one = { MOJOB_TENANT: "acme", MOJOB_EXECUTORS: JSON.stringify({ acme: { shop: [TOKEN] } }) };
    expect(parseConfiguration(one).executors).toEqual({ acme: { shop: [TOKEN] } });
  });

  it.each([
    [{ shop: [TOKEN] }, "must name the tenant of each token"],
    [{ acme: { shop: [TOKEN] }, initech: {} }, 'names the tenant "initech"'],
    [{ acme: { shop: [TOKEN] }, globex: { shop: [TOKEN] } }, "one token is there twice"],
    [{ acme: { shop: [TOKEN, TOKEN] } }, "one token is there twice"],
    [{ acme: { shop: [TOKEN] }, shop: [TOKEN] }, "must be a JSON object of tokens by app"],
    [{ acme: [{ shop: [TOKEN] }] }, "must be a JSON object of tokens by app"],
  ])("refuses tokens of executors of which it is not clear whose they are: %j", (tokens, message) => {
    const env = { MOJOB_TENANTS: "acme,globex", MOJOB_EXECUTORS: JSON.stringify(tokens) };
    expect(refusal(env).message).toContain(message);
    expect(refusal(env).message).not.toContain(TOKEN);
  });

  it("takes executors without tokens: theirs may be made later, and they may sign", () => {
    expect(parseConfiguration({ MOJOB_EXECUTORS: "{}" }).executors).toEqual({ default: {} });
    expect(parseConfiguration({ MOJOB_EXECUTORS: "{}", MOJOB_TOKEN: TOKEN }).executors).toEqual({
      default: {},
    });
    const signed = { MOJOB_EXECUTORS: "{}", MOJOB_TOKEN: TOKEN, MOJOB_EXECUTOR_AUTH: "signed" };
    expect(parseConfiguration(signed).executorAuth).toBe("signed");
    expect(refusal({ MOJOB_EXECUTOR_AUTH: "signed" }).message).toContain("needs MOJOB_EXECUTORS");
  });

  it("takes an empty variable for an absent one", () => {
    expect(parseConfiguration({ MOJOB_PORT: "" })).toMatchObject({
      port: 7788,
      token: null,
      localAccess: "link",
    });
  });

  it.each([
    ["MOJOB_HOST", "http://localhost", "host name or an IP address"],
    ["MOJOB_PORT", "65536", "at most 65535"],
    ["MOJOB_PORT", "-1", "whole number from 0 to 65535"],
    ["MOJOB_PORT", "80.5", "whole number"],
    ["MOJOB_STORE", "redis://localhost", '"mongodb://…"'],
    ["MOJOB_STORE", "sqlite:", "path of a file"],
    ["MOJOB_STORE", "sqlite://host/jobs.db", "path of a file"],
    ["MOJOB_STORE", "sqlite:folder/", "path of a file"],
    ["MOJOB_RUNTIME", "temporal://localhost", '"temporal://host:port/namespace"'],
    ["MOJOB_RUNTIME", "temporal://localhost:7233", '"temporal://host:port/namespace"'],
    ["MOJOB_PASSWORDS", "false", "nobody could sign in"],
    ["MOJOB_ADMIN_NAME", "root", "MOJOB_ADMIN_PASSWORD_FILE"],
    ["MOJOB_OIDC_ROLES", '{"ops":"owner@*"}', "JSON object like"],
    ["MOJOB_OIDC_ROLES", '{"ops":"admin"}', "JSON object like"],
    ["MOJOB_OIDC_ISSUER", "http://login.example.com", "https://login.example.com"],
    ["MOJOB_OIDC_SCOPES", "openid", "needs MOJOB_OIDC_ISSUER and MOJOB_OIDC_CLIENT_ID"],
    ["MOJOB_TOKEN", "", "must not be empty"],
    ["MOJOB_TOKEN", "short", "at least 16 characters"],
    ["MOJOB_TOKEN", "has a space in the middle 93", "without spaces"],
    ["MOJOB_TOKEN", "change-me-change-me", "must not be guessable"],
    ["MOJOB_TENANT", "a.b", "digits, _ or -"],
    ["MOJOB_TENANTS", "acme,,globex", "separated by commas"],
    ["MOJOB_TENANTS", "acme,acme", "each tenant once"],
    ["MOJOB_DEPLOYMENT", "a:b", "digits, _ or -"],
    ["MOJOB_APP", "-x", "start with a letter or digit"],
    ["MOJOB_CORS_ORIGINS", "https://a.example.com/path", "origins like"],
    ["MOJOB_CORS_ORIGINS", "*", "origins like"],
    ["MOJOB_VERSION", "1\n2", "one line"],
    ["MOJOB_ENVIRONMENT", "x".repeat(41), "at most 40"],
    ["MOJOB_AUDIT_HEADS", "stderr", "must be stdout, or an address"],
    ["MOJOB_AUDIT_HEADS", "http://logs.example.com/mojob", "must be stdout, or an address"],
    ["MOJOB_HEARTBEAT_URL", "hc-ping.com/0123", "must be an address like"],
    ["MOJOB_WORKER_NAME", "x".repeat(101), "at most 100"],
    ["MOJOB_WORKER_LABELS", "region", 'like "region=eu,gpu=yes"'],
    ["MOJOB_WORKER_LABELS", "a.b=c", 'like "region=eu,gpu=yes"'],
    ["MOJOB_WORKER_LABELS", "a=b,a=c", "each label once"],
    ["MOJOB_SAMPLE_EVERY_MS", "1000", "from 5000 to 300000, or off"],
    ["MOJOB_SAMPLE_EVERY_MS", "never", "from 5000 to 300000, or off"],
    ["MOJOB_MAX_CONCURRENT_RUNS", "0", "at least 1"],
    ["MOJOB_MAX_CONCURRENT_RUNS", "many", 'bounds by load like "2-16"'],
    ["MOJOB_MAX_CONCURRENT_RUNS", "16-2", "begin with the lower bound"],
    ["MOJOB_MAX_CONCURRENT_RUNS", "0-2", "at least 1"],
    ["MOJOB_MAX_CONCURRENT_RUNS", "2-16@0%", "from 1% to 100%"],
    ["MOJOB_MAX_PROGRAMS", "0", "at least 1"],
    ["MOJOB_SHUTDOWN_GRACE_MS", "30s", "whole number"],
    ["MOJOB_RECURRING_DEBUG_MODE", "yes", '"true" or "false"'],
    ["MOJOB_TRIGGERED_DEBUG_MODE", "1", '"true" or "false"'],
    ["MOJOB_SCRIPTS", "shell,pyton", '"pyton", which is no language of scripts; did you mean "python"?'],
    ["MOJOB_SCRIPTS", "python3", 'did you mean "python"?'],
    ["MOJOB_SCRIPTS", "bash", "there are shell, python, php, nodejs, powershell, typescript"],
    ["MOJOB_SCRIPTS", "shell,", '"", which is no language'],
    ["MOJOB_SCRIPTS_SANDBOX", "none", "must be bubblewrap or unsandboxed"],
    ["MOJOB_SCRIPTS_SANDBOX", "unsandboxed", "needs MOJOB_SCRIPTS"],
    ["MOJOB_COMMANDS", "bin/backup", "names of programs or absolute paths"],
    ["MOJOB_COMMANDS", "rsync,", "names of programs or absolute paths"],
    ["MOJOB_FILE_CHECKS", "in", "absolute paths of folders"],
    ["MOJOB_FILE_JOBS", "/srv/in", "in=/srv/in:ro,out=/srv/out"],
    ["MOJOB_FILE_JOBS", "in=srv/in", "absolute paths of folders"],
    ["MOJOB_FILE_JOBS", "In=/srv/in", "names and absolute paths"],
    ["MOJOB_FILE_JOBS", "in=/a,in=/b", "name each folder once"],
    ["MOJOB_CONNECTIONS", "orders", "names and URLs, separated by spaces"],
    ["MOJOB_CONNECTIONS", "orders=oracle://db/orders", "names and URLs, separated by spaces"],
    ["MOJOB_CONNECTIONS", "a=ftp://one a=ftp://two", "name each connection once"],
    ["MOJOB_HTTP_JOBS", "yes", '"true" or "false"'],
    ["MOJOB_HTTP_JOBS_ALLOW", "10.1.0.0/16", "needs MOJOB_HTTP_JOBS=true"],
    ["MOJOB_HTTP_JOBS_HOSTS", "https://example.com/", "host names, addresses or ranges"],
    ["MOJOB_NOTICE_JOBS_ALLOW", "10.1.0.0/16", "needs MOJOB_NOTICE_JOBS=true"],
    ["MOJOB_SMTP_URL", "smtp://jobs:pw@mail.example.com", "needs MOJOB_NOTICE_JOBS=true"],
    ["MOJOB_SMTP_URL", "jobs:pw@mail.example.com", "an address like"],
    ["MOJOB_SQL_JOBS", "orders=postgres://reader:pw@db/orders", "a JSON object of connections by name"],
    ["MOJOB_SQL_JOBS", "{}", "a JSON object of connections by name"],
    ["MOJOB_SQL_JOBS", '{"a b":{"url":"sqlite:/srv/a.db"}}', "name connections without spaces"],
    [
      "MOJOB_SQL_JOBS",
      '{"orders":"postgres://reader:pw@db/orders"}',
      'of connection "orders" it is no object',
    ],
    ["MOJOB_SQL_JOBS", '{"orders":{"uri":"sqlite:/srv/a.db"}}', 'it has "uri": there are url, readOnly'],
    [
      "MOJOB_SQL_JOBS",
      '{"orders":{"url":"oracle://scott:pw@db/orders"}}',
      "a url that begins with postgres://",
    ],
    ["MOJOB_SQL_JOBS", '{"orders":{"url":"sqlite:/a.db","readOnly":1}}', "a readOnly that is true or false"],
    ["MOJOB_SQL_JOBS", '{"orders":{"url":"sqlite:/a.db","timeoutMs":0}}', "a whole number above 0"],
    ["MOJOB_SQL_JOBS", '{"orders":{"url":"sqlite:/a.db","apps":[]}}', "apps that are a list of names"],
    [
      "MOJOB_SQL_JOBS",
      '{"orders":{"url":"sqlite:/a.db","tenants":["a.b"]}}',
      "tenants that are a list of names",
    ],
    ["MOJOB_TRANSFER_JOBS", "partner=ftps://shop:pw@host", "a JSON object of connections by name"],
    ["MOJOB_TRANSFER_JOBS", '{"a:b":{}}', 'name connections without spaces, "/", "=" and ":"'],
    ["MOJOB_TRANSFER_JOBS", '{"a":{"url":"ftp://a"}}', 'it has "url": there are protocol, port'],
    ["MOJOB_TRANSFER_JOBS", '{"a":{"protocol":"scp"}}', "a protocol that is one of ftp, ftps"],
    ["MOJOB_TRANSFER_JOBS", '{"a":{"protocol":"ftp","user":"a"}}', "a host that is a text"],
    ["MOJOB_TRANSFER_JOBS", JSON.stringify({ a: { ...BANK, hostKey: [1] } }), "a hostKey that is a text"],
    ["MOJOB_TRANSFER_JOBS", JSON.stringify({ a: { ...BANK, port: "22" } }), "a port that is a whole number"],
    [
      "MOJOB_TRANSFER_JOBS",
      JSON.stringify({ a: { ...BANK, idleMs: 0 } }),
      "an idleMs that is a whole number",
    ],
    ["MOJOB_TRANSFER_JOBS", JSON.stringify({ a: { ...BANK, apps: [] } }), "apps that are a list of names"],
  ])("refuses %s=%s", (variable, value, wanted) => {
    const error = refusal({ [variable]: value });
    expect(error.message).toContain(variable);
    expect(error.message).toContain(wanted);
    expect(error.issues.map(({ pointer }) => pointer)).toContain(`/${variable}`);
  });

  it.each([
    ["2-16", { min: 2, max: 16 }],
    ["2-16@70%", { min: 2, max: 16, targetCpu: 0.7 }],
  ])("reads a number of runs that follows the load: %s", (value, maxConcurrentRuns) => {
    expect(parseConfiguration({ MOJOB_MAX_CONCURRENT_RUNS: value })).toMatchObject({ maxConcurrentRuns });
  });

  it("lists every mistake at once", () => {
    const error = refusal({ MOJOB_PORT: "x", MOJOB_STORE: "y", MOJOB_PROT: "1" });
    expect(error.issues.map(({ pointer }) => pointer).sort()).toEqual([
      "/MOJOB_PORT",
      "/MOJOB_PROT",
      "/MOJOB_STORE",
    ]);
  });

  it("asks whether a known variable was meant", () => {
    expect(refusal({ MOJOB_PROT: "7788" }).message).toContain(
      'MOJOB_PROT is unknown; did you mean "MOJOB_PORT"?',
    );
    expect(refusal({ MOJOB_SOMETHING_ELSE: "1" }).message).toContain("MOJOB_JOB_DEFAULTS");
  });

  it.each([
    ["MOJOB_TOKEN", "hunter2"],
    ["MOJOB_TOKEN", "changeme-changeme"],
    ["MOJOB_STORE", "mongo://admin:hunter2@db"],
    ["MOJOB_RUNTIME", "temporal://admin:hunter2@host"],
  ])("never says what %s holds", (variable, value) => {
    const error = refusal({ [variable]: value });
    expect(`${error.message} ${JSON.stringify(error.issues)} ${error.stack}`).not.toContain(value);
    expect(error.message).not.toContain("hunter2");
  });

  it.each([
    ["memory:", { kind: "memory" }],
    ["sqlite:jobs.db", { kind: "sqlite", path: "jobs.db" }],
    ["sqlite:/var/lib/my jobs/mojob.db", { kind: "sqlite", path: "/var/lib/my jobs/mojob.db" }],
  ])("reads MOJOB_STORE=%s", (text, store) => {
    expect(parseConfiguration({ MOJOB_STORE: text }).store).toEqual(store);
  });

  it("knows the languages of the script runner", () => {
    expect(SCRIPT_LANGUAGES).toEqual(Object.values(ScriptLanguage));
  });

  it("leaves scripts in their sandbox, and requests to public addresses, where nothing else is said", () => {
    expect(parseConfiguration({ MOJOB_SCRIPTS: "python", MOJOB_HTTP_JOBS: "true" })).toMatchObject({
      scripts: { languages: ["python"], sandbox: "bubblewrap" },
      commands: null,
      httpJobs: { allow: [], hosts: null },
    });
  });

  it("wants a shared store for a Temporal runtime", () => {
    expect(refusal({ MOJOB_RUNTIME: "temporal://localhost:7233/default" }).message).toContain(
      "MOJOB_STORE must be",
    );
  });

  it.each(["0.0.0.0", "::", "192.168.1.4", "jobs.example.com", "127.example.com"])(
    "wants a token to listen on %s",
    (host) => {
      expect(refusal({ MOJOB_HOST: host }).message).toContain("MOJOB_TOKEN or MOJOB_PEOPLE=true");
      expect(parseConfiguration({ MOJOB_HOST: host, MOJOB_PEOPLE: "true" }).people.isRequired).toBe(true);
      expect(parseConfiguration({ MOJOB_HOST: host, MOJOB_TOKEN: TOKEN }).host).toBe(host);
    },
  );
});

describe("isLoopback()", () => {
  it.each(["127.0.0.1", "127.8.9.1", "localhost", "::1"])("takes %s", (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it("leaves to the program what it reads by itself", () => {
    expect(() => parseConfiguration({ MOJOB_OWN: "1" }, { besides: ["MOJOB_OWN"] })).not.toThrow();
  });

  it.each(["retryCount: 2", '{"retryCount":-1}', '{"retries":2}', "17", "null", '{"timeZone":"Mars/Base"}'])(
    "refuses %s as defaults of jobs",
    (text) => {
      expect(() => parseConfiguration({ MOJOB_JOB_DEFAULTS: text })).toThrow(/MOJOB_JOB_DEFAULTS must be/);
    },
  );

  it.each([
    ["17", "must be a JSON object of option values by tenant"],
    [
      '{"acme":{"retention":{"maxAgeDays":0}}}',
      'of tenant "acme" "/retention/maxAgeDays" must be at least 1',
    ],
    ['{"acme":{"retention":{"maxSkiped":3}}}', 'of tenant "acme" "/retention/maxSkiped" is not known here'],
    ['{"acme":[]}', 'of tenant "acme" it is no object'],
    ['{"other":{}}', 'names the tenant "other", which this process does not serve'],
  ])("refuses %s as defaults of tenants: it %s", (text, expected) => {
    const env = { MOJOB_TENANTS: "acme,globex", MOJOB_TENANT_DEFAULTS: text };
    expect(refusal(env).message).toContain("MOJOB_TENANT_DEFAULTS");
    expect(refusal(env).message).toContain(expected);
  });
});

it("ignores what Kubernetes gives a pod for a Service named mojob, and nothing else", () => {
  const links = {
    MOJOB_SERVICE_HOST: "10.0.0.1",
    MOJOB_SERVICE_PORT: "7788",
    MOJOB_SERVICE_PORT_HTTP: "7788",
    MOJOB_PORT: "tcp://10.0.0.1:7788",
    MOJOB_PORT_7788_TCP: "tcp://10.0.0.1:7788",
    MOJOB_PORT_7788_TCP_PROTO: "tcp",
    MOJOB_PORT_7788_TCP_PORT: "7788",
    MOJOB_PORT_7788_TCP_ADDR: "10.0.0.1",
    MOJOB_PANEL_SERVICE_HOST: "10.0.0.2",
    MOJOB_PANEL_PORT: "tcp://10.0.0.2:80",
  };
  expect(parseConfiguration({ ...links, MOJOB_APP: "shop" })).toMatchObject({ app: "shop", port: 7788 });
  expect(serviceLinks({ ...links, MOJOB_APP: "shop" })).toEqual(Object.keys(links));
  expect(() => parseConfiguration({ MOJOB_PORT: "http://10.0.0.1" })).toThrow("MOJOB_PORT must be");
  expect(() => parseConfiguration({ MOJOB_SERVICE_HOST: "no address!" })).toThrow(
    "MOJOB_SERVICE_HOST is unknown",
  );
});

it("lists all variables once, however many are unknown", () => {
  const unknown = { MOJOB_QQQQQQQQ: "1", MOJOB_ZZZZZZZZ: "2", MOJOB_PROT: "3" };
  const { message } = catching(() => parseConfiguration(unknown));
  expect(message.split("MOJOB_RUNTIME,")).toHaveLength(2);
  expect(message).toContain("MOJOB_ZZZZZZZZ is unknown;");
  expect(message).toContain('MOJOB_PROT is unknown; did you mean "MOJOB_PORT"?');
});

function catching(call: () => unknown): Error {
  try {
    call();
  } catch (error) {
    return error as Error;
  }
  throw new Error("It did not throw");
}
