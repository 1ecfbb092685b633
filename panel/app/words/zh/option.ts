import { OPTION_WORDS } from "@mojob/core/words";
import type { OPTION_EN } from "../en/option.ts";
import type { Wording } from "../wording.ts";

const { label, hint, choice } = OPTION_WORDS.zh;

export const OPTION_ZH: Wording<typeof OPTION_EN> = { label, hint, choice };
