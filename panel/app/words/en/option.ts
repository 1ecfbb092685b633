import { OPTION_WORDS } from "@mojob/core/words";

const { label, hint, choice } = OPTION_WORDS.en;

export const OPTION_EN = { label, hint, choice } as const;
