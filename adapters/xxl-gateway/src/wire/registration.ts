import { isRecord, parseJson } from "./answer.ts";

/** Where an executor says that it is. */
export interface Registration {
  readonly appName: string;
  /** As `executorAddress` returns it. */
  readonly address: string;
}

const LONGEST_ADDRESS = 255;
/** An IPv6 host that was written without brackets, as Java executors do. */
const BARE_IPV6 = /^(https?:\/\/)([0-9a-f]*:[0-9a-f:.]*:[0-9a-f:.]*):(\d{1,5})(\/.*)?$/i;

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

/** An executor's base address in one notation, with a slash at its end; `null` for what is no address over HTTP. */
export function executorAddress(text: string): string | null {
  const bracketed = text.trim().replace(BARE_IPV6, "$1[$2]:$3$4");
  const url = text.length > LONGEST_ADDRESS ? null : URL.parse(bracketed);
  if (
    url === null ||
    !["http:", "https:"].includes(url.protocol) ||
    url.username !== "" ||
    url.password !== ""
  )
    return null;
  return `${url.origin}${url.pathname.replace(/\/*$/, "/")}`;
}
