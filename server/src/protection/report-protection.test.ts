import { type ProtectionId, PROTECTIONS } from "@mojob/http";
import { expect, it } from "vitest";
import { parseConfiguration } from "../configuration/parse-configuration.ts";
import { protectionsOf } from "./protections-of.ts";
import { reportProtection } from "./report-protection.ts";

const EVERYTHING_OPEN = {
  MOJOB_LOCAL_ACCESS: "open",
  MOJOB_PUBLIC_URL: "http://jobs.example.com",
  MOJOB_TRUSTED_PROXIES: "0.0.0.0/0",
  MOJOB_CORS_ORIGINS: "http://shop.example.com",
  MOJOB_SCRIPTS: "shell",
  MOJOB_SCRIPTS_SANDBOX: "unsandboxed",
  MOJOB_COMMANDS: "rsync",
  MOJOB_HTTP_JOBS: "true",
  MOJOB_HTTP_JOBS_ALLOW: "0.0.0.0/0",
  MOJOB_NOTICE_JOBS: "true",
  MOJOB_NOTICE_JOBS_ALLOW: "::/0",
};

function linesOf(
  env: Readonly<Record<string, string>>,
  { hasWeakSuperadmin = false, hasPanel = true } = {},
): readonly string[] {
  const lines: string[] = [];
  const items = protectionsOf(parseConfiguration(env), { hasPeople: false, hasWeakSuperadmin });
  reportProtection(items, { hasPanel, onWarning: (line) => void lines.push(line) });
  return lines;
}

it("reports each open protection with what to set, and how many there are", () => {
  const lines = linesOf(EVERYTHING_OPEN, { hasWeakSuperadmin: true });
  const open: readonly ProtectionId[] = [
    "sign_in",
    "second_factor",
    "tls",
    "trusted_proxies",
    "cors",
    "scripts",
    "commands",
    "http_jobs",
    "notice_jobs",
  ];
  expect(lines).toHaveLength(open.length + 1);
  for (const [index, id] of open.entries())
    expect(lines[index]).toMatch(new RegExp(`^Unprotected \\(${id}\\): .*(MOJOB_|My account)`));
  expect(lines.at(-1)).toBe("4 protections are on, 13 are off: see Protection in the panel");
  expect(PROTECTIONS).toHaveLength(17);
  expect(lines.join()).not.toMatch(/example\.com|rsync/);
});

it("is one line where others reach it and nothing is open, and none on this machine alone or without a panel", () => {
  const reached = {
    MOJOB_HOST: "0.0.0.0",
    MOJOB_TOKEN: "3f9c1b7a5e2d40863f9c1b7a",
    MOJOB_PUBLIC_URL: "https://jobs.example.com",
  };
  expect(linesOf(reached)).toEqual([expect.stringMatching(/^\d+ protections are on, \d+ are off/)]);
  expect(linesOf({})).toEqual([]);
  expect(linesOf(reached, { hasPanel: false })).toEqual([]);
});
