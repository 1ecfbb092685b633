import { isLoopback } from "@mojob/core/ports";
import * as v from "valibot";

/** Origins, separated by commas. */
export const origins: v.GenericSchema<string, string[]> = v.pipe(
  v.string(),
  v.transform((text) => text.split(",").map((origin) => origin.trim())),
  v.array(
    v.pipe(
      v.string(),
      v.check(isOrigin, 'must be origins like "https://jobs.example.com", separated by commas'),
    ),
  ),
);

/** Addresses and ranges of them, separated by commas; the API reads them. */
export const proxies: v.GenericSchema<string, string[]> = v.pipe(
  v.string(),
  v.transform((text) => text.split(",").map((proxy) => proxy.trim())),
  v.array(
    v.pipe(
      v.string(),
      v.regex(
        /^[0-9A-Fa-f.:]+(?:\/\d{1,3})?$/,
        'must be addresses and ranges like "10.1.0.5,10.2.0.0/16", separated by commas',
      ),
    ),
  ),
);

/** An address without a slash, a query or a fragment at its end. */
export const publicUrl: v.GenericSchema<string> = v.pipe(
  v.string(),
  v.regex(/^https?:\/\/[^\s?#]*[^\s?#/]$/, "must be an address like https://jobs.example.com"),
);

/** Where another service is told that all is well. */
export const heartbeatUrl: v.GenericSchema<string> = v.pipe(
  v.string(),
  v.check(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    "must be an address like https://hc-ping.com/0123",
  ),
);

/** An identity provider; without TLS only one of this machine. */
export const issuerUrl: v.GenericSchema<string> = v.pipe(
  v.string(),
  v.check(isGuarded, "must be an address like https://login.example.com/realms/ops"),
);

/** Where the ends of the audit are kept; without TLS only on this machine. */
export const auditHeads: v.GenericSchema<string> = v.pipe(
  v.string(),
  v.check(
    (text) => text === "stdout" || isGuarded(text),
    "must be stdout, or an address like https://logs.example.com/mojob",
  ),
);

/** A mail server; its address may have a password. */
export const smtpUrl: v.GenericSchema<string> = v.pipe(
  v.string(),
  v.check(
    (text) => /^smtps?:\/\/[^\s/]/.test(text) && URL.canParse(text),
    'must be an address like "smtps://user:password@mail.example.com:465"',
  ),
);

/** Whether nobody on the way reads what is sent to an address. */
function isGuarded(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text);
}
