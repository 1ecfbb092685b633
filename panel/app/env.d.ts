/// <reference types="vite/client" />

/** The files that a visit loads besides the start, by its address and its language; the build writes it. */
declare const EARLY_FILES: Readonly<Record<string, Readonly<Record<"en" | "zh", readonly string[]>>>>;
