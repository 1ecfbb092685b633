import { executorAddress } from "@mojob/core/engine";
import { isRecord, parseJson } from "./answer.ts";

/** Where an executor says that it is. */
export interface Registration {
  readonly appName: string;
  /** As `executorAddress` returns it. */
  readonly address: string;
}

/** Reads the body of `registry` and `registryRemove`; `null` for one that names no executor. */
export function parseRegistration(body: string): Registration | null {
  const value = parseJson(body);
  if (!isRecord(value)) return null;
  const { registryKey, registryValue } = value;
  if (typeof registryKey !== "string" || typeof registryValue !== "string") return null;
  const address = executorAddress(registryValue);
  const appName = registryKey.trim();
  return appName === "" || address === null ? null : { appName, address };
}
