import { describe, expect, it } from "vitest";
import { MoJobError } from "../base/error.ts";
import { isLoopback } from "./configuration.ts";
import { parseConfiguration } from "./parse-configuration.ts";

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

describe("parseConfiguration()", () => {
  it("has a default for everything", () => {
    expect(parseConfiguration({ PATH: "/usr/bin" })).toEqual({
      host: "127.0.0.1",
      port: 7788,
      store: { kind: "memory" },
      runtime: { kind: "local" },
      token: null,
      tenant: "default",
      app: "default",
      corsOrigins: [],
      maxConcurrentRuns: null,
      shutdownGraceMs: 30_000,
      recurringDebugMode: false,
      triggeredDebugMode: false,
      quickstartDir: null,
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
        MOJOB_TENANT: "acme",
        MOJOB_APP: "ledger",
        MOJOB_CORS_ORIGINS: "https://a.example.com, http://localhost:5173",
        MOJOB_MAX_CONCURRENT_RUNS: "8",
        MOJOB_SHUTDOWN_GRACE_MS: "0",
        MOJOB_RECURRING_DEBUG_MODE: "true",
        MOJOB_TRIGGERED_DEBUG_MODE: "false",
        MOJOB_QUICKSTART_DIR: "/tmp/quickstart",
      }),
    ).toEqual({
      host: "0.0.0.0",
      port: 0,
      store: { kind: "mongodb", url: "mongodb+srv://user:pw@db.example.com/jobs" },
      runtime: { kind: "temporal", address: "temporal.internal:7233", namespace: "prod.jobs" },
      token: TOKEN,
      tenant: "acme",
      app: "ledger",
      corsOrigins: ["https://a.example.com", "http://localhost:5173"],
      maxConcurrentRuns: 8,
      shutdownGraceMs: 0,
      recurringDebugMode: true,
      triggeredDebugMode: false,
      quickstartDir: "/tmp/quickstart",
    });
  });

  it("takes an empty variable for an absent one", () => {
    expect(parseConfiguration({ MOJOB_PORT: "", MOJOB_TOKEN: "" })).toMatchObject({
      port: 7788,
      token: null,
    });
  });

  it.each([
    ["MOJOB_HOST", "http://localhost", "host name or an IP address"],
    ["MOJOB_PORT", "65536", "at most 65535"],
    ["MOJOB_PORT", "-1", "whole number from 0 to 65535"],
    ["MOJOB_PORT", "80.5", "whole number"],
    ["MOJOB_STORE", "redis://localhost", '"mongodb://…"'],
    ["MOJOB_RUNTIME", "temporal://localhost", '"temporal://host:port/namespace"'],
    ["MOJOB_RUNTIME", "temporal://localhost:7233", '"temporal://host:port/namespace"'],
    ["MOJOB_TOKEN", "short", "at least 16 characters"],
    ["MOJOB_TOKEN", "has a space in the middle 93", "without spaces"],
    ["MOJOB_TOKEN", "change-me-change-me", "must not be guessable"],
    ["MOJOB_TENANT", "a.b", "letters, digits, _ or -"],
    ["MOJOB_APP", "-x", "start with a letter or digit"],
    ["MOJOB_CORS_ORIGINS", "https://a.example.com/path", "origins like"],
    ["MOJOB_CORS_ORIGINS", "*", "origins like"],
    ["MOJOB_MAX_CONCURRENT_RUNS", "0", "at least 1"],
    ["MOJOB_SHUTDOWN_GRACE_MS", "30s", "whole number"],
    ["MOJOB_RECURRING_DEBUG_MODE", "yes", '"true" or "false"'],
    ["MOJOB_TRIGGERED_DEBUG_MODE", "1", '"true" or "false"'],
  ])("refuses %s=%s", (variable, value, wanted) => {
    const error = refusal({ [variable]: value });
    expect(error.message).toContain(variable);
    expect(error.message).toContain(wanted);
    expect(error.issues.map(({ pointer }) => pointer)).toContain(`/${variable}`);
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
    expect(refusal({ MOJOB_SOMETHING_ELSE: "1" }).message).toContain("MOJOB_QUICKSTART_DIR");
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

  it("wants a shared store for a Temporal runtime", () => {
    expect(refusal({ MOJOB_RUNTIME: "temporal://localhost:7233/default" }).message).toContain(
      "MOJOB_STORE must be",
    );
  });

  it.each(["0.0.0.0", "::", "192.168.1.4", "jobs.example.com", "127.example.com"])(
    "wants a token to listen on %s",
    (host) => {
      expect(refusal({ MOJOB_HOST: host }).message).toContain("MOJOB_TOKEN is wanted");
      expect(parseConfiguration({ MOJOB_HOST: host, MOJOB_TOKEN: TOKEN }).host).toBe(host);
    },
  );
});

describe("isLoopback()", () => {
  it.each(["127.0.0.1", "127.8.9.1", "localhost", "::1"])("takes %s", (host) => {
    expect(isLoopback(host)).toBe(true);
  });
});
