import type { Language, OptionWords } from "./language.ts";
import { OPTIONS_EN } from "./options.en.ts";
import { OPTIONS_ZH } from "./options.zh.ts";

export const OPTION_WORDS: Readonly<Record<Language, OptionWords>> = { en: OPTIONS_EN, zh: OPTIONS_ZH };
