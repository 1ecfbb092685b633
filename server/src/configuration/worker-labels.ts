import { resolveWorkerOptions } from "@mojob/core/engine";
import * as v from "valibot";

const LABELS_RULE = 'must be names with their texts, like "region=eu,gpu=yes"';

/** Labels with their texts, separated by commas. */
export const workerLabels: v.GenericSchema<string, Readonly<Record<string, string>>> = v.pipe(
  v.string(),
  v.transform((text) => text.split(",").map((one) => one.trim())),
  v.array(v.pipe(v.string(), v.regex(/^[^=]+=[^=]+$/, LABELS_RULE))),
  v.transform((list) => list.map((one) => one.split("=") as [string, string])),
  v.check((list) => new Set(list.map(([label]) => label)).size === list.length, "must name each label once"),
  v.transform((list): Readonly<Record<string, string>> => Object.fromEntries(list)),
  v.check(areLabels, LABELS_RULE),
);

function areLabels(labels: Readonly<Record<string, string>>): boolean {
  try {
    resolveWorkerOptions({ labels });
    return true;
  } catch {
    return false;
  }
}
