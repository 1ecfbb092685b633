export const PACKAGE = "runtime-local";
