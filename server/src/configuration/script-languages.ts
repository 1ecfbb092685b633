/** The languages of `@mojob/script-runner`, which is loaded only where scripts are switched on. */
export const SCRIPT_LANGUAGES = ["shell", "python", "php", "nodejs", "powershell", "typescript"] as const;
export type ScriptLanguageName = (typeof SCRIPT_LANGUAGES)[number];
