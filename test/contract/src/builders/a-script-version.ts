import type { ScriptVersion } from "@mojob/core/ports";
import { instant } from "./instant.ts";

/** The version of a job's script with this number. */
export function aScriptVersion(
  tenant: string,
  version: number,
  given: Partial<ScriptVersion> = {},
): ScriptVersion {
  return {
    tenant,
    jobKey: "ops/report",
    version,
    language: "shell",
    source: `echo ${version} '$1' "\u{1f600}"\n`,
    bytes: 16,
    hash: String(version % 10).repeat(64),
    at: instant(version),
    by: "user:li",
    comment: `Say ${version}`,
    restored: null,
    copied: null,
    ...given,
  };
}
