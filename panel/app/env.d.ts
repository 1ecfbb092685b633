/// <reference types="vite/client" />

/** What a visit loads besides the start, by its address and its language; the build writes it. */
declare const EARLY_FILES: Readonly<Record<string, Readonly<Record<"en" | "zh", readonly string[]>>>>;
