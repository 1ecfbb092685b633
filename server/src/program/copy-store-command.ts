#!/usr/bin/env node
/* oxlint-disable no-console -- A command speaks to its user. */
import process from "node:process";
import { isMoJobError } from "@mojob/core";
import { reportError } from "@mojob/core/engine";
import { FEATURES } from "@mojob/features";
import { copyStore } from "@mojob/runtime-local";
import { parseConfiguration } from "../configuration/parse-configuration.ts";
import { type OpenedStores, openStores } from "../deployment/open-stores.ts";

const PROGRESS_EVERY = 20_000;

const [from, to, ...tenants] = process.argv.slice(2);
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());

if (from === undefined || to === undefined) {
  console.error("Usage: mojob-copy-store <store> <empty store> [tenant…], each store as in MOJOB_STORE");
  process.exitCode = 2;
} else {
  try {
    await copy(from, to);
  } catch (error) {
    console.error(isMoJobError(error) ? error.message : error);
    process.exitCode = 1;
  }
}

async function copy(source: string, target: string): Promise<void> {
  const opened: OpenedStores[] = [];
  const open = async (store: string): Promise<NonNullable<OpenedStores["stores"]>> => {
    const one = await openStores(parseConfiguration({ MOJOB_STORE: store }).store, {
      onError: reportError,
    });
    opened.push(one);
    if (one.stores === null) throw new Error('"memory:" is forgotten with its process: name another store');
    return one.stores;
  };
  try {
    const [first, second] = [await open(source), await open(target)];
    let said = 0;
    const copied = await copyStore(first, second, {
      ...(tenants.length > 0 && { tenants }),
      features: FEATURES,
      signal: stop.signal,
      onProgress({ tenant, ended }) {
        if (ended - said < PROGRESS_EVERY) return;
        said = ended;
        console.log(`${tenant}: ${ended} ended runs so far`);
      },
    });
    for (const { tenant, definitions, ended, open: waiting } of copied)
      console.log(`${tenant}: ${definitions} jobs, ${ended} ended runs, ${waiting} open runs`);
    console.log("Start the scheduler on the new store, and never again on the old one");
  } finally {
    for (const { close } of opened.toReversed()) await close();
  }
}
