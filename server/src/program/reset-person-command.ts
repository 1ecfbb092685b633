#!/usr/bin/env node
/* oxlint-disable no-console -- A command speaks to its user. */
import process from "node:process";
import { parseArgs } from "node:util";
import { isMoJobError } from "@mojob/core";
import { reportError } from "@mojob/core/engine";
import { parseConfiguration } from "../configuration/parse-configuration.ts";
import { openIdentity } from "../deployment/open-identity.ts";
import { openStores } from "../deployment/open-stores.ts";

const USAGE =
  "Usage: mojob-reset-person <store as in MOJOB_STORE> <name> [--superadmin] [--url <address of the panel>]";
const LINK_MS = 60 * 60 * 1000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    superadmin: { type: "boolean", default: false },
    url: { type: "string", default: "http://127.0.0.1:7788" },
  },
});
const [store, name] = positionals;

if (store === undefined || name === undefined) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  try {
    await reset(store, name);
  } catch (error) {
    console.error(isMoJobError(error) ? error.message : error);
    process.exitCode = 1;
  }
}

/** Lets somebody in again who is locked out: for those who have the machine, and so everything on it, anyway. */
async function reset(text: string, person: string): Promise<void> {
  const configuration = parseConfiguration({ MOJOB_STORE: text });
  const { stores, close } = await openStores(configuration.store, { onError: reportError });
  try {
    if (stores === null) throw new Error('"memory:" is forgotten with its process: name another store');
    const { identity } = await openIdentity(configuration, { state: stores.state });
    const { secret } = await identity.breakGlass(person, { isSuperadmin: values.superadmin, ttlMs: LINK_MS });
    console.log(
      `"${person}" may sign in again, without a second factor. Within an hour, choose a password at`,
    );
    console.log(`${values.url}/welcome#${secret}`);
  } finally {
    await close();
  }
}
