import { preferredLanguage } from "./preferred-language.ts";
import { FIRST_READS } from "./first-reads.ts";

declare global {
  /** The responses that a visit asked for before the panel was loaded, by address. */
  var mojobEarly: Map<string, Promise<Response>> | undefined;
}

/** Reads the session and what the page of the address shows first; each response is for the first read of it. */
export function readEarly(): Map<string, Promise<Response>> {
  const root = new URL(".", document.baseURI).href;
  const responses = new Map<string, Promise<Response>>();
  const read = (path: string, headers: Readonly<Record<string, string>> = {}): void => {
    const url = new URL(path, root).href;
    const response = fetch(url, {
      headers: { Accept: "application/json", "MoJob-Client": "panel", ...headers },
      credentials: "same-origin",
    });
    // Who reads it finds out.
    response.catch(() => {});
    responses.set(url, response);
  };
  read("api/v1/session");
  for (const path of FIRST_READS[addressOfVisit()] ?? [])
    read(path, { "Accept-Language": preferredLanguage() });
  return responses;
}

/** The address that the visit began at, below the panel's root and with its filter; the root itself leads to the overview. */
export function addressOfVisit(): string {
  const { href } = new URL(".", document.baseURI);
  const [address = ""] = location.href.slice(href.length).split("#");
  return address === "" ? "overview" : address;
}
