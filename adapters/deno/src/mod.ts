export const PACKAGE = "deno";
