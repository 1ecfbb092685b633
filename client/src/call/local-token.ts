import { isLoopback } from "@mojob/core/ports";

/** Where a start keeps the token of this machine, below its working folder. */
const TOKEN_FILE = ".mojob/token";

/** The part of a runtime's `process` that finds the token; browsers have none. */
interface Host {
  readonly env?: Readonly<Record<string, string | undefined>>;
  getBuiltinModule?(id: "fs"): { readFileSync(path: string, encoding: "utf8"): string } | undefined;
}

/**
 * The token for a scheduler of this machine: that of `MOJOB_TOKEN`, else of the file that `MOJOB_TOKEN_FILE` names, else of `.mojob/token`;
 * `null` for another machine, in a browser, and where there is none.
 * @throws Error of the runtime where the file that `MOJOB_TOKEN_FILE` names cannot be read
 */
export function localToken(url: string | URL): string | null {
  if (!isLoopback(new URL(url).hostname.replace(/^\[(.*)\]$/, "$1"))) return null;
  const { process: host } = globalThis as { readonly process?: Host };
  const token = variableOf(host, "MOJOB_TOKEN");
  if (token !== null) return token;
  const file = variableOf(host, "MOJOB_TOKEN_FILE");
  if (file !== null) return readToken(host, file);
  try {
    return readToken(host, TOKEN_FILE);
  } catch {
    // A start without such a file asks for none; one that does refuses the call.
    return null;
  }
}

function readToken(host: Host | undefined, path: string): string | null {
  const text = host?.getBuiltinModule?.("fs")?.readFileSync(path, "utf8") ?? "";
  const token = text.replace(/\r?\n$/, "");
  return token === "" ? null : token;
}

function variableOf(host: Host | undefined, name: string): string | null {
  try {
    const value = host?.env?.[name] ?? "";
    return value === "" ? null : value;
  } catch {
    // Deno without the permission to read it.
    return null;
  }
}
