import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import type { EN } from "./en.ts";
import { LATE_WORDS, type LateName, type LateWords } from "./late-words.ts";
import { type Language, preferredLanguage, STORED_LANGUAGE } from "../early/preferred-language.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    readonly defaultNS: "translation";
    readonly resources: { readonly translation: typeof EN & LateWords };
  }
}

/** Those that pages have asked for, which another language needs too. */
const asked = new Set<LateName>();

/** Only the language that is shown is loaded. */
async function textsOf(language: Language): Promise<object> {
  if (language === "en") return (await import("./en.ts")).EN;
  const [{ ZH }, { PROBLEMS_ZH }] = await Promise.all([import("./zh.ts"), import("../words/zh/problems.ts")]);
  return { ...ZH, problem: PROBLEMS_ZH };
}

/** Pages that are loaded before wait with their words for the language. */
const started = Promise.withResolvers<void>();

export async function startI18n(language: Language = preferredLanguage()): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: await textsOf(language) } },
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = language;
  started.resolve();
}

/** Imports with `load`, once the words that the module shows are there too: for `lazy()` and `lazyRouteComponent()`. */
export function withWords<Module>(
  load: () => Promise<Module>,
  ...names: readonly LateName[]
): () => Promise<Module> {
  return async () => {
    for (const name of names) asked.add(name);
    const words = started.promise.then(() => addLateWords(i18next.language as Language, names));
    const [module] = await Promise.all([load(), words]);
    return module;
  };
}

async function addLateWords(language: Language, names: Iterable<LateName>): Promise<void> {
  const added = [...names].filter((name) => i18next.getResource(language, "translation", name) === undefined);
  await Promise.all(
    added.map(async (name) => {
      const words = { [name]: await LATE_WORDS[name][language]() };
      i18next.addResourceBundle(language, "translation", words, true);
    }),
  );
}

export async function switchLanguage(language: Language): Promise<void> {
  i18next.addResourceBundle(language, "translation", await textsOf(language), true);
  await addLateWords(language, asked);
  await i18next.changeLanguage(language);
  localStorage.setItem(STORED_LANGUAGE, language);
  document.documentElement.lang = language;
}
