#!/usr/bin/env node
/* oxlint-disable no-console -- A command speaks to its user. */
import process from "node:process";
import { isMoJobError } from "@mojob/core/ports";
import { backupSqlite } from "./backup-sqlite.ts";

const [command, path, target] = process.argv.slice(2);
if (command === "backup" && path !== undefined && target !== undefined) {
  try {
    await backupSqlite(path, target);
    console.log(`Copied ${path} to ${target}`);
  } catch (error) {
    console.error(isMoJobError(error) ? error.message : error);
    process.exitCode = 1;
  }
} else {
  console.error("Usage: mojob-sqlite backup <file> <copy>");
  process.exitCode = 2;
}
