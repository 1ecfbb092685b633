import { PROTECTIONS } from "@mojob/http";
import { describe, expect, it } from "vitest";
import { type Environment, parseConfiguration } from "../configuration/parse-configuration.ts";
import { type ProtectionFacts, protectionsOf } from "./protections-of.ts";

const TOKEN = { MOJOB_TOKEN: "3f9c1b7a5e2d40863f9c1b7a" };
const PEOPLE = { MOJOB_PEOPLE: "true" };
const BEYOND = { MOJOB_HOST: "0.0.0.0", ...TOKEN };
const HTTPS = { MOJOB_PUBLIC_URL: "https://jobs.example.com" };
const OIDC = { MOJOB_OIDC_ISSUER: "https://login.example.com", MOJOB_OIDC_CLIENT_ID: "mojob" };
const UNSANDBOXED = { MOJOB_SCRIPTS: "shell", MOJOB_SCRIPTS_SANDBOX: "unsandboxed" };
const REQUESTS = { MOJOB_HTTP_JOBS: "true" };
const NOTICES = { MOJOB_NOTICE_JOBS: "true" };

const NOBODY: ProtectionFacts = { hasPeople: false, hasWeakSuperadmin: false };
const STRONG: ProtectionFacts = { hasPeople: true, hasWeakSuperadmin: false };
const WEAK: ProtectionFacts = { hasPeople: true, hasWeakSuperadmin: true };

/** Callers of this machine need nothing. */
const UNASKED = { MOJOB_LOCAL_ACCESS: "open" };

type Row = readonly [id: string, state: string, env: Environment, facts?: ProtectionFacts];

const ROWS: readonly Row[] = [
  ["sign_in", "on", {}],
  ["sign_in", "on", HTTPS],
  ["sign_in", "off", UNASKED],
  ["sign_in", "open", { ...HTTPS, ...UNASKED }],
  ["sign_in", "open", { MOJOB_TRUSTED_PROXIES: "10.1.0.5", ...UNASKED }],
  ["sign_in", "on", TOKEN],
  ["sign_in", "on", PEOPLE],
  ["sign_in", "on", UNASKED, STRONG],
  ["people", "off", TOKEN],
  ["people", "on", PEOPLE],
  ["people", "on", {}, STRONG],
  ["provider", "off", PEOPLE],
  ["provider", "on", OIDC],
  ["second_factor", "off", {}],
  ["second_factor", "off", {}, WEAK],
  ["second_factor", "open", BEYOND, WEAK],
  ["second_factor", "on", BEYOND, STRONG],
  ["binding", "on", {}],
  ["binding", "on", { MOJOB_HOST: "::1" }],
  ["binding", "off", BEYOND],
  ["tls", "off", {}],
  ["tls", "off", { MOJOB_PUBLIC_URL: "http://[::1]:7788" }],
  ["tls", "open", BEYOND],
  ["tls", "open", { MOJOB_HOST: "0.0.0.0", ...PEOPLE }],
  ["tls", "open", { ...TOKEN, MOJOB_PUBLIC_URL: "http://jobs.example.com" }],
  ["tls", "on", { ...BEYOND, ...HTTPS }],
  ["trusted_proxies", "off", {}],
  ["trusted_proxies", "on", { MOJOB_TRUSTED_PROXIES: "10.1.0.5,10.2.0.0/16" }],
  ["trusted_proxies", "open", { MOJOB_TRUSTED_PROXIES: "10.1.0.5,0.0.0.0/0" }],
  ["trusted_proxies", "open", { MOJOB_TRUSTED_PROXIES: "::/0" }],
  ["cors", "on", {}],
  ["cors", "off", { MOJOB_CORS_ORIGINS: "https://shop.example.com,http://localhost:3000" }],
  ["cors", "open", { MOJOB_CORS_ORIGINS: "http://shop.example.com" }],
  ["executors", "on", {}],
  ["executors", "off", { MOJOB_EXECUTORS: "{}" }],
  ["executors", "on", { MOJOB_EXECUTORS: "{}", MOJOB_EXECUTOR_AUTH: "signed" }],
  ["http_registration", "on", {}],
  ["http_registration", "off", { MOJOB_HTTP_REGISTRATION: "true" }],
  ["scripts", "on", {}],
  ["scripts", "on", { MOJOB_SCRIPTS: "shell" }],
  ["scripts", "open", { ...UNSANDBOXED, ...UNASKED }],
  ["scripts", "off", UNSANDBOXED],
  ["scripts", "off", { ...UNSANDBOXED, ...TOKEN }],
  ["scripts", "off", { ...UNSANDBOXED, ...UNASKED }, STRONG],
  ["commands", "on", {}],
  ["commands", "open", { MOJOB_COMMANDS: "rsync", ...UNASKED }],
  ["commands", "off", { MOJOB_COMMANDS: "rsync" }],
  ["commands", "off", { MOJOB_COMMANDS: "rsync", ...TOKEN }],
  ["http_jobs", "on", {}],
  ["http_jobs", "off", REQUESTS],
  ["http_jobs", "off", { ...REQUESTS, MOJOB_HTTP_JOBS_ALLOW: "10.1.0.0/16" }],
  ["http_jobs", "open", { ...REQUESTS, MOJOB_HTTP_JOBS_ALLOW: "0.0.0.0/0" }],
  ["http_jobs", "on", { ...REQUESTS, MOJOB_HTTP_JOBS_HOSTS: "api.example.com" }],
  ["notice_jobs", "on", {}],
  ["notice_jobs", "off", NOTICES],
  ["notice_jobs", "open", { ...NOTICES, MOJOB_NOTICE_JOBS_ALLOW: "::/0" }],
  ["notice_jobs", "on", { ...NOTICES, MOJOB_NOTICE_JOBS_HOSTS: "hooks.example.com" }],
  ["secrets", "off", {}],
  ["secrets", "on", { MOJOB_KEYS_FILE: "/etc/mojob/keys" }],
  ["quotas", "off", { MOJOB_MAX_JOBS: "5" }],
  ["quotas", "on", { MOJOB_MAX_RUNS_PER_MINUTE: "600" }],
  ["quotas", "on", { MOJOB_MAX_TENANT_RUNS: "50" }],
  ["audit", "on", {}],
];

describe("protectionsOf()", () => {
  const rows = ROWS.map(([id, state, env, facts = NOBODY]) => [id, state, env, facts] as const);
  it.each(rows)("%s is %s with %j and %j", (id, state, env, facts) => {
    const found = protectionsOf(parseConfiguration(env), facts).find((item) => item.id === id);
    expect(found?.state).toBe(state);
  });

  it("lists each protection once, and the variables that there are", () => {
    const items = protectionsOf(parseConfiguration({}), NOBODY);
    expect(items.map(({ id }) => id)).toEqual(PROTECTIONS);
    for (const { setting } of items) expect(setting ?? "MOJOB_").toMatch(/^MOJOB_[A-Z_]*$/);
  });

  it("never contains a value of the configuration", () => {
    const text = JSON.stringify(protectionsOf(parseConfiguration({ ...BEYOND, ...HTTPS, ...OIDC }), WEAK));
    for (const value of [TOKEN.MOJOB_TOKEN, "example.com", "0.0.0.0"]) expect(text).not.toContain(value);
  });
});
