import { parseArgs } from "node:util";
import { ImportLocale, ImportSource, OnClash } from "@mojob/importers";

export const USAGE: string = `npm run import -- --from ${Object.values(ImportSource).join("|")} --file FILE --zone ZONE [options]

  --app APP          the app of the jobs; with XXL-JOB the default is the executor's name
  --any-exit-code    commands of a crontab succeed on any exit code, as under cron
  --url URL          the scheduler, for what is there already; its token is in MOJOB_TOKEN, on this machine also in .mojob/token
  --apply            imports, through --url; recurring jobs are paused
  --only ID,ID       these jobs only
  --on-clash RULE    ${Object.values(OnClash).join("|")}: what becomes of a job whose key is in use
  --locale en|zh     the language of messages`;

export interface ImportArguments {
  readonly source: ImportSource;
  readonly file: string;
  readonly timeZone: string;
  readonly app: string | undefined;
  readonly anyExitCode: boolean;
  readonly url: string | undefined;
  readonly isApplied: boolean;
  readonly only: readonly string[] | null;
  readonly onClash: OnClash;
  readonly locale: ImportLocale;
}

/** @throws Error naming the first mistake */
export function readArguments(words: readonly string[]): ImportArguments {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args: [...words],
    options: {
      from: text,
      file: text,
      zone: text,
      app: text,
      "any-exit-code": { type: "boolean" },
      url: text,
      apply: { type: "boolean" },
      only: text,
      "on-clash": text,
      locale: text,
    },
  });
  if (values.zone === undefined)
    throw new Error(
      "--zone is missing: the zone in which the old scheduler read its schedules, such as Asia/Shanghai",
    );
  if (values.file === undefined) throw new Error("--file is missing");
  if (values.apply === true && values.url === undefined) throw new Error("--apply needs --url");
  return {
    source: oneOf("--from", Object.values(ImportSource), values.from),
    file: values.file,
    timeZone: values.zone,
    app: values.app,
    anyExitCode: values["any-exit-code"] === true,
    url: values.url?.replace(/\/+$/, ""),
    isApplied: values.apply === true,
    only: values.only?.split(",") ?? null,
    onClash: oneOf("--on-clash", Object.values(OnClash), values["on-clash"] ?? OnClash.Skip),
    locale: oneOf("--locale", Object.values(ImportLocale), values.locale ?? ImportLocale.English),
  };
}

function oneOf<Value extends string>(
  name: string,
  values: readonly Value[],
  given: string | undefined,
): Value {
  const value = values.find((one) => one === given);
  if (value === undefined) throw new Error(`${name} must be one of ${values.join(", ")}`);
  return value;
}
