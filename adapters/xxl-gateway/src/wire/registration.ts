import { executorAddress } from "@mojob/core/engine";
import { isRecord, parseJson } from "./answer.ts";

/** Where an executor says that it is. */
export interface Registration {
  readonly appName: string;
  /** As `executorAddress` returns it. */
  readonly address: string;
  /** Whether it speaks the protocol of 3.5, in which a run is sent to another path. @default false */
  readonly isNewer?: boolean;
}

/**
 * Reads the body of `registry` and `registryRemove`; `null` for one that names no executor.
 * @param isNewer whether it was sent as clients of 3.5 do
 */
export function parseRegistration(body: string, isNewer = false): Registration | null {
  const value = parseJson(body);
  if (!isRecord(value)) return null;
  const { registryKey, registryValue } = value;
  if (typeof registryKey !== "string" || typeof registryValue !== "string") return null;
  const address = executorAddress(registryValue);
  const appName = registryKey.trim();
  if (appName === "" || address === null) return null;
  return { appName, address, ...(isNewer && { isNewer }) };
}
