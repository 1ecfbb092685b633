import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import type { EN } from "./en.ts";

export const LANGUAGES = { en: "English", zh: "中文" } as const;
export type Language = keyof typeof LANGUAGES;

declare module "i18next" {
  interface CustomTypeOptions {
    readonly defaultNS: "translation";
    readonly resources: { readonly translation: typeof EN };
  }
}

const STORED = "mojob-language";

/** Only the language that is shown is loaded. */
async function textsOf(language: Language): Promise<object> {
  if (language === "en") return (await import("./en.ts")).EN;
  const [{ ZH }, { PROBLEMS_ZH }] = await Promise.all([import("./zh.ts"), import("../words/zh/problems.ts")]);
  return { ...ZH, problem: PROBLEMS_ZH };
}

export async function startI18n(language: Language = preferredLanguage()): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: await textsOf(language) } },
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = language;
}

export async function switchLanguage(language: Language): Promise<void> {
  i18next.addResourceBundle(language, "translation", await textsOf(language));
  await i18next.changeLanguage(language);
  localStorage.setItem(STORED, language);
  document.documentElement.lang = language;
}

function preferredLanguage(): Language {
  const wanted = [localStorage.getItem(STORED), ...navigator.languages].map((tag) => tag?.slice(0, 2));
  return wanted.find((tag): tag is Language => tag === "en" || tag === "zh") ?? "en";
}
