export const LANGUAGES = { en: "English", zh: "中文" } as const;
export type Language = keyof typeof LANGUAGES;

export const STORED_LANGUAGE = "mojob-language";

/** The one that was chosen here, else the browser's. */
export function preferredLanguage(): Language {
  const wanted = [localStorage.getItem(STORED_LANGUAGE), ...navigator.languages].map((tag) =>
    tag?.slice(0, 2),
  );
  return wanted.find((tag): tag is Language => tag === "en" || tag === "zh") ?? "en";
}
