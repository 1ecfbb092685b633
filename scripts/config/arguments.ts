import { parseArgs } from "node:util";

export const USAGE: string = `npm run config -- get|diff|apply [options]

  get                what people have configured, as YAML on standard output
  diff               what a document would change
  apply              changes it
  --file FILE        the document; "-" is standard input
  --app APP          with get: what is of this app alone
  --prune            removes what the sections of the document do not have
  --note NOTE        with apply: why, for those who read the history
  --url URL          the scheduler, http://127.0.0.1:7788 where it is left out; its token is in MOJOB_TOKEN, on this machine also in .mojob/token

It exits with 0 where nothing differs or all was applied, with 2 where diff found differences, and with 1 where it failed.`;

export const ConfigVerb = { Get: "get", Diff: "diff", Apply: "apply" } as const;
export type ConfigVerb = (typeof ConfigVerb)[keyof typeof ConfigVerb];

export interface ConfigArguments {
  readonly verb: ConfigVerb;
  readonly file: string;
  readonly app: string | undefined;
  readonly prune: boolean;
  readonly note: string | undefined;
  readonly url: string;
}

/** @throws Error naming the first mistake */
export function readArguments(words: readonly string[]): ConfigArguments {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { file: text, app: text, prune: { type: "boolean" }, note: text, url: text },
  });
  const verb = Object.values(ConfigVerb).find((one) => one === positionals[0]);
  if (verb === undefined || positionals.length !== 1)
    throw new Error(`Name one of ${Object.values(ConfigVerb).join(", ")}`);
  const refused = REFUSED[verb].find((name) => values[name] !== undefined);
  if (refused !== undefined) throw new Error(`--${refused} has no meaning with ${verb}`);
  if (verb !== ConfigVerb.Get && values.file === undefined) throw new Error("--file is missing");
  return {
    verb,
    file: values.file ?? "",
    app: values.app,
    prune: values.prune === true,
    note: values.note,
    url: values.url ?? "http://127.0.0.1:7788",
  };
}

const REFUSED: Readonly<Record<ConfigVerb, readonly ("app" | "file" | "note" | "prune")[]>> = {
  get: ["file", "prune", "note"],
  diff: ["app", "note"],
  apply: ["app"],
};
