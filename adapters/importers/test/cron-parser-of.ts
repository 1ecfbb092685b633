import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

export interface CronParserPackage {
  readonly CronExpressionParser: {
    parse(
      text: string,
      options: { readonly currentDate: Date; readonly tz: string },
    ): { next(): { getTime(): number } };
  };
}

const here = createRequire(import.meta.url);

/** The version of cron-parser that a package itself uses. */
export async function parserOf(name: string): Promise<CronParserPackage> {
  const path = createRequire(here.resolve(name)).resolve("cron-parser");
  return (await import(pathToFileURL(path).href)) as CronParserPackage;
}
