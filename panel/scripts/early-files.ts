import type { BuiltChunk } from "./start-modules.ts";

/** The pages that visits begin with, by their address below the root, and the words that each loads. */
const FIRST_PAGES: Readonly<Record<string, readonly string[]>> = {
  overview: ["pages/overview/overview-page.tsx", "overview"],
  jobs: ["pages/jobs/list/jobs-page.tsx"],
  instances: ["pages/runs/list/runs-page.tsx"],
  inbox: ["pages/inbox/inbox-page.tsx", "inbox", "task", "run-job"],
  failures: ["pages/failures/failures-page.tsx", "failures"],
  incidents: ["pages/alarms/incidents-page.tsx", "incidents"],
  workers: ["pages/workers/workers-page.tsx", "workers", "keys", "history", "overview"],
};

const WORDS = { en: ["i18n/en.ts"], zh: ["i18n/zh.ts", "words/zh/problems.ts"] } as const;
type Language = keyof typeof WORDS;

/** The files that a visit needs besides those of the start: by its address, then by its language. */
export type EarlyFiles = Readonly<Record<string, Readonly<Record<Language, readonly string[]>>>>;

/** @param known files that the page names itself */
export function earlyFiles(built: readonly BuiltChunk[], known: ReadonlySet<string>): EarlyFiles {
  const filesOf = (modules: readonly string[]): readonly string[] =>
    [...withImports(built, modules)].filter((file) => !known.has(file));
  return Object.fromEntries(
    Object.entries(FIRST_PAGES).map(([address, [page = "", ...words]]) => {
      const ofLanguage = (language: Language): readonly string[] =>
        filesOf([page, ...WORDS[language], ...words.map((name) => `words/${language}/${name}.ts`)]);
      return [address, { en: ofLanguage("en"), zh: ofLanguage("zh") }];
    }),
  );
}

/** The files of these modules, and those and the styles that are loaded with them. */
function withImports(built: readonly BuiltChunk[], modules: readonly string[]): ReadonlySet<string> {
  const byName = new Map(built.map((chunk) => [chunk.fileName, chunk]));
  const names = modules.map((module) => {
    const chunk = built.find(({ moduleIds = [] }) => moduleIds.some((id) => id.endsWith(`/app/${module}`)));
    if (chunk === undefined) throw new Error(`Cannot find "${module}" in what was built`);
    return chunk.fileName;
  });
  const files = new Set<string>(names);
  // A set goes on to what is added while it is walked.
  for (const name of files) {
    const { imports = [], viteMetadata } = byName.get(name) ?? {};
    for (const imported of [...imports, ...(viteMetadata?.importedCss ?? [])]) files.add(imported);
  }
  return files;
}
