/** The languages that a script can be written in. */
export const ScriptLanguage = {
  Shell: "shell",
  Python: "python",
  Php: "php",
  Nodejs: "nodejs",
  Powershell: "powershell",
  /** On Deno, with no permission but its own folder and what the worker gives it. */
  Typescript: "typescript",
} as const;
export type ScriptLanguage = (typeof ScriptLanguage)[keyof typeof ScriptLanguage];

/** How a language is run. */
export interface Interpreter {
  /** The program, unless the worker names another one. */
  readonly program: string;
  /** The name of the script's file. */
  readonly file: string;
  /** The words between the program and the file. */
  readonly words: (run: InterpreterRun) => readonly string[];
}

/** The parts of a run that the words of an interpreter depend on. */
export interface InterpreterRun {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Permissions that the worker gives to scripts on Deno. */
  readonly permissions: readonly string[];
}

const none = (): readonly string[] => [];

export const INTERPRETERS: Readonly<Record<ScriptLanguage, Interpreter>> = {
  shell: { program: "sh", file: "script.sh", words: none },
  // Unbuffered, so that lines come as they are printed.
  python: { program: "python3", file: "script.py", words: () => ["-u"] },
  php: { program: "php", file: "script.php", words: none },
  nodejs: { program: "node", file: "script.mjs", words: none },
  powershell: {
    program: "pwsh",
    file: "script.ps1",
    words: () => ["-NoLogo", "-NoProfile", "-NonInteractive", "-File"],
  },
  typescript: {
    program: "deno",
    file: "script.ts",
    words: ({ folder, env, permissions }) => [
      "run",
      "--quiet",
      "--no-prompt",
      "--no-config",
      `--allow-read=${folder}`,
      `--allow-write=${folder}`,
      `--allow-env=${Object.keys(env).join(",")}`,
      ...permissions,
    ],
  },
};

/** Whether a language is one of ours. */
export function isScriptLanguage(language: string): language is ScriptLanguage {
  return Object.hasOwn(INTERPRETERS, language);
}
